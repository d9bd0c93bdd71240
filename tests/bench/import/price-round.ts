import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { today } from '../../../api/platform/clock.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { openDatabase } from '../../../api/platform/database.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { custShiptoProdPrice } from '../../../resources/masters/cust-shipto-prod-price.ts'
import { atMost, type Figure, told } from '../figure.ts'
import { memoryOf, signIn, startOurs } from '../processes.ts'
import { makeDatabase, otherSaves } from './import-size.ts'
import { forgetMost, type ImportedJob, takeStep, until } from './import-steps.ts'

const AT_ONCE = 2000
const PATH = 'masters/cust-shipto-prod-price'

/**
 * A price round over so many prices: previewed, confirmed by a second person, rolled back and made again, then exported,
 * while another person saves; the memory of the portal, and how long the other person waited.
 */
export async function measurePriceRound(
  databaseUrl: string,
  home: string,
  rows: number,
  say: (figure: Figure) => void,
): Promise<Figure[]> {
  await makePrices(databaseUrl, home, rows)
  const ours = await startOurs(databaseUrl, home)
  const figures: Figure[] = []
  let others: ReturnType<typeof otherSaves> | undefined
  const tell = (figure: Figure) => {
    figures.push(figure)
    say(figure)
  }
  try {
    const [analyst, manager] = [await signIn(ours.url, 'pricing_approver'), await signIn(ours.url, 'ravi')]
    const count = rows.toLocaleString('en-IN')
    const saves = otherSaves(ours.url, await signIn(ours.url, 'sys_admin'))
    others = saves
    const step = async <Result>(title: string, work: () => Promise<Result>): Promise<Result> => {
      saves.forget()
      forgetMost(ours.pid)
      const began = performance.now()
      const result = await work()
      const seconds = (performance.now() - began) / 1000
      await saves.settled()
      const waits = saves.waits()
      if (waits.failures.length > 0) throw new Error(`${waits.failures.length} saves failed: ${waits.failures[0]}`)
      const detail = `${told(seconds)} s, ${told(rows / seconds)} rows/s, longest wait of others ${told(waits.longest)} ms`
      tell(atMost(`${title} (${detail}): p99 of ${waits.count} saves of others`, waits.p99, 300, 'ms'))
      tell(atMost(`${title}: most memory of the portal`, memoryOf(ours.pid).most, 300, 'MB'))
      return result
    }
    const preview = async (): Promise<ImportedJob> => {
      const formula = { field: 'netPrice', by: 'PERCENT', value: 500, step: 50 }
      const body = JSON.stringify({ resource: PATH, filters: {}, formula, from: addDays(today(), 30) })
      const headers = { authorization: `Bearer ${analyst}`, 'content-type': 'application/json' }
      const response = await fetch(`${ours.url}/api/import-rounds`, { method: 'POST', body, headers })
      if (response.status !== 201) throw new Error(await response.text())
      const { id } = (await response.json()) as ImportedJob
      return until(ours.url, analyst, id, 'VALIDATED')
    }
    const confirm = async (importId: number) => {
      await takeStep(ours.url, manager, { importId, step: 'commit' })
      return until(ours.url, manager, importId, 'DONE')
    }
    const undo = async (importId: number) => {
      await takeStep(ours.url, manager, { importId, step: 'rollback' })
      return until(ours.url, manager, importId, 'ROLLED_BACK')
    }
    const first = await step(`preview of a round of ${count} prices`, preview)
    await step('confirmed by a second person', () => confirm(first.id))
    await step('rolled back', () => undo(first.id))
    const second = await step('previewed again', preview)
    await step('confirmed again', () => confirm(second.id))
    for (const format of ['csv', 'xlsx'])
      await step(`export of the prices as ${format}`, async () => {
        const address = `${ours.url}/api/export/${PATH}?format=${format}&isActive=true&validTo[$gte]=9999-01-01`
        const answer = await fetch(address, { headers: { authorization: `Bearer ${analyst}` } })
        if (!answer.ok) throw new Error(await answer.text())
        for await (const _ of answer.body!);
      })
    return figures
  } finally {
    await others?.stop()
    await ours.stop()
  }
}

async function makePrices(databaseUrl: string, home: string, rows: number) {
  const { addresses, products } = await makeDatabase(databaseUrl, home)
  const db = openDatabase(readConfig({ DATABASE_URL: databaseUrl, BILTY_HOME: home }))
  try {
    for (let start = 0; start < rows; start += AT_ONCE) {
      const prices = Array.from({ length: Math.min(AT_ONCE, rows - start) }, (_, at) => {
        const n = start + at
        const { id: shipToId, customerId } = addresses[n % addresses.length]!
        const each = Math.floor(n / addresses.length)
        const minQty = Math.floor(each / products.length) * 1000
        const of = { customerId, shipToId, productId: products[each % products.length]!.id, minQty }
        const period = { validFrom: '2026-04-01', validTo: '9999-12-31' }
        return { ...of, netPrice: 10_000 + (n % 90_000), approvedRef: `REF-${n}`, ...period }
      })
      await db.transaction(trx => insertRows(trx, custShiptoProdPrice, prices as never, systemAuthor('bench')))
    }
  } finally {
    await db.destroy()
  }
}
