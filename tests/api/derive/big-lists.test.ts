import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPage } from '../../../api/derive/list/find.ts'
import { readQuery } from '../../../api/derive/list/query.ts'
import { columnsReadBy } from '../../../api/derive/rights/conditions.ts'
import { today } from '../../../api/platform/clock.ts'
import { openDatabase } from '../../../api/platform/database.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { products } from '../../../resources/masters/products.ts'
import { fillProducts } from '../../bench/rows.ts'
import { seededDatabase } from '../../support/database.ts'
import { portalOn, type TestPortal } from '../../support/portal.ts'
import { statementsDuring } from '../../support/statements.ts'

/** More rows than the main thread looks through. */
const ROWS = 51_000
const SINCE = `${addDays(today(), -300)}T00:00:00.000Z`
const YEAR = `at[$gte]=${SINCE}`

describe.skipIf(process.env.TEST_DATABASE === 'mariadb')('Lists of big tables on SQLite', () => {
  let portal: TestPortal

  beforeAll(async () => {
    const database = await seededDatabase()
    await fillProducts(database.db, ROWS)
    portal = await portalOn(database)
  })
  afterAll(() => portal.close())

  it.each([
    ['products', 'masters/products', 'hsnCode=28007000&$sort[name]=1'],
    ['products', 'masters/products', 'hsnCode=28007000&$sort[name]=-1'],
    ['products', 'masters/products', 'sbuId=1'],
    ['products', 'masters/products', 'nidId=1'],
    ['products', 'masters/products', 'mvgr1Id=1'],
    ['products', 'masters/products', 'materialPricingGroupId=1'],
    ['customer', 'access-control/customer', 'channelId=1'],
    ['audit_entry', 'mis/audit-log-report', YEAR],
    ['audit_entry', 'mis/audit-log-report', `${YEAR}&entity=products`],
    ['audit_entry', 'mis/audit-log-report', `${YEAR}&action=EXPORT`],
    ['audit_entry', 'mis/audit-log-report', `${YEAR}&actorId=1`],
    ['audit_entry', 'audit-entries', 'entity=products'],
    ['audit_entry', 'audit-entries', ''],
    ['login_session', 'mis/login-logout-report', `loginAt[$gte]=${SINCE}`],
  ])('find a page of %s in an index, without a look through all or a sort: %s?%s', async (table, path, query) => {
    const person = await portal.as(path.startsWith('masters') || table === 'customer' ? 'master_admin' : 'auditor')
    const asked = await statementsDuring(portal.db, async headers => {
      const { status } = await person.get(`/api/${path}?${query}&$limit=25&$select[]=id`, headers)
      expect(status).toBe(200)
    })
    const pages = asked.filter(sql => sql.includes(`from \`${table}\``) && /order by/.test(sql))
    expect(pages).not.toEqual([])
    const database = new DatabaseSync(portal.databaseUrl.slice('sqlite:'.length), { readOnly: true })
    const plan = database.prepare(`explain query plan ${pages[0]}`).all() as { detail: string }[]
    database.close()
    const found = plan.map(({ detail }) => detail)
    if (query) expect(found.filter(detail => detail.startsWith(`SCAN ${table}`))).toEqual([])
    expect(found.filter(detail => detail.startsWith('USE TEMP B-TREE'))).toEqual([])
  })

  it.each([
    ['$sort[packSize]=-1', { $sort: { packSize: -1 } }],
    ['$sort[sbuId]=1&$skip=30000', { $sort: { sbuId: 1 }, $skip: 30_000 }],
    ['isDrug=true', { isDrug: true }],
    ['packSize[$contains]=50&$exact=true', { packSize: { $contains: '50' }, $exact: true }],
  ])('hold the same rows wherever they are read: %s', async (query, asked) => {
    const keeper = await portal.as('master_admin')
    const first = await aside(portal)
    const path = `/api/masters/products?${query}&$limit=25`
    const [one, two] = [await keeper.get(path), await keeper.get(path)]
    expect(await aside(portal)).toBeGreaterThan(first)
    const db = openDatabase(portal.databaseUrl)
    const here = await findPage(
      db,
      products,
      readQuery(products, { ...asked, $limit: 25 }, columnsReadBy(undefined, products)),
      undefined,
    )
    await db.destroy()
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
    expect(ids(one.body.data)).toEqual(ids(here.data))
    expect(two.body).toEqual(one.body)
    expect(one.body.total).toBe(here.total)
  })

  it('are exported whole, each row once and in the order of the list', async () => {
    const keeper = await portal.as('master_admin')
    const path = '/api/export/masters/products?format=csv&columns=code&$sort[packSize]=-1'
    const { body: asked } = await keeper.get(`${path}&check=true`)
    const { body } = await keeper.get(path)
    const codes = String(body).trim().split('\r\n').slice(1)
    const expected: string[] = await portal
      .db('products')
      .orderBy([
        { column: 'packSize', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .pluck('code')
    expect(asked).toEqual({ rows: expected.length })
    expect(expected.length).toBeGreaterThan(50_000)
    expect(codes).toEqual(expected)
  })

  it('tell an operator how long statements hold up everybody', async () => {
    const { body } = await portal.nobody.get('/api/metrics')
    expect(body).toMatch(/^bilty_sqlite_longest_statement_seconds [\d.e-]+$/m)
    expect(body).toMatch(/^bilty_sqlite_long_statements \d+$/m)
  })
})

/** How many selects the portal has read on a thread. */
async function aside({ nobody }: TestPortal): Promise<number> {
  const { body } = await nobody.get('/api/metrics')
  return Number(/^bilty_sqlite_statements_aside (\d+)$/m.exec(body)?.[1])
}
