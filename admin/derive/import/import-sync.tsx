import { Input } from 'antd'
import { useState } from 'react'
import { showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import { Dialog } from '../action/dialog.tsx'
import { FieldRow } from '../form/field-row.tsx'

/** Asks the person to type the number of rows that a sync ends, before it begins. */
export function SyncConfirm({
  job,
  onConfirmed,
  onClose,
}: {
  job: ImportAnswer
  onConfirmed: (number: string) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const rows = job.closing === 1 ? 'row' : 'rows'
  const confirm = () => {
    if (typed.trim() === String(job.closing)) onConfirmed(typed.trim())
    else setWrong(`Type ${job.closing} to confirm.`)
  }
  return (
    <Dialog
      open
      width={480}
      title={`Close ${showNumber(job.closing)} ${rows}?`}
      okText={`Close ${showNumber(job.closing)} ${rows}`}
      okButtonProps={{ danger: true }}
      cancelText="Back"
      onOk={confirm}
      onCancel={onClose}
    >
      <p>
        {showNumber(job.closing)} {rows} of {job.title} that you may import {job.closing === 1 ? 'is' : 'are'} not in
        the file. Rows with a period end yesterday, all others become inactive. The whole import can be rolled back.
      </p>
      <FieldRow id="sync-confirm" label="How many rows are closed" required wide error={wrong}>
        {({ status, ...control }) => (
          <Input
            {...control}
            autoFocus
            inputMode="numeric"
            status={status ?? ''}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onPressEnter={confirm}
          />
        )}
      </FieldRow>
    </Dialog>
  )
}
