/** A closing thought, set line by line: each of its sentences comes after the one before. */
export function Thought({ text }: { text: string }) {
  return (
    <blockquote className="reflection thought" dir="auto">
      {linesOf(text).map((line) => (
        <span key={line}>{line} </span>
      ))}
    </blockquote>
  );
}

/** Its sentences. */
export function linesOf(text: string): string[] {
  return text.split(/(?<=[.!?…。！？])\s+/).filter((line) => line !== "");
}
