import type {
  PaymentMoney,
  PaymentResult,
  showMoney,
  showResult,
} from '../../../resources/payments/commands/results.ts'
import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { session } from '../../account/session.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { rowsOf } from '../../shell/rows.ts'
import type { PaymentRow, PlanRow } from '../payment/payment-api.ts'

const result = at<typeof showResult>('GET payments/result')
const money = at<typeof showMoney>('GET payments/{id}/money')

/** How the payment stands that an address names, with the token of whoever came back from the gateway. Rejects with a `Refusal`. */
export const readResult = (query: URLSearchParams): Promise<PaymentResult> =>
  ask(result, { txn: query.get('txn') ?? '', token: query.get('token') })

/** A payment with what it is meant for and what its reader may do about it. */
export interface WholePayment {
  payment: PaymentRow
  items: PlanRow[]
  money: PaymentMoney
}

/** The whole payment, for whoever is signed in and may read it; undefined for others. */
export async function readWhole(txnNo: string): Promise<WholePayment | undefined> {
  if (!(await session())) return undefined
  const [payment] = await rowsOf(paymentTransaction).all<PaymentRow>({ where: { txnNo } })
  if (!payment) return undefined
  const [items, moved] = await Promise.all([
    rowsOf(paymentAllocation).all<PlanRow>({ where: { transactionId: payment.id }, sort: { id: 1 } }),
    ask(money, { id: payment.id }),
  ])
  return { payment, items, money: moved }
}
