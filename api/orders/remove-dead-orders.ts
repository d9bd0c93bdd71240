import type { Knex } from 'knex'
import { removeSaved } from '../platform/stored-files.ts'
import { transact } from '../platform/transact.ts'

const BATCH = 100

/** What keeps a dead order, or a line of one: it is part of something that goes on, or of the books. */
const namesOrder = [
  ['invoice', 'orderId'],
  ['sap_delivery', 'orderId'],
  ['sap_delivery_line', 'orderId'],
  ['complaint', 'orderId'],
  ['eud_document', 'orderId'],
  ['order', 'replacesOrderId'],
] as const
const namesLine = [
  ['invoice_line', 'orderLineId'],
  ['sap_delivery_line', 'orderLineId'],
] as const
/** Approvals that were given or refused belong to the books. */
const DECIDED = ['APPROVED', 'REJECTED']
/** Messages that SAP has, or may still get. */
const WITH_SAP = ['READY', 'SENDING', 'RETRY', 'DONE']

/** The tables whose rows are part of an order, those first that name others. */
const parts = [
  'task_assignee',
  'order_comment',
  'reservation',
  'order_terms',
  'order_step',
  'schedule_fact',
  'order_fact',
  'order_event_fact',
  'order_sum',
  'upload_expected_delivery_dates',
  'sap_outbox',
  'schedule_line',
  'approval_task',
  'order_line',
]

/**
 * Removes orders that were deleted or have lapsed before a day, with their lines, steps and files. One that an invoice, a
 * complaint, a document or another order names stays, as do those with a decided approval or a message that SAP has.
 */
export async function removeDeadOrders(db: Knex, before: string, home: string): Promise<number> {
  for (let removed = 0; ; ) {
    const ids: number[] = await unneeded(db, before).orderBy('id').limit(BATCH).pluck('id')
    if (ids.length === 0) return removed
    const keys = await transact(db, trx => removeOrders(trx, ids))
    for (const key of keys) await removeSaved(home, key)
    removed += ids.length
  }
}

function unneeded(db: Knex, before: string): Knex.QueryBuilder {
  const rows = db('order').whereIn('status', ['DELETED', 'DEAD']).where('statusSince', '<', before)
  const lines = () => db('order_line as line').whereRaw('?? = ??', ['line.orderId', 'order.id'])
  for (const [table, column] of namesOrder)
    rows.whereNotExists(db(`${table} as naming`).whereRaw('?? = ??', [`naming.${column}`, 'order.id']))
  for (const [table, column] of namesLine)
    rows.whereNotExists(lines().join(`${table} as naming`, `naming.${column}`, 'line.id'))
  rows.whereNotExists(
    lines()
      .join('order_line as naming', 'naming.reorderedLineId', 'line.id')
      .whereRaw('?? <> ??', ['naming.orderId', 'order.id']),
  )
  const own = (table: string) => db(`${table} as part`).whereRaw('?? = ??', ['part.orderId', 'order.id'])
  rows.whereNotExists(own('approval_task').whereIn('part.status', DECIDED))
  return rows.whereNotExists(own('sap_outbox').whereIn('part.status', WITH_SAP))
}

/** Removes orders with all that is part of them. Returns the keys of their purchase orders, where no copy has them. */
async function removeOrders(trx: Knex, ids: readonly number[]): Promise<string[]> {
  const papers: number[] = await trx('order').whereIn('id', ids).whereNotNull('poAttachmentId').pluck('poAttachmentId')
  await trx('order').whereIn('id', ids).update({ currentTaskId: null })
  await trx('order_line').whereIn('orderId', ids).update({ reorderedLineId: null })
  const idsOf = (table: string) => trx(table).whereIn('orderId', ids).pluck('id') as unknown as Promise<number[]>
  await trx('approval_link')
    .whereIn('taskId', await idsOf('approval_task'))
    .delete()
  await trx('sap_attempt')
    .whereIn('messageId', await idsOf('sap_outbox'))
    .delete()
  for (const table of parts) await trx(table).whereIn('orderId', ids).delete()
  await trx('order').whereIn('id', ids).delete()
  const files: { id: number; storageKey: string }[] = await trx('attachment')
    .whereIn('id', papers)
    .whereNotExists(trx('order').whereRaw('?? = ??', ['order.poAttachmentId', 'attachment.id']))
    .select('id', 'storageKey')
  await trx('attachment')
    .whereIn(
      'id',
      files.map(({ id }) => id),
    )
    .delete()
  return files.map(({ storageKey }) => storageKey)
}
