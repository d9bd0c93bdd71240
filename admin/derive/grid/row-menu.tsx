import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { useMay } from '../../account/person.ts'
import { mayEdit } from '../../shell/screens.ts'
import { useActions } from '../action/use-actions.tsx'
import { activityOf, activityText, useActivation } from '../action/use-activation.tsx'
import OpenMenu from '../open-menu.tsx'
import type { ApiRow } from '../value-text.ts'
import { useRowPath } from './use-row-path.ts'

const EDIT = 'edit the row'
const SWITCH = 'switch activity'
const HISTORY = 'history of the row'

/** The menu of one row: edit, its declared actions, its history, deactivation. */
export default function RowMenu({ resource, row, button }: { resource: Resource; row: ApiRow; button: ReactElement }) {
  const may = useMay()
  const { deactivate, reactivate, dialog: leaving } = useActivation(resource)
  const pathTo = useRowPath(resource)
  const { actions, dialog } = useActions(resource, [row])
  const activity = activityOf(resource, row)
  const leaves = activity === 'deactivate'
  const canSwitch = resource.kind === 'master' && activity && may(leaves ? 'deactivate' : 'update', resource.path)
  return (
    <>
      <OpenMenu
        placement="bottomRight"
        menu={{
          items: [
            ...(mayEdit(may, resource) ? [{ key: EDIT, label: <Link to={pathTo('edit', row.id)}>Edit</Link> }] : []),
            ...actions.map(({ name, action: { label, danger } }) => ({ key: name, label, danger })),
            { key: HISTORY, label: <Link to={`${pathTo('show', row.id)}#history`}>History</Link> },
            ...(canSwitch ? [{ key: SWITCH, label: activityText[activity], danger: leaves }] : []),
          ],
          onClick: ({ key }) => {
            if (key === HISTORY || key === EDIT) return
            if (key !== SWITCH) actions.find(({ name }) => name === key)?.take()
            else if (leaves) deactivate(row)
            else reactivate(row)
          },
        }}
      >
        {button}
      </OpenMenu>
      {dialog}
      {leaving}
    </>
  )
}
