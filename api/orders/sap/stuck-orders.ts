import type { Knex } from 'knex'
import type { StuckOrder } from '../../../resources/orders/sap/failed-order.ts'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { stuckAmong } from '../../outbox/messages-of-order.ts'
import { readSettings } from '../../platform/settings.ts'

/** Stuck messages to SAP, oldest first: orders, and cancellations of open quantities. `within` filters the orders. */
export async function stuckOrders(
  db: Knex,
  within?: (orders: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<StuckOrder[]> {
  const rows = stuckAmong(db('sap_outbox'), await readSettings(db))
    .leftJoin('order_line', join =>
      join.on('order_line.id', 'sap_outbox.ownerId').onVal('sap_outbox.ownerType', 'ORDER_LINE'),
    )
    .join(
      'order',
      'order.id',
      db.raw(`case when ?? = 'ORDER' then ?? else ?? end`, [
        'sap_outbox.ownerType',
        'sap_outbox.ownerId',
        'order_line.orderId',
      ]),
    )
    .join('sbu', 'sbu.id', 'order.sbuId')
    .join('customer', 'customer.id', 'order.customerId')
    .whereIn('sap_outbox.ownerType', ['ORDER', 'ORDER_LINE'])
    .whereIn('order.status', ['APPROVED', 'CONFIRMED', 'PARTIALLY_DISPATCHED'])
    .orderBy('sap_outbox.id')
    .limit(500)
    .select(
      'sap_outbox.id',
      'sap_outbox.messageType',
      'sap_outbox.attempts',
      'sap_outbox.nextAttemptAt',
      'sap_outbox.errorClass',
      'sap_outbox.httpStatus',
      'sap_outbox.uncertainSince',
      'sap_outbox.sapMessageClass',
      'sap_outbox.sapMessageNo',
      'sap_outbox.createdAt as waitsSince',
      'sap_outbox.status as messageStatus',
      'sap_outbox.errorText as lastError',
      'order.id as orderId',
      'order.orderNo',
      'order.rowVersion',
      'order.status',
      'order.statusSince',
      'order.sbuId',
      'sbu.code as sbu',
      'customer.code as customerCode',
      'customer.name as customerName',
    )
  const stuck: (Omit<StuckOrder, 'errorCode'> & SapCode)[] = await (within ? within(rows) : rows)
  return stuck.map(({ sapMessageClass, sapMessageNo, ...row }) => ({
    ...row,
    errorCode: [sapMessageClass, sapMessageNo].filter(Boolean).join('/') || null,
  }))
}

type SapCode = Pick<SapOutbox, 'sapMessageClass' | 'sapMessageNo'>
