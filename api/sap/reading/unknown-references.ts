import type { Knex } from 'knex'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { countLeftOut, leaveOut, leftOutFor, noteAsked } from './known-rows.ts'
import type { SapRowError } from './pull.ts'
import type { RunErrors } from './run-errors.ts'

type SapObject = SapSyncRun['object']

/** What became of a customer, plant or product that SAP was asked for by its code. */
export type Answered = { is: 'READ' | 'NOT_OURS' } | { is: 'WAITS'; why: string }

/** Reads what the portal does not know from SAP by its code, and saves it; null for what cannot be read this way. */
export type ReadMissing = (object: SapObject, code: string) => Promise<Answered | null>

/** Remembers for what rows go on waiting, so that the next reading asks for just that. */
export async function noteLacking(db: Knex, object: SapObject, failed: readonly (Lacking & { number: string })[]) {
  for (const { number, waitsFor, missing } of failed)
    if (waitsFor && waitsFor in names && missing)
      await leaveOut(db, object, { sapKey: number, reason: `${waitsFor} ${missing}`, runId: null })
}

/** Asks for what rows that waited still lack, each code once: says whether anything came, so that they are tried again. */
export function askerFor(read: ReadMissing | undefined): (lacking: readonly Lacking[]) => Promise<boolean> {
  const asked = new Set<string>()
  return async lacking => {
    let came = false
    for (const { waitsFor, missing } of lacking) {
      const name = `${waitsFor} ${missing}`
      if (!read || !waitsFor || !(waitsFor in names) || !missing || asked.has(name)) continue
      asked.add(name)
      if ((await read(waitsFor, missing))?.is === 'READ') came = true
    }
    return came
  }
}

/** Tries what waited for an object that was read, of whichever reader; recorded where anything could be saved. */
export type RetryWaiting = (object: SapObject) => Promise<void>

/** What a row or document waits for, with the code in SAP. */
export type Lacking = Pick<SapRowError, 'waitsFor' | 'missing'>

type Settled = 'AGAIN' | 'LEFT_OUT' | 'TOLD' | 'UNASKED'

/** What can be read at once, and its name in sentences. */
const names: Partial<Record<SapObject, string>> = {
  CUSTOMER: 'Customer',
  SHIP_TO: 'The ship-tos of customer',
  PLANT: 'Plant',
  PRODUCT: 'Product',
}

/** How many of those that were not ours a run asks for again; the next ones ask for the others. */
const MOST_ASKED_AGAIN = 50
/** How often documents that waited are tried again, for one may lack several things one after the other. */
const MOST_TRIES = 10

/**
 * The references of one run that the portal does not know: each is asked for once, at once. What is not ours makes one line,
 * however many documents name it; these are remembered, and wait until it is.
 */
export function unknownReferences(
  db: Knex,
  read: ReadMissing | undefined,
  { object, id }: Pick<SapSyncRun, 'object' | 'id'>,
  { errors, counts }: { errors: RunErrors; counts: Pick<SapSyncRun, 'rowsSkipped'> },
) {
  const answers = new Map<string, Answered | null>()
  const tried = new Set<string>()
  const foreign = new Set<string>()
  const waiting = new Map<string, { why: string; count: number }>()

  async function answerOf(wanted: SapObject, code: string): Promise<Answered | null> {
    const name = `${wanted} ${code}`
    if (!answers.has(name)) answers.set(name, (await read?.(wanted, code)) ?? null)
    return answers.get(name)!
  }

  /** Asks for what a document lacks. AGAIN where it may be saved now; TOLD where one line tells of all that wait for it. */
  async function settle(sapKey: string, lacking: readonly Lacking[]): Promise<Settled> {
    let settled: Settled = 'UNASKED'
    for (const { waitsFor, missing } of lacking) {
      if (waitsFor === null || missing === null) return 'UNASKED'
      const name = `${waitsFor} ${missing}`
      const answer = await answerOf(waitsFor, missing)
      if (answer === null) return 'UNASKED'
      if (answer.is === 'NOT_OURS') {
        foreign.add(name)
        await leaveOut(db, object, { sapKey, reason: name, runId: id })
        counts.rowsSkipped++
        return 'LEFT_OUT'
      }
      if (answer.is === 'WAITS') {
        waiting.set(name, { why: answer.why, count: (waiting.get(name)?.count ?? 0) + 1 })
        return 'TOLD'
      }
      if (!tried.has(`${sapKey} ${name}`)) settled = 'AGAIN'
      tried.add(`${sapKey} ${name}`)
    }
    return settled
  }

  /**
   * Asks again for what was not ours when earlier readings met it, and has what waited for it, or for what this run has
   * read, tried again; that may lack the next thing.
   */
  async function bringBack(retry: RetryWaiting | undefined) {
    const retried = new Set<string>()
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await askAgain()
      const came = [...answers].flatMap(([name, answer]) => (answer?.is === 'READ' && !retried.has(name) ? name : []))
      if (came.length === 0 || !retry) return
      for (const name of came) retried.add(name)
      for (const one of new Set(came.map(objectIn))) await retry(one)
    }
  }

  async function askAgain() {
    if (!read) return
    for (const name of await leftOutFor(db, object, MOST_ASKED_AGAIN)) {
      if (answers.has(name)) continue
      await answerOf(objectIn(name), codeIn(name))
      await noteAsked(db, object, { reason: name, runId: id })
    }
  }

  /** Adds the lines. */
  async function close(): Promise<void> {
    for (const name of foreign) {
      const count = await countLeftOut(db, object, name)
      if (count === 0) continue
      errors.note({
        number: codeIn(name),
        column: null,
        code: 'NOT_OURS',
        message: `${said(name)} is not ours: ${documents(count)} left out`,
      })
    }
    for (const [name, { why, count }] of waiting)
      await errors.add({
        number: codeIn(name),
        column: null,
        code: 'UNKNOWN_REF',
        message: `${said(name)} cannot be taken, ${documents(count)} wait for it: ${why}`,
      })
  }

  return { settle, bringBack, close }
}

export type UnknownReferences = ReturnType<typeof unknownReferences>

const documents = (count: number) => `${count} ${count === 1 ? 'document' : 'documents'}`
const objectIn = (name: string) => name.slice(0, name.indexOf(' ')) as SapObject
const codeIn = (name: string) => name.slice(name.indexOf(' ') + 1)
const said = (name: string) => `${names[objectIn(name)] ?? name} ${codeIn(name)}`
