import { useOne } from '@refinedev/core'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { stepIn } from '../../../resources/define/process/process.ts'
import { wordOf } from '../../../resources/define/process/states.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { billProcess } from '../../../resources/dispatches/bills/bill-process.ts'
import { taxFits } from '../../../resources/dispatches/bills/bill-rules.ts'
import { debitNote } from '../../../resources/dispatches/bills/debit-note.ts'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { usePerson } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import { labelOfOption } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { FactList } from '../../shell/fact-list.tsx'
import { Failure } from '../../shell/failure.tsx'
import { PageFrame } from '../../shell/page-frame.tsx'
import { pathOf } from '../../shell/screens.ts'
import { useTitle } from '../../shell/title.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { type BillRow, useBillLines } from './bill-api.ts'
import { BillLines } from './bill-lines.tsx'
import '../../derive/show/show.css'
import './bills.css'

const correct = stepIn(billProcess, 'correct')
const History = lazy(() => import('../../derive/show/history.tsx'))

/** A transporter's bill: what it says, how each LR differs from what was agreed, and what is to be done. */
export default function BillPage({ id }: { id: number }) {
  const { user, may } = usePerson()
  const { result: bill, query } = useOne<BillRow, Refusal>({
    resource: transporterBill.path,
    id,
    errorNotification: false,
  })
  const lines = useBillLines(id)
  useTitle(bill && `${bill.billNo} · Transporter Bill`)
  const { actions, dialog } = useActions(transporterBill, bill ? [bill] : [], () => void lines.refetch())
  if (query.isError && !bill) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!bill || bill.id !== id) return <Waiting />
  // Who entered a bill corrects or withdraws it and never decides on it; partners are not told who did.
  const isOwn = bill.createdById === undefined ? null : bill.createdById === user.id
  const isTaxRight = taxFits(bill.gtaTaxMode, bill.baseAmount, bill.gstAmount)
  const offered = actions.filter(({ name }) =>
    name === 'withdraw'
      ? isOwn !== false
      : (isOwn !== true || name === 'submit') && (name !== 'acceptTax' || !isTaxRight),
  )
  const mayCorrect = isOwn !== false && may('create', transporterBill.path) && correct.from.includes(bill.status)
  return (
    <PageFrame
      title={`Bill ${bill.billNo}`}
      purpose={`${bill.texts?.transporterId}, ${wordOf(billProcess, bill.status)}`}
      trail={[{ title: transporterBill.title, path: pathOf.list(transporterBill) }]}
      actions={[
        ...(mayCorrect
          ? [
              <ButtonLink key="correct" to={pathOf.edit(transporterBill, id)}>
                Correct
              </ButtonLink>,
            ]
          : []),
        ...offered.map(({ name, action, take }) => (
          <Button
            key={name}
            type={primary.includes(name) ? 'primary' : 'default'}
            danger={action.danger}
            onClick={take}
          >
            {action.label}
          </Button>
        )),
      ]}
    >
      {bill.rejectReason && <p className="notice-box is-bad bill-note">Rejected: {bill.rejectReason}</p>}
      {bill.reverseCharge > 0 && (
        <p className="notice-box bill-note">
          GST of {rupees(bill.reverseCharge)} is payable by the company under reverse charge; it is not part of the
          total.
        </p>
      )}
      <section className="panel" aria-labelledby="bill-lines">
        <h2 id="bill-lines">LRs on the bill</h2>
        {lines.error && <Failure error={lines.error} onRetry={() => void lines.refetch()} />}
        {lines.data && (
          <BillLines
            bill={bill}
            lines={lines.data}
            mayDecide={isOwn !== true}
            onTaken={() => {
              void lines.refetch()
              void query.refetch()
            }}
          />
        )}
      </section>
      <section className="panel" aria-labelledby="bill-facts">
        <h2 id="bill-facts">Amounts and payment</h2>
        <FactList className="facts" facts={factsOf(bill)} />
      </section>
      <details className="panel">
        <summary>History</summary>
        <Suspense fallback={<p role="status">Loading...</p>}>
          <History resource={transporterBill} row={bill} />
        </Suspense>
      </details>
      {dialog}
    </PageFrame>
  )
}

const taxModeOf = ({ gtaTaxMode }: BillRow) => labelOfOption(transporterBill.fields.gtaTaxMode, gtaTaxMode)

const factsOf = (bill: BillRow): [string, React.ReactNode][] => [
  ['Reference', bill.billRef],
  ['Bill date', dayText(bill.billDate)],
  ['Base amount', rupees(bill.baseAmount)],
  ['GST', `${rupees(bill.gstAmount)}, ${taxModeOf(bill)}${bill.isTaxAccepted ? ', accepted' : ''}`],
  ['Total', rupees(bill.totalAmount)],
  [
    'Deduction',
    bill.deductionAmount > 0 && (
      <Link key="deduction" to={`${pathOf.list(debitNote)}?q=${bill.debitNoteNo}`}>
        {rupees(bill.deductionAmount)}, debit note {bill.debitNoteNo}
      </Link>
    ),
  ],
  ['TDS', bill.tdsAmount > 0 && rupees(bill.tdsAmount)],
  ['Approved', bill.approvedOn && [dayText(bill.approvedOn), bill.texts?.approvedById].filter(Boolean).join(' by ')],
  ['SAP invoice document', bill.sapInvoiceDoc],
  ['Paid', bill.paidOn && `${dayText(bill.paidOn)} with ${bill.paymentRef}`],
  [
    'Scan of the bill',
    <a key="scan" href={`/api/attachments/${bill.attachmentId}/file`} target="_blank" rel="noreferrer">
      {bill.texts?.attachmentId ?? 'Open'}
    </a>,
  ],
]

const primary: readonly string[] = ['submit', 'approve', 'pay']
