import { Link } from 'react-router'
import { resourceAt } from '../../../resources/registry.ts'
import type { ApiRow } from '../value-text.ts'

/** Where a row is needed, as the server counted it. */
export interface Use {
  resource: string
  path: string
  title: string
  /** The field by which its rows refer to this one, and its label. */
  field: string
  label: string
  count: number
}

/** The rows that stand in the way, each with the way to them. */
export function Uses({ row, uses }: { row: ApiRow; uses: readonly Use[] }) {
  return (
    <>
      <p>These still name it:</p>
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
  const text = `${use.title}, ${use.label}: ${use.count}`
  if (resourceAt(use.path)?.kind !== 'master') return text
  return <Link to={`/${use.path}?f.${use.field}=in.${row.id}`}>{text}</Link>
}
