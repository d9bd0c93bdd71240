import type { ItemPage, SapItem } from '../reading/row-pull.ts'
import type { FailedDocument } from '../reading/sync-run.ts'

/** The same pages, with one line a currency for all documents that are not in rupees: `1 document in USD left out`. */
export async function* withForeignCounted<Item extends SapItem>(
  pages: AsyncIterable<ItemPage<Item>>,
): AsyncGenerator<ItemPage<Item>> {
  const numbers = new Map<string, number>()
  let held: ItemPage<Item> | null = null
  for await (const page of pages) {
    if (held) yield held
    const { foreign = [], skipped = 0 } = page
    for (const { currency } of foreign) numbers.set(currency, (numbers.get(currency) ?? 0) + 1)
    held = { ...page, skipped: skipped + foreign.length }
  }
  if (held) yield { ...held, unreadable: [...held.unreadable, ...[...numbers].map(leftOut)] }
}

const leftOut = ([currency, count]: [string, number]): FailedDocument => ({
  number: '',
  column: 'currency',
  code: 'FOREIGN_CURRENCY',
  message: `${count} ${count === 1 ? 'document' : 'documents'} in ${currency} left out. Finance decides.`,
})
