import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { useMay } from '../../account/person.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { mayEdit, pathOf, withList } from '../../shell/screens.ts'
import { useActions } from '../action/use-actions.tsx'
import { useActivation } from '../action/use-activation.tsx'
import { useAskSap } from '../command/ask-sap.ts'
import { Neighbours } from '../form/neighbours.tsx'
import type { ApiRow } from '../value-text.ts'
import { type MoreItem, MoreMenu } from './more-menu.tsx'

/** Reads the shown row from SAP at once; for people who may read single rows from SAP. */
function PullFromSap({ object, code }: { object: string; code: string }) {
  const may = useMay()
  const ask = useAskSap(object, code)
  if (!may('approve', sapSyncRun.path)) return null
  return (
    <Button loading={ask.isPending} onClick={() => ask.mutate()}>
      Pull from SAP
    </Button>
  )
}

/** The actions on the shown row: next and previous row, declared actions, copy, edit; what takes it out of use is in a menu. */
export function ShowActions({ resource, row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const [list] = useSearchParams()
  const { deactivate, reactivate, dialog: leaving } = useActivation(resource)
  const { actions, dialog } = useActions(resource, [row])
  const active = row.isActive !== false
  const isKept = resource.kind === 'master'
  // What waits to become active is confirmed, not reactivated.
  const waits = resource.waitsInactive && row.confirmStatus === 'PENDING'
  const canDeactivate = isKept && active && may('deactivate', resource.path)
  const more: MoreItem[] = [
    ...actions
      .filter(({ action }) => isKept && action.danger)
      .map(({ name, action, take }) => ({ key: name, label: action.label, danger: true, take })),
    ...(canDeactivate
      ? [{ key: 'deactivate the row', label: 'Deactivate', danger: true, take: () => deactivate(row) }]
      : []),
  ]
  return (
    <>
      <Neighbours resource={resource} id={row.id} pathTo={pathOf.show} />
      {actions
        .filter(({ action }) => !isKept || !action.danger)
        .map(({ name, action, take }) => (
          <Button key={name} onClick={take}>
            {action.label}
          </Button>
        ))}
      {resource.sapObject && <PullFromSap object={resource.sapObject} code={String(row.code)} />}
      {isKept && may('create', resource.path) && (
        <ButtonLink to={`${pathOf.create(resource)}?copy=${row.id}`}>Copy</ButtonLink>
      )}
      {isKept && !active && !waits && may('update', resource.path) && (
        <Button onClick={() => void reactivate(row)}>Reactivate</Button>
      )}
      <MoreMenu items={more} />
      {mayEdit(may, resource) && (
        <ButtonLink type="primary" to={withList(pathOf.edit(resource, row.id), list)}>
          <Icon name="edit" /> Edit
        </ButtonLink>
      )}
      {dialog}
      {leaving}
    </>
  )
}
