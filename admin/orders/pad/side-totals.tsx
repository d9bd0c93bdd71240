import { rupees, showNumber } from '../../../resources/define/show.ts'
import { type LaneRecord, laneWords } from '../../../resources/dispatches/lane-record.ts'
import { statusReaderOf } from '../../../resources/dispatches/lr-status.ts'
import { approvalInSentence } from '../../../resources/orders/order-status.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import type { Quote } from '../../../resources/orders/quote/quote.ts'
import { termText } from '../../../resources/orders/terms/term-text.ts'
import { usePerson } from '../../account/person.ts'
import { UsualTime } from '../approvals/approval-lines.tsx'
import { ExplainButton, ExplainedTrace } from '../explain/explain.tsx'
import type { QuoteState } from '../lines/line-store.ts'

type Part = Quote['orders'][number]

/** `LS (2 lines)`, or `LS through 100202 · Coromandel Lab Supplies (2 lines)`. */
function partText({ sbu, soldVia, lines }: Part) {
  const through = soldVia ? ` through ${soldVia}` : ''
  return `${sbu}${through} (${lines} ${lines === 1 ? 'line' : 'lines'})`
}

/** How the total comes about; with lines of several SBUs also the orders into which the cart will be split. */
export function SideTotals({ quote: { totals, orders, lines } }: { quote: Quote }) {
  if (!totals && lines.length > 0) return <p>Your distributor bills this order at their prices.</p>
  if (!totals) return null
  const { listValue, discountValue, freightValue, cgst, sgst, igst } = totals
  const rows: [string, string][] = [
    [lines.length === 1 ? '1 line at list' : `${lines.length} lines at list`, showNumber(listValue, 2)],
    ...(discountValue > 0 ? ([['Discounts', showNumber(-discountValue, 2)]] as [string, string][]) : []),
    ['Freight', freightValue > 0 ? showNumber(freightValue, 2) : 'in the price'],
    ...(cgst + sgst > 0
      ? ([
          ['CGST', showNumber(cgst, 2)],
          ['SGST', showNumber(sgst, 2)],
        ] as [string, string][])
      : []),
    ...(igst > 0 || cgst + sgst === 0 ? ([['IGST', showNumber(igst, 2)]] as [string, string][]) : []),
  ]
  return (
    <>
      <dl className="side-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {orders.length > 1 && (
        <>
          <p>Will be placed as {orders.length} orders:</p>
          <dl className="side-facts">
            {orders.map(part => (
              <div key={`${part.sbu} ${part.soldVia}`}>
                <dt>{partText(part)}</dt>
                <dd>{part.totals && rupees(part.totals.grossValue)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  )
}

/** Who has to approve the order, for what, before it is sent. */
export function SideApproval({
  answer: { quote },
  usual,
  isSettled,
}: {
  answer: QuoteState
  usual: OrderContext['usual']
  isSettled: boolean
}) {
  if (!quote) return null
  const { approvals, lines, orders } = quote
  if (approvals.length === 0) {
    const known = isSettled && lines.every(({ priceSource }) => priceSource !== null)
    return <p className={known ? '' : 'quiet'}>{known ? 'None needed' : 'Known once the lines are correct'}</p>
  }
  return (
    <div role="status">
      <ul>
        {approvals.map(approval => {
          const { sbu, step, people, reason, missing, title, trace } = approval
          return (
            <li key={`${sbu} ${step}`}>
              <strong>{missing ? 'No one may approve it' : people.join(', then ')}</strong>, {approvalInSentence(step)}:{' '}
              {reason.replace(/\brow (\d)/g, 'line $1')}
              {orders.length > 1 && ` (order of SBU ${sbu})`}.
              {missing && ' Have an approver assigned first, or the order stops in error.'}{' '}
              <UsualTime of={usual.find(each => each.sbu === sbu && each.step === step)} />
              <ExplainButton of={title} title={`Why ${title}?`}>
                {() => <ExplainedTrace trace={trace} label="How approvers were found" />}
              </ExplainButton>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** How often a lane kept its dates. */
export function SideLane({ of: record }: { of: LaneRecord }) {
  const { user } = usePerson()
  return <p className="quiet">{laneWords(record, statusReaderOf(user.userType))}</p>
}

/** What is agreed where the orders have other terms, and what these cost us unless an approval says so. */
export const SideDeviation = ({ quote: { orders, approvals } }: { quote: Quote }) =>
  orders.map(({ sbu, soldVia, terms }) => {
    const { agreed, deviation, says } = terms
    if (!deviation) return null
    const terse = ['paymentTermsDays', 'freightTerms', 'transMode'] as const
    const isAsked = approvals.some(approval => approval.sbu === sbu && approval.step === 'MY_APPROVAL')
    return (
      <p key={`${sbu} ${soldVia}`} className="quiet">
        Agreed{orders.length > 1 && ` in SBU ${sbu}`}: {terse.map(name => termText(name, agreed[name])).join(', ')} (
        {says}
        ).{!isAsked && ` ${deviation.says}.`}
      </p>
    )
  })
