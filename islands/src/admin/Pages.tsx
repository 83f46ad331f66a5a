import { type FormEvent, useId, useState } from "react";
import type { Pagination } from "../generated/wire";
import { Button } from "../kit/Button";

interface Props {
  pagination: Pagination;
  onPage: (page: number) => void;
}

/** 10,000: as decided, whatever the browser knows of the country. */
const number = (value: number) => value.toLocaleString("en-US");

/** Which part of the list it is; ways to others only where there are others. */
export function Pages({ pagination, onPage }: Props) {
  const { page, totalPages, total, from, to, more } = pagination;
  const box = useId();
  const [typed, setTyped] = useState("");
  const go = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number.parseInt(typed, 10);
    if (Number.isFinite(wanted)) onPage(Math.min(Math.max(wanted, 1), totalPages));
    setTyped("");
  };
  const shown = `${number(from)}–${number(to)} of ${number(total)}${more ? "+" : ""}`;
  if (totalPages <= 1) return <p className="pages">{total > 0 && shown}</p>;
  return (
    <nav className="pages" aria-label="Pages">
      <span>{shown}</span>
      <div className="row">
        <Button size="small" disabled={page <= 1} onClick={() => onPage(1)}>
          First
        </Button>
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <span>
          Page {number(page)} of {number(totalPages)}
          {more ? "+" : ""}
        </span>
        <Button size="small" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
        <Button size="small" disabled={page >= totalPages} onClick={() => onPage(totalPages)}>
          Last
        </Button>
      </div>
      <form className="row" onSubmit={go}>
        <label htmlFor={box}>Go to page</label>
        <input
          id={box}
          type="text"
          className="input page-input"
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" size="small">
          Go
        </Button>
      </form>
    </nav>
  );
}
