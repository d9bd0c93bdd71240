import { dayOf } from '../../../resources/define/dates.ts'
import { dayText, percentText, quantityText } from '../../../resources/define/show.ts'
import type { Simulation } from '../../../resources/orders/what-if/simulation.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { ApprovalLines } from '../approvals/approval-lines.tsx'
import { ExplainButton } from '../explain/explain.tsx'
import { ExplainFault } from '../explain/explain-fault.tsx'
import { ExplainLine } from '../explain/explain-line.tsx'
import { RowLink } from '../explain/used-row.tsx'
import LaneMark from '../lines/lane-mark.tsx'
import { amountText, netText, ruleText, sourceText } from '../order-words.ts'
import { TotalsList } from '../show/totals-list.tsx'

/** The result of a simulated order on one day, and its approvals. */
export function SimulateAnswer({ answer, seesApprovals }: { answer: Simulation; seesApprovals: boolean }) {
  const day = dayText(answer.orderDate)
  const head = `trial-${answer.orderDate}`
  return (
    <section className="panel trial-answer" aria-labelledby={head}>
      <h2 id={head}>On {day}</h2>
      <MastersUsed answer={answer} />
      <Wrong answer={answer} />
      {answer.orders.length > 1 && (
        <p className="split-note">
          Would be placed as {answer.orders.length} orders:{' '}
          {answer.orders.map(({ sbu, lines }) => `${sbu} (${lines} ${lines === 1 ? 'line' : 'lines'})`).join(', ')}
        </p>
      )}
      <ul className="trial-results" aria-label={`Lines on ${day}`}>
        {answer.lines.map(line => (
          <li key={line.index}>
            <p>
              <strong>
                {line.code} {line.name}
              </strong>{' '}
              · {quantityText(line.qty)}
            </p>
            <dl>
              <div>
                <dt>Net</dt>
                <dd>
                  ₹ {netText(line)} <span className="source-badge">{sourceText(line.priceSource)}</span>
                  {line.discountPct > 0 && <span className="quiet"> {percentText(line.discountPct)} below list</span>}
                </dd>
              </div>
              <div>
                <dt>From</dt>
                <dd>
                  {line.plant ?? 'no plant'} <span className="quiet under">{ruleText(line.sourceRule)}</span>
                </dd>
              </div>
              <div>
                <dt>Promised</dt>
                <dd>
                  {line.promiseDate ? dayText(line.promiseDate) : 'unknown'}{' '}
                  {line.laneRecord && <LaneMark of={line.laneRecord} />}
                  {line.backOrder && <span className="back-order">Back-order: less is in stock today</span>}
                </dd>
              </div>
              <div>
                <dt>With tax</dt>
                <dd>₹ {amountText(line.grossValue)}</dd>
              </div>
            </dl>
            <ExplainButton of={`${line.code} on ${day}`} title={`Why? ${line.code} ${line.name}`}>
              {() => <ExplainLine line={line} />}
            </ExplainButton>
          </li>
        ))}
      </ul>
      {answer.totals && <TotalsList totals={answer.totals} />}
      {seesApprovals && <Approvals answer={answer} />}
    </section>
  )
}

/**
 * Which masters were used, where that is a question: those of the order date, with their versions, or the present ones.
 */
function MastersUsed({ answer: { orderDate, masters, changedSince } }: { answer: Simulation }) {
  if (masters === 'NOW')
    return orderDate < dayOf(new Date().toISOString()) ? <p className="quiet">Based on current masters.</p> : null
  if (masters === 'UNKNOWN')
    return <p className="quiet">Based on current masters, as the customer was not in the portal on that date.</p>
  const among = !changedSince
    ? '.'
    : changedSince.length === 0
      ? '. The deciding rows are unchanged since.'
      : ', of which these have changed since:'
  return (
    <div className="quiet">
      <p>Based on the masters at the end of that day{among}</p>
      {changedSince && changedSince.length > 0 && (
        <ul className="trial-differences">
          {changedSince.map(row => (
            <li key={`${row.resource}/${row.id}`}>
              <RowLink {...row} />: {row.rowVersion > 0 ? `version ${row.rowVersion}` : 'not there'} then, version{' '}
              {row.now} now
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Wrong({ answer: { faults, warnings } }: { answer: Simulation }) {
  if (faults.length + warnings.length === 0) {
    return (
      <p className="all-good">
        <Icon name="check" /> The order would be valid.
      </p>
    )
  }
  return (
    <ul className="fault-list">
      {[...faults, ...warnings].map(fault => (
        <li key={`${fault.field} ${fault.message}`}>
          <Icon name="alert" size={12} />
          <span>{fault.message}</span>
          <ExplainFault fault={fault} />
        </li>
      ))}
    </ul>
  )
}

function Approvals({ answer: { approvals, lines, orders } }: { answer: Simulation }) {
  const unpriced = lines.some(({ priceSource }) => priceSource === null)
  return (
    <div className="trial-approvals">
      <h3>Approvals</h3>
      {approvals.length === 0 && (
        <p className={unpriced ? 'quiet' : 'all-good'}>
          {!unpriced && <Icon name="check" />}{' '}
          {unpriced ? 'Shown once every line has a price.' : 'No approval would be needed.'}
        </p>
      )}
      <ApprovalLines approvals={approvals} many={orders.length > 1} usualOf={({ usual }) => usual} />
    </div>
  )
}
