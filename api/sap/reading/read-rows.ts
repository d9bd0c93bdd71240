import type { Knex } from 'knex'
import { sapObjectNames } from '../../../resources/platform/sap-objects.ts'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { transact } from '../../platform/transact.ts'
import { yieldToOthers } from '../../platform/yield-to-others.ts'
import { keyNumber } from '../http/entity-pages.ts'
import { landscapeFields } from '../http/fields.ts'
import { ListIncomplete } from './by-keys.ts'
import { mostThatMayEnd, whyGuarded } from './guard.ts'
import {
  countKnown,
  digestOf,
  forgetRows,
  knownKeys,
  knownRows,
  rememberRows,
  type SeenRow,
  UNSAVED,
} from './known-rows.ts'
import { unparkRows } from './pending-rows.ts'
import { type Means, type Progress, runReading } from './reading-run.ts'
import type { ForeignRow, ItemPage, RowPull, SapItem, SaveHow } from './row-pull.ts'
import { noteOthers } from './run-errors.ts'
import { rowSaver } from './save-items.ts'
import { type FailedDocument, watermarkOf } from './sync-run.ts'
import { unknownReferences } from './unknown-references.ts'
import { clockFault, overlapped, watermarkAfter } from './watermark.ts'

const AT_ONCE = 100

/**
 * Reads an object whose rows come in large numbers: what differs from the last reading is saved in short transactions,
 * and where everything was read, what SAP no longer has is ended.
 */
export async function readRows<Item extends SapItem>(
  means: Means,
  pull: RowPull<Item>,
  run: SapSyncRun,
): Promise<SapSyncRun> {
  const { db, sap } = means
  return runReading(means, run, async progress => {
    const fields = await landscapeFields(db)
    const isFull = run.mode === 'FULL'
    const mark = await watermarkOf(db, pull.object)
    const since = !isFull && pull.tellsChanges && mark !== null ? overlapped(mark) : null
    const knownCount = await countKnown(db, pull.object)
    const stored = knownCount + ((await pull.countOthers?.(db)) ?? 0)
    const seen = new Set<number>()
    const ending: Item[] = []
    const unknown = unknownReferences(db, means.readMissing, run, progress)
    const save = rowSaver(db, pull, { isFull, fields, run }, progress, unknown)
    let latest: string | null = null
    let isComplete = false
    let hasLost = false
    let others = 0
    for await (const page of pull.pages(sap, { since, code: null, fields })) {
      await progress.tick()
      await notePage(page, progress, pull.title)
      await rememberUnreadable(db, pull.object, page.unreadable, run.id)
      await rememberForeign(db, pull.object, page.foreign ?? [], run.id)
      others += page.others ?? 0
      if (page.missing) hasLost = true
      isComplete = page.missing === 0 && !hasLost
      for (const { key } of page.items) seen.add(keyNumber(key))
      for (const { number } of page.unreadable) seen.add(keyNumber(number))
      for (const { sapKey } of page.foreign ?? []) seen.add(keyNumber(sapKey))
      if (page.changedAt !== null && (latest === null || page.changedAt > latest)) latest = page.changedAt
      const changed = await changedItems(db, pull, page.items, { isFull, fields })
      for (const item of changed.filter(({ ends }) => ends)) ending.push(item.item)
      // As many as trip the guard are never needed.
      ending.splice(mostThatMayEnd(knownCount) + 1)
      await save(changed.filter(({ ends }) => !ends).map(({ item }) => item))
      await yieldToOthers()
    }
    const stop = whyGuarded(ending.length, {
      seen: since === null ? seen.size : 1,
      known: seen.size === 0 ? stored : knownCount,
      title: `${pull.title}s`,
    })
    if (stop !== null) return tripped(stop, mark)
    await save(ending)
    await unknown.bringBack(means.retryWaiting)
    await unknown.close()
    noteOthers(pull.title, others, progress.errors)
    if (since === null && isComplete) {
      const removal = await removeRows(
        means,
        pull,
        { seen, known: knownCount, ending: ending.length, fields, run },
        progress,
      )
      if (removal !== null) return tripped(removal, mark)
      progress.counts.rowsUpdated += (await pull.finish?.(db)) ?? 0
    }
    const clock = clockFault(latest)
    if (clock !== null) await progress.errors.add({ number: '', column: null, code: 'CLOCK', message: clock })
    // What got lost on the way may have changed before the latest change seen.
    if (hasLost) return { watermark: mark }
    return { watermark: watermarkAfter(pull.tellsChanges ? latest : run.startedAt, mark) }
  })
}

async function notePage(page: ItemPage<SapItem>, progress: Progress, title: string) {
  const { items, unreadable, skipped = 0, total, missing } = page
  progress.counts.rowsRead += items.length + unreadable.length + skipped
  progress.counts.rowsSkipped += skipped
  if (total !== null) progress.rowsTotal = total
  await progress.errors.add(...unreadable)
  if (!missing) return
  const message = `SAP counts ${total} rows (${title.toLowerCase()}) and gave ${missing} fewer: nothing is ended, read again`
  await progress.errors.add({ number: '', column: null, code: 'INCOMPLETE', message })
}

/** A row that cannot be read is one of SAP all the same: its end is noticed like that of any other. */
async function rememberUnreadable(db: Knex, object: string, unreadable: readonly FailedDocument[], runId: number) {
  const rows = unreadable.filter(({ number, code }) => number !== '' && code === 'UNREADABLE')
  const seen = rows.map(
    ({ number, message }): SeenRow => ({
      ...{ sapKey: number, digest: UNSAVED, isEnded: false },
      ...{ state: 'SOFT_FAULT', reason: message, runId },
    }),
  )
  for (let start = 0; start < seen.length; start += AT_ONCE)
    await rememberRows(db, object, seen.slice(start, start + AT_ONCE))
}

/** What is left out for its currency is told beside the balance of its customer, until SAP no longer has it. */
async function rememberForeign(db: Knex, object: string, foreign: readonly ForeignRow[], runId: number) {
  const seen = foreign.map((row): SeenRow => ({ ...row, digest: UNSAVED, isEnded: false, state: 'LEFT_OUT', runId }))
  for (let start = 0; start < seen.length; start += AT_ONCE)
    await rememberRows(db, object, seen.slice(start, start + AT_ONCE))
}

const tripped = (errorText: string, watermark: string | null): Partial<SapSyncRun> => ({
  status: 'FAILED',
  errorClass: 'GUARD_TRIPPED',
  errorText,
  watermark,
})

/** The items that differ from what was last saved, or all of a full reading; `ends` where one has newly ended. */
async function changedItems<Item extends SapItem>(
  db: Knex,
  pull: RowPull<Item>,
  items: readonly Item[],
  { isFull, fields }: { isFull: boolean; fields: Parameters<typeof digestOf>[1] },
): Promise<{ item: Item; ends: boolean }[]> {
  const rowsByKey = await knownRows(
    db,
    pull.object,
    items.map(({ key }) => key),
  )
  return items.flatMap(item => {
    const before = rowsByKey.get(item.key)
    if (!isFull && before?.digest === digestOf(item, fields)) return []
    return [{ item, ends: before !== undefined && !before.isEnded && (pull.ends?.(item) ?? false) }]
  })
}

/**
 * Ends what SAP no longer has, after everything was read; `ending` rows have ended already in this reading. Returns why
 * the guard stopped it, with nothing ended here; null when all is done.
 */
async function removeRows<Item extends SapItem>(
  { db, sap }: Pick<Means, 'db' | 'sap'>,
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
  const unproven: string[] = []
  let counted = ending
  for await (const keys of knownKeys(db, pull.object)) {
    const missing = keys.filter(key => !seen.has(keyNumber(key)))
    const proven = missing.length > 0 ? await pull.provenGone?.(db, missing) : undefined
    gone.push(...missing)
    unproven.push(...missing.filter(key => !proven?.has(key)))
    counted += missing.length - (proven?.size ?? 0)
    if (counted > mostThatMayEnd(known)) break
    await tick()
  }
  const stop = whyGuarded(counted, { seen: seen.size, known, title: `${pull.title}s` })
  if (stop !== null) return stop
  const there = unproven.length > 0 ? await pull.stillThere?.(sap, unproven, how.fields) : undefined
  if (there && there.size > 0)
    throw new ListIncomplete(seen.size, seen.size + there.size, sapObjectNames[pull.object].toLowerCase())
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
      const ended = keys.filter(key => !left.has(key))
      await forgetRows(trx, pull.object, ended)
      await unparkRows(trx, pull.object, ended)
      return removed
    })
    await errors.add(...refused.map(({ key, ...reason }) => ({ number: key, ...reason })))
    await tick()
  }
  return null
}
