import { useOne } from '@refinedev/core'
import { Button } from 'antd'
import { columnOf } from '../../resources/columns.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { tonesIn } from '../../resources/define/state-tones.ts'
import { useActions } from '../derive/action/use-actions.tsx'
import { Cell } from '../derive/grid/cell.tsx'
import { targetOf } from '../derive/reference-texts.ts'
import { RowLink } from '../derive/row-link.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import { keyOfAct } from '../shell/act-keys.ts'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import '../derive/show/show.css'

/** A row of a list with what its columns say, and the actions that the person may take on it now. */
export default function RecordPane({ list, id, isWithSecond }: { list: Resource; id: number; isWithSecond: boolean }) {
  const { result: row, query } = useOne<ApiRow, Refusal>({ resource: list.path, id, errorNotification: false })
  if (query.isError && !row) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!row) return <p role="status">Loading...</p>
  return (
    <>
      <dl className="facts">
        {list.list.map(name => {
          const column = columnOf(list, name)
          if (!column || row[name] === null || row[name] === undefined || row[name] === '') return null
          // What would be bad news and is none is not said: the row beside may call it late for another reason.
          if (row[name] === false && tonesIn(column.field)?.true === 'bad') return null
          const target = column.field.to === undefined ? undefined : targetOf(list, column.field.to)
          return (
            <div key={name}>
              <dt>{column.label}</dt>
              <dd>
                <RowLink target={target} id={row[name]}>
                  <Cell field={column.field} value={row[name]} text={row.texts?.[name]} />
                </RowLink>
              </dd>
            </div>
          )
        })}
      </dl>
      {isWithSecond ? (
        <p className="quiet">You proposed it; another person decides.</p>
      ) : (
        <Acts resource={list} row={row} />
      )}
    </>
  )
}

/** The first that grants is taken by A, the first that refuses by R. */
function Acts({ resource, row }: { resource: Resource; row: ApiRow }) {
  const { actions, dialog } = useActions(resource, [row])
  const grants = actions.filter(({ action }) => !action.danger)
  const refuses = actions.filter(({ action }) => action.danger)
  if (actions.length === 0) return null
  return (
    <div className="work-acts">
      {grants.map(({ name, action, take }, at) => (
        <Button key={name} onClick={take} {...(at === 0 && { type: 'primary' as const, ...keyOfAct('A') })}>
          {action.label}
        </Button>
      ))}
      {refuses.map(({ name, action, take }, at) => (
        <Button key={name} danger onClick={take} {...(at === 0 && keyOfAct('R'))}>
          {action.label}
        </Button>
      ))}
      {dialog}
    </div>
  )
}
