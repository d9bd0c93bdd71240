import { Button } from 'antd'
import { isKnownToSap } from '../../../resources/orders/sap/known-to-sap.ts'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { useMay } from '../../account/person.ts'
import { useAskSap } from '../../derive/command/ask-sap.ts'

/** Asks SAP for this one order at once, and reports the answer; for people who may read single documents from SAP. */
export function AskSap({ orderNo, status, size }: { orderNo: string; status: string; size?: 'small' }) {
  const may = useMay()
  const ask = useAskSap('ORDER_STATUS', orderNo)
  if (!may('approve', sapSyncRun.path) || !isKnownToSap(status)) return null
  return (
    <Button {...(size && { size })} loading={ask.isPending} onClick={() => ask.mutate()}>
      Ask SAP now<span className="for-readers"> for order {orderNo}</span>
    </Button>
  )
}
