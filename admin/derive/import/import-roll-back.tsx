import { Button } from 'antd'
import { useState } from 'react'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import { isRefusal } from '../../shell/api.ts'
import { showFailure } from '../../shell/notices/notices.ts'
import { Dialog } from '../action/dialog.tsx'
import { useImportStep } from './import-job.ts'

/** Rolls back a whole import after a confirmation; `leaveOut` skips the rows that somebody has edited since. */
export function RollBackButton({ job, leaveOut = false }: { job: ImportAnswer; leaveOut?: boolean }) {
  const take = useImportStep(job.id)
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const label = leaveOut ? 'Roll back all other rows' : 'Roll back'

  async function rollBack() {
    setBusy(true)
    try {
      await take({ step: 'rollback', leaveOut })
      setConfirming(false)
    } catch (error) {
      showFailure(isRefusal(error) ? error.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button danger onClick={() => setConfirming(true)} aria-label={`${label} ${job.jobNo}`}>
        {label}
      </Button>
      {confirming && (
        <Dialog
          open
          width={480}
          title={`Roll back ${job.jobNo}?`}
          okText={label}
          okButtonProps={{ danger: true }}
          cancelText="Back"
          confirmLoading={busy}
          onOk={() => void rollBack()}
          onCancel={() => setConfirming(false)}
        >
          <p>
            Rows that {job.round ? 'this round' : job.fileName} added become inactive, rows that it changed get the
            values they had before. Both are kept in the history.{' '}
            {leaveOut
              ? 'The rows named above are not changed.'
              : 'If one of these rows was changed since, nothing is rolled back and the rows are named.'}
          </p>
        </Dialog>
      )}
    </>
  )
}
