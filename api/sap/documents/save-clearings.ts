import type { Knex } from 'knex'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { type PaymentClearing, paymentClearing } from '../../../resources/payments/payment-clearing.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { changesIn, insertRows, updateEach } from '../../derive/save/write.ts'
import { balanceOnceGone, heldAmong } from '../../masters/held-items.ts'
import { today } from '../../platform/clock.ts'
import type { SapAdapter } from '../adapter.ts'
import { dayOfSap, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { keptCode } from '../identity/key-forms.ts'
import { changedOn, OVERLAP_DAYS } from '../identity/times.ts'
import { itemPages } from '../reading/item-pages.ts'
import { forgetRows } from '../reading/known-rows.ts'
import { ourPages } from '../reading/our-pages.ts'
import type { ItemPage, ReadHow, RowPull, SaveHow } from '../reading/row-pull.ts'
import { sapAuthor } from '../sap-author.ts'
import {
  type CustomerItem,
  customerItemBuyer,
  customerItemKey,
  customerItemOf,
  customerItems,
} from './customer-item.ts'
import { withForeignCounted } from './foreign-documents.ts'
import { customersNamed, invoicesNamed, unknownCustomer } from './save-open-items.ts'

/** An item of a customer that accounting has cleared. */
type ClearedItem = CustomerItem & { clearingDoc: string; clearingYear: string | null; clearedOn: string }

/** Reads which items of customers SAP has cleared; SAP keeps only the day of it, hence two days of overlap. */
export const clearingPull: RowPull<ClearedItem> = {
  object: 'PAYMENT_CLEARING',
  title: 'Cleared item',
  tellsChanges: true,
  pages: clearedItemPages,
  save: saveClearings,
}

/** A first reading goes back this far: what was cleared before is in no list of ours. */
const FIRST_DAYS = 90

function clearedItemPages(sap: SapAdapter, { since, fields }: ReadHow): AsyncGenerator<ItemPage<ClearedItem>> {
  const from = since === null ? addDays(today(), -FIRST_DAYS) : addDays(dayOf(since), -OVERLAP_DAYS)
  const day = `datetime'${from}T00:00:00'`
  const filter = `FinancialAccountType eq 'D' and ClearingAccountingDocument ne '' and (ClearingDate ge ${day} or ClearingCreationDate ge ${day})`
  const pages = itemPages(ourPages(sap, customerItems, fields, { filter }), {
    title: 'Cleared item',
    keyOf: customerItemKey,
    buyerOf: customerItemBuyer,
    read: row => clearedItemOf(row, fields),
    changedAt: row => changedOn(row, customerItems.identity),
  })
  return withForeignCounted(pages)
}

function clearedItemOf(row: SapRow, fields: ReadHow['fields']): ClearedItem | null {
  const item = customerItemOf(row, fields)
  if (!item) return null
  return {
    ...item,
    clearingDoc: keptCode(requiredText(row.ClearingAccountingDocument, 'ClearingAccountingDocument')),
    clearingYear: optionalText(row.ClearingDocFiscalYear),
    clearedOn: dayOfSap(row.ClearingDate),
  }
}

async function saveClearings(trx: Knex, items: readonly ClearedItem[], { refuse }: SaveHow) {
  const customers = await customersNamed(trx, items)
  const invoices = await invoicesNamed(trx, items)
  const keys = items.map(({ key }) => key)
  const listed = await rowsOf(trx, uploadOutstanding, rows => rows.whereIn('sapItem', keys))
  const clearingsByKey = new Map(
    (await rowsOf(trx, paymentClearing, rows => rows.whereIn('sapItem', keys))).map(row => [row.sapItem, row]),
  )
  const fresh: Partial<PaymentClearing>[] = []
  const changed: { before: PaymentClearing; asked: Partial<PaymentClearing> }[] = []
  for (const item of items) {
    const customerId = customers.get(item.customer)
    if (customerId === undefined) {
      refuse(item.key, unknownCustomer('Cleared item', item))
      continue
    }
    const listing = listed.find(({ sapItem }) => sapItem === item.key)
    const billed = item.sapBillingDoc === null ? undefined : invoices.get(item.sapBillingDoc)
    const row = {
      ...clearingRow(item),
      customerId,
      itemId: listing?.id ?? null,
      invoiceId: billed?.id ?? listing?.invoiceId ?? null,
    }
    const before = clearingsByKey.get(item.key)
    if (!before) fresh.push(row)
    else if (Object.keys(changesIn(before, row)).length > 0) changed.push({ before, asked: changesIn(before, row) })
  }
  await insertRows(trx, paymentClearing, fresh, sapAuthor)
  await updateEach(trx, paymentClearing, changed, sapAuthor)
  await closeCleared(trx, items)
  return { created: fresh.length, updated: changed.length }
}

const clearingRow = (item: ClearedItem) => ({
  sapItem: item.key,
  documentNo: item.documentNo.slice(0, 16),
  sapDocumentType: item.documentType || null,
  sapBillingDoc: item.sapBillingDoc,
  amount: item.amount,
  clearingDoc: item.clearingDoc,
  clearingYear: item.clearingYear,
  clearedOn: item.clearedOn,
  resetOn: null,
})

/** The next list of open items decides again, for a clearing may be reset. */
async function closeCleared(trx: Knex, items: readonly ClearedItem[]) {
  const of = new Map(items.map(item => [item.key, item]))
  const open = await rowsOf(trx, uploadOutstanding, rows =>
    rows.where('isActive', 1).whereIn('sapItem', [...of.keys()]),
  )
  const held = await heldAmong(trx, open)
  const closed = open.map(before => {
    const { clearedOn, clearingDoc } = of.get(before.sapItem!)!
    return { before, asked: { isActive: false, closedOn: clearedOn, clearingDoc, ...balanceOnceGone(before, held) } }
  })
  await updateEach(trx, uploadOutstanding, closed, sapAuthor)
  await forgetRows(trx, 'OUTSTANDING', [...of.keys()])
}
