import type { ReactNode } from 'react'

/** A part of the page: what it is, a quiet word beside it, and where there is more. */
export function Part(part: { id: string; title: string; says?: ReactNode; more?: ReactNode; children: ReactNode }) {
  return (
    <section className="today-part" aria-labelledby={part.id}>
      <div className="today-head">
        <h2 id={part.id}>{part.title}</h2>
        {part.says && <span className="quiet">{part.says}</span>}
        {part.more}
      </div>
      {part.children}
    </section>
  )
}

/** A table of a part; the last columns are numbers or days. */
export const PartTable = ({ heads, children }: { heads: readonly [string, ...string[]]; children: ReactNode }) => (
  <table className="today-table">
    <thead>
      <tr>
        {heads.map(head => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
