import type { Knex } from 'knex'
import { findPage } from '../../api/derive/list/find.ts'
import { readQuery } from '../../api/derive/list/query.ts'
import { columnsReadBy } from '../../api/derive/rights/conditions.ts'
import { personOf, readPerson } from '../../api/derive/rights/read-person.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { products } from '../../resources/masters/products.ts'
import { grantsWithScopeIds } from '../support/grants.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure, median } from './figure.ts'

const ASKED = { isActive: 'true', $sort: { name: '1' }, $limit: '25' }
const TIMES = 300

/**
 * The cost of the queries and the rights of a list: the same list for a person and for the portal itself; for a
 * role restricted to one SBU the portal itself gets the SBU as a filter.
 */
export async function measureLists({ databases }: Bench): Promise<Figure[]> {
  const db = openDatabase(databases.ours)
  try {
    const login = await db('user').where({ loginId: 'master_admin' }).first()
    const person = (await readPerson(db, login.id))!
    const sbu = await db('sbu').where({ isActive: 1 }).orderBy('id').first('id', 'code')
    const narrowed = await personOf(
      db,
      login,
      await grantsWithScopeIds(db, [{ role: 'MASTER_ADMIN', scopeType: 'SBU', scopeRef: sbu.code }]),
    )
    let queries = 0
    const count = () => {
      queries += 1
    }
    db.on('query', count)
    await listed(db, person)
    db.off('query', count)
    const whole = await costOf(
      () => listed(db, undefined),
      () => listed(db, person),
    )
    const ofOneSbu = await costOf(
      () => listed(db, undefined, { sbuId: String(sbu.id) }),
      () => listed(db, narrowed),
    )
    return [
      atMost('queries of a list with reference texts', queries, 3, 'queries'),
      atMost('rights of a list', whole, 15, '%'),
      atMost('rights of a list, of a role held for one SBU alone', ofOneSbu, 15, '%'),
    ]
  } finally {
    await db.destroy()
  }
}

/** The overhead of rights on a list in percent: medians of both, measured alternately. */
async function costOf(free: () => Promise<unknown>, ruled: () => Promise<unknown>): Promise<number> {
  const spent = { free: [] as number[], ruled: [] as number[] }
  for (let time = 0; time < TIMES; time++) {
    spent.free.push(await took(free))
    spent.ruled.push(await took(ruled))
  }
  return Math.max((median(spent.ruled) / median(spent.free) - 1) * 100, 0)
}

type Asker = Parameters<typeof columnsReadBy>[0]

const listed = (db: Knex, person: Asker, more: Record<string, string> = {}) =>
  findPage(db, products, readQuery(products, { ...ASKED, ...more }, columnsReadBy(person, products)), person)

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
