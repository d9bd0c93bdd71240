import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { SapFields } from '../http/fields.ts'
import type { SapItem } from './row-pull.ts'

type SapObject = string

/** What the portal remembers of a row of SAP: the digest of its last saved state, and whether it had ended. */
interface KnownRow {
  digest: string
  isEnded: boolean
}

const AT_ONCE = 500

/** A digest of an item and of the settings by which it is taken over: where both are the same, nothing is to be saved. */
export const digestOf = (item: SapItem, fields: SapFields): string =>
  shortHash(`${JSON.stringify(item)}${hashOfFields(fields)}`)

const shortHash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const hashes = new WeakMap<SapFields, string>()

/** Once for all items of a reading, which share the object. */
function hashOfFields(fields: SapFields): string {
  const hash = hashes.get(fields) ?? shortHash(JSON.stringify(fields))
  hashes.set(fields, hash)
  return hash
}

export async function knownRows(db: Knex, object: SapObject, keys: readonly string[]): Promise<Map<string, KnownRow>> {
  const rowsByKey = new Map<string, KnownRow>()
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const rows: { sapKey: string; digest: string; isEnded: number }[] = await db('sap_row')
      .where({ object })
      .whereIn('sapKey', keys.slice(start, start + AT_ONCE))
      .select('sapKey', 'digest', 'isEnded')
    for (const { sapKey, digest, isEnded } of rows) rowsByKey.set(sapKey, { digest, isEnded: Boolean(isEnded) })
  }
  return rowsByKey
}

/** A row of SAP as it is remembered: `OK`, saved with a fault or not at all for one, or left out, with why. */
export interface SeenRow {
  sapKey: string
  digest: string
  isEnded: boolean
  state?: 'OK' | 'SOFT_FAULT' | 'LEFT_OUT'
  reason?: string | null
  runId?: number | null
  /** Of one that is left out for its currency: that, and the code of the customer whose it is. */
  currency?: string | null
  buyer?: string | null
}

/** No digest of a row: the next reading saves it again. */
export const UNSAVED = ''

/** Remembers rows whichever way they were taken, so that the end of each is noticed; at most 500 in a call. */
export async function rememberRows(trx: Knex, object: SapObject, rows: readonly SeenRow[]): Promise<void> {
  if (rows.length === 0) return
  await trx('sap_row')
    .insert(
      rows.map(({ state = 'OK', reason = null, runId = null, currency = null, buyer = null, ...row }) => {
        return { object, ...row, state, reason: reason?.slice(0, 255) ?? null, runId, currency, buyer }
      }),
    )
    .onConflict(['object', 'sapKey'])
    .merge(['digest', 'isEnded', 'state', 'reason', 'runId', 'currency', 'buyer'])
}

/** Remembers a row that is left out, for `reason` names what is not ours. */
export const leaveOut = (db: Knex, object: SapObject, row: { sapKey: string; reason: string; runId: number | null }) =>
  rememberRows(db, object, [{ ...row, digest: UNSAVED, isEnded: false, state: 'LEFT_OUT' }])

/** How many rows are left out for one reason. */
export async function countLeftOut(db: Knex, object: SapObject, reason: string): Promise<number> {
  const counted = await db('sap_row').where({ object, state: 'LEFT_OUT', reason }).count({ rows: '*' }).first()
  return Number(counted?.rows ?? 0)
}

/** What rows are left out for, as not ours: those that were asked for longest ago, at most so many. */
export const leftOutFor = (db: Knex, object: SapObject, most: number): Promise<string[]> =>
  db('sap_row')
    .where({ object, state: 'LEFT_OUT', currency: null })
    .whereNotNull('reason')
    .groupBy('reason')
    .orderByRaw('min(??)', ['runId'])
    .orderBy('reason')
    .limit(most)
    .pluck('reason')

/** Notes that a run asked again for what rows are left out for. */
export async function noteAsked(db: Knex, object: SapObject, { reason, runId }: { reason: string; runId: number }) {
  await db('sap_row').where({ object, state: 'LEFT_OUT', reason }).update({ runId })
}

export async function forgetRows(trx: Knex, object: SapObject, keys: readonly string[]): Promise<void> {
  await trx('sap_row').where({ object }).whereIn('sapKey', keys).delete()
}

export async function countKnown(db: Knex, object: SapObject): Promise<number> {
  const counted = await db('sap_row').where({ object, isEnded: false }).count({ rows: '*' }).first()
  return Number(counted?.rows ?? 0)
}

/** The keys of all remembered rows that have not ended, in pages. */
export async function* knownKeys(db: Knex, object: SapObject): AsyncGenerator<string[]> {
  let after = ''
  for (;;) {
    const keys: string[] = await db('sap_row')
      .where({ object, isEnded: false })
      .where('sapKey', '>', after)
      .orderBy('sapKey')
      .limit(2000)
      .pluck('sapKey')
    if (keys.length === 0) return
    yield keys
    after = keys.at(-1)!
  }
}
