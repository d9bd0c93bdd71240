import { Button } from 'antd'
import { Link } from 'react-router'
import { shareOf } from '../../../resources/define/amounts.ts'
import { dayText, kilograms, percentText, rupees } from '../../../resources/define/show.ts'
import { differencesOf } from '../../../resources/dispatches/bills/bill-rules.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { whyUnpaid } from '../../../resources/dispatches/bills/why-unpaid.ts'
import { chargeWords } from '../../../resources/dispatches/freight/agreed-charges.ts'
import { compareKinds } from '../../../resources/dispatches/freight/billed-kinds.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import { useNarrow } from '../../derive/use-narrow.ts'
import { optionText } from '../../derive/value-text.ts'
import type { LrRow } from '../lr-api.ts'
import type { BillLine, BillLineRow, BillRow } from './bill-api.ts'

interface Lines {
  bill: BillRow
  lines: readonly BillLine[]
  /** Whether the person may accept differences, as far as they did not enter the bill. */
  mayDecide: boolean
  onTaken: () => void
}

/** The LRs of a bill: what was billed and agreed, what speaks for it, and why each is not paid yet. On a phone one below the other. */
export function BillLines(all: Lines) {
  const narrow = useNarrow()
  return (
    <>
      <p className="bill-sum">{inAll(all.lines)}</p>
      {narrow ? <LineCards {...all} /> : <LineTable {...all} />}
    </>
  )
}

/** What is over and under on the whole bill, which is never netted. */
function inAll(lines: readonly BillLine[]): string {
  const { agreed, over, under, lrsOver } = differencesOf(lines.map(({ line }) => line))
  if (over === 0 && under === 0) return `All ${lines.length} LRs are billed as agreed, ${rupees(agreed)}.`
  const parts = [
    over > 0 && `${rupees(over)} over that on ${lrsOver} of ${lines.length} LRs${share(over, agreed)}`,
    under > 0 && `${rupees(under)} under it on others`,
  ]
  return `${rupees(agreed)} were agreed. The bill is ${parts.filter(Boolean).join(', and ')}.`
}

const share = (over: number, agreed: number) => (agreed > 0 ? `, ${percentText(shareOf(over, agreed))}` : '')

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
          {one.lr && (
            <div className="quiet">
              {dayText(one.lr.lrDate)}, {routeOf(one.lr)}, {weightsOf(one.lr, one.line)}
            </div>
          )}
          {one.lr && <div className="quiet">{evidenceOf(one.lr)}</div>}
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
            <th scope="col">Date and route</th>
            <th scope="col">Weight</th>
            <th scope="col" className="number">
              Billed
            </th>
            <th scope="col" className="number">
              Agreed
            </th>
            <th scope="col" className="number">
              Difference
            </th>
            <th scope="col">POD and claim</th>
            <th scope="col">Payment</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(one => (
            <tr key={one.line.id}>
              <th scope="row">
                <LrName {...one} />
              </th>
              <td>
                {one.lr && dayText(one.lr.lrDate)}
                {one.lr && <div className="quiet">{routeOf(one.lr)}</div>}
              </td>
              <td>{one.lr && weightsOf(one.lr, one.line)}</td>
              <td className="number">{rupees(billedOf(one))}</td>
              <td className="number">{rupees(agreedOf(one))}</td>
              <td className="number">{rupees(one.line.variance)}</td>
              <td>{one.lr && evidenceOf(one.lr)}</td>
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

const routeOf = ({ texts, transMode }: LrRow) =>
  `${texts.fromCityId} to ${texts.toCityId}, ${optionText(transMode).toLowerCase()}`

/** The weight that is billed, charged by contract or on the LR, actual, and by the room of the packages. */
function weightsOf(lr: LrRow, { billedWeightKg }: BillLineRow): string {
  const charged = lr.agreedCharges?.charged ?? lr.chargedWeightKg
  const parts = [
    billedWeightKg != null && `${kilograms(billedWeightKg)} billed`,
    `${kilograms(charged)} charged`,
    `${kilograms(lr.actualWeightKg)} actual`,
    lr.volumetricWeightKg != null && `${kilograms(lr.volumetricWeightKg)} volumetric`,
  ]
  return charged === lr.actualWeightKg && parts.filter(Boolean).length === 2
    ? kilograms(charged)
    : parts.filter(Boolean).join(', ')
}

/** Agreed beside billed charge by charge, where the bill says it. */
function Kinds({ line, lr }: BillLine) {
  if (!line.billedKinds) return null
  return (
    <ul className="quiet">
      {compareKinds(lr?.agreedCharges?.charges ?? [], line.billedKinds).map(({ kind, agreed, billed }) => (
        <li key={kind}>
          {chargeWords.staff[kind]}: {billed === null ? 'not billed' : rupees(billed)},{' '}
          {agreed === null ? 'not agreed' : `agreed ${rupees(agreed)}`}
        </li>
      ))}
    </ul>
  )
}

/** What is known of the delivery: its proof, and what is claimed from the transporter. */
function evidenceOf({ podStatus, claimStatus, claimAmount }: LrRow): string {
  const proof = podStatus === 'NONE' ? 'No POD' : `POD ${optionText(podStatus).toLowerCase()}`
  if (claimStatus === undefined || claimStatus === 'NONE') return proof
  return `${proof}; claim: ${optionText(claimStatus).toLowerCase()}${claimAmount === null ? '' : `, ${rupees(claimAmount)}`}`
}

const LrName = ({ line, lr }: BillLine) =>
  lr ? <Link to={`/dispatches/lr/${lr.id}`}>{lr.lrNo}</Link> : line.texts?.lrId

function Payment({ line, lr, bill, mayDecide, onTaken }: BillLine & Omit<Lines, 'lines'>) {
  return (
    <div>
      {lr && whyUnpaid(lr, { line, bill })}
      <Kinds line={line} lr={lr} />
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
