import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sum } from '../../../resources/define/amounts.ts'
import { wordOf } from '../../../resources/define/process/states.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { billProcess } from '../../../resources/dispatches/bills/bill-process.ts'
import { type CartingCharge, cartingCharge } from '../../../resources/dispatches/bills/carting-charge.ts'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { whyUnpaid } from '../../../resources/dispatches/bills/why-unpaid.ts'
import type { LrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { usePerson } from '../../account/person.ts'
import { type ApiRow, optionText } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { FactList } from '../../shell/fact-list.tsx'
import { Failure } from '../../shell/failure.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { pathOf } from '../../shell/screens.ts'
import type { BillLineRow, BillRow } from '../bills/bill-api.ts'
import { LrPanel } from './lr-panel.tsx'
import type { LrPartProps } from './lr-part.ts'

type LineRow = LrLine & ApiRow

/** What the carriage of an LR costs, who bore how much of it, its bill, and why that is not paid yet. */
export default function LrFreight({ wholeLr: { lr } }: LrPartProps) {
  const { may } = usePerson()
  const readsCarting = may('read', cartingCharge.path)
  const { data, error, refetch } = useQuery<Freight, Refusal>({
    queryKey: ['lrs', 'one', lr.id, 'freight', readsCarting],
    queryFn: () => freightOf(lr.id, readsCarting),
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { on, charges, lines } = data
  const carting = sum(charges.filter(({ status }) => status === 'APPROVED').map(({ amount }) => amount))
  const facts: [string, React.ReactNode][] = [
    ['Freight', rupees(lr.freightAmount)],
    ['Other charges', lr.otherCharges > 0 && rupees(lr.otherCharges)],
    ['Agreed freight', lr.expectedFreight !== null && rupees(lr.expectedFreight)],
    ['Carting', carting > 0 && rupees(carting)],
    [
      'Bill',
      on && (
        <>
          <Link to={pathOf.show(transporterBill, on.bill.id)}>{on.bill.billNo}</Link>
          <div className="quiet">{wordOf(billProcess, on.bill.status)}</div>
        </>
      ),
    ],
    ['Payment', whyUnpaid(lr, on)],
  ]
  return (
    <LrPanel id="freight" title="Freight and bill">
      <FactList className="facts" facts={facts} />
      <Shares lines={lines} readsCarting={readsCarting} />
      {charges.length > 0 && (
        <>
          <h3>Carting</h3>
          <ul>
            {charges.map(charge => (
              <li key={charge.id}>
                <Link to={pathOf.show(cartingCharge, charge.id)}>{charge.voucherNo}</Link>
                <div className="quiet">
                  {charge.vendorName}, {optionText(charge.chargeType)}: {rupees(charge.amount)},{' '}
                  {optionText(charge.status)}
                  {charge.adjustedOn && `, added on ${dayText(charge.adjustedOn)}`}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </LrPanel>
  )
}

function Shares({ lines, readsCarting }: { lines: readonly LineRow[]; readsCarting: boolean }) {
  const shared = lines.filter(({ invoiceId }) => invoiceId !== null)
  if (shared.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
    <section className="table-scroll" tabIndex={0} aria-label="Shares of the invoices">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Invoice</th>
            <th scope="col">Its freight</th>
            {readsCarting && <th scope="col">Its carting</th>}
          </tr>
        </thead>
        <tbody>
          {shared.map(line => (
            <tr key={line.id}>
              <th scope="row">{line.texts?.invoiceId}</th>
              <td>{rupees(line.freightShare)}</td>
              {readsCarting && <td>{rupees(line.cartingShare)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface Freight {
  lines: LineRow[]
  on: { line: BillLineRow; bill: BillRow } | undefined
  charges: CartingCharge[]
}

async function freightOf(lrId: number, readsCarting: boolean): Promise<Freight> {
  const [lines, [line], charges] = await Promise.all([
    rowsOf(lrLine).all<LineRow>({ where: { lrId }, sort: { id: 1 } }),
    rowsOf(transporterBillLine).all<BillLineRow>({ where: { lrId, releasedNo: 0 } }),
    readsCarting ? rowsOf(cartingCharge).all<CartingCharge>({ where: { lrId }, sort: { id: 1 } }) : [],
  ])
  const bill = line && (await rowsOf(transporterBill).at<BillRow>(line.transporterBillId))
  return { lines, charges, on: line && bill && { line, bill } }
}
