import { Link } from 'react-router'
import type { RowUse } from '../../../resources/platform/commands/uses.ts'
import { resourceAt } from '../../../resources/registry.ts'
import type { ApiRow } from '../value-text.ts'

/** The rows that prevent the command, each with a link. */
export function RowUses({ row, uses }: { row: ApiRow; uses: readonly RowUse[] }) {
  return (
    <>
      <p>Still used by:</p>
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

function UseLink({ row, use }: { row: ApiRow; use: RowUse }) {
  const text = `${use.title}, ${use.label}: ${use.count}`
  if (resourceAt(use.path)?.kind !== 'master') return text
  return <Link to={`/${use.path}?f.${use.field}=in.${row.id}`}>{text}</Link>
}
