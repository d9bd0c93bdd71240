import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText } from '../../../resources/define/show.ts'
import { type WhatIfAnswer, waitingOrders, whatIfWords } from '../../../resources/orders/what-if/what-if.ts'
import type { Refusal } from '../../shell/api.ts'
import { sameValue } from '../form/form-fields.ts'
import { askImpact, useWhatIf } from './use-what-if.ts'
import { TouchedOrder } from './what-if-order.tsx'
import './what-if.css'
import { Unseen } from './unseen.tsx'

/** Before a change of many rows is saved, shows which open orders and drafts it would affect. */
export default function WhatIf({
  resource,
  body,
}: {
  resource: Resource
  /** The bulk change; null while nothing is changed. */
  body: RowValues | null
}) {
  const impact = useMutation<WhatIfAnswer, Refusal, RowValues>({
    mutationFn: change => askImpact(resource, change),
  })
  const [pressed, setPressed] = useState(false)
  const { data: answer, error, isPending, variables } = impact
  const current = body !== null && sameValue(variables, body)
  return (
    <section className="what-if" aria-label="Impact">
      <Button
        loading={isPending}
        onClick={() => {
          setPressed(true)
          if (body) impact.mutate(body)
        }}
      >
        Preview impact
      </Button>
      <div role="status">
        {pressed && body === null && <p className="quiet">Nothing is changed yet.</p>}
        {error && current && !isPending && <p className="field-error">{errorText(error)}</p>}
        {answer && !current && !isPending && body && <p className="quiet">Changed since: preview again.</p>}
        {answer && current && !isPending && <Words answer={answer} />}
      </div>
      {answer && current && !isPending && <Touched answer={answer} />}
    </section>
  )
}

/**
 * The same for a change that only awaits confirmation: fetched without a button, as soon as there is a body.
 */
export function ImmediateWhatIf({ resource, body }: { resource: Resource; body: RowValues | null }) {
  const { data, error, isFetching } = useWhatIf(resource, body)
  if (body === null) return null
  return (
    <section className="what-if" aria-label="Impact">
      <div role="status">
        {isFetching ? (
          <p className="quiet">Checking open orders and drafts...</p>
        ) : error ? (
          <p className="field-error">{errorText(error)}</p>
        ) : (
          data && <Words answer={data} />
        )}
      </div>
      {data && !isFetching && <Touched answer={data} />}
    </section>
  )
}

/** Shows the impact of an import that the server has already calculated. */
export function CalculatedWhatIf({ answer }: { answer: WhatIfAnswer }) {
  return (
    <section className="what-if" aria-label="Impact">
      <Words answer={answer} />
      <Touched answer={answer} />
    </section>
  )
}

const Words = ({ answer }: { answer: WhatIfAnswer }) => (
  <p className="what-if-words">
    {answer.day > dayOf(new Date().toISOString()) && `As of ${dayText(answer.day)}: `}
    {whatIfWords(answer).join(' ')}
    {answer.waits && ' It takes effect once a second person confirms it. Until then the confirmed values apply.'}
  </p>
)

/** The row's errors, as saving it would report them. */
const errorText = ({ message, faults }: Refusal) =>
  faults.length > 0 ? faults.map(fault => fault.message).join('. ') : message

function Touched({ answer: { touched, orders, drafts, day, fates } }: { answer: WhatIfAnswer }) {
  const waiting = waitingOrders({ fates })
  const all = orders + drafts + waiting
  if (all === 0) return null
  const unseen = all - touched.length
  return (
    <details open={waiting > 0}>
      <summary>Order by order</summary>
      {orders + drafts > 0 && (
        <p className="quiet">
          As if each order were priced, sourced and routed on {dayText(day)}. Submitted orders keep their prices as long
          as the rows behind them are valid; limits and approvers apply from the next decision.
        </p>
      )}
      <ul className="what-if-orders">
        {touched.map(order => (
          <li key={order.id}>
            <p>
              <Link to={`/orders/order-history/${order.id}`} target="_blank">
                {order.orderNo}
                <span className="for-readers"> (in a new tab)</span>
              </Link>{' '}
              {order.customer}
              <span className="quiet"> · {order.isDraft ? 'draft' : order.fate ? 'waits for a decision' : 'open'}</span>
            </p>
            <TouchedOrder order={order} />
          </li>
        ))}
      </ul>
      <Unseen count={unseen} />
    </details>
  )
}
