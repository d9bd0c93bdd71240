import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import type { OutstandingType } from '../../../resources/masters/outstanding.ts'
import { notTyped, type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { changesIn, updateEach } from '../../derive/save/write.ts'
import { markNewItems } from '../../masters/disputed-items.ts'
import { balanceOnceGone, heldAmong } from '../../masters/held-items.ts'
import { dueDatesOf } from '../../masters/items-of-invoices.ts'
import { now, today } from '../../platform/clock.ts'
import { keptCode } from '../identity/key-forms.ts'
import { forgetRows } from '../reading/known-rows.ts'
import { SapRowError } from '../reading/pull.ts'
import type { RowPull, SaveHow } from '../reading/row-pull.ts'
import { type Upsert, upsertRows } from '../reading/upsert-rows.ts'
import { sapAuthor } from '../sap-author.ts'
import type { CustomerItem } from './customer-item.ts'
import { finishOpenItems } from './finish-open-items.ts'
import { itemsThere, type OpenItem, openItemPages } from './open-item-pages.ts'

/** Reads what customers owe: every open item, keyed as SAP keys it. */
export const outstandingPull: RowPull<OpenItem> = {
  object: 'OUTSTANDING',
  title: 'Open item',
  tellsChanges: false,
  pages: openItemPages,
  save: saveOpenItems,
  remove: closeItems,
  stillThere: itemsThere,
  provenGone: async (db, keys) =>
    new Set(await db('payment_clearing').whereIn('sapItem', keys).whereNull('resetOn').pluck('sapItem')),
  countOthers: async db => {
    const counted = await db('upload_outstanding').where({ isActive: 1, source: 'UPLOAD' }).count({ rows: '*' }).first()
    return Number(counted?.rows ?? 0)
  },
  finish: finishOpenItems,
}

async function saveOpenItems(trx: Knex, items: readonly OpenItem[], { fields, refuse }: SaveHow) {
  const keys = items.map(({ key }) => key)
  const customers = await customersNamed(trx, items)
  const invoices = await invoicesNamed(trx, items)
  const itemsByKey = await knownItems(trx, items, customers)
  const rows = items.flatMap((item): Upsert<typeof uploadOutstanding>[] => {
    const customerId = customers.get(item.customer)
    if (customerId === undefined) {
      refuse(item.key, unknownCustomer('Open item', item))
      return []
    }
    const billed = item.sapBillingDoc === null ? undefined : invoices.get(item.sapBillingDoc)
    const before = itemsByKey.get(item.key)
    const row = { ...itemRow(item, billed, fields.financeTypes), customerId }
    const isSame = before && Object.keys(changesIn(before, row)).length === 0
    const dated = { ...row, asOnDate: today() }
    const asked = before ? dated : withDefaults(uploadOutstanding, dated)
    return isSame ? [] : [{ key: item.key, row: asked, before }]
  })
  const saved = await upsertRows(trx, uploadOutstanding, rows, refuse)
  await markNewItems(
    trx,
    [...invoices.values()].map(({ id }) => id),
  )
  await reopen(trx, keys)
  await correctDueDates(trx, [...invoices.values()])
  return saved
}

/** The error of an item whose customer the portal does not know; it waits for that. */
export const unknownCustomer = (title: string, { key, customer, documentNo }: CustomerItem) =>
  new SapRowError(
    'customerId',
    `${title} ${key} (${documentNo}): the portal has no customer ${customer}`,
    'UNKNOWN_REF',
    'CUSTOMER',
    null,
    customer,
  )

export async function customersNamed(trx: Knex, items: readonly CustomerItem[]): Promise<Map<string, number>> {
  const codes = [...new Set(items.map(item => item.customer))]
  const customerRows = await rowsOf(trx, customer, rows => rows.whereIn('code', codes))
  return new Map(customerRows.map(({ code, id }) => [code, id]))
}

/** The invoices that items bear the billing document of, by its number without zeros. */
export async function invoicesNamed(trx: Knex, items: readonly CustomerItem[]): Promise<Map<string, Invoice>> {
  const numbers = [...new Set(items.flatMap(({ sapBillingDoc }) => sapBillingDoc ?? []))]
  const spelled = numbers.flatMap(number => [number, number.padStart(10, '0')])
  const invoiceRows = await rowsOf(trx, invoice, rows => rows.whereIn('sapBillingDoc', spelled))
  return new Map(invoiceRows.map(row => [keptCode(row.sapBillingDoc), row]))
}

/** The stored items by SAP's key: those of SAP, and those of a file that are the same item. */
async function knownItems(trx: Knex, items: readonly OpenItem[], customers: ReadonlyMap<string, number>) {
  const keys = items.map(({ key }) => key)
  const own = await rowsOf(trx, uploadOutstanding, rows => rows.whereIn('sapItem', keys).orderBy('id'))
  const itemsByKey = new Map(own.map(row => [row.sapItem!, row]))
  const fresh = items.filter(({ key }) => !itemsByKey.has(key))
  const uploaded = await rowsOf(trx, uploadOutstanding, rows =>
    rows
      .where('isActive', 1)
      .whereNull('sapItem')
      .whereIn('customerId', [...new Set(customers.values())])
      .whereIn(
        'documentNo',
        fresh.map(({ documentNo }) => documentNo),
      ),
  )
  const nameOf = (customerId: number | undefined, documentNo: string) => `${customerId}/${documentNo.toLowerCase()}`
  const byName = new Map(uploaded.map(row => [nameOf(row.customerId, row.documentNo), row]))
  for (const item of fresh) {
    const name = nameOf(customers.get(item.customer), item.documentNo)
    const row = byName.get(name)
    // Of several instalments only the first is the item of the file.
    byName.delete(name)
    if (row) itemsByKey.set(item.key, row)
  }
  return itemsByKey
}

/** Which types of SAP's documents are invoices and credit notes, where no invoice of ours tells it. */
interface FinanceTypes {
  invoices: readonly string[]
  creditNotes: readonly string[]
}

function itemRow(item: OpenItem, billed: Invoice | undefined, types: FinanceTypes): Partial<OutstandingItem> {
  return {
    documentNo: item.documentNo.slice(0, 16),
    documentType: typeOf(item, billed, types),
    documentDate: item.documentDate,
    dueDate: item.dueDate,
    originalAmount: item.amount,
    balanceAmount: item.balance,
    sapItem: item.key,
    sapAccountingDoc: item.accountingDoc,
    sapBillingDoc: item.sapBillingDoc,
    fiscalYear: item.fiscalYear,
    source: 'SAP',
    ...notTyped,
    isActive: true,
    closedOn: null,
    clearingDoc: null,
    ...(billed && { invoiceId: billed.id, sbuId: billed.sbuId }),
  }
}

function typeOf(item: OpenItem, billed: Invoice | undefined, types: FinanceTypes): OutstandingType {
  const isOfBill = item.sapBillingDoc !== null
  if (item.amount < 0) return isOfBill || types.creditNotes.includes(item.documentType) ? 'CREDIT_NOTE' : 'ON_ACCOUNT'
  if (billed?.invoiceType === 'DEBIT_NOTE') return 'DEBIT_NOTE'
  return isOfBill || item.refersTo || types.invoices.includes(item.documentType) ? 'INVOICE' : 'DEBIT_NOTE'
}

/** Items that are open again though a clearing had closed them: it was reset in SAP. */
async function reopen(trx: Knex, keys: readonly string[]) {
  const reset: string[] = await trx('payment_clearing').whereIn('sapItem', keys).whereNull('resetOn').pluck('sapItem')
  if (reset.length === 0) return
  await trx('payment_clearing').whereIn('sapItem', reset).update({ resetOn: today(), updatedAt: now() })
  await forgetRows(trx, 'PAYMENT_CLEARING', reset)
}

/** Accounting may have agreed another due date than the invoice names. */
async function correctDueDates(trx: Knex, invoices: readonly Invoice[]) {
  const due = await dueDatesOf(
    trx,
    invoices.map(({ id }) => id),
  )
  const moved = invoices.flatMap(before => {
    const dueDate = due.get(before.id) ?? before.dueDate
    return dueDate === before.dueDate ? [] : [{ before, asked: { dueDate } }]
  })
  await updateEach(trx, invoice, moved, sapAuthor)
}

/** Closes items that SAP no longer lists: by their clearing where one was read, else as of today. */
async function closeItems(trx: Knex, keys: readonly string[]): Promise<number> {
  const open = await rowsOf(trx, uploadOutstanding, rows => rows.where('isActive', 1).whereIn('sapItem', [...keys]))
  const cleared: { sapItem: string; clearedOn: string; clearingDoc: string }[] = await trx('payment_clearing')
    .whereIn('sapItem', [...keys])
    .whereNull('resetOn')
    .select('sapItem', 'clearedOn', 'clearingDoc')
  const held = await heldAmong(trx, open)
  const closed = open.map(before => {
    const clearing = cleared.find(({ sapItem }) => sapItem === before.sapItem)
    const changes = {
      isActive: false,
      closedOn: clearing?.clearedOn ?? today(),
      clearingDoc: clearing?.clearingDoc ?? null,
      ...balanceOnceGone(before, held),
    }
    return { before, asked: changes }
  })
  await updateEach(trx, uploadOutstanding, closed, sapAuthor)
  return closed.length
}
