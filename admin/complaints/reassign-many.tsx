import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { FaultSummary } from '../derive/form/fault-summary.tsx'
import { RemarkRow } from '../derive/form/remark-row.tsx'
import { showSuccess } from '../shell/notices.ts'
import { useSending } from '../shell/use-sending.ts'
import { type ComplaintRow, reassignMany } from './complaint-api.ts'
import { OwnerRow } from './owner-row.tsx'

const formId = 'reassign'

/** Gives the selected complaints to one owner, all or none. */
export function ReassignMany({ rows }: { rows: readonly ComplaintRow[] }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [owner, setOwner] = useState<number | null>(null)
  const [remark, setRemark] = useState<string | null>(null)
  const form = useSending(() => {
    setOpen(false)
    void client.invalidateQueries()
  })
  const send = () =>
    form.send(async () => {
      const { reassigned } = await reassignMany(rows, owner ?? 0, remark ?? '')
      showSuccess(reassigned === 1 ? 'One complaint is reassigned.' : `${reassigned} complaints are reassigned.`)
    })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Reassign
      </Button>
      <Modal
        open={isOpen}
        title={rows.length === 1 ? 'Reassign one complaint' : `Reassign ${rows.length} complaints`}
        okText="Reassign"
        okButtonProps={{ loading: form.busy }}
        onOk={() => void send()}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
        <OwnerRow
          id={`${formId}-ownerEmployeeId`}
          complaintIds={rows.map(({ id }) => id)}
          value={owner}
          error={form.errorOf('ownerEmployeeId')}
          onChange={setOwner}
        />
        <RemarkRow id={`${formId}-remark`} label="Why" value={remark} onChange={setRemark} />
      </Modal>
    </>
  )
}
