import { describe, expect, it } from 'vitest'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person(at => personWith(at, ['MASTER_ADMIN', 'SYS_ADMIN']))

const CUSTOMERS = '/api/access-control/customer'
const sum = (rows: { creditLimit: number }[]) => rows.reduce((total, row) => total + Number(row.creditLimit), 0)

describe('totals of a list', () => {
  it('add up all filtered rows, not only those of the page', async () => {
    const rows = await portal.db('customer').select('creditLimit', 'isActive', 'name')
    const { body } = await keeper.get(`${CUSTOMERS}?$limit=1&$totals=true`)
    expect(body).toMatchObject({ total: rows.length, totals: { creditLimit: sum(rows) } })
    expect(body.data).toHaveLength(1)
    const some = rows.filter(({ name }) => String(name).toLowerCase().includes('pharma'))
    expect(some.length).toBeGreaterThan(0)
    const asked = await keeper.get(`${CUSTOMERS}?$limit=0&$totals=true&name[$contains]=pharma`)
    expect(asked.body).toMatchObject({ total: some.length, totals: { creditLimit: sum(some) }, data: [] })
  })

  it('are zero when no row matches, and absent unless requested', async () => {
    const { body } = await keeper.get(`${CUSTOMERS}?$totals=true&name=nobody`)
    expect(body).toMatchObject({ total: 0, totals: { creditLimit: 0 } })
    expect((await keeper.get(CUSTOMERS)).body).not.toHaveProperty('totals')
  })

  it('are those of the rows a person may see', async () => {
    const rep = await portal.as('sales_rep')
    const mine = (await rep.get(`${CUSTOMERS}?$limit=500`)).body.data
    const { body } = await rep.get(`${CUSTOMERS}?$limit=0&$totals=true`)
    expect(body).toMatchObject({ total: mine.length, totals: { creditLimit: sum(mine) } })
  })

  it('omit a column that is hidden from the person', async () => {
    const desk = await personWith(portal, ['DISPATCH'])
    const { status, body } = await desk.get(`${CUSTOMERS}?$limit=0&$totals=true`)
    expect([status, body.totals?.creditLimit]).toEqual([200, undefined])
  })
})
