import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { pathOf } from '../../shell/screens.ts'
import { enterBill } from './bill-api.ts'
import { type BillBody, BillForm } from './bill-form.tsx'

/** Page on which a transporter or a dispatch desk enters a bill over LRs. */
export default function EnterBill() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [sendOnce] = useState(createSendOnce)

  async function save(printed: BillBody, isDraft: boolean) {
    const body = { ...printed, isDraft }
    const made = await sendOnce(JSON.stringify(body), headers => enterBill(body, headers))
    showSuccess(`Bill ${made.billNo} is saved as ${made.billRef}.`)
    void queries.invalidateQueries()
    void navigate(pathOf.show(transporterBill, made.id))
  }

  return (
    <PageFrame
      title="Enter Transporter Bill"
      purpose="Enter the bill as printed and choose its LRs. It is matched with the agreed freight immediately."
      trail={[{ title: transporterBill.title, path: pathOf.list(transporterBill) }]}
    >
      <BillForm onSave={save} />
    </PageFrame>
  )
}
