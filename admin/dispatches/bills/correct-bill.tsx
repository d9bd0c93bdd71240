import { useOne } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { stepIn } from '../../../resources/define/process/process.ts'
import { wordOf } from '../../../resources/define/process/states.ts'
import { billProcess } from '../../../resources/dispatches/bills/bill-process.ts'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { pathOf } from '../../shell/screens.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { type BillLine, type BillRow, correctBill, useBillLines } from './bill-api.ts'
import { type BillBody, BillForm } from './bill-form.tsx'

/** Page on which who entered a bill corrects it, until it is approved. */
export default function CorrectBill() {
  const id = Number(useParams().id)
  const { result: bill, query } = useOne<BillRow, Refusal>({
    resource: transporterBill.path,
    id,
    errorNotification: false,
  })
  const lines = useBillLines(id)
  const error = query.error ?? lines.error
  if (error && !(bill && lines.data))
    return <Failure error={error} onRetry={() => void Promise.all([query.refetch(), lines.refetch()])} />
  if (!bill || bill.id !== id || !lines.data) return <Waiting />
  return <Correction key={id} bill={bill} lines={lines.data} />
}

/** The form keeps the version that it began with: what others change meanwhile is reported when it is sent. */
function Correction({ bill, lines }: { bill: BillRow; lines: readonly BillLine[] }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [kept] = useState({ bill, lines })
  const { id, billNo } = bill
  const { rowVersion } = kept.bill

  async function save(body: BillBody) {
    const made = await correctBill(id, { ...body, rowVersion })
    showSuccess(`Bill ${made.billNo} is corrected: ${wordOf(billProcess, made.status).toLowerCase()}.`)
    void queries.invalidateQueries()
    void navigate(pathOf.show(transporterBill, id))
  }

  return (
    <PageFrame
      title={`Correct Bill ${billNo}`}
      purpose="Correct the bill and give a reason. It is matched with the agreed freight again."
      trail={[
        { title: transporterBill.title, path: pathOf.list(transporterBill) },
        { title: `Bill ${billNo}`, path: pathOf.show(transporterBill, id) },
      ]}
    >
      {stepIn(billProcess, 'correct').from.includes(bill.status) ? (
        <BillForm kept={kept} onSave={save} />
      ) : (
        <p className="notice-box">
          The bill is {wordOf(billProcess, bill.status).toLowerCase()} by now and can no longer be corrected.
        </p>
      )}
    </PageFrame>
  )
}
