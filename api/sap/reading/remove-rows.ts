import { transact } from '../../platform/transact.ts'
import { mostThatMayEnd, whyGuarded } from './guard.ts'
import { forgetRows, keyNumber, knownKeys } from './known-rows.ts'
import type { Means, Progress } from './reading-run.ts'
import type { RowPull, SapItem, SaveHow } from './row-pull.ts'

const AT_ONCE = 100

/**
 * Ends what SAP no longer has, after everything was read; `ending` rows have ended already in this reading. Returns why
 * the guard stopped it, with nothing ended here; null when all is done.
 */
export async function removeRows<Item extends SapItem>(
  { db }: Pick<Means, 'db'>,
  pull: RowPull<Item>,
  {
    seen,
    known,
    ending,
    ...how
  }: Omit<SaveHow, 'refuse' | 'isFull'> & {
    seen: ReadonlySet<number>
    known: number
    ending: number
  },
  { counts, errors, tick }: Progress,
): Promise<string | null> {
  if (!pull.remove) return null
  const gone: string[] = []
  let counted = ending
  for await (const keys of knownKeys(db, pull.object)) {
    const missing = keys.filter(key => !seen.has(keyNumber(key)))
    const proven = missing.length > 0 ? await pull.provenGone?.(db, missing) : undefined
    gone.push(...missing)
    counted += missing.length - (proven?.size ?? 0)
    if (counted > mostThatMayEnd(known)) break
    await tick()
  }
  const stop = whyGuarded(counted, { seen: seen.size, known, title: `${pull.title}s` })
  if (stop !== null) return stop
  for (let start = 0; start < gone.length; start += AT_ONCE) {
    const keys = gone.slice(start, start + AT_ONCE)
    const refused: { key: string; column: string; code: string; message: string }[] = []
    counts.rowsUpdated += await transact(db, async trx => {
      refused.splice(0)
      const removed = await pull.remove!(trx, keys, {
        isFull: true,
        ...how,
        refuse: (key, { column, code, message }) => void refused.push({ key, column, code, message }),
      })
      const left = new Set(refused.map(({ key }) => key))
      await forgetRows(
        trx,
        pull.object,
        keys.filter(key => !left.has(key)),
      )
      return removed
    })
    await errors.add(...refused.map(({ key, ...reason }) => ({ number: key, ...reason })))
    await tick()
  }
  return null
}
