import type { Knex } from 'knex'
import { addColumn, createIndex, dropIndex } from './ddl.ts'

export { down } from './ddl.ts'

/** What the reports look up of a full company gets an index, and the sums of an order its net value. */
export async function up(db: Knex) {
  await createIndex(db, 'order_step', 'order_step_step_at', 'step, at')
  await createIndex(db, 'approval_task', 'approval_task_step_status_actedAt', 'step, status, actedAt')
  await dropIndex(db, 'approval_task', 'approval_task_step_status')
  await createIndex(db, 'order_line', 'order_line_productId_lineStatus_plantId', 'productId, lineStatus, plantId')
  await dropIndex(db, 'order_line', 'order_line_productId_lineStatus')
  await createIndex(db, 'invoice', 'invoice_cancelledOn', 'cancelledOn')
  await createIndex(
    db,
    'customer_department_map',
    'customer_department_map_customerId_departmentId_salesEmploye',
    'customerId, departmentId, salesEmployeeId, isActive',
  )
  await createIndex(db, 'lr', 'lr_freightTerms', 'freightTerms')
  await createIndex(
    db,
    'lr_line_item',
    'lr_line_item_lrId_invoiceLineId_qty_weightKg_freightShare_ca',
    'lrId, invoiceLineId, qty, weightKg, freightShare, cartingShare',
  )
  await dropIndex(db, 'lr_line_item', 'lr_line_item_lrId')
  // Prices and stocks are worked out from the index alone.
  await dropIndex(db, 'sale_fact', 'sale_fact_productId')
  await createIndex(
    db,
    'sale_fact',
    'sale_fact_productId',
    'productId, day, kind, zoneId, plantId, sbuId, value, qty, uom, invoiceId',
  )
  await addColumn(db, 'order_sum', 'netValue', 'bigint not null default 0')
  await db.raw(
    'update order_sum set netValue = (select coalesce(sum(order_fact.netValue), 0) from order_fact where order_fact.orderId = order_sum.orderId)',
  )
}
