import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { isKnownToSap } from '../../../resources/orders/sap/known-to-sap.ts'
import type { SapAnswer } from '../../../resources/platform/sap-status.ts'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { useMay } from '../../account/person.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { showFailure, showSuccess, showWarning } from '../../shell/notices.ts'

/** Asks SAP for this one order at once, and reports the answer; for people who may read single documents from SAP. */
export function AskSap({ orderNo, status, size }: { orderNo: string; status: string; size?: 'small' }) {
  const may = useMay()
  const client = useQueryClient()
  const ask = useMutation<SapAnswer, Refusal>({
    mutationFn: async () =>
      (await api.post<SapAnswer>('/read-data-from-sap', { object: 'ORDER_STATUS', filterCode: orderNo })).data,
    onSuccess: answer => {
      const text = `${answer.says.join('. ')}.`
      if (answer.status === 'OK') showSuccess(`${orderNo}: ${text}`)
      else showWarning(`${orderNo}: not all of it could be taken over`, text)
    },
    onError: refusal => showFailure(refusal.message),
    onSettled: () => void client.invalidateQueries(),
  })
  if (!may('approve', sapSyncRun.path) || !isKnownToSap(status)) return null
  return (
    <Button {...(size && { size })} loading={ask.isPending} onClick={() => ask.mutate()}>
      Ask SAP now<span className="for-readers"> for order {orderNo}</span>
    </Button>
  )
}
