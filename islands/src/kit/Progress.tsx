interface Props {
  label: string;
  /** 0 to 100. */
  value: number;
}

/** A real bar: it moves when something has happened, and only then. */
export function Progress({ label, value }: Props) {
  return <progress className="progress" aria-label={label} max={100} value={Math.round(value)} />;
}
