import { Button } from 'antd'
import { useState } from 'react'
import type { resubmitAlike } from '../../../resources/orders/sap/commands.ts'
import type { FailedOrder } from '../../../resources/orders/sap/failed-order.ts'
import { ask, at } from '../../derive/command/ask.ts'
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
          send={headers =>
            ask(at<typeof resubmitAlike>('POST orders-in-error'), { errorCode: chosen[0]!.errorCode! }, headers)
          }
          orders={chosen}
          words={{ verb: 'Resubmit', done: 'resubmitted' }}
          lead={`${chosen[0]!.means} Resubmit them once it is fixed.`}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
