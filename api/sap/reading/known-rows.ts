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

/** A number of 52 bits that stands for a key, so that a million keys fit into a few megabytes. */
export const keyNumber = (key: string): number =>
  Number(createHash('sha256').update(key).digest().readBigUInt64BE() >> 12n)

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

/** Remembers rows as they were saved; at most 500 in a call. */
export async function rememberRows(
  trx: Knex,
  object: SapObject,
  rows: readonly { sapKey: string; digest: string; isEnded: boolean }[],
): Promise<void> {
  if (rows.length === 0) return
  await trx('sap_row')
    .insert(rows.map(row => ({ object, ...row })))
    .onConflict(['object', 'sapKey'])
    .merge(['digest', 'isEnded'])
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
