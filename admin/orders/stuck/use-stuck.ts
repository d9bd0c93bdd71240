import { useQuery } from '@tanstack/react-query'
import { may as roleMay } from '../../../resources/define/rights.ts'
import { order } from '../../../resources/orders/order.ts'
import { mayTakeStep } from '../../../resources/orders/order-process.ts'
import type { listInError, listStuck } from '../../../resources/orders/sap/commands.ts'
import { errorWords } from '../../../resources/orders/sap/error-words.ts'
import type { FailedOrder } from '../../../resources/orders/sap/failed-order.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { paymentTask } from '../../../resources/payments/payment-task.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { administratorRole, roleCodes, roleNames } from '../../../resources/roles.ts'
import type { showReadings } from '../../../resources/sap/commands/reading.ts'
import { usePerson } from '../../account/person.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { rowsOf } from '../../shell/rows.ts'
import { type StuckPayment, stuckItems } from './stuck-items.ts'

const SOON = 30_000

/** Everything between the portal and SAP that is stuck, as far as the person may see it. */
export function useStuck() {
  const { user, may } = usePerson()
  const stuck = useAsk(
    at<typeof listStuck>('GET orders-stuck'),
    {},
    { shows: ['orders', 'sap-outbox'], refetchInterval: SOON },
  )
  const refused = useAsk(
    at<typeof listInError>('GET orders-in-error'),
    {},
    { shows: ['orders'], refetchInterval: SOON },
  )
  const { data: readings } = useAsk(
    at<typeof showReadings>('GET masters/read-data-from-sap'),
    {},
    { enabled: may('read', sapSyncRun.path) },
  )
  const { data: payments } = useQuery({
    queryKey: [paymentCapture.path, refund.path, 'stuck'],
    enabled: may('read', paymentTask.path),
    queryFn: stuckMoney,
  })
  const ids = [
    ...new Set([...(stuck.data ?? []).map(({ orderId }) => orderId), ...(refused.data ?? []).map(({ id }) => id)]),
  ]
  const { data: amounts } = useQuery({
    queryKey: ['orders', 'amounts of', ids],
    enabled: may('read', 'orders') && ids.length > 0,
    queryFn: () => amountsOf(ids),
  })
  const items = stuckItems(
    { stuck: stuck.data, refused: refused.data, payments, readings, amounts },
    {
      retries: mayTakeStep(user, 'retry'),
      resubmits: row =>
        (row.placedById === user.id || mayTakeStep(user, 'resubmit')) && (deskOf(row) === '' || mends(row, may)),
      readsAgain: may('approve', sapSyncRun.path),
      deskOf: row => deskOf(row) || row.placedBy,
    },
  )
  return {
    items: stuck.data && refused.data ? items : undefined,
    stuck: stuck.data ?? [],
    refused: refused.data ?? [],
    error: stuck.error ?? refused.error,
    retry: () => void Promise.all([stuck.refetch(), refused.refetch()]),
  }
}

type Texts = Pick<StuckPayment, 'texts'>

/** Captures that are stuck, and refunds that SAP has not posted. */
async function stuckMoney(): Promise<StuckPayment[]> {
  const [captures, refunds] = await Promise.all([
    rowsOf(paymentCapture).all<PaymentCapture & Texts>({ where: { isStuck: true }, sort: { id: 1 } }),
    rowsOf(refund).all<Refund & Texts>({ where: { postingStatus: 'STUCK' }, sort: { id: 1 } }),
  ])
  return [
    ...captures.map(row => ({ ...row, path: paymentCapture.path, since: row.capturedAt })),
    ...refunds.map(row => ({ ...row, path: refund.path, since: row.settledAt ?? row.createdAt })),
  ]
}

const mendedIn = ({ errorCode, errorText }: FailedOrder) => errorWords(errorCode, errorText).mend?.resource

const mends = (row: FailedOrder, may: ReturnType<typeof usePerson>['may']) => {
  const path = mendedIn(row)
  return path === undefined || may('update', path)
}

/** The first role that changes the rows which stop an order; empty where the order itself is corrected. */
function deskOf(row: FailedOrder): string {
  const path = mendedIn(row)
  const resource = path === undefined ? undefined : resourceAt(path)
  const role = resource && roleCodes.find(code => code !== administratorRole && roleMay(resource.access, code, 'U'))
  return role ? roleNames[role] : ''
}

async function amountsOf(ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await rowsOf(order).all<{ id: number; grossValue?: number }>({
    where: { id: { $in: ids } },
    select: ['id', 'grossValue'],
  })
  return new Map(rows.flatMap(({ id, grossValue }) => (grossValue === undefined ? [] : [[id, grossValue]])))
}
