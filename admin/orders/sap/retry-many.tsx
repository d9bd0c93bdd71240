import { Button } from 'antd'
import { useState } from 'react'
import type { retryStuck } from '../../../resources/orders/sap/commands.ts'
import type { StuckOrder } from '../../../resources/orders/sap/failed-order.ts'
import { className, failureWords } from '../../../resources/orders/sap/failure-words.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { SendMany } from './send-many.tsx'

/** Retries all stuck messages, or those that failed alike: a button for each class of error. */
export function RetryMany({ rows }: { rows: readonly StuckOrder[] }) {
  const [chosen, setChosen] = useState<{ rows: readonly StuckOrder[]; errorClass: StuckOrder['errorClass'] } | null>(
    null,
  )
  const classes = [
    ...Map.groupBy(
      rows.filter(row => row.errorClass),
      row => row.errorClass,
    ),
  ]
  if (rows.length === 0) return null
  return (
    <>
      {classes.length > 1 &&
        classes.map(([errorClass, alike]) => (
          <Button key={errorClass} onClick={() => setChosen({ rows: alike, errorClass })}>
            Retry {alike.length}: {className(errorClass)}
          </Button>
        ))}
      <Button type="primary" onClick={() => setChosen({ rows, errorClass: null })}>
        Retry all
      </Button>
      {chosen && (
        <SendMany
          send={headers => ask(at<typeof retryStuck>('POST orders-stuck'), { errorClass: chosen.errorClass }, headers)}
          orders={ordersOf(chosen.rows)}
          words={{ verb: 'Retry', done: 'tried again' }}
          lead={`${chosen.errorClass ? `${failureWords({ errorClass: chosen.errorClass })} ` : ''}What SAP may have taken already is searched for there first.`}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

/** An order may have several messages. */
const ordersOf = (rows: readonly StuckOrder[]) => [
  ...new Map(rows.map(({ orderId: id, orderNo, customerName }) => [id, { id, orderNo, customerName }])).values(),
]
