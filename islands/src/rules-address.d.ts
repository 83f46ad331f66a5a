/** The address of the wasm file; `build.mjs` points this name at it. */
declare module "rules-address" {
  const address: string;
  export default address;
}
