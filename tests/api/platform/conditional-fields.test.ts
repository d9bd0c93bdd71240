/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

type Row = Record<string, unknown> & { id: number }

const portal = portalOfFile(demoPortal)

/** Restricts one of the roles that a person holds. */
async function narrowed(loginId: string, role: string, scopeType: string, scopeRef: string) {
  const grants = portal.db('assign_roles').whereIn('userId', portal.db('user').where({ loginId }).select('id'))
  const mine = await grants.whereIn('roleId', portal.db('role').where('code', role).select('id')).pluck('id')
  await portal.db('assign_roles').whereIn('id', mine).update({ scopeType, scopeRef })
}

describe('a CSC agent of one SBU who also holds the dispatch role for every plant', () => {
  let who: ApiClient
  /** Orders of their SBU, and others that they read only because of the plant. */
  let served: Row[]
  let shipped: Row[]
  beforeAll(async () => {
    const agent = await portal.db('user').where('loginId', 'csc_agent').first('employeeId')
    const plant = await portal.db('plant').orderBy('id').first('id')
    const sbus: Row[] = await portal
      .db('sbu')
      .whereIn('id', portal.db('sbu_employee_map').where({ employeeId: agent.employeeId }).select('sbuId'))
      .orderBy('id')
    const { code, id } = sbus[0] as Row & { code: string }
    const other = await portal.db('sbu').whereNot({ id }).orderBy('id').first('id')
    for (const [sbuId, grossValue] of [
      [id, 500_00],
      [id, 100_00],
      [other.id, 900_00],
      [other.id, 200_00],
    ]) {
      const given = { sbuId, grossValue, status: 'CONFIRMED', creditExposure: 70_00 }
      // The list of items shows the last months unless filtered otherwise.
      const made = await exampleRow(portal.db, order, { ...given, orderDate: today() })
      await exampleRow(portal.db, orderLine, { orderId: made.id, lineNo: 1, plantId: plant.id, netPrice: 10_00 })
    }
    who = await personWith(portal, ['CSC_AGENT', 'DISPATCH'], { loginId: 'two-desks', employeeId: agent.employeeId })
    await narrowed('two-desks', 'CSC_AGENT', 'SBU', code)
    const { data } = (await who.get('/api/orders?$limit=500')).body
    served = data.filter((row: Row) => row.sbuId === id)
    shipped = data.filter((row: Row) => row.sbuId !== id)
    expect([served.length, shipped.length]).toEqual([2, 2])
  })

  it('reads amounts and credit of the orders of their SBU, and not of the others', () => {
    for (const row of served) expect(Object.keys(row)).toEqual(expect.arrayContaining(['grossValue', 'creditExposure']))
    for (const row of shipped)
      for (const name of ['grossValue', 'taxableValue', 'creditExposure', 'internalNote'])
        expect(row).not.toHaveProperty(name)
  })

  it('reads an order by itself, its lines, its history and the list of items in the same way', async () => {
    for (const [row, seen] of [
      [served[0]!, true],
      [shipped[0]!, false],
    ] as const) {
      expect('grossValue' in (await who.get(`/api/orders/${row.id}`)).body).toBe(seen)
      const lines: Row[] = (await who.get(`/api/order-lines?orderId=${row.id}`)).body.data
      const items: Row[] = (await who.get(`/api/orders/item-wise-order?orderId=${row.id}`)).body.data
      expect([lines.length, items.length]).toEqual([1, 1])
      for (const line of [...lines, ...items]) expect('netPrice' in line).toBe(seen)
      const changes = (await who.get(`/api/history?resource=orders&rowId=${row.id}`)).body.data
      for (const { after } of changes) expect(after === null || 'grossValue' in after).toBe(after === null || seen)
    }
  })

  it('exports the items of their SBU with prices, and no others: the dispatch role exports nothing', async () => {
    const { body } = await who.get('/api/export/orders/item-wise-order?format=csv&columns=orderNo,netPrice')
    const lines: string[] = body.trim().split('\r\n').slice(1)
    expect(lines.sort()).toEqual(served.map(({ orderNo }) => `${orderNo},10.00`).sort())
  })

  it('sorts and searches by amounts only among the orders whose amounts they read', async () => {
    const ids = (rows: Row[]) => rows.map(({ id }) => id).sort()
    for (const asked of ['$sort[grossValue]=-1', 'grossValue[$gte]=0', '$or[0][grossValue][$gte]=0&$or[1][id][$gt]=0'])
      expect(ids((await who.get(`/api/orders?$limit=500&${asked}`)).body.data)).toEqual(ids(served))
  })

  it('totals, as a sales executive, the credit limits of their own customers only', async () => {
    const { employeeId } = await portal.db('user').where('loginId', 'asha').first('employeeId')
    const sells = await personWith(portal, ['SALES_REP', 'DISPATCH'], { employeeId })
    const { data, total, totals } = (await sells.get('/api/access-control/customer?$limit=500&$totals=true')).body
    const known = data.filter((row: Row) => 'creditLimit' in row)
    expect([total > known.length, known.length > 0]).toEqual([true, true])
    expect(totals.creditLimit).toBe(known.reduce((sum: number, row: Row) => sum + Number(row.creditLimit), 0))
  })
})

describe('an administrator who maintains the master data of one plant', () => {
  it('reads and changes the PAN of the CnF of that plant, and of no other', async () => {
    const [here, there] = await portal.db('cnf').orderBy('id')
    const { code } = await portal.db('plant').where('id', here.plantId).first('code')
    const who = await personWith(portal, ['MASTER_ADMIN', 'AUDITOR'], { loginId: 'one-plant' })
    await narrowed('one-plant', 'MASTER_ADMIN', 'PLANT', code)
    const at = (id: number) => `/api/access-control/cnf/${id}`
    const mask = `${there.pan.slice(0, 5)}****${there.pan.slice(-1)}`
    expect((await who.get(at(here.id))).body.pan).toBe(here.pan)
    expect((await who.get(at(there.id))).body.pan).toBe(mask)

    const own = await who.patch(at(here.id), { pan: here.pan, rowVersion: here.rowVersion })
    expect([own.status, own.body.pan]).toEqual([200, here.pan])
    const other = await who.patch(at(there.id), { pan: here.pan, rowVersion: there.rowVersion })
    expect(other.status).toBe(403)
    expect((await portal.db('cnf').where('id', there.id).first()).pan).toBe(there.pan)

    const bulk = { ids: [here.id, there.id], expected: 2, change: { pan: 'AAACD1234F' }, preview: true }
    const { failures } = (await who.post('/api/access-control/cnf/bulk', bulk)).body
    const refused = failures.filter(({ errors }: { errors: { code: string }[] }) => errors[0]?.code === 'FORBIDDEN')
    expect(refused.map(({ id }: Row) => id)).toEqual([there.id])
  })
})
