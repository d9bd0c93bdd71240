import { Unavailable } from '@feathersjs/errors'
import type { Knex } from 'knex'

/** A count of the facts that reports read, and the last documents that it has counted. */
interface FactsCount {
  version: number
  invoicesUpTo: number
  ordersUpTo: number
}

/** Milliseconds for which a database whose facts are counted is not asked again. */
const KNOWN_MS = 5_000
const countedUntil = new WeakMap<object, number>()

/** The count of facts that is not done; undefined once all are. */
export const countInProgress = (db: Knex): Promise<FactsCount | undefined> =>
  db('facts_counted').where('isDone', 0).first('version', 'invoicesUpTo', 'ordersUpTo')

/** Throws 503, and says how far that is, while the facts that reports read are counted after an upgrade. */
export async function requireFacts(db: Knex): Promise<void> {
  if (performance.now() < (countedUntil.get(db.client) ?? 0)) return
  const count = await countInProgress(db)
  if (!count) {
    countedUntil.set(db.client, performance.now() + KNOWN_MS)
    return
  }
  const done = await percentOf(db, count)
  const message = `Figures are being counted, ${done} % done: open the report again in some minutes`
  throw new Unavailable(message, { done, errors: [{ field: '', code: COUNTING, message }] })
}

const COUNTING = 'COUNTING'

/** How far the facts are counted, in percent, where that is why something was refused. */
export function percentCounted(error: unknown): number | undefined {
  const { data, errors } = error as { data?: { done: number }; errors?: { code: string }[] }
  return errors?.[0]?.code === COUNTING ? data?.done : undefined
}

async function percentOf(db: Knex, { invoicesUpTo, ordersUpTo }: FactsCount): Promise<number> {
  const share = async (table: string, upTo: number) => {
    const row = await db(table).max({ last: 'id' }).first()
    return Math.min(1, upTo / Number(row?.last || 1))
  }
  // An order takes some five times as long as an invoice.
  const parts = 0.15 * (await share('invoice', invoicesUpTo)) + 0.85 * (await share('order', ordersUpTo))
  return Math.min(99, Math.floor(100 * parts))
}
