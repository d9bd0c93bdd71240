import { useUpdate } from '@refinedev/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { confirmationSentence } from '../../../resources/define/confirmation.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { showFailure, showSuccess } from '../../shell/notices/notices.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { type ApiRow, rowText } from '../value-text.ts'

const DeactivateDialog = lazy(() => import('./deactivate-dialog.tsx'))

/** Deactivates a row, after showing what still refers to it, or activates it. Render the dialog beside the button. */
export function useActivation(resource: Resource): {
  deactivate: (row: ApiRow) => void
  reactivate: (row: ApiRow) => Promise<void>
  dialog: ReactNode
} {
  const [leaving, setLeaving] = useState<ApiRow>()
  const { mutateAsync: update } = useUpdate<ApiRow, Refusal>()

  async function reactivate(row: ApiRow) {
    const values = { isActive: true, rowVersion: row.rowVersion }
    const quiet = { successNotification: false, errorNotification: false } as const
    try {
      const { data: saved } = await update({ resource: resource.path, id: row.id, values, ...quiet })
      const named = `${resource.title} “${rowText(resource, row)}” is`
      const sentence = confirmationSentence(saved)
      const waits = saved.isActive === false && sentence !== undefined
      showSuccess(waits ? `${named} to be activated again. ${sentence}` : `${named} active again.`)
    } catch (error) {
      if (!isRefusal(error)) throw error
      showFailure(error.message, error.requestId && `Reference: ${error.requestId}`)
    }
  }

  const dialog = leaving && (
    <Suspense fallback={<Opening onClose={() => setLeaving(undefined)} />}>
      <DeactivateDialog resource={resource} row={leaving} onUndo={reactivate} onClose={() => setLeaving(undefined)} />
    </Suspense>
  )
  return { deactivate: setLeaving, reactivate, dialog }
}
