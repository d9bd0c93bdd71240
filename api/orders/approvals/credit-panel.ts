import type { Knex } from 'knex'
import { ageing } from '../../../resources/masters/outstanding.ts'
import { exposureOf } from '../../../resources/orders/approvals/credit.ts'
import type { CreditPanel } from '../../../resources/orders/decision.ts'
import { today } from '../../platform/clock.ts'
import type { Order } from '../move-order.ts'
import { loadCreditFacts } from './credit-facts.ts'

/** The credit situation of an order's payer, with the outstanding amounts by age; in paise. */
export async function creditPanel(db: Knex, { id, payerId, grossValue }: Order): Promise<CreditPanel> {
  const payer = await db('customer').where({ id: payerId }).first('id', 'rowVersion', 'code', 'name', 'creditLimit')
  const credit = { payer, ...(await loadCreditFacts(db, [payerId], id))(payerId) }
  const items = await db('upload_outstanding')
    .where({ customerId: payerId, isActive: 1 })
    .select('dueDate', 'balanceAmount')
  const { outstanding, otherOrders } = credit
  return {
    payer: `${payer.code} · ${payer.name}`,
    creditLimit: payer.creditLimit as number,
    outstanding,
    buckets: ageing(items, today()),
    otherOrders,
    grossValue,
    ...exposureOf(credit, grossValue, today()),
  }
}
