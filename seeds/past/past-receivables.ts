import type { Knex } from 'knex'
import { rowsOf } from '../../api/derive/rows-of.ts'
import { clearPayments } from '../../api/payments/posting/clear-payments.ts'
import { now, today } from '../../api/platform/clock.ts'
import type { SapAdapter } from '../../api/sap/adapter.ts'
import type { OpenItem } from '../../api/sap/documents/open-item-pages.ts'
import { clearingPull } from '../../api/sap/documents/save-clearings.ts'
import { outstandingPull } from '../../api/sap/documents/save-open-items.ts'
import { standardFields as fields, type SapFields } from '../../api/sap/http/fields.ts'
import type { ItemPage, SapItem, SaveHow } from '../../api/sap/reading/row-pull.ts'
import type { SimulatorStore } from '../../api/simulators/sap/store.ts'
import { payInvoice } from '../../api/simulators/sap-documents/payments.ts'
import { openItemEntities } from '../../api/simulators/sap-masters/open-items.ts'
import { addDays } from '../../resources/define/dates.ts'
import { type OutstandingItem, uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'

const how: Pick<SaveHow, 'isFull' | 'fields' | 'refuse'> = {
  isFull: false,
  fields: fields as SapFields,
  refuse(_, reason) {
    throw reason
  },
}

/** Days past its due date on which an invoice is still paid online rather than by cheque. */
const LATEST = 6

export type PastReceivables = ReturnType<typeof pastReceivables>

/** What customers owe in the simulated SAP of the past, as far as the portal comes to know of it. */
export function pastReceivables(trx: Knex, sap: SapAdapter, store: SimulatorStore) {
  let credits = 0

  /** Reads the open items of a customer that are `wanted`, at most so many, those due first or last. */
  async function list(
    customer: string,
    most: number,
    wanted: (item: OpenItem) => boolean,
    from: 'first' | 'last' = 'first',
  ) {
    const open = await itemsOf(outstandingPull.pages(sap, { since: null, code: null, ...how }))
    const own = open.filter(item => item.customer === customer && item.documentDate <= today() && wanted(item))
    const free = await freeAmong(trx, own)
    const chosen = free
      .filter(({ dueDate }) => dueDate >= addDays(today(), -LATEST))
      .toSorted((one, other) => (one.dueDate < other.dueDate === (from === 'first') ? -1 : 1))
      .slice(0, most)
    await outstandingPull.save(trx, chosen, how)
    const keys = chosen.map(({ key }) => key)
    return rowsOf(trx, uploadOutstanding, rows => rows.whereIn('sapItem', keys).orderBy('dueDate'))
  }

  const ofFile = (customer: string) =>
    rowsOf(trx, uploadOutstanding, rows =>
      rows
        .where({ source: 'UPLOAD', isActive: 1, documentType: 'INVOICE' })
        .whereNull('lockedById')
        .where('customerId', trx('customer').where({ code: customer }).select('id'))
        .orderBy('dueDate', 'desc')
        .limit(1),
    )

  /** What a customer did not pay online comes by cheque, a day after it was due. */
  async function payByCheque() {
    const due = await rowsOf(trx, uploadOutstanding, rows =>
      rows
        .where({ source: 'SAP', isActive: 1, isDisputed: 0 })
        .whereNull('lockedById')
        .where('dueDate', '<', addDays(today(), -1)),
    )
    for (const { sapBillingDoc } of due) if (sapBillingDoc) payInvoice(store, sapBillingDoc, { kind: 'full' }, now())
  }

  return {
    /** Lists invoices of a customer that nobody is paying, those due first; without any, the latest of Finance's own list. */
    async invoices(customer: string, most: number): Promise<OutstandingItem[]> {
      const billed = await list(customer, most, ({ amount, sapBillingDoc }) => amount > 0 && sapBillingDoc !== null)
      return billed.length > 0 ? billed : ofFile(customer)
    },
    /** Lists the invoice of a customer that is due last and worth at least so many paise, for them to dispute. */
    async toDispute(customer: string, least: number): Promise<OutstandingItem | undefined> {
      const isLarge = ({ amount, sapBillingDoc }: OpenItem) => amount >= least && sapBillingDoc !== null
      return (await list(customer, 1, isLarge, 'last')).find(({ invoiceId }) => invoiceId !== null)
    },
    /** Lists a credit of so many paise, which accounting has just given to a customer. */
    async credit(customer: string, amount: number): Promise<OutstandingItem[]> {
      credits += 1
      const note = { customer, reference: `CRN2600002${credits}`, type: 'DG', amount: -amount, balance: -amount }
      const dates = { documentDate: addDays(today(), -3), dueDate: addDays(today(), -3) }
      for (const [set, row] of openItemEntities({ ...note, ...dates }, '1000', 900 + credits))
        store.entities.put(set, { ...row, ClearingAccountingDocument: '', IsCleared: false })
      return list(customer, 1, item => item.amount === -amount)
    },
    /** Reads what SAP has cleared, by cheque too, and looks at the payments that wait for it. */
    async readClearings() {
      await payByCheque()
      const since = `${addDays(today(), -30)}T00:00:00.000Z`
      const cleared = await itemsOf(clearingPull.pages(sap, { since, code: null, ...how }))
      await clearingPull.save(trx, cleared, how)
      // What a clearing left open comes with the list of open items.
      const open = await itemsOf(outstandingPull.pages(sap, { since: null, code: null, ...how }))
      const rests = open.filter(({ refersTo, amount }) => refersTo !== null && amount > 0)
      await outstandingPull.save(trx, rests, how)
      await clearPayments(trx)
    },
  }
}

async function itemsOf<Item extends SapItem>(pages: AsyncIterable<ItemPage<Item>>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages) items.push(...page.items)
  return items
}

/** Those of SAP's items that no payment holds, and nobody disputes. */
async function freeAmong<Item extends SapItem>(trx: Knex, items: readonly Item[]): Promise<Item[]> {
  const held: string[] = await trx('payment_allocation as a')
    .join('upload_outstanding as i', 'i.id', 'a.itemId')
    .join('payment_transaction as p', 'p.id', 'a.transactionId')
    .whereIn('p.status', ['CREATED', 'PENDING', 'CHECKING'])
    .whereNotNull('i.sapItem')
    .pluck('i.sapItem')
  const paid: string[] = await trx('capture_allocation as a')
    .join('upload_outstanding as i', 'i.id', 'a.itemId')
    .where('a.target', 'ITEM')
    .whereNotNull('i.sapItem')
    .pluck('i.sapItem')
  const disputed: string[] = await trx('upload_outstanding')
    .where('isDisputed', 1)
    .whereNotNull('sapItem')
    .pluck('sapItem')
  const taken = new Set([...held, ...paid, ...disputed])
  return items.filter(({ key }) => !taken.has(key))
}
