import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { useMay } from '../../account/person.ts'
import { mayEdit, pathOf, withList } from '../../shell/screens.ts'
import { useActions } from '../action/use-actions.tsx'
import { activityOf, activityText, useActivation } from '../action/use-activation.tsx'
import { useAskSap } from '../command/ask-sap.ts'
import type { RecordAct } from '../record/record-acts.ts'
import type { ApiRow } from '../value-text.ts'

/** What resolves a row that waits for a second person. */
const CONFIRM = 'confirm'

/** The acts on a row for its header: Edit first, what takes it out of use last in the menu. */
export function useShowActs(resource: Resource, row: ApiRow): { acts: RecordAct[]; dialogs: ReactNode } {
  const may = useMay()
  const [list] = useSearchParams()
  const { deactivate, reactivate, dialog: leaving } = useActivation(resource)
  const { actions, dialog } = useActions(resource, [row])
  const askSap = useAskSap(resource.sapObject ?? '', String(row.code))
  const activity = activityOf(resource, row)
  // What waits to become active is confirmed, not reactivated.
  const waits = resource.waitsInactive && row.confirmStatus === 'PENDING'
  const isKept = resource.kind === 'master'
  // Of a record that is a task, the first answer that grants; refusing it stands beside.
  const resolves = actions.find(({ name, action }) => (isKept ? name === CONFIRM : !action.danger))?.name
  const acts: (RecordAct | false)[] = [
    mayEdit(may, resource) && {
      key: 'edit',
      label: 'Edit',
      letter: 'E',
      place: resolves ? 'beside' : 'primary',
      to: withList(pathOf.edit(resource, row.id), list),
    },
    !!resource.sapObject &&
      may('approve', sapSyncRun.path) && {
        key: 'sap',
        label: 'Pull from SAP',
        place: 'beside',
        busy: askSap.isPending,
        take: () => askSap.mutate(),
      },
    ...actions.map(
      ({ name, action, take }): RecordAct => ({
        key: name,
        label: action.label,
        place: name === resolves ? 'primary' : action.danger && isKept ? 'more' : 'beside',
        danger: action.danger ?? false,
        take,
      }),
    ),
    isKept &&
      may('create', resource.path) && {
        key: 'copy',
        label: `Copy as a new ${resource.one}`,
        place: 'more',
        to: `${pathOf.create(resource)}?copy=${row.id}`,
      },
    isKept &&
      (activity === 'reactivate' || activity === 'start again') &&
      !waits &&
      may('update', resource.path) && {
        key: 'reactivate',
        label: activityText[activity],
        place: 'beside',
        take: () => reactivate(row),
      },
    { key: 'print', label: 'Print', place: 'more', take: () => window.print() },
    !!resource.closing &&
      activity === 'deactivate' &&
      may('deactivate', resource.path) && {
        key: 'close',
        label: resource.closing.act,
        place: 'more',
        danger: true,
        to: pathOf.close(resource, row.id),
      },
    isKept &&
      activity === 'deactivate' &&
      may('deactivate', resource.path) && {
        key: 'deactivate the row',
        label: 'Deactivate',
        place: 'more',
        danger: true,
        take: () => deactivate(row),
      },
  ]
  return {
    acts: acts.filter(act => act !== false),
    dialogs: (
      <>
        {dialog}
        {leaving}
      </>
    ),
  }
}
