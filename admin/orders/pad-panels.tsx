import { Button } from 'antd'
import { useState } from 'react'
import { percentText, rupees } from '../../resources/define/show.ts'
import { Icon } from '../shell/icons.tsx'
import type { PadFault, Quoted } from './line-store.ts'
import type { Quote } from './order-shapes.ts'
import { TotalsList } from './totals-panel.tsx'

/** Header fields that a fault may lead to. */
const FIELDS = [
  'shipToId',
  'orderTypeId',
  'requestedDeliveryDate',
  'customerPoNo',
  'customerPoDate',
  'poAttachmentId',
  'freightTerms',
  'transMode',
  'remarks',
]

/** So many are read at once. */
const MOST = 20

/** Sentences that say what is wrong; each leads to the cell or field it is about, and to what may be ordered instead. */
export function FaultList({
  faults,
  onFocus,
  onInstead,
}: {
  faults: readonly PadFault[]
  onFocus: (fault: PadFault) => void
  onInstead?: (key: string, code: string) => void
}) {
  const [all, setAll] = useState(false)
  const shown = all ? faults : faults.slice(0, MOST)
  return (
    <ul className="fault-list">
      {shown.map(fault => (
        <li key={`${fault.key} ${fault.field} ${fault.message}`}>
          <Icon name="alert" size={12} />
          {fault.key || FIELDS.includes(fault.field) ? (
            <button type="button" className="text-button" onClick={() => onFocus(fault)}>
              {fault.message}
            </button>
          ) : (
            <span>{fault.message}</span>
          )}
          {onInstead && fault.key && fault.substitute && (
            <Button size="small" onClick={() => onInstead(fault.key!, fault.substitute!.code)}>
              Take {fault.substitute.code}
            </Button>
          )}
        </li>
      ))}
      {shown.length < faults.length && (
        <li>
          <Icon name="down" size={12} />
          <button type="button" className="text-button" onClick={() => setAll(true)}>
            Show the other {faults.length - shown.length}
          </button>
        </li>
      )}
    </ul>
  )
}

/** Everything that is wrong, or that nothing is; and what should be known all the same. */
export function FaultPanel({
  faults,
  warnings,
  state,
  onFocus,
  onInstead,
}: {
  faults: readonly PadFault[]
  warnings: readonly PadFault[]
  state: Quoted['state']
  onFocus: (fault: PadFault) => void
  onInstead: (key: string, code: string) => void
}) {
  return (
    <section className="panel" aria-labelledby="faults-head">
      <h2 id="faults-head">{faults.length > 0 ? `To put right (${faults.length})` : 'Checks'}</h2>
      {faults.length === 0 ? (
        <p className={state === 'known' ? 'all-good' : 'quiet'} role="status">
          {state === 'known' && <Icon name="check" />}{' '}
          {state === 'known' ? 'Nothing is wrong with the order.' : 'The rules are checked as you type.'}
        </p>
      ) : (
        <FaultList faults={faults} onFocus={onFocus} onInstead={onInstead} />
      )}
      {warnings.length > 0 && (
        <>
          <h3>To know ({warnings.length})</h3>
          <FaultList faults={warnings} onFocus={onFocus} onInstead={onInstead} />
        </>
      )}
    </section>
  )
}

/** Whom the order will be asked of, before it is submitted. */
export function ApprovalsPanel({ answer, ownLimit }: { answer: Quoted; ownLimit: number | null }) {
  const approvals = answer.quote?.approvals ?? []
  const settled = !answer.faults.some(({ key }) => key) && answer.quote?.lines.every(line => line.priceSource !== null)
  return (
    <section className="panel" aria-labelledby="approvals-head">
      <h2 id="approvals-head">Approvals</h2>
      {ownLimit !== null && (
        <p className="quiet">
          Your own discount limit: <strong>{percentText(ownLimit)}</strong>
        </p>
      )}
      <div role="status">
        <ul className="approvals">
          {approvals.map(approval => (
            <li key={`${approval.sbu} ${approval.step}`}>
              <Icon name="alert" size={12} />
              <span>
                Needs <strong>{approval.title}</strong>: {approval.reason}
                {approval.missing
                  ? ', and nobody may approve it. Lower the discount, or ask the pricing desk.'
                  : ` — ${approval.people.join(', then ')}`}
                {(answer.quote?.orders.length ?? 0) > 1 && ` (order of SBU ${approval.sbu})`}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {approvals.length === 0 && answer.quote && settled && (
        <p className="all-good">
          <Icon name="check" /> No approval is needed.
        </p>
      )}
      {approvals.length === 0 && answer.quote && !settled && (
        <p className="quiet">Known once nothing is wrong with a line.</p>
      )}
      {!answer.quote && <p className="quiet">Shown as soon as there is a line.</p>}
    </section>
  )
}

type Part = Quote['orders'][number]

/** `LS (2 lines, ₹ 1,200.00)`, or `LS through 100202 · Coromandel Lab Supplies (2 lines)`. */
function partText({ sbu, soldVia, lines, totals }: Part) {
  const through = soldVia ? ` through ${soldVia}` : ''
  return `${sbu}${through} (${lines} ${lines === 1 ? 'line' : 'lines'}${totals ? `, ${rupees(totals.grossValue)}` : ''})`
}

const untotalled = (quote: Quote | null | undefined) =>
  quote && quote.lines.length > 0
    ? 'Your distributor bills this order, at prices of his own.'
    : 'No line is complete yet.'

/** What it comes to; and, where lines are of several SBUs, into which orders it will be split. */
export function PadTotals({ answer }: { answer: Quoted }) {
  const { quote, state, error } = answer
  return (
    <section
      className={state === 'asking' ? 'panel is-dim' : 'panel'}
      aria-labelledby="totals-head"
      aria-busy={state === 'asking'}
    >
      <h2 id="totals-head">Totals</h2>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {quote?.totals ? <TotalsList totals={quote.totals} /> : <p className="quiet">{untotalled(quote)}</p>}
      {quote && quote.orders.length > 1 && (
        <p className="split-note">
          Will be placed as {quote.orders.length} orders: {quote.orders.map(partText).join(', ')}
        </p>
      )}
    </section>
  )
}
