import { Link } from 'react-router'

/** What becomes of the rows of one list. */
export interface UseShown {
  title: string
  label: string
  becomes: string
  count: number
  /** Who takes it over, where it passes to somebody. */
  to?: string | null
  href?: string | undefined
}

/** What happens to rows, in the words of a plan and of what was done. */
const words: Readonly<Record<string, readonly [plan: string, done: string]>> = {
  FINISHED: ['Must be finished first', 'Was finished first'],
  ENDS: ['Ends on the last day', 'Ended on the last day'],
  PASSES: ['Passes on', 'Passed on'],
  FREED: ['Is emptied', 'Was emptied'],
  LASTLY: ['Is deactivated with it', 'Was deactivated with it'],
}
const order = Object.keys(words)

/** The lists whose rows refer to what is closed, and what becomes of them. */
export function UsesTable({ uses, isDone = false }: { uses: readonly UseShown[]; isDone?: boolean }) {
  const sorted = uses.toSorted((a, b) => order.indexOf(a.becomes) - order.indexOf(b.becomes))
  return (
    <div className="record-table table-scroll">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">List</th>
            <th scope="col">As</th>
            <th scope="col" className="is-number">
              Rows
            </th>
            <th scope="col">What happens</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ title, label, becomes, count, to, href }) => (
            <tr key={`${title} ${label} ${becomes}`}>
              <td>{href ? <Link to={href}>{title}</Link> : title}</td>
              <td>{label}</td>
              <td className="is-number">{count}</td>
              <td>
                {words[becomes]![isDone ? 1 : 0]}
                {becomes === 'PASSES' && to && ` to ${to}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
