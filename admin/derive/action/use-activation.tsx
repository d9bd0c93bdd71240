import { useUpdate } from '@refinedev/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { confirmationSentence } from '../../../resources/define/confirmation.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { startsAgain } from '../../../resources/define/succession.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { showFailure, showSuccess } from '../../shell/notices/notices.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { type ApiRow, rowText } from '../value-text.ts'

const DeactivateDialog = lazy(() => import('./deactivate-dialog.tsx'))
const StartAgainDialog = lazy(() => import('./start-again-dialog.tsx'))

/** What the row may do about its use: leave it, be switched on, or begin again as a new row; nothing where only a copy goes on. */
export function activityOf(resource: Resource, row: ApiRow): 'deactivate' | 'reactivate' | 'start again' | undefined {
  const today = dayOf(new Date().toISOString())
  if (startsAgain(resource, row, today)) return 'copyLines' in resource.actions ? undefined : 'start again'
  return row.isActive === false ? 'reactivate' : 'deactivate'
}

export const activityText = {
  deactivate: 'Deactivate',
  reactivate: 'Reactivate',
  'start again': 'Start again',
} as const

/** Deactivates a row, after showing what still refers to it, or puts it back into use. Render the dialog beside the button. */
export function useActivation(resource: Resource): {
  deactivate: (row: ApiRow) => void
  reactivate: (row: ApiRow) => void
  dialog: ReactNode
} {
  const [leaving, setLeaving] = useState<ApiRow>()
  const [beginning, setBeginning] = useState<ApiRow>()
  const { mutateAsync: update } = useUpdate<ApiRow, Refusal>()

  const reactivate = (row: ApiRow) =>
    activityOf(resource, row) === 'start again' ? setBeginning(row) : void giveBack(row, { isActive: true })

  const undo = (before: ApiRow, left: ApiRow) =>
    giveBack({ ...before, ...left }, left.isActive ? { validTo: before.validTo } : { isActive: true })

  async function giveBack(row: ApiRow, changes: Record<string, unknown>) {
    const values = { ...changes, rowVersion: row.rowVersion }
    const quiet = { successNotification: false, errorNotification: false } as const
    try {
      const { data: saved } = await update({ resource: resource.path, id: row.id, values, ...quiet })
      const named = `${resource.title} “${rowText(resource, row)}” is`
      const sentence = confirmationSentence(saved)
      const waits = sentence !== undefined && (saved.isActive === false || 'validTo' in changes)
      showSuccess(waits ? `${named} to be activated again. ${sentence}` : `${named} active again.`)
    } catch (error) {
      if (!isRefusal(error)) throw error
      showFailure(error.message, error.requestId && `Reference: ${error.requestId}`)
    }
  }

  const close = () => {
    setLeaving(undefined)
    setBeginning(undefined)
  }
  const dialog = (leaving || beginning) && (
    <Suspense fallback={<Opening onClose={close} />}>
      {leaving && <DeactivateDialog resource={resource} row={leaving} onUndo={undo} onClose={close} />}
      {beginning && <StartAgainDialog resource={resource} row={beginning} onClose={close} />}
    </Suspense>
  )
  return { deactivate: setLeaving, reactivate, dialog }
}
