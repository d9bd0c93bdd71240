import type { Knex } from 'knex'
import { type Invoice, invoice } from '../../resources/dispatches/invoice.ts'
import { isItemOf } from '../../resources/masters/open-item.ts'
import { type OutstandingItem, uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import { creditTypes } from '../../resources/trade.ts'
import type { ImportRow } from '../derive/import/import-row.ts'
import { rowsOf } from '../derive/rows-of.ts'

const BATCH = 200

/** Invoices that count as owed though no open item of SAP tells of them: the rule of `countCredit`, in SQL. */
export const withoutOpenItem = (rows: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder =>
  rows
    .where({ 'invoice.isCancelled': 0, 'invoice.isCleared': 0 })
    .whereNotIn('invoice.invoiceType', [...creditTypes])
    .whereNotExists(
      db('upload_outstanding as item')
        .whereRaw('?? = ??', ['item.invoiceId', 'invoice.id'])
        .where(any => any.where('item.isActive', 1).orWhereNotNull('item.closedOn'))
        .select(db.raw('1')),
    )
    .whereNotExists(
      db('payment_clearing as clearing').whereRaw('?? = ??', ['clearing.invoiceId', 'invoice.id']).select(db.raw('1')),
    )

/** Sets the invoice of each row of a file that is an open item of one, and was not known to be. */
export async function linkToInvoices(trx: Knex, rows: readonly ImportRow[]): Promise<void> {
  const unlinked = rows.filter(({ row }) => row.invoiceId === null)
  for (let from = 0; from < unlinked.length; from += BATCH) {
    const batch = unlinked.slice(from, from + BATCH)
    const items = batch.map(({ row }) => row as unknown as OutstandingItem)
    const billed = await invoicesNamed(trx, items)
    for (const [index, item] of items.entries()) {
      const found = billed.find(row => isItemOf(item, row))
      if (found) batch[index]!.row.invoiceId = found.id
    }
  }
}

function invoicesNamed(trx: Knex, items: readonly OutstandingItem[]): Promise<Invoice[]> {
  const numbers = items.flatMap(item => [item.documentNo, item.sapBillingDoc, item.sapAccountingDoc])
  const named = spellings(numbers)
  return rowsOf(trx, invoice, rows =>
    rows.where(any => any.whereIn('invoiceNo', named).orWhereIn('sapBillingDoc', named)).orderBy('id'),
  )
}

/** Sets this invoice on the open and cleared items that came before it, without a change that people would see in their history. */
export async function linkItemsTo(trx: Knex, billed: Invoice): Promise<void> {
  const named = spellings([billed.invoiceNo, billed.sapBillingDoc])
  const items = await rowsOf(trx, uploadOutstanding, rows =>
    rows
      .whereNull('invoiceId')
      .whereIn('customerId', [billed.soldToId, billed.payerId ?? billed.soldToId])
      .where(any =>
        any.whereIn('documentNo', named).orWhereIn('sapBillingDoc', named).orWhereIn('sapAccountingDoc', named),
      ),
  )
  const own = items.filter(item => isItemOf(item, billed)).map(({ id }) => id)
  if (own.length > 0) await trx('upload_outstanding').whereIn('id', own).update({ invoiceId: billed.id })
  await trx('payment_clearing')
    .whereNull('invoiceId')
    .whereIn('sapBillingDoc', spellings([billed.sapBillingDoc]))
    .update({ invoiceId: billed.id })
}

/** When invoices are due by SAP's open items of them: of instalments the first. Those without are left out. */
export async function dueDatesOf(db: Knex, invoiceIds: readonly number[]): Promise<Map<number, string>> {
  if (invoiceIds.length === 0) return new Map()
  const due: { invoiceId: number; dueDate: string }[] = await db('upload_outstanding')
    .where('source', 'SAP')
    .where('originalAmount', '>', 0)
    .whereIn('invoiceId', [...invoiceIds])
    .groupBy('invoiceId')
    .select('invoiceId')
    .min({ dueDate: 'dueDate' })
  return new Map(due.map(({ invoiceId, dueDate }) => [invoiceId, dueDate]))
}

/** The numbers as they are, without leading zeros, and padded to the ten digits of SAP. */
const spellings = (numbers: readonly (string | null)[]): string[] => {
  const plain = numbers.filter(number => number !== null).map(number => number.replace(/^0+(?=\d)/, ''))
  return [
    ...new Set([...numbers.filter(number => number !== null), ...plain, ...plain.map(each => each.padStart(10, '0'))]),
  ]
}
