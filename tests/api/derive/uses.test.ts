import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { employee } from '../../../resources/access-control/employee.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { department } from '../../../resources/masters/department.ts'
import { products } from '../../../resources/masters/products.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { masterEditor, personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
const keeper = portal.person(masterEditor)

const uses = (who: ApiClient, path: string, id: number) => who.get(`/api/uses?resource=${path}&rowId=${id}`)
const move = (who: ApiClient, rowId: number, to: unknown, more: object = {}) =>
  who.post('/api/uses', { resource: 'masters/department', rowId, to, deactivate: true, ...more })
const activeOf = async (id: number) => Boolean((await portal.db('department').where({ id }).first()).isActive)
const departmentsOf = async (ids: number[]) =>
  (await portal.db('employee').whereIn('id', ids).orderBy('id')).map(({ departmentId }) => departmentId)

describe('a row that others refer to', () => {
  it('lists the rows that refer to it, by table, field and count', async () => {
    const { id } = await exampleRow(portal.db, department)
    await exampleRow(portal.db, employee, { departmentId: id })
    await exampleRow(portal.db, employee, { departmentId: id })
    expect((await uses(keeper, 'masters/department', id)).body.data).toEqual([
      {
        resource: 'employee',
        path: 'access-control/employee',
        title: 'Employee',
        field: 'departmentId',
        label: 'Department',
        count: 2,
      },
    ])
    expect((await uses(keeper, 'masters/department', 999_999)).status).toBe(404)
    expect((await uses(keeper, 'orders', 1)).status).toBe(404)
    expect((await uses(portal.nobody, 'masters/department', id)).status).toBe(401)
  })

  it('is deactivated when another row replaces it everywhere, which the history records', async () => {
    const [old, next] = [await exampleRow(portal.db, department), await exampleRow(portal.db, department)]
    const people = [
      (await exampleRow(portal.db, employee, { departmentId: old.id })).id,
      (await exampleRow(portal.db, employee, { departmentId: old.id })).id,
    ]
    const { status, body } = await move(keeper, old.id, next.id, { why: 'Two desks became one' })
    expect([status, body]).toEqual([201, { moved: 2 }])
    expect(await departmentsOf(people)).toEqual([next.id, next.id])
    expect(await activeOf(old.id)).toBe(false)
    const entries = await portal.db('audit_entry').where({ entity: 'employee', entityId: people[0]!, action: 'UPDATE' })
    expect(entries.map(({ reason }) => reason)).toEqual(['Two desks became one'])
  })

  it('stays unchanged when one of its references cannot be moved', async () => {
    const [old, gone] = [await exampleRow(portal.db, department), await exampleRow(portal.db, department)]
    const person = await exampleRow(portal.db, employee, { departmentId: old.id })
    await portal.db('department').where({ id: gone.id }).update({ isActive: 0 })
    const refused = await move(keeper, old.id, gone.id)
    expect([refused.status, refused.body.errors[0].code]).toEqual([400, 'INACTIVE_REF'])
    const odd = await move(keeper, old.id, old.id)
    expect([odd.status, odd.body.errors[0].field]).toEqual([400, 'to'])
    expect((await move(keeper, old.id, 'another')).status).toBe(400)
    const desk = await personWith(portal, ['DISPATCH'])
    const { id } = await exampleRow(portal.db, department)
    expect((await move(desk, old.id, id)).status).toBe(403)
    expect(await departmentsOf([person.id])).toEqual([old.id])
    expect(await activeOf(old.id)).toBe(true)
  })

  it('cannot be replaced by a row that a rule refuses: an address of another customer, naming list and row', async () => {
    const [one, other] = [await exampleRow(portal.db, shipTo), await exampleRow(portal.db, shipTo)]
    const price = await keeper.get(`/api/uses?resource=access-control/ship-to&rowId=${one.id}`)
    expect(price.body.data).toEqual([])
    const product = await exampleRow(portal.db, products)
    const draft = {
      customerId: one.customerId,
      shipToId: one.id,
      productId: product.id,
      netPrice: 100_00,
      approvedRef: 'NOTE 1',
      validFrom: addDays(today(), 2),
    }
    expect((await keeper.post('/api/masters/cust-shipto-prod-price', draft)).status).toBe(201)
    const body = { resource: 'access-control/ship-to', rowId: one.id, to: other.id, deactivate: true }
    const { code: customerCode } = await portal
      .db('customer')
      .where('id', one.customerId as number)
      .first('code')
    const refused = await keeper.post('/api/uses', body)
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      400,
      `Customer ShipTo Product Wise Price, row ${customerCode} / ${one.code} / ${product.code}: Ship-to must be a row of Ship-to Addresses with the same Customer`,
    ])
  })
})
