import { Link } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { ActiveMark, Cell } from './cell.tsx'
import type { ListState } from './list-state.ts'
import { RowActions } from './row-actions.tsx'
import { pathOf } from './screens.ts'
import { useListed } from './use-columns.ts'
import { type ApiRow, rowText } from './value-text.ts'

/** The rows on a phone: a card each, its values as a list of terms. */
export function ListCards(list: {
  resource: Resource
  state: ListState
  rows: readonly ApiRow[] | undefined
  dim: boolean
}) {
  const { resource, rows, state } = list
  const listed = useListed(resource)
  if (!rows) return <p role="status">Loading...</p>
  return (
    <ul className={list.dim ? 'row-cards is-dim' : 'row-cards'}>
      {rows.map(row => (
        <li key={row.id} className="row-card">
          <h2>
            <Link to={pathOf.show(resource, row.id)}>{rowText(resource, row)}</Link>
          </h2>
          {state.active !== 'active' && <ActiveMark isActive={row.isActive !== false} />}
          <dl>
            {listed
              .filter(({ name }) => !resource.display.includes(name) && hasValue(row[name]))
              .map(({ name, label, field }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd>
                    <Cell field={field} value={row[name]} text={row.texts?.[name]} />
                  </dd>
                </div>
              ))}
          </dl>
          <RowActions resource={resource} row={row} />
        </li>
      ))}
    </ul>
  )
}

const hasValue = (value: unknown) => value !== null && value !== undefined && value !== ''
