import { Button } from 'antd'
import { useState } from 'react'
import type { FailedOrder } from '../../../resources/orders/sap/failed-order.ts'
import { SendMany } from './send-many.tsx'

/** Resends all orders that one corrected cause had stopped: a button for each error that several orders share. */
export function ResendMany({ rows }: { rows: readonly FailedOrder[] }) {
  const [chosen, setChosen] = useState<readonly FailedOrder[] | null>(null)
  const byCode = [...Map.groupBy(rows, row => row.errorCode ?? '')].filter(([code, same]) => code && same.length > 1)
  return (
    <>
      {byCode.map(([code, same]) => (
        <Button key={code} onClick={() => setChosen(same)}>
          Resubmit {same.length} with {code}
        </Button>
      ))}
      {chosen && (
        <SendMany
          path="/orders-in-error"
          body={{ errorCode: chosen[0]!.errorCode }}
          orders={chosen}
          words={{ verb: 'Resubmit', done: 'resubmitted' }}
          lead={`${chosen[0]!.means} Resubmit them once it is fixed.`}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
