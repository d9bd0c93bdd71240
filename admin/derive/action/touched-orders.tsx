import { Link } from 'react-router'
import { rupeesPer } from '../../../resources/define/show.ts'
import { type LineOutcome, type WhatIfAnswer, waitingOrders } from '../../../resources/orders/what-if/what-if.ts'
import { Status } from '../record/status.tsx'
import { plainDay, readOn } from '../record/when.ts'
import { optionText } from '../value-text.ts'
import { Unseen } from './unseen.tsx'

/** What a change does to a line or to the approvals of an order. */
interface Effect {
  key: string
  what: string
  now: string
  after: string
  /** Its price is that of the day on which it was sent. */
  isPrice?: boolean
}

/** The open orders and drafts that a change touches, line by line, and which of them keep what they have. */
export function TouchedOrders({ answer }: { answer: WhatIfAnswer }) {
  const { touched, orders, drafts, day, fates } = answer
  if (touched.length === 0) return null
  const unseen = orders + drafts + waitingOrders({ fates }) - touched.length
  const from = plainDay(day, readOn())
  return (
    <section className="record-rows" aria-label="Open orders it affects">
      <h2>
        Open orders it affects <small>as if each were sent on {from}</small>
      </h2>
      <div className="record-table table-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">State</th>
              <th scope="col">What changes</th>
              <th scope="col" className="is-number">
                Now
              </th>
              <th scope="col" className="is-number">
                Then
              </th>
              <th scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>
            {touched.flatMap(order => {
              const effects = effectsOf(order)
              return effects.map(({ key, what, now, after, isPrice }, index) => (
                <tr key={`${order.id} ${key}`}>
                  <td>
                    {index === 0 && (
                      <Link to={`/orders/order-history/${order.id}`} target="_blank">
                        {order.orderNo}
                        <span className="for-readers"> (in a new tab)</span>
                      </Link>
                    )}
                  </td>
                  <td>
                    {index === 0 && (
                      <Status tone={order.isDraft ? 'end' : 'wait'} word={order.isDraft ? 'Draft' : 'Open'} />
                    )}
                  </td>
                  <td>{what}</td>
                  <td className="is-number">{now}</td>
                  <td className="is-number">{after}</td>
                  <td>{happens(order, isPrice === true, from)}</td>
                </tr>
              ))
            })}
          </tbody>
        </table>
      </div>
      <Unseen count={unseen} />
    </section>
  )
}

function happens({ isDraft, fate }: WhatIfAnswer['touched'][number], isPrice: boolean, from: string) {
  if (fate) return fate.text
  if (isDraft) return `New if sent from ${from}`
  return isPrice ? 'Keeps its price until it is corrected' : 'New from its next decision'
}

function effectsOf({ lines, newly, noLonger, others }: WhatIfAnswer['touched'][number]): Effect[] {
  const ofLines = lines.flatMap(({ lineNo, before, after }) => {
    const effect = (what: string, say: (line: LineOutcome) => string, isPrice = false) => ({
      key: `${lineNo} ${what}`,
      what: `${before.product}, ${what}`,
      now: say(before),
      after: say(after),
      isPrice,
    })
    return [
      (before.netPrice !== after.netPrice || before.priceSource !== after.priceSource) &&
        effect('net price', priceText, true),
      before.limitPrice !== after.limitPrice && effect('limit price', limitText),
      (before.plant !== after.plant || before.sourceRule !== after.sourceRule) && effect('plant', plantText),
    ].filter(each => each !== false)
  })
  const approval = (now: string, after: string) => (text: string) => ({
    key: `${text} ${after}`,
    what: `Approval: ${text}`,
    now,
    after,
  })
  const effects = [
    ...ofLines,
    ...newly.map(approval('none', 'needed')),
    ...noLonger.map(approval('needed', 'none')),
    ...others.map(approval('others', 'decides')),
  ]
  return effects.length > 0 ? effects : [{ key: 'waits', what: 'Waits on it', now: '', after: '' }]
}

const priceText = ({ netPrice, priceUnit, priceSource }: LineOutcome) =>
  priceSource === null ? 'none' : rupeesPer(netPrice, priceUnit)
const limitText = ({ limitPrice, priceUnit }: LineOutcome) =>
  limitPrice === null ? 'none' : rupeesPer(limitPrice, priceUnit)
const plantText = ({ plant, sourceRule }: LineOutcome) =>
  plant === null ? 'none' : plant || optionText(sourceRule ?? '')
