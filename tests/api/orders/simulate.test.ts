/** @module-tag sql */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { updateRow } from '../../../api/derive/save/write.ts'
import { secondsFromNow, setClock, today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { productDiscount } from '../../../resources/masters/product-discount.ts'
import { exampleOrderInput, submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
let asha: ApiClient
let meena: ApiClient

beforeAll(async () => {
  ;[asha, meena] = (await Promise.all(['asha', 'meena'].map(login => portal.as(login)))) as [ApiClient, ApiClient]
})
afterEach(() => setClock(null))

const trial = async (more: Record<string, unknown> = {}) => {
  const {
    customerPoNo: _,
    customerPoDate: _date,
    poAttachmentId: _file,
    ...order
  } = await exampleOrderInput(portal, asha)
  return { orderDate: today(), placedBy: 'ME', ...order, ...more }
}

/** Tables that the portal writes by itself as it polls SAP every few seconds. */
const BY_ITSELF = ['sap_sync_run', 'job_lock']

/** The number of rows of every other table. */
async function rowCounts() {
  const tables: { name: string }[] = portal.databaseUrl.startsWith('mysql')
    ? (
        await portal.db.raw('select table_name as name from information_schema.tables where table_schema = database()')
      )[0]
    : await portal.db('sqlite_master').where('type', 'table').select('name')
  const counts: Record<string, number> = {}
  for (const { name } of tables.filter(({ name }) => !BY_ITSELF.includes(name)))
    counts[name] = Number((await portal.db(name).count({ n: '*' }))[0]!.n)
  return counts
}

describe('simulating an order', () => {
  it('gives the price, plant, promised day, tax and approvals that the order then gets, and writes nothing', async () => {
    const asked = await trial()
    const before = await rowCounts()
    const { status, body } = await asha.post('/api/simulations', asked)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(await rowCounts()).toEqual(before)
    const { body: quote } = await asha.post('/api/quotes', await exampleOrderInput(portal, asha))
    expect(body.lines).toEqual(quote.lines)
    expect(body.totals).toEqual(quote.totals)
    expect(body.faults).toEqual([])
    expect(body.approvals).toMatchObject([{ step: 'MY_APPROVAL', people: ['Meena Kulkarni'] }])
    expect(body.lines[0].priceTrace.steps.length).toBeGreaterThan(4)
    const order = await submittedOrder(portal, asha)
    expect(order.grossValue).toBe(body.totals.grossValue)
  })

  it('uses the masters of the given day: a price that begins tomorrow counts tomorrow', async () => {
    const { productId } = (await trial()).lines[0]!
    const price = await portal
      .db('product_price')
      .join('channel', 'channel.id', 'product_price.channelId')
      .where({ productId, 'channel.code': '11', 'product_price.isActive': 1 })
      .first('product_price.*')
    const from = addDays(today(), 30)
    const { id: _, naturalKey, ...rest } = price
    await portal
      .db('product_price')
      .where({ id: price.id })
      .update({ validTo: addDays(from, -1) })
    await portal.db('product_price').insert({
      ...rest,
      naturalKey: `${naturalKey}-later`,
      listPrice: price.listPrice * 2,
      validFrom: from,
      validTo: '9999-12-31',
    })
    const on = async (orderDate: string) =>
      (await asha.post('/api/simulations', await trial({ orderDate, requestedDeliveryDate: addDays(orderDate, 10) })))
        .body
    expect((await on(from)).lines[0].listPrice).toBe(2 * (await on(today())).lines[0].listPrice)
    const long = await on('2001-01-01')
    expect(long.lines[0].priceSource).toBeNull()
    expect(long.faults.map(({ code }: { code: string }) => code)).toContain('NO_PRICE')
  })

  it('answers for a past day with the master versions of that day, or on request with the current masters', async () => {
    const day = today()
    const asked = await trial()
    const { body: that } = await asha.post('/api/simulations', asked)
    expect(that.masters).toBe('NOW')
    setClock(secondsFromNow(2 * 86_400))
    const [seller, people] = (await Promise.all(['asha', 'sys_admin'].map(login => portal.as(login)))) as [
      ApiClient,
      ApiClient,
    ]
    const used = that.lines[0].priceTrace.steps.find(
      ({ step, verdict }: { step: string; verdict: string }) => step === 'D1' && verdict === 'won',
    ).row
    // People end a row that was in use, and that day keeps it: only the portal takes it back.
    const [discount] = await rowsOf(portal.db, productDiscount, rows => rows.where({ id: used.id }))
    await updateRow(portal.db, productDiscount, discount!, { isActive: false }, systemAuthor('test'))
    const meena = await portal.db('employee').where({ name: 'Meena Kulkarni' }).first('id', 'rowVersion')
    const renamed = await people.patch(`/api/access-control/employee/${meena.id}`, {
      name: 'Meena Rao',
      rowVersion: meena.rowVersion,
    })
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)

    const on = async (more: object) => {
      const { status, body } = await seller.post('/api/simulations', { ...asked, orderDate: day, ...more })
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    }
    const then = await on({})
    expect(then.masters).toBe('THEN')
    expect(then.lines[0].netPrice).toBe(that.lines[0].netPrice)
    expect(then.lines[0].priceTrace).toEqual(that.lines[0].priceTrace)
    expect(then.approvals).toEqual(that.approvals)
    const { rowVersion } = used
    expect(then.changedSince).toContainEqual({
      resource: 'product-discount',
      id: used.id,
      rowVersion,
      now: rowVersion + 1,
    })
    const now = await on({ masters: 'NOW' })
    expect(now.changedSince).toBeNull()
    expect(now.lines[0].netPrice).toBeGreaterThan(then.lines[0].netPrice)
    // Without the discount of that day no approval is needed.
    expect(now.approvals).toEqual([])
    expect((await portal.db('product_discount').where({ id: used.id }).first()).rowVersion).toBe(rowVersion + 1)
    // On that day the customer did not exist in the portal yet.
    expect((await on({ orderDate: '2001-01-01' })).masters).toBe('UNKNOWN')

    for (const [table, id, was] of [
      ['product_discount', used.id, { isActive: 1 }],
      ['employee', meena.id, { name: 'Meena Kulkarni' }],
    ] as const)
      await portal.db(table).where({ id }).update(was)
  })

  it('routes to the managers of the person who would place the order', async () => {
    const people = async (who: ApiClient, placedBy: string) =>
      (await who.post('/api/simulations', await trial({ placedBy }))).body.approvals.flatMap(
        ({ people }: { people: string[] }) => people,
      )
    // Meena sells too; nobody approves their own order, so hers goes to another manager.
    expect(await people(meena, 'ME')).not.toContain('Meena Kulkarni')
    expect(await people(meena, 'ACCOUNT_OWNER')).toEqual(['Meena Kulkarni'])
    expect(await people(meena, 'CUSTOMER')).toEqual(['Meena Kulkarni'])
  })

  it('gives the usual duration of such decisions, once there were some', async () => {
    const usual = async () => (await asha.post('/api/simulations', await trial())).body.approvals[0].usual
    expect(await usual()).toBeNull()
    for (let each = 0; each < 3; each++) {
      const order = await submittedOrder(portal, asha)
      const { body } = await takeStep(meena, order.id, 'approve')
      expect(body.order, JSON.stringify(body)).toBeTruthy()
    }
    expect(await usual()).toMatchObject({ tasks: 3, hours: expect.any(Number) })
  })

  it('is open to people who order, decide, maintain masters or audit, each within their scope', async () => {
    for (const login of ['master_admin', 'auditor', 'pricing_approver', 'credit_controller', 'csc_agent']) {
      const who = await portal.as(login)
      const { status, body } = await who.post('/api/simulations', await trial({ placedBy: 'ACCOUNT_OWNER' }))
      expect(status, `${login} ${JSON.stringify(body)}`).toBe(201)
      expect(body.lines[0]).toHaveProperty('netPrice')
      const { body: context } = await who.get(`/api/simulation-context?customerId=${(await trial()).customerId}`)
      expect(context.sbus.length, login).toBeGreaterThan(0)
      expect((await who.get('/api/simulation-customers')).body.length, login).toBeGreaterThan(0)
    }
    for (const login of ['qa', 'dispatch', 'transporter']) {
      const who = await portal.as(login)
      expect((await who.post('/api/simulations', await trial())).status, login).toBe(403)
      expect((await who.get('/api/simulation-customers')).status, login).toBe(403)
    }
    const customer = await portal.as('customer')
    const { body: me } = await customer.get('/api/me')
    const other = await portal.db('ship_to').whereNot({ customerId: me.user.customerId }).first('id', 'customerId')
    const foreign = await trial({ customerId: other.customerId, shipToId: other.id })
    expect((await customer.post('/api/simulations', foreign)).status).toBe(404)
  })

  it('shows a buyer their price without rows, limits or approvers', async () => {
    const customer = await portal.as('customer')
    const { body: me } = await customer.get('/api/me')
    const customerId = me.user.customerId
    const { body: context } = await customer.get(`/api/simulation-context?customerId=${customerId}`)
    const [type] = context.sbus.flatMap(({ orderTypes }: { orderTypes: { id: number }[] }) => orderTypes)
    const { body: products } = await customer.get(`/api/simulation-products?customerId=${customerId}&q=a`)
    const { status, body } = await customer.post('/api/simulations', {
      orderDate: today(),
      placedBy: 'ME',
      customerId,
      shipToId: context.shipTos[0].id,
      orderTypeId: type.id,
      requestedDeliveryDate: addDays(today(), 10),
      lines: [{ productId: products[0].id, qty: products[0].minOrderQty || products[0].packQty }],
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.approvals).toEqual([])
    expect(body.lines[0]).toHaveProperty('netPrice')
    for (const hidden of ['priceTrace', 'sourceTrace', 'limitPrice', 'asp', 'priceSourceId'])
      expect(body.lines[0]).not.toHaveProperty(hidden)
  })

  it('refuses an invalid day and an unknown person', async () => {
    for (const more of [{ orderDate: '2026-13-01' }, { orderDate: null }, { placedBy: 'HIM' }, { masters: 'OLD' }]) {
      const { status, body } = await asha.post('/api/simulations', await trial(more))
      expect(status).toBe(400)
      expect(body.errors[0].field).toBe(Object.keys(more)[0])
    }
  })
})
