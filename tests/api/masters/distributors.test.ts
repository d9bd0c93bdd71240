/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const arjun = portal.person('sales_rep')
/** An order for the Deccan Institute, whose solvents are sold through Coromandel. */
let buyer: ApiClient
let dealer: ApiClient
const id = { institute: 0, coromandel: 0 }

const CART = [
  ['LS-1302', 6, 0],
  ['LS-1101', 4, 0],
] as const

beforeAll(async () => {
  const idOf = async (code: string) => (await portal.db('customer').where({ code }).first('id')).id as number
  id.institute = await idOf('100104')
  id.coromandel = await idOf('100202')
  buyer = await personWith(portal, ['CUSTOMER'], { customerId: id.institute })
  dealer = await personWith(portal, ['DISTRIBUTOR'], { customerId: id.coromandel })
})

const cart = (who: ApiClient, lines: Parameters<typeof orderInputFor>[3] = CART) =>
  orderInputFor(portal, who, { id: id.institute }, lines)
const quoted = async (who: ApiClient, lines?: Parameters<typeof orderInputFor>[3]) =>
  (await who.post('/api/quotes', await cart(who, lines))).body
const AMOUNTS = ['listPrice', 'netPrice', 'discountPct', 'netValue', 'taxableValue', 'igst', 'grossValue']

describe('a line sold through a distributor', () => {
  it('is priced, taxed and billed to the distributor, and delivered to the customer', async () => {
    const { lines, orders } = await quoted(arjun)
    expect(lines[0]).toMatchObject({ soldVia: null, listPrice: 4_370_00 })
    expect(lines[1]).toMatchObject({
      soldVia: '100202 · Coromandel Lab Supplies Pvt Ltd',
      listPrice: 3_950_00,
      netPrice: 3_831_50,
      cgst: 0,
      sourceRule: 'CW_SHORTAGE',
    })
    expect(lines[1].priceTrace.steps[0]).toMatchObject({ step: 'R1', verdict: 'won' })
    expect(orders.map(({ soldVia, lines }: RowValues) => [soldVia, lines])).toEqual([
      [null, 1],
      ['100202 · Coromandel Lab Supplies Pvt Ltd', 1],
    ])
  })

  it('is shown to the customer without the distributor’s amounts', async () => {
    const { lines, orders, totals } = await quoted(buyer)
    expect(lines[0]).toMatchObject({ netPrice: expect.any(Number) })
    for (const name of AMOUNTS) expect(lines[1], name).not.toHaveProperty(name)
    expect(lines[1]).toMatchObject({ plant: expect.any(String), promiseDate: expect.any(String) })
    expect(orders[1].totals).toBeNull()
    expect(totals.grossValue).toBe(orders[0].totals.grossValue)
    expect((await quoted(buyer, [['LS-1101', 4, 0]])).totals).toBeNull()
  })

  it('is checked against the distributor: a block in SAP stops the line', async () => {
    await portal.db('customer').where({ id: id.coromandel }).update({ sapOrderBlock: '01' })
    const { faults } = await quoted(arjun)
    await portal.db('customer').where({ id: id.coromandel }).update({ sapOrderBlock: null })
    expect(faults.map(({ code }: RowValues) => code)).toContain('SAP_ORDER_BLOCK')
    expect((await quoted(arjun, [['LS-1302', 6, 0]])).faults).toEqual([])
  })

  it('is not sold directly when the product is exclusive to an inactive distributor', async () => {
    const drop = (isActive: number) => portal.db('customer').where({ id: id.coromandel }).update({ isActive })
    await drop(0)
    const alone = await quoted(arjun, [['LS-1402', 4, 0]])
    const others = await quoted(arjun, [['LS-1101', 4, 0]])
    await drop(1)
    expect(alone.faults).toMatchObject([
      {
        code: 'DISTRIBUTOR_EXCLUSIVE',
        field: 'lines[0].productId',
        message:
          'Line 10 (LS-1402) is sold to this customer only by 100202 Coromandel Lab Supplies Pvt Ltd, who is no longer active: ask the master data desk to end the mapping, or remove the line',
      },
      { code: 'EUD_MISSING' },
    ])
    expect(others).toMatchObject({ faults: [], lines: [{ soldVia: null }] })
  })
})

describe('an order with direct and distributor lines', () => {
  let orderIds: number[]

  it('is a draft whose distributor amounts the customer does not see', async () => {
    const { status, body } = await buyer.post('/api/orders', await cart(buyer), idempotencyHeader())
    expect(status).toBe(201)
    for (const name of ['grossValue', 'taxableValue', 'listValue']) expect(body).not.toHaveProperty(name)
    const { body: lines } = await buyer.get(`/api/order-lines?orderId=${body.id}&$sort[lineNo]=1`)
    expect(lines.data[0]).toHaveProperty('netPrice')
    for (const name of AMOUNTS) expect(lines.data[1], name).not.toHaveProperty(name)
    // The distributor's price changes: neither shown to the customer, nor confirmed or found out by them.
    const ofDistributor = () =>
      portal.db('product_price').whereIn('productId', portal.db('products').where({ code: CART[1][0] }).select('id'))
    await ofDistributor().update({ listPrice: portal.db.raw('?? + 1000', ['listPrice']) })
    const sent = await takeStep(buyer, body.id, 'submit', { seenLines: [{}, { grossValue: 1 }] })
    await ofDistributor().update({ listPrice: portal.db.raw('?? - 1000', ['listPrice']) })
    expect([sent.status, sent.body.errors]).toEqual([201, undefined])
    orderIds = [body.id, ...sent.body.created.map((one: { id: number }) => one.id)]
  })

  it('is split at submit into an order billed to the customer and one billed to the distributor', async () => {
    const orders = await portal.db('order').whereIn('id', orderIds).orderBy('id')
    expect(
      orders.map(({ customerId, soldToId, billToId, payerId }) => [customerId, soldToId, billToId, payerId]),
    ).toEqual([
      [id.institute, id.institute, id.institute, id.institute],
      [id.institute, id.coromandel, id.coromandel, id.coromandel],
    ])
    const channels = await portal.db('channel').whereIn('code', ['12', '11']).orderBy('code', 'desc').pluck('id')
    expect(orders.map(({ channelId }) => channelId)).toEqual(channels)
  })

  it('is seen by both, and the amounts only by the payer', async () => {
    const [own, through] = orderIds as [number, number]
    const read = async (who: ApiClient, order: number) => (await who.get(`/api/orders/${order}`)).body
    expect(await read(buyer, own)).toHaveProperty('grossValue')
    expect(await read(buyer, through)).not.toHaveProperty('grossValue')
    expect(await read(dealer, through)).toHaveProperty('grossValue')
    expect((await dealer.get(`/api/orders/${own}`)).status).toBe(404)
  })

  it('does not reveal the amounts by sorting or filtering, nor when the payer column is left out', async () => {
    const through = orderIds[1]
    const ids = async (query: string) =>
      (await buyer.get(`/api/orders?${query}`)).body.data.map((row: { id: number }) => row.id)
    expect(await ids('$sort[id]=1')).toContain(through)
    for (const query of ['$sort[grossValue]=1', 'grossValue[$gt]=0', '$or[0][grossValue][$gt]=0&$or[1][id][$gt]=0'])
      expect(await ids(query), query).not.toContain(through)
    const { body: byAmount } = await buyer.get('/api/orders?$sort[grossValue]=-1&$limit=1')
    expect(byAmount.leftOut).toEqual({ rows: 1, columns: ['grossValue'] })
    expect((await buyer.get('/api/orders?$sort[id]=1')).body).not.toHaveProperty('leftOut')
    expect((await buyer.get(`/api/orders?$sort[grossValue]=1&id=${orderIds[0]}`)).body).not.toHaveProperty('leftOut')
    const chosen = await buyer.get(`/api/order-lines?orderId=${through}&$select[]=netPrice&$select[]=lineNo`)
    expect(chosen.body.data[0]).toHaveProperty('lineNo')
    expect(chosen.body.data[0]).not.toHaveProperty('netPrice')
    const named = await buyer.get(`/api/order-lines?orderId=${through}&netPrice[$gt]=0`)
    expect(named.body.total).toBe(0)
  })
})

describe('the catalogue of a distributor', () => {
  it('contains the mapped products, and every product for employees who order for the distributor', async () => {
    const codes = async (who: ApiClient, wanted: string[]) => {
      const { body } = await who.post('/api/order-products', { customerId: id.coromandel, codes: wanted })
      return body.map(({ code }: { code: string }) => code).sort()
    }
    const wanted = ['LS-1101', 'LS-1302', 'PS-2008']
    expect(await codes(dealer, wanted)).toEqual(['LS-1101', 'PS-2008'])
    expect(await codes(arjun, wanted)).toEqual(wanted)
    await portal.db('distributor_product_map').where({ distributorId: id.coromandel }).update({ isActive: 0 })
    expect(await codes(dealer, wanted)).toEqual(wanted)
    await portal.db('distributor_product_map').where({ distributorId: id.coromandel }).update({ isActive: 1 })
  })
})

describe('the head of a cluster', () => {
  it('sees the orders delivered in it within their SBUs, and not those of a city that belongs to another cluster', async () => {
    const employee = await portal.db('employee').where({ employeeCode: 'E1041' }).first('id')
    const head = await personWith(portal, ['SALES_MANAGER'], { employeeId: employee.id })
    const order = await orderInputFor(portal, arjun, { id: id.institute }, [['LS-1302', 6, 0]])
    const { body: placed } = await arjun.post('/api/orders', order, idempotencyHeader())
    const sees = async () => (await head.get(`/api/orders/${placed.id}`)).status
    expect(await sees()).toBe(404)
    const area = await portal.db('cluster_mapping').where({ clusterCode: 'LSSOUTH' }).first()
    const keep = (change: RowValues) => portal.db('cluster_mapping').where({ id: area.id }).update(change)
    await keep({ headEmployeeId: employee.id })
    expect(await sees()).toBe(200)
    expect((await head.get(`/api/order-lines?orderId=${placed.id}`)).body.total).toBe(1)
    const keeper = await portal.as('master_admin')
    const city = await portal.db('state_city').where({ name: 'Hyderabad' }).first('id')
    const { status } = await keeper.post('/api/masters/cluster-mapping', {
      clusterCode: 'HYD',
      clusterName: 'Hyderabad alone',
      sbuId: area.sbuId,
      zoneAreaId: area.zoneAreaId,
      cityId: city.id,
      headEmployeeId: area.headEmployeeId,
    })
    expect([status, await sees()]).toEqual([201, 404])
  })
})
