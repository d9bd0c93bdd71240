import type { Resource } from '../../../resources/define/resource.ts'
import { Cell } from '../grid/cell.tsx'
import { targetOf } from '../reference-texts.ts'
import { RowLink } from '../row-link.tsx'
import { type ApiRow, textOf } from '../value-text.ts'

/** One value of a row with its label; a reference links to its row, where the person may see it. */
export function Fact({ resource, name, label, row }: { resource: Resource; name: string; label: string; row: ApiRow }) {
  const field = resource.fields[name]!
  const value = row[name]
  const target = field.kind === 'reference' ? targetOf(resource, field.to!) : undefined
  const empty = value === null || value === undefined || value === ''
  return (
    <div className={field.long ? 'is-wide' : undefined}>
      <dt>{label}</dt>
      <dd>
        {empty ? (
          <span className="quiet">–</span>
        ) : (
          <RowLink target={target} id={value}>
            <Cell field={field} value={value} text={textOf(row, name, field)} />
          </RowLink>
        )}
      </dd>
    </div>
  )
}
