import type { EntityPage } from '../http/entity-pages.ts'
import { type SapRow, unreadableText } from '../http/odata.ts'
import { MoneyFault } from '../identity/money.ts'
import type { OurPage } from './our-pages.ts'
import type { ForeignRow, ItemPage, SapItem } from './row-pull.ts'
import type { FailedDocument } from './sync-run.ts'

/**
 * Turns pages of SAP's rows into pages of items, one for each row; `read` answers null for a row that does not count,
 * which is skipped, and throws RangeError with a sentence for one that cannot be read.
 */
export async function* itemPages<Item extends SapItem>(
  pages: AsyncIterable<EntityPage & Partial<OurPage>>,
  {
    title,
    keyOf,
    read,
    changedAt = () => null,
    buyerOf,
  }: {
    title: string
    keyOf(row: SapRow): string
    read(row: SapRow): Item | null
    changedAt?(row: SapRow): string | null
    /** Whose a row is: rows in other currencies are then left out for them, and are no errors. */
    buyerOf?(row: SapRow): string | null
  },
): AsyncGenerator<ItemPage<Item>> {
  for await (const { rows, total, missing, others = 0 } of pages) {
    const items: Item[] = []
    const unreadable: FailedDocument[] = []
    const foreign: ForeignRow[] = []
    let latest: string | null = null
    let skipped = others
    for (const row of rows) {
      try {
        const at = changedAt(row)
        if (at !== null && (latest === null || at > latest)) latest = at
        const item = read(row)
        if (item) items.push(item)
        else skipped++
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        const currency = buyerOf && error instanceof MoneyFault ? error.currency : null
        if (currency === null) unreadable.push(unreadableRow(title, keyOf(row), error))
        else foreign.push({ sapKey: keyOf(row), buyer: buyerOf!(row), currency, reason: error.message })
      }
    }
    yield { items, unreadable, foreign, skipped, others, total, missing, changedAt: latest }
  }
}

/** The error of a run for a row of SAP that cannot be read. */
export const unreadableRow = (title: string, key: string, error: RangeError): FailedDocument =>
  error instanceof MoneyFault
    ? { number: key, column: 'currency', code: error.code, message: error.message }
    : { number: key, column: null, code: 'UNREADABLE', message: unreadableText(title, key, error.message) }
