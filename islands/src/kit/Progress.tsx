interface Props {
  label: string;
  /** 0 to 100. */
  value: number;
}

/** A real bar: it moves when something has happened, and only then. */
export function Progress({ label, value }: Props) {
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
    >
      <div className="progress-fill" style={{ transform: `scaleX(${value / 100})` }}></div>
    </div>
  );
}
