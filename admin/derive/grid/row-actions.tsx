import { Button, Dropdown } from 'antd'
import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { rights } from '../../../resources/define/rights.ts'
import { useMay } from '../../account/person.ts'
import { useActions } from '../action/use-actions.tsx'
import { useActivation } from '../action/use-activation.tsx'
import { type ApiRow, rowText } from '../value-text.ts'
import { useRowPath } from './use-row-path.ts'

const SWITCH = 'switch activity'
const HISTORY = 'history of the row'

/** Whether the person may do anything with rows of this resource. */
export function useMayAct(resource: Resource): boolean {
  const may = useMay()
  return (
    may('update', resource.path) ||
    may('deactivate', resource.path) ||
    Object.values(resource.actions).some(({ on, letter }) => on !== 'list' && may(rights[letter], resource.path))
  )
}

/** The actions on one row: edit is a button of its own, deactivation is in a menu. */
export function RowActions({ resource, row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const { deactivate, reactivate, dialog: leaving } = useActivation(resource)
  const pathTo = useRowPath(resource)
  const { actions, dialog } = useActions(resource, [row])
  const active = row.isActive !== false
  const name = rowText(resource, row)
  const canSwitch = active ? may('deactivate', resource.path) : may('update', resource.path)
  return (
    <span className="row-actions">
      {may('update', resource.path) && (
        <Link to={pathTo('edit', row.id)} className="row-action">
          Edit<span className="for-readers"> {name}</span>
        </Link>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            ...actions.map(({ name, action: { label, danger } }) => ({ key: name, label, danger })),
            { key: HISTORY, label: <Link to={`${pathTo('show', row.id)}#history`}>History</Link> },
            ...(canSwitch ? [{ key: SWITCH, label: active ? 'Deactivate' : 'Reactivate', danger: active }] : []),
          ],
          onClick: ({ key }) => {
            if (key === HISTORY) return
            if (key !== SWITCH) actions.find(({ name }) => name === key)?.take()
            else if (active) deactivate(row)
            else void reactivate(row)
          },
        }}
      >
        <Button size="small" type="text" aria-label={`More for ${name}`} aria-haspopup="menu">
          ⋯
        </Button>
      </Dropdown>
      {dialog}
      {leaving}
    </span>
  )
}
