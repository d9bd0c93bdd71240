import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { RowAction } from '../../../resources/define/action.ts'
import { fulfils } from '../../../resources/define/condition.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { rights } from '../../../resources/define/rights.ts'
import { usePerson } from '../../account/person.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import type { ApiRow } from '../value-text.ts'

const ActionDialog = lazy(() => import('./action-dialog.tsx'))
const EachDialog = lazy(() => import('./each-dialog.tsx'))

/** A declared action that the person may run here, ready for a button. */
interface OpenAction {
  name: string
  action: RowAction
  /** Opens the action's dialog. */
  take: () => void
}

/**
 * The declared actions that the person may run on one row, on the selected rows (`on: 'rows'` or `'each'`), or on the
 * list (no rows).
 */
export function useActions(
  resource: Resource,
  rows: readonly ApiRow[] | undefined,
  onTaken?: () => void,
): { actions: OpenAction[]; dialog: ReactNode } {
  const { may, user } = usePerson()
  const [openAction, setOpenAction] = useState<string>()
  const actions = Object.entries(resource.actions)
    .filter(([, action]) => may(rights[action.letter], resource.path) && fits(action, rows, user.id))
    .map(([name, action]) => ({ name, action, take: () => setOpenAction(name) }))
  const many = openAction !== undefined && (rows?.length ?? 0) > 1 && resource.actions[openAction]?.on === 'each'
  const Dialog = many ? EachDialog : ActionDialog
  const dialog = openAction !== undefined && (
    <Suspense fallback={<Opening onClose={() => setOpenAction(undefined)} />}>
      <Dialog
        resource={resource}
        name={openAction}
        rows={rows ?? []}
        onClose={() => setOpenAction(undefined)}
        onTaken={onTaken}
      />
    </Suspense>
  )
  return { actions, dialog }
}

function fits({ on, when, notBy }: RowAction, rows: readonly ApiRow[] | undefined, personId: number) {
  if (!rows) return on === 'list'
  if (on === 'list' || rows.length === 0 || (rows.length > 1 && on === 'row')) return false
  if (rows.some(row => notBy.some(name => row[name] === personId))) return false
  // A row on which it cannot be taken says so in its own answer.
  if (on === 'each') return rows.some(row => fulfils(when, row))
  return rows.every(row => fulfils(when, row))
}
