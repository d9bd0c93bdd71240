import type { ReactNode } from 'react'
import { useNarrow } from '../use-narrow.ts'
import { showWholeText } from './whole-text.ts'
import '../list/list.css'
import '../show/show.css'
import './plain-grid.css'

export interface PlainColumn<Row> {
  head: string
  value: (row: Row) => ReactNode
  /** Set for a number or an amount, which is aligned right. */
  right?: boolean
}

/** A short list that a page has fetched whole: a table, on phones cards; `actions` are at the end of each row. */
export function PlainGrid<Row extends { id: number }>(grid: {
  label: string
  rows: readonly Row[]
  /** The first column identifies the row. */
  columns: readonly PlainColumn<Row>[]
  actions?: (row: Row) => ReactNode
  /** Keeps every row to one line; what is longer is cut, and read whole as a tooltip. */
  oneLine?: boolean
}) {
  return useNarrow() ? <Cards {...grid} /> : <PlainTable {...grid} />
}

function PlainTable<Row extends { id: number }>({
  label,
  rows,
  columns,
  actions,
  oneLine,
}: Parameters<typeof PlainGrid<Row>>[0]) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
    <section className="table-scroll" tabIndex={0} aria-label={label}>
      <table
        className={oneLine ? 'plain-table plain-grid is-one-line' : 'plain-table plain-grid'}
        {...(oneLine && { onPointerOver: event => showWholeText(event.target) })}
      >
        <thead>
          <tr>
            {columns.map(({ head, right }) => (
              <th key={head} scope="col" className={right ? 'is-number' : undefined}>
                {head}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className="for-readers">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              {columns.map(({ head, value, right }) => (
                <td key={head} className={right ? 'is-number' : undefined}>
                  {value(row)}
                </td>
              ))}
              {actions && <td className="plain-actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cards<Row extends { id: number }>({ label, rows, columns, actions }: Parameters<typeof PlainGrid<Row>>[0]) {
  const [first, ...rest] = columns
  return (
    <ul className="row-cards" aria-label={label}>
      {rows.map(row => (
        <li key={row.id} className="row-card">
          <h2>{first?.value(row)}</h2>
          <dl>
            {rest.map(({ head, value }) => (
              <div key={head}>
                <dt>{head}</dt>
                <dd>{value(row) || '–'}</dd>
              </div>
            ))}
          </dl>
          {actions && <div className="plain-actions">{actions(row)}</div>}
        </li>
      ))}
    </ul>
  )
}
