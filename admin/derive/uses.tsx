import { resourceAt } from '../../resources/registry.ts'
import type { ApiRow } from './value-text.ts'

/** Where a row is needed, as the server counted it. */
export interface Use {
  resource: string
  path: string
  title: string
  /** The field by which its rows refer to this one. */
  field?: string
  count: number
}

/** The rows that stand in the way, each with the way to them. Plain links: the dialog stands outside the router. */
export function Uses({ row, uses }: { row: ApiRow; uses: readonly Use[] }) {
  return (
    <>
      <p>Deactivate or change these first:</p>
      <ul className="uses">
        {uses.map(use => (
          <li key={`${use.path} ${use.field}`}>
            <UseLink row={row} use={use} />
          </li>
        ))}
      </ul>
    </>
  )
}

function UseLink({ row, use }: { row: ApiRow; use: Use }) {
  const text = `${use.title}: ${use.count}`
  const user = resourceAt(use.path)
  if (user?.kind !== 'master') return text
  const query = use.field ? `?f.${use.field}=in.${row.id}` : ''
  return <a href={`/${use.path}${query}`}>{text}</a>
}
