import type { Knex } from 'knex'
import { isSqlite } from '../../../api/platform/database.ts'

/** Of the audit log: how many entries are written in one statement, and over how many days they lie. */
const AT_ONCE = 100_000
const DAYS = 1_095
const ENTITIES =
  'products,order,order-line,customer,agreed-price,ship-to,invoice,lr,complaint,coa,user,assign-roles,transporter,product-price,cust-shipto-prod-price,payment,import-job,approving-limits,zone-area,contract'.split(
    ',',
  )
/** How often each of a hundred entries is of an action; the rest are updates. */
const ACTIONS = { CREATE: 22, VIEW: 8, DOWNLOAD: 6, APPROVE: 5, EXPORT: 4, LOGIN: 4, REFUSED: 1 }
const SOURCES = ['UI', 'UI', 'UI', 'API', 'SAP', 'SYSTEM']
/** One in so many entries deactivates a row: rare, as an auditor looks for it. */
const RARE = 20_011

/** Fills the audit log up to this many entries: evenly over three years up to now, in the order of time. */
export async function fillAuditLog(db: Knex, entries: number): Promise<void> {
  const [{ known, last }] = (await db('audit_entry').count({ known: '*' }).max({ last: 'id' })) as [
    { known: number; last: number | null },
  ]
  const missing = entries - Number(known)
  if (missing <= 0) return
  const actors: number[] = await db('user').orderBy('id').pluck('id')
  await withoutIndexes(db, 'audit_entry', async () => {
    for (let from = 0; from < missing; from += AT_ONCE)
      await db.raw(
        insertion(db, { from, to: Math.min(from + AT_ONCE, missing), of: missing, last: Number(last), actors }),
      )
  })
}

interface Part {
  from: number
  to: number
  of: number
  last: number
  actors: readonly number[]
}

function insertion(db: Knex, { from, to, of, last, actors }: Part): string {
  const seconds = `cast(i * ${DAYS * 86_400}.0 / ${of} as ${isSqlite(db) ? 'integer' : 'signed'}) - ${DAYS * 86_400}`
  const at = isSqlite(db)
    ? `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (${seconds}) || ' seconds')`
    : `date_format(utc_timestamp() + interval (${seconds}) second, '%Y-%m-%dT%H:%i:%s.000Z')`
  const key = isSqlite(db) ? `'K-' || (i * 7919 % 500000)` : `concat('K-', i * 7919 % 500000)`
  const request = isSqlite(db) ? `'bench-' || (i / 3)` : `concat('bench-', i div 3)`
  const action = `case when i % ${RARE} = 0 then 'DEACTIVATE' ${actionCases()} else 'UPDATE' end`
  // A skewed choice, since a few kinds of rows and a few people make most of the changes.
  const skewed = (list: readonly unknown[]) => pick(list, `(i * 31 % ${list.length}) * (i * 17 % 1009) / 1009`)
  return `insert into audit_entry (id, at, actorId, actorIp, action, entity, entityId, businessKey, beforeJson, afterJson, source, requestId, rowVersion, createdAt, updatedAt)
    select ${last + 1} + i, at, actorId, '10.0.0.7', action, entity, entityId, businessKey,
      case when action = 'UPDATE' then '{"maxOrderQty":5000}' end, '{"maxOrderQty":6000}', source, requestId, 1, at, at
    from (select i, ${at} as at, ${skewed(actors)} as actorId, ${action} as action, ${skewed(ENTITIES.map(name => `'${name}'`))} as entity,
      i * 7919 % 500000 as entityId, ${key} as businessKey, ${pick(
        SOURCES.map(name => `'${name}'`),
        'i * 7',
      )} as source, ${request} as requestId
      from (${numbers(from)}) as counted where i < ${to}) as made order by i`
}

/** A hundred thousand whole numbers from the first on, on both databases alike. */
function numbers(first: number): string {
  const digits = Array.from({ length: 10 }, (_, digit) => `select ${digit} as d`).join(' union all ')
  const tables = ['a', 'b', 'c', 'd', 'e']
  const sum = tables.map((name, place) => `${name}.d * ${10 ** place}`).join(' + ')
  return `select ${first} + ${sum} as i from ${tables.map(name => `(${digits}) as ${name}`).join(' cross join ')}`
}

function actionCases(): string {
  let below = 0
  return Object.entries(ACTIONS)
    .map(([name, share]) => {
      below += share
      return `when i * 37 % 100 < ${below} then '${name}'`
    })
    .join(' ')
}

const pick = (list: readonly unknown[], at: string) =>
  `case cast(${at} as signed) % ${list.length} ${list.map((value, n) => `when ${n} then ${value}`).join(' ')} end`

/** Runs the work while an SQLite table has no indexes but its keys, and makes them again: many rows are so written faster. */
export async function withoutIndexes(db: Knex, table: string, work: () => Promise<void>): Promise<void> {
  if (!isSqlite(db)) return work()
  const indexes: { name: string; sql: string }[] = await db('sqlite_master')
    .where({ type: 'index', tbl_name: table })
    .whereNotNull('sql')
    .select('name', 'sql')
  // Nothing of this file needs to survive a crash, and what is written once may take more memory.
  await db.raw('PRAGMA synchronous = OFF')
  await db.raw('PRAGMA cache_size = -512000')
  for (const { name } of indexes) await db.raw('drop index ??', [name])
  await work()
  for (const { sql } of indexes) await db.raw(sql)
}
