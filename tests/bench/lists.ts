import type { Knex } from 'knex'
import { columnsReadBy } from '../../api/derive/conditions.ts'
import { findPage } from '../../api/derive/find.ts'
import { readQuery } from '../../api/derive/query.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { readPerson } from '../../api/platform/person.ts'
import { products } from '../../resources/masters/products.ts'
import { atMost, type Figure, median } from './figure.ts'
import type { Bench } from './run.ts'

const ASKED = { isActive: 'true', $sort: { name: '1' }, $limit: '25' }
const TIMES = 300

/** What a list costs besides: its queries, and its rights, by the same list for a person and for the product itself. */
export async function measureLists({ databases }: Bench): Promise<Figure[]> {
  const db = openDatabase(databases.ours)
  try {
    const { id } = await db('user').where({ loginId: 'master_admin' }).first('id')
    const person = (await readPerson(db, id))!
    let queries = 0
    const count = () => {
      queries += 1
    }
    db.on('query', count)
    await listed(db, person)
    db.off('query', count)
    const spent = { free: [] as number[], ruled: [] as number[] }
    for (let time = 0; time < TIMES; time++) {
      spent.free.push(await took(() => listed(db, undefined)))
      spent.ruled.push(await took(() => listed(db, person)))
    }
    const cost = (median(spent.ruled) / median(spent.free) - 1) * 100
    return [
      atMost('queries of a list with reference texts', queries, 3, 'queries'),
      atMost('rights of a list', Math.max(cost, 0), 15, '%'),
    ]
  } finally {
    await db.destroy()
  }
}

type Asker = Parameters<typeof columnsReadBy>[0]

const listed = (db: Knex, person: Asker) =>
  findPage(db, products, readQuery(products, ASKED, columnsReadBy(person, products)), person)

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
