import type { ReactNode } from 'react'

const sheet = (
  <>
    <path className="is-sheet" d="M34 10h36l16 16v38H34z" />
    <path d="M70 10v16h16M44 36h30M44 46h30M44 56h18" />
  </>
)

const drawings: Readonly<Record<EmptyKind, ReactNode>> = {
  rows: sheet,
  filtered: (
    <>
      {sheet}
      <circle className="is-sheet is-accent" cx="78" cy="50" r="12" />
      <path className="is-accent" d="m87 59 10 9" />
    </>
  ),
  done: (
    <>
      {sheet}
      <circle className="is-sheet is-accent" cx="82" cy="54" r="12" />
      <path className="is-accent" d="m76 54 4 5 8-9" />
    </>
  ),
  cart: (
    <>
      <path className="is-sheet is-accent" d="M36 16h8l6 32h34l8-24H46" />
      <circle className="is-sheet" cx="56" cy="60" r="5" />
      <circle className="is-sheet" cx="78" cy="60" r="5" />
    </>
  ),
  notifications: (
    <>
      <path className="is-sheet" d="M40 52c6-6 6-12 6-18a14 14 0 0 1 28 0c0 6 0 12 6 18z" />
      <path className="is-accent" d="M54 58a6 6 0 0 0 12 0" />
    </>
  ),
  figures: (
    <>
      <path d="M30 10v54h62" />
      <path className="is-sheet" d="M40 46h10v18H40zM58 36h10v28H58zM76 26h10v38H76z" />
      <path className="is-accent" d="m40 32 18-10 18 4 14-14" />
    </>
  ),
}

/** The drawing of an empty list, in the colours of the look that is on. */
export default function EmptyDrawing({ kind }: { kind: EmptyKind }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 120 72" width="120" height="72" focusable="false">
      <ellipse className="is-ground" cx="60" cy="62" rx="50" ry="8" />
      {drawings[kind]}
    </svg>
  )
}

/** What is missing: rows, rows that fit the filters, nothing left to do, items of a cart, notifications, figures. */
export type EmptyKind = 'rows' | 'filtered' | 'done' | 'cart' | 'notifications' | 'figures'
