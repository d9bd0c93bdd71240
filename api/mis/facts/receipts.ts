import type { Knex } from 'knex'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Receipt } from '../../../resources/mis/orders/ordered-line.ts'

/**
 * What was received of order lines: goods on LRs that arrived, whole invoices where an LR does not list its goods, and
 * collections by the buyer. Cancelled invoices, returns and notes bring nothing.
 */
export async function receiptsOf(trx: Knex, lineIds: readonly number[]): Promise<Map<number, Receipt[]>> {
  const [goods, wholeInvoices, collected] = [
    await billedOf(trx, lineIds)
      .join('lr_line_item as item', 'item.invoiceLineId', 'billed.id')
      .join('lr', 'lr.id', 'item.lrId')
      .whereRaw(HAS_ARRIVED)
      .select('billed.orderLineId', 'lr.deliveredOn as day', 'item.qty'),
    await billedOf(trx, lineIds)
      .join('lr_line', 'lr_line.invoiceId', 'invoice.id')
      .join('lr', 'lr.id', 'lr_line.lrId')
      .leftJoin('lr_line_item as item', 'item.lrLineId', 'lr_line.id')
      .whereNull('item.id')
      .whereRaw(HAS_ARRIVED)
      .select('billed.orderLineId', 'lr.deliveredOn as day', 'billed.qty'),
    await billedOf(trx, lineIds)
      .join('pwc_collection as collection', 'collection.invoiceId', 'invoice.id')
      .whereRaw("coalesce(collection.status, '') = 'COLLECTED' and coalesce(collection.collectedAt, '') <> ''")
      .select('billed.orderLineId', 'collection.collectedAt as day', 'billed.qty'),
  ] as (Receipt & { orderLineId: number })[][]
  const days = collected!.map(receipt => ({ ...receipt, day: dayOf(receipt.day) }))
  const ofLine = Map.groupBy([...goods!, ...wholeInvoices!, ...days], ({ orderLineId }) => orderLineId)
  return new Map([...ofLine].map(([id, receipts]) => [id, receipts.map(({ day, qty }) => ({ day, qty }))]))
}

// Expressions, so that no database looks for all goods that ever arrived, by an index of states, before it knows how many they are.
const HAS_ARRIVED = "coalesce(lr.deliveryStatus, '') = 'DELIVERED' and coalesce(lr.deliveredOn, '') <> ''"
const IS_SALE = "coalesce(invoice.isCancelled, 0) = 0 and coalesce(invoice.invoiceType, '') = 'INVOICE'"

const billedOf = (trx: Knex, lineIds: readonly number[]) =>
  trx('invoice_line as billed')
    .join('invoice', 'invoice.id', 'billed.invoiceId')
    .whereIn('billed.orderLineId', [...lineIds])
    .whereRaw(IS_SALE)
