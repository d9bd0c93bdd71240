import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderMessage } from '../../../api/orders/sap/order-message.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { salesOrderBody } from '../../../api/sap/sending/sales-order-message.ts'
import { instantOf } from '../../../resources/define/dates.ts'
import {
  exampleCustomer,
  exampleOrderInput,
  idempotencyHeader,
  submittedOrder,
} from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

// Masters that orders read, where no other test covers the effect.

const portal = portalOfFile(demoPortal)
let asha: ApiClient
let customerId: number

beforeAll(async () => {
  asha = await portal.as('asha')
  customerId = (await exampleCustomer(portal)).id
})
afterAll(() => setClock(null))

it('material groups and the pricing group of a product go to SAP with its line', async () => {
  const order = await submittedOrder(portal, asha)
  const product = await portal.db('products').where({ code: 'LS-1001' }).first()
  const codeOf = async (table: string, id: number | null) =>
    id === null ? undefined : (await portal.db(table).where({ id }).first('code')).code
  const body = salesOrderBody(await orderMessage(portal.db, order.id)) as {
    to_Item: { results: Record<string, unknown>[] }
  }
  const item = body.to_Item.results[0]!
  const groups = [product.mvgr1Id, product.mvgr2Id, product.mvgr3Id, product.mvgr4Id, product.mvgr5Id]
  expect(groups.some(id => id !== null)).toBe(true)
  for (const [index, id] of groups.entries())
    expect(item[`AdditionalMaterialGroup${index + 1}`]).toBe(await codeOf('mvgr', id))
  expect(item.MaterialPricingGroup).toBe(await codeOf('material_pricing_group', product.materialPricingGroupId))
})

describe('the sales group of an order', () => {
  const drafted = async () =>
    (await asha.post('/api/orders', await exampleOrderInput(portal, asha), idempotencyHeader())).body
  const account = () =>
    portal
      .db('customer_department_map')
      .join('department', 'department.id', 'customer_department_map.departmentId')
      .join('sbu', 'sbu.id', 'department.sbuId')
      .where({ customerId, 'sbu.code': 'LS' })
      .first('customer_department_map.id', 'customer_department_map.salesGroupId', 'sbu.id as sbuId')

  it('is that of the account, else the first of the SBU in the zone of the ship-to', async () => {
    const kept = await account()
    const any = await portal.db('sales_group').where({ sbuId: kept.sbuId, isActive: 1 }).orderBy('code', 'desc').first()
    await portal.db('customer_department_map').where({ id: kept.id }).update({ salesGroupId: any.id })
    expect((await drafted()).salesGroupId).toBe(any.id)
    await portal.db('customer_department_map').where({ id: kept.id }).update({ salesGroupId: null })
    const order = await drafted()
    const { zoneId } = await portal
      .db('ship_to')
      .join('state_city', 'state_city.id', 'ship_to.cityId')
      .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
      .where('ship_to.id', order.shipToId)
      .first('zone_area.zoneId')
    const first = await portal
      .db('sales_group')
      .where({ sbuId: kept.sbuId, zoneId, isActive: 1 })
      .orderBy('code')
      .first()
    expect(order.salesGroupId).toBe(first?.id ?? null)
    await portal.db('customer_department_map').where({ id: kept.id }).update({ salesGroupId: kept.salesGroupId })
  })
})

it('a sales person sees their own discount limit while ordering', async () => {
  const { body } = await asha.get(`/api/order-context?customerId=${customerId}`)
  expect(body.ownDiscountLimit).toBe(500)
  expect((await (await portal.as('csc_agent')).get(`/api/order-context?customerId=${customerId}`)).body).toMatchObject({
    ownDiscountLimit: null,
  })
})

it('an order after the cut-off of its CnF is promised from the next working day on', async () => {
  const monday = '2026-11-23'
  const order = { ...(await exampleOrderInput(portal, asha)), requestedDeliveryDate: monday }
  const promised = async (time: string) => {
    setClock(instantOf(monday, time))
    // The session expired, for the clock moved to another day.
    const { body } = await (await portal.as('asha')).post('/api/quotes', order)
    return body.lines[0].promiseDate as string
  }
  await portal.db('cnf').update({ orderCutoffTime: '11:00' })
  const [before, after] = [await promised('10:59'), await promised('11:00')]
  await portal.db('cnf').update({ orderCutoffTime: '18:30' })
  const open = await promised('15:30')
  await portal.db('cnf').update({ orderCutoffTime: '15:00' })
  setClock(null)
  asha = await portal.as('asha')
  expect(after > before).toBe(true)
  expect(open).toBe(before)
})

it('products of an SBU in which the customer has no department are not offered', async () => {
  const codes = async () =>
    (await asha.get(`/api/order-products?customerId=${customerId}&q=PS-20`)).body.map(
      ({ code }: { code: string }) => code,
    )
  expect((await codes()).length).toBeGreaterThan(0)
  const ofPs = portal
    .db('department')
    .join('sbu', 'sbu.id', 'department.sbuId')
    .where('sbu.code', 'PS')
    .select('department.id')
  const rows = () => portal.db('customer_department_map').where({ customerId }).whereIn('departmentId', ofPs.clone())
  const ids: number[] = await rows().where('isActive', 1).pluck('id')
  await portal.db('customer_department_map').whereIn('id', ids).update({ isActive: 0 })
  expect(await codes()).toEqual([])
  await portal.db('customer_department_map').whereIn('id', ids).update({ isActive: 1 })
})
