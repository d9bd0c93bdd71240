import { Button } from 'antd'
import { Link } from 'react-router'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { whyUnpaid } from '../../../resources/dispatches/bills/why-unpaid.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import { useNarrow } from '../../derive/use-narrow.ts'
import type { BillLine, BillLineRow, BillRow } from './bill-api.ts'

interface Lines {
  bill: BillRow
  lines: readonly BillLine[]
  /** Whether the person may accept differences, as far as they did not enter the bill. */
  mayDecide: boolean
  onTaken: () => void
}

/** The LRs of a bill: billed, agreed, the difference, and why each is not paid yet. On a phone one below the other. */
export function BillLines(all: Lines) {
  return useNarrow() ? <LineCards {...all} /> : <LineTable {...all} />
}

function LineCards({ lines, ...of }: Lines) {
  return (
    <ul className="bill-lrs">
      {lines.map(one => (
        <li key={one.line.id}>
          <strong>
            <LrName {...one} />
          </strong>
          <div>
            Billed {rupees(billedOf(one))}, agreed {rupees(agreedOf(one))}
          </div>
          <Payment {...one} {...of} />
        </li>
      ))}
    </ul>
  )
}

function LineTable({ lines, ...of }: Lines) {
  return (
    <div className="table-scroll">
      <table className="plain-table bill-table">
        <thead>
          <tr>
            <th scope="col">LR</th>
            <th scope="col">Date</th>
            <th scope="col" className="number">
              Billed
            </th>
            <th scope="col" className="number">
              Agreed
            </th>
            <th scope="col" className="number">
              Difference
            </th>
            <th scope="col">Payment</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(one => (
            <tr key={one.line.id}>
              <th scope="row">
                <LrName {...one} />
              </th>
              <td>{one.lr && dayText(one.lr.lrDate)}</td>
              <td className="number">{rupees(billedOf(one))}</td>
              <td className="number">{rupees(agreedOf(one))}</td>
              <td className="number">{rupees(one.line.variance)}</td>
              <td className="bill-why">
                <Payment {...one} {...of} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const billedOf = ({ line }: BillLine) => line.billedFreight + line.billedOther
const agreedOf = ({ line }: BillLine) => line.expectedFreight + line.expectedOther

const LrName = ({ line, lr }: BillLine) =>
  lr ? <Link to={`/dispatches/lr/${lr.id}`}>{lr.lrNo}</Link> : line.texts?.lrId

function Payment({ line, lr, bill, mayDecide, onTaken }: BillLine & Omit<Lines, 'lines'>) {
  return (
    <div>
      {lr && whyUnpaid(lr, { line, bill })}
      {line.isAccepted && (
        <div className="quiet">
          Accepted{line.acceptedAmount !== null && ` ${rupees(line.acceptedAmount)}`}: {line.remarks}
        </div>
      )}
      {line.findingReason && (
        <div className={line.finding === 'ASKED' ? 'bill-loss' : 'quiet'}>
          {line.findingReason}: {rupees(line.findingValue ?? 0)}. {findingWords[line.finding](line)}
        </div>
      )}
      {(bill.status === 'DISPUTED' || line.finding === 'ASKED') && mayDecide && (
        <Decide line={line} onTaken={onTaken} />
      )}
    </div>
  )
}

/** What Finance is asked about a loss that a POD showed after the approval, or what it decided. */
const findingWords: Record<BillLineRow['finding'], (line: BillLineRow) => string> = {
  NONE: () => '',
  ASKED: () => 'Finance has to decide on the loss.',
  SET_OFF: ({ setOffAmount, setOffBillId, texts }) =>
    `${rupees(setOffAmount ?? 0)} ${setOffBillId === null ? 'will be set off in the next bill' : `is set off in bill ${texts?.setOffBillId}`}.`,
  CLAIM_ONLY: () => 'It is claimed from the transporter.',
  ACCEPTED: () => 'The loss is accepted.',
}

function Decide({ line, onTaken }: { line: BillLineRow; onTaken: () => void }) {
  const { actions, dialog } = useActions(transporterBillLine, [line], onTaken)
  return (
    <>
      {actions.map(({ name, action, take }) => (
        <div key={name}>
          <Button onClick={take}>
            {action.label}
            <span className="for-readers"> of {line.texts?.lrId}</span>
          </Button>
        </div>
      ))}
      {dialog}
    </>
  )
}
