import type { Knex } from 'knex'
import type { NotYetSent, TrackInput } from '../../resources/dispatches/commands/tracking.ts'
import { stageLabels } from '../../resources/dispatches/stage-of-goods.ts'
import type { OrderState } from '../../resources/trade.ts'

interface Found {
  number: string
  since: string
  status: OrderState | null
  dispatchStatus: string | null
  pincode: string
  mobile: string | null
}

const UNSENT: readonly OrderState[] = ['DRAFT', 'DELETED', 'DEAD']
const ENDED: readonly (OrderState | null)[] = ['REJECTED', 'CANCELLED']

/**
 * Goods of a number that the proof fits and that no transporter has: an order that is not dispatched, or an invoice that
 * waits or is fetched by the buyer. Null for others. One query, whether or not there are any.
 */
export async function findUnsent(db: Knex, input: TrackInput): Promise<NotYetSent | null> {
  const rows: Found[] = input.type === 'INVOICE' ? await invoices(db, input.number) : await orders(db, input)
  const shipment = rows.find(
    ({ pincode, mobile }) =>
      (input.pincode === null || input.pincode === pincode) &&
      (input.last4 === null || (mobile?.endsWith(input.last4) ?? false)),
  )
  if (!shipment) return null
  const stage = stageOf(shipment)
  return { stage, stageLabel: stageLabels[stage], number: shipment.number, since: shipment.since }
}

function stageOf({ status, dispatchStatus }: Found): NotYetSent['stage'] {
  if (ENDED.includes(status)) return 'CANCELLED'
  if (dispatchStatus === 'PWC_READY') return 'READY'
  return dispatchStatus === 'COLLECTED' ? 'COLLECTED' : 'WAITING'
}

/** Orders with the stage of their newest invoice. */
const orders = (db: Knex, { type, number }: TrackInput): Knex.QueryBuilder =>
  db('order')
    .join('ship_to', 'ship_to.id', 'order.shipToId')
    .where(type === 'SAP_ORDER' ? 'order.sapOrderNo' : 'order.orderNo', number)
    .whereNotIn('order.status', [...UNSENT])
    .modify(rows => {
      // Nothing is known of an LR before there is one.
      if (type === 'LR') rows.whereRaw('1 = 0')
    })
    .select(
      'order.orderNo as number',
      'order.orderDate as since',
      'order.status',
      db.raw('(?) as ??', [
        db('invoice')
          .whereRaw('?? = ??', ['invoice.orderId', 'order.id'])
          .where('invoice.isCancelled', 0)
          .orderBy('invoice.id', 'desc')
          .limit(1)
          .select('invoice.dispatchStatus'),
        'dispatchStatus',
      ]),
      'ship_to.pincode',
      'ship_to.mobile',
    )

const invoices = (db: Knex, number: string): Knex.QueryBuilder =>
  db('invoice')
    .join('ship_to', 'ship_to.id', 'invoice.shipToId')
    .where(any => any.where('invoice.invoiceNo', number).orWhere('invoice.sapBillingDoc', number))
    .select(
      'invoice.invoiceNo as number',
      'invoice.invoiceDate as since',
      db.raw("case when ?? = 1 then 'CANCELLED' end as status", ['invoice.isCancelled']),
      'invoice.dispatchStatus',
      'ship_to.pincode',
      'ship_to.mobile',
    )
