import { sum } from '../../../resources/define/amounts.ts'
import type { SapAdapter } from '../adapter.ts'
import { itemPages } from '../reading/item-pages.ts'
import type { ItemPage, ReadHow } from '../reading/row-pull.ts'
import { type CustomerItem, customerItemKey, customerItemOf, customerItems } from './customer-item.ts'

/** An open item with what is still owed of it, in paise. */
export type OpenItem = CustomerItem & { balance: number }

const OPEN = "FinancialAccountType eq 'D' and ClearingAccountingDocument eq ''"

/**
 * The open items of all customers. Partial payments and residual items are not listed by themselves but lower the item
 * that they name; they are few, and are read first, so that the others pass through page by page.
 */
export async function* openItemPages(
  sap: SapAdapter,
  { fields }: Pick<ReadHow, 'fields'>,
): AsyncGenerator<ItemPage<OpenItem>> {
  const read = (filter: string) =>
    itemPages<CustomerItem>(sap.pages(customerItems, { filter: `${OPEN} and ${filter}` }), {
      title: 'Open item',
      keyOf: customerItemKey,
      read: row => customerItemOf(row, fields),
    })
  const parts = new Parts()
  const before = { total: 0 as number | null, missing: 0 as number | null }
  for await (const page of read("InvoiceReference ne ''")) {
    parts.add(page.items)
    before.total = page.total
    before.missing = page.missing
    if (page.unreadable.length > 0) yield { ...page, items: [], total: null, missing: null }
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
