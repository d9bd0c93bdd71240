import { sum } from '../../../resources/define/amounts.ts'
import type { SapAdapter } from '../adapter.ts'
import type { SapRow } from '../http/odata.ts'
import { pagesByKeys } from '../reading/by-keys.ts'
import { itemPages } from '../reading/item-pages.ts'
import { onlyOurs, ourPages } from '../reading/our-pages.ts'
import type { ItemPage, ReadHow, RowPull } from '../reading/row-pull.ts'
import {
  type CustomerItem,
  customerItemBuyer,
  customerItemKey,
  customerItemOf,
  customerItems,
} from './customer-item.ts'
import { withForeignCounted } from './foreign-documents.ts'

/** An open item with what is still owed of it, in paise. */
export type OpenItem = CustomerItem & { balance: number }

const OPEN = "FinancialAccountType eq 'D' and ClearingAccountingDocument eq ''"

/** The open items of all customers, and how many documents were left out for their currency. */
export const openItemPages = (sap: SapAdapter, how: Pick<ReadHow, 'fields'>) =>
  withForeignCounted(balancedPages(sap, how))

/**
 * The open items of all customers. Partial payments and residual items are not listed by themselves but lower the item
 * that they name; they are few, and are read first, so that the others pass through page by page.
 */
async function* balancedPages(
  sap: SapAdapter,
  { fields }: Pick<ReadHow, 'fields'>,
): AsyncGenerator<ItemPage<OpenItem>> {
  const read = (filter: string) =>
    itemPages<CustomerItem>(ourPages(sap, customerItems, fields, { filter: `${OPEN} and ${filter}` }), {
      title: 'Open item',
      keyOf: customerItemKey,
      buyerOf: customerItemBuyer,
      read: row => customerItemOf(row, fields),
    })
  const parts = new Parts()
  const before = { total: 0 as number | null, missing: 0 as number | null }
  for await (const page of read("InvoiceReference ne ''")) {
    parts.add(page.items)
    before.total = page.total
    before.missing = page.missing
    if (page.unreadable.length > 0 || page.foreign?.length || page.skipped)
      yield { ...page, items: [], total: null, missing: null }
  }
  let last: { total: number | null; missing: number | null } = { total: 0, missing: null }
  for await (const { total, missing, ...page } of read("InvoiceReference eq ''")) {
    last = { total: added(total, before.total), missing: added(missing, before.missing) }
    const items = page.items.map(item => ({ ...item, balance: item.amount + parts.take(item) }))
    yield { ...page, items, total: last.total, missing: null }
  }
  const alone = parts.left().map(item => ({ ...item, balance: item.amount }))
  yield { items: alone, unreadable: [], changedAt: null, ...last }
}

const added = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other)

/** The items that name another one, until that one comes. */
class Parts {
  readonly #of = new Map<string, CustomerItem[]>()

  add(items: readonly CustomerItem[]) {
    for (const item of items) {
      const name = item.refersTo?.item ?? item.refersTo?.document ?? item.key
      this.#of.set(name, [...(this.#of.get(name) ?? []), item])
    }
  }

  /** The sum of what names this item; 0, and the parts stay, where the item would change its sign or grow by them. */
  take({ key, amount }: CustomerItem): number {
    const document = key.slice(0, key.lastIndexOf('/'))
    const names = [key, document]
    const parts = names.flatMap(name => this.#of.get(name) ?? [])
    const total = sum(parts.map(part => part.amount))
    const balance = amount + total
    if (Math.abs(balance) > Math.abs(amount) || (balance !== 0 && balance < 0 !== amount < 0)) return 0
    for (const name of names) this.#of.delete(name)
    return total
  }

  left = (): CustomerItem[] => [...this.#of.values()].flat()
}

/** The accounting document of an item, by which several are asked for at once. */
const byDocument = customerItems.identity.key.find(({ name }) => name === 'AccountingDocument')!

/** Those of these items that SAP still has open, each asked for by the number of its document. */
export const itemsThere: NonNullable<RowPull['stillThere']> = async (sap, keys, fields) => {
  const there = new Set<string>()
  const wanted = new Set(keys)
  const documents = keys.map(key => key.split('/')[2]!)
  const pages = pagesByKeys(sap, customerItems, documents, { by: byDocument, filter: OPEN })
  for await (const { rows } of onlyOurs(customerItems, fields, pages))
    for (const row of rows)
      if (wanted.has(customerItemKey(row)) && isListed(row, fields)) there.add(customerItemKey(row))
  return there
}

/** Whether an open item stands in the list by itself: it is a debt or credit, and lowers no other. */
function isListed(row: SapRow, fields: ReadHow['fields']): boolean {
  try {
    return !row.InvoiceReference && customerItemOf(row, fields) !== null
  } catch {
    return true
  }
}
