import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Knex } from 'knex'
import { keyTextColumns, uniqueConstraints } from '../../../api/derive/database-columns.ts'
import { encodeValue } from '../../../api/derive/row-codec.ts'
import { isSqlite } from '../../../api/platform/database.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { resourceNamed, resources } from '../../../resources/registry.ts'

/** A row with random values for its declared fields. */
export type WorldRow = Record<string, unknown> & { id: number }
/** The rows of every resource, by its name. */
export type RightsWorld = ReadonlyMap<string, readonly WorldRow[]>

/** The number of rows of each resource; their ids begin above those of migrations. */
export const ROWS_PER_RESOURCE = 20
export const FIRST_ID = 100_001
const ids = Array.from({ length: ROWS_PER_RESOURCE }, (_, n) => FIRST_ID + n)
/** One of the first few ids. The reader and half of all references use these, so that readers own more rows. */
export const frequentId = fc.constantFrom(...ids.slice(0, 4))

const days = ['2020-01-01', '2025-06-30', '2026-01-01', '2099-12-31', '9999-12-31']
const instants = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']

/** Random values of a kind, which need not satisfy the rules of the master: rights do not depend on those. */
function valuesOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'number':
      return fc.nat(999)
    case 'flag':
      return fc.boolean()
    case 'date':
      return fc.constantFrom(...days)
    case 'instant':
      return fc.constantFrom(...instants)
    case 'choice':
      return fc.constantFrom(...field.options!)
    case 'list':
      return fc.subarray([...field.options!])
    case 'json':
      return fc.constant({})
    case 'reference':
    case 'file':
      return fc.oneof(frequentId, fc.constantFrom(...ids))
    default:
      // Codes are stored in capitals; databases differ in comparing small letters.
      if (field.format === 'code') return fc.stringMatching(/^[A-Z0-9]{1,2}$/)
      return fc.string({ unit: 'grapheme-ascii', maxLength: Math.min(field.max!, 6) })
  }
}

function rowsOf(resource: Resource): fc.Arbitrary<WorldRow[]> {
  const values = Object.entries(resource.fields).map(([name, field]) => {
    const value = valuesOf(field)
    return [name, field.optional ? fc.option(value, { freq: 4 }) : value] as const
  })
  const row = fc.record({ ...Object.fromEntries(values), isActive: fc.boolean() })
  const own = uniqueConstraints(resource).map(columns => columns.find(name => resource.fields[name]?.kind !== 'choice'))
  return fc.tuple(...ids.map(() => row)).map(rows =>
    rows.map((made, n): WorldRow => {
      const unlike = own.flatMap(name =>
        name && name in made ? [[name, unlikeOthers(resource.fields[name]!, n)]] : [],
      )
      return { ...made, ...Object.fromEntries(unlike), id: ids[n]! }
    }),
  )
}

/** A different value for each row of a unique field. */
function unlikeOthers({ kind, max }: Field, n: number): unknown {
  if (kind === 'reference' || kind === 'file') return ids[(n * 7 + 3) % ROWS_PER_RESOURCE]
  if (kind === 'number') return n + 1
  if (kind === 'date') return `20${30 + n}-01-01`
  return (n + 36).toString(36).toUpperCase().slice(-max!)
}

/** Random rows of every resource, the same for the same seed; nobody has left, since they would have no rights to compare. */
export function randomWorld(seed: number): RightsWorld {
  const world = new Map(
    resources.map(resource => [resource.name, fc.sample(rowsOf(resource), { seed, numRuns: 1 })[0]!]),
  )
  for (const row of world.get('employee')!) Object.assign(row, { dateOfLeaving: null, isActive: true })
  return world
}

/** Writes the rows in one transaction, at the end of which all references exist. */
export async function writeWorld(db: Knex, world: RightsWorld) {
  await db.transaction(async trx => {
    await trx.raw(isSqlite(db) ? 'PRAGMA defer_foreign_keys = ON' : 'SET foreign_key_checks = 0')
    for (const [name, rows] of world) {
      const resource = resourceNamed(name)
      await trx(tableOf(resource)).insert(rows.map(row => columnsOf(resource, row)))
    }
    if (!isSqlite(db)) await trx.raw('SET foreign_key_checks = 1')
  })
}

function columnsOf(resource: Resource, { id, isActive, ...values }: WorldRow) {
  const at = instants[0]!
  return {
    id,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeValue(value)])),
    ...(resource.kind === 'master' && { isActive: encodeValue(isActive) }),
    ...Object.fromEntries(keyTextColumns(resource).map(name => [name, randomUUID()])),
    rowVersion: 1,
    createdAt: at,
    updatedAt: at,
  }
}
