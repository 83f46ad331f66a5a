/** Tests load the rules from the file; see setup.ts. */
export default "";
