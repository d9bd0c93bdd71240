import { useUpdate } from '@refinedev/core'
import { lazy, Suspense, useId, useState } from 'react'
import { confirmationSentence } from '../../../resources/define/confirmation.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { FieldRow } from '../form/field-row.tsx'
import { type ApiRow, rowText } from '../value-text.ts'
import { Dialog } from './dialog.tsx'
import { Refusals } from './refusals.tsx'

const DayInput = lazy(() => import('../form/day-input.tsx'))

/** Lets a row that has ended count again: a new row with the same values, from a day that is asked. */
export default function StartAgainDialog({
  resource,
  row,
  onClose,
}: {
  resource: Resource
  row: ApiRow
  onClose: () => void
}) {
  const id = useId()
  const name = `${resource.title} “${rowText(resource, row)}”`
  const [day, setDay] = useState<string | null>(dayOf(new Date().toISOString()))
  const [refusals, setRefusals] = useState<string[]>([])
  const { mutateAsync: update, mutation } = useUpdate<ApiRow, Refusal>()

  async function start() {
    const values = { isActive: true, ...(day && { validFrom: day }), rowVersion: row.rowVersion }
    const quiet = { successNotification: false, errorNotification: false } as const
    try {
      const { data: saved } = await update({ resource: resource.path, id: row.id, values, ...quiet })
      const begins = `${name} starts again on ${dayText(String(saved.validFrom))}, as a new row.`
      showSuccess([begins, confirmationSentence(saved)].filter(Boolean).join(' '))
      onClose()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusals(error.faults.length > 0 ? error.faults.map(({ message }) => message) : [error.message])
    }
  }

  return (
    <Dialog
      open
      width={416}
      title={`Start ${name} again?`}
      okText="Start again"
      cancelText="Back"
      confirmLoading={mutation.isPending}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <p>A new row with the same values is valid from the first day. The ended row stays in the history as it is.</p>
      <FieldRow id={id} label="First day" hint="Today or later">
        {control => (
          <Suspense fallback={<span role="status">Loading...</span>}>
            <DayInput {...control} value={day} onChange={setDay} />
          </Suspense>
        )}
      </FieldRow>
      <Refusals sentences={refusals} />
    </Dialog>
  )
}
