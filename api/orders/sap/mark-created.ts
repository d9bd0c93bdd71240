import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { mayTakeStep } from '../../../resources/orders/order-process.ts'
import { countsInTotals } from '../../../resources/orders/totals.ts'
import { itemNo, sapCode } from '../../../resources/sap/codes.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { cancelMessages } from '../../outbox/messages-of-order.ts'
import { conflict, invalidField, refused } from '../../platform/errors.ts'
import { question } from '../../platform/news.ts'
import type { StepCommand } from '../approvals/decide.ts'
import type { StepFields } from '../step-fields.ts'
import { confirmOrder } from './confirm-order.ts'
import { isFreeOfCharge } from './free-of-charge.ts'

/** Whether SAP has an order under a number. Asked outside a transaction; throws 503 while SAP cannot be asked. */
export const sapHasOrder = question<[db: Knex, sapOrderNo: string, isFreeOfCharge: boolean], Promise<boolean>>(
  'Has SAP this order?',
)

/** Throws 400 or 422 unless the number exists in SAP. Asks SAP only for people who may mark orders as created. */
export async function demandOrderInSap(
  db: Knex,
  { orderId, sapOrderNo }: Pick<StepFields, 'sapOrderNo'> & { orderId: number },
  person: Person,
): Promise<void> {
  if (!mayTakeStep(person, 'markCreated')) return
  if (sapOrderNo === null || !/^\d{1,10}$/.test(sapOrderNo))
    throw invalidField('sapOrderNo', 'FORMAT', 'SAP order no is required: enter its digits, at most ten')
  const order: { orderTypeId: number } | undefined = await db('order').where({ id: orderId }).first('orderTypeId')
  if (await sapHasOrder.ask(db, sapOrderNo, order !== undefined && (await isFreeOfCharge(db, order)))) return
  throw refused([{ field: 'sapOrderNo', code: 'UNKNOWN_REF', message: `SAP has no order ${sapOrderNo}` }])
}

/** Confirms an order that exists in SAP under this number already, and cancels its unsent messages. */
export async function markCreated(trx: Knex, order: Order, { sapOrderNo, author }: StepCommand): Promise<Order> {
  const salesOrder = sapCode(sapOrderNo!)
  const other = await trx('order').where({ sapOrderNo: salesOrder }).first('orderNo')
  if (other) throw conflict('DUPLICATE_KEY', `SAP order ${sapOrderNo} is that of ${other.orderNo}`, {}, 'sapOrderNo')
  await cancelMessages(trx, order.id)
  const lines = await rowsOf(trx, orderLine, rows => rows.where('orderId', order.id))
  const items = lines.filter(countsInTotals).map(({ lineNo }) => ({ lineNo, salesOrderItem: itemNo(lineNo) }))
  return confirmOrder(trx, order.id, { salesOrder, items }, author, 'markCreated')
}
