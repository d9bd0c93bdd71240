import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { now, setClock, today } from '../../../api/platform/clock.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import {
  exampleCustomer,
  exampleOrderInput,
  idempotencyHeader,
  submittedOrder,
  takeStep,
} from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { statementsDuring } from '../../support/statements.ts'

const portal = portalOfFile(demoPortal)
let asha: ApiClient
let meena: ApiClient
let pricing: ApiClient

beforeAll(async () => {
  ;[asha, meena, pricing] = (await Promise.all(
    ['asha', 'meena', 'pricing_approver'].map(login => portal.as(login)),
  )) as [ApiClient, ApiClient, ApiClient]
})
afterAll(() => setClock(null))

const lineOf = async (who: ApiClient, orderId: number) =>
  (await who.get(`/api/order-lines?orderId=${orderId}`)).body.data[0] as { priceTrace: Trace; sourceTrace: Trace }
const winner = ({ steps }: Trace, step: string) =>
  steps.find(each => each.step === step && each.verdict === 'won')!.row!
const askedFor = (row: { resource: string; id: number; changedById?: number | null }) => ({
  rows: [{ resource: row.resource, id: row.id, changedById: row.changedById ?? null }],
})

async function block(customerId: number, remarks: string) {
  const credit = await portal.as('credit_controller')
  const reason = await portal.db('reason_code').where({ reasonType: 'BLOCK' }).first('id')
  const { status, body } = await credit.post('/api/masters/block-customer-order-creation', {
    customerId,
    reasonCodeId: reason.id,
    remarks,
    notifyCustomer: false,
    validFrom: '2020-01-01',
    validTo: '9999-12-31',
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: number; rowVersion: number }
}

describe('the explanation of a saved order', () => {
  it('stays the same when its masters change, and says that the row has a newer version meanwhile', async () => {
    const order = await submittedOrder(portal, asha)
    const before = await lineOf(asha, order.id)
    const used = winner(before.priceTrace, 'D1')
    expect(used).toMatchObject({ resource: 'product-discount', changedAt: expect.any(String) })
    const { body: then } = await asha.post('/api/rows-used', askedFor(used))
    expect(then.rows).toMatchObject([{ id: used.id, rowVersion: used.rowVersion, isActive: true }])

    const changed = await pricing.patch(`/api/masters/product-discount/${used.id}`, {
      rowVersion: used.rowVersion,
      discountPct: 600,
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const { body: now } = await asha.post('/api/rows-used', askedFor(used))
    expect(now.rows[0]).toMatchObject({ rowVersion: used.rowVersion + 1, isActive: true })
    expect(now.rows[0].changedBy).toBeTruthy()
    expect((await pricing.delete(`/api/masters/product-discount/${used.id}`)).status).toBe(200)
    const { body: gone } = await asha.post('/api/rows-used', askedFor(used))
    expect(gone.rows[0].isActive).toBe(false)

    const after = await lineOf(asha, order.id)
    expect(after.priceTrace).toEqual(before.priceTrace)
    expect(after.sourceTrace).toEqual(before.sourceTrace)
    // An order placed today is explained by the current masters.
    const { body: quote } = await asha.post('/api/quotes', await exampleOrderInput(portal, asha))
    expect(quote.lines[0].priceTrace.steps).not.toEqual(before.priceTrace.steps)
  })

  it('names the state that the plant lies in, to whoever reads the line, in a quote as on a saved order', async () => {
    const order = await submittedOrder(portal, asha)
    const { body: quote } = await asha.post('/api/quotes', await exampleOrderInput(portal, asha))
    const { plantId, plantState, taxReason } = quote.lines[0]
    const plant = await portal.db('plant').where('id', plantId).first('stateId')
    const { name } = await portal.db('state').where('id', plant.stateId).first('name')
    expect(plantState).toBe(name)
    expect(taxReason).toContain(name)
    const buyer = await portal.as('customer')
    const customer = await portal.db('user').where({ loginId: 'customer' }).first('customerId')
    await portal.db('order').where({ id: order.id }).update({ customerId: customer.customerId })
    for (const who of [asha, buyer]) {
      const [line] = (await who.get(`/api/order-lines?orderId=${order.id}&$select[]=*&$select[]=plantState`)).body.data
      expect(line.plantState).toBe(name)
    }
    await portal.db('order').where({ id: order.id }).update({ customerId: order.customerId })
  })

  it('lists the candidates only of the requested lines, which are most of a long answer', async () => {
    const order = await exampleOrderInput(portal, asha)
    const asked = (explain: unknown) => asha.post('/api/quotes', { ...order, explain })
    const told = async (explain: unknown) =>
      (await asked(explain)).body.lines.map(
        ({ priceTrace, sourceTrace }: Record<string, object | null>) => priceTrace !== null && sourceTrace !== null,
      )
    const all = order.lines.map(() => true)
    expect([await told(undefined), await told([]), await told([0])]).toEqual([
      all,
      all.map(() => false),
      all.map((_, index) => index === 0),
    ])
    const refused = await asked('0')
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain('Explain must be a list')
  })

  it('gives the source of the promised day, and the punctuality of the lane after five deliveries, to customers not that of one transporter', async () => {
    const order = await exampleOrderInput(portal, asha)
    const quotedFor = async (who: ApiClient) =>
      (await who.post('/api/quotes', { ...order, explain: [0] })).body.lines[0]
    const promiseTo = async (who: ApiClient) => (await quotedFor(who)).promise
    const day = today()
    /** Sets the clock to this time of the day; the records of lanes are remembered for ten minutes. */
    async function clockAt(time: string | null) {
      setClock(time && instantOf(day, time))
      await portal.db('login_session').update({ lastSeenAt: now() })
    }
    await clockAt('12:00')
    const before = await promiseTo(asha)
    expect(before.words.join(' ')).toMatch(/days? of transit/)
    expect(before.record).toBeNull()
    const { cityId } = await portal.db('ship_to').where('id', order.shipToId).first('cityId')
    const { defaultTransMode: transMode } = await portal.db('customer').where('id', order.customerId).first()
    const { plantId } = (await asha.post('/api/quotes', order)).body.lines[0]
    let transporter = await portal.db('transporter').first('id')
    const deliver = (lrNo: string, expectedDeliveryDate: string) => {
      const sent = { lrNo, transporterId: transporter.id, fy: '2627', lrDate: addDays(day, -3), plantId, transMode }
      const load = { packages: 1, actualWeightKg: 1000, chargedWeightKg: 1000, declaredValue: 100 }
      const way = { fromCityId: cityId, toCityId: cityId, expectedDeliveryDate, deliveredOn: day }
      const promised = { originalExpectedDate: expectedDeliveryDate }
      const row = withDefaults(lr, {
        ...sent,
        ...load,
        ...way,
        ...promised,
        freightTerms: 'FOR',
        deliveryStatus: 'DELIVERED',
      })
      return insertRows(portal.db, lr, [row], systemAuthor('test'))
    }
    for (const no of [1, 2, 3, 4]) await deliver(`LANE-${no}`, day)
    await clockAt('12:10')
    expect((await promiseTo(asha)).record).toBeNull()
    await deliver('LANE-5', addDays(day, -1))
    await clockAt('12:19')
    expect((await promiseTo(asha)).record).toBeNull()
    await clockAt('12:20')
    const record = { due: 5, kept: 4, to: 'CITY', ofOneTransporter: true }
    expect(await quotedFor(asha)).toMatchObject({ laneRecord: record, promise: { record } })
    const customer = await portal.as('customer')
    expect(await quotedFor(customer)).toMatchObject({ laneRecord: null, promise: { row: null, record: null } })
    transporter = await portal.db('transporter').orderBy('id', 'desc').first('id')
    await deliver('LANE-6', day)
    await clockAt('12:30')
    const ofTwo = { ...record, due: 6, kept: 5, ofOneTransporter: false }
    expect(await quotedFor(customer)).toMatchObject({ laneRecord: ofTwo, promise: { record: ofTwo } })
    await clockAt(null)
  })

  it('asks for the record of a lane once, however many lines and quotes want it', async () => {
    const order = await exampleOrderInput(portal, asha)
    const lines = Array.from({ length: 20 }, () => order.lines[0])
    const lanesIn = async (wanted: object) => {
      const asked = await statementsDuring(portal.db, headers =>
        asha.post('/api/quotes', { ...order, ...wanted }, headers),
      )
      return asked.filter(sql => sql.includes('originalExpectedDate')).length
    }
    expect(await lanesIn({ lines, transMode: 'RAIL' })).toBe(1)
    expect(await lanesIn({ lines, transMode: 'RAIL' })).toBe(0)
    expect(await lanesIn({ transMode: 'COURIER' })).toBe(1)
  })

  it('names the limit row of an approval and by how much the order went beyond', async () => {
    const order = await submittedOrder(portal, asha)
    const { body } = await asha.get(`/api/approval-tasks?orderId=${order.id}`)
    const [task] = body.data
    expect(task.triggerJson.over).toBeGreaterThan(0)
    const own = task.trace.steps.find(({ name }: { name: string }) => name === 'OWN_LIMIT')
    expect(own).toMatchObject({
      verdict: 'lost',
      row: { resource: 'approving-limits', rowVersion: expect.any(Number) },
    })
  })

  it('names who could approve a waiting order now, as the limits stand today', async () => {
    const order = await submittedOrder(portal, asha, [['LS-1001', 100, 8]])
    const ahead = async (who: ApiClient) => (await who.get(`/api/order-route?orderId=${order.id}`)).body
    const names = async () => (await ahead(meena)).map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['Ravi Shetty', 'Meena Kulkarni', "Joseph D'Souza"])
    await takeStep(await portal.as('ravi'), order.id, 'approve')
    expect(await names()).toEqual(['Meena Kulkarni', "Joseph D'Souza"])
    const [next] = await ahead(meena)
    expect(next).toMatchObject({
      step: 'MY_APPROVAL',
      level: 1,
      reason: expect.stringContaining("over Asha Patil's own limit of 5.00 %"),
    })
    expect((await asha.get('/api/order-route?orderId=x')).status).toBe(400)
    const customer = await portal.as('customer')
    const seen = await customer.get(`/api/order-route?orderId=${order.id}`)
    expect(seen.status === 404 || seen.body.length === 0).toBe(true)
  })

  it('stores with the draft which rules refused its submit and which it passed, until it is saved again', async () => {
    const body = { ...(await exampleOrderInput(portal, asha)), customerPoNo: null }
    const draft = await asha.post('/api/orders', body, idempotencyHeader())
    expect((await takeStep(asha, draft.body.id, 'submit')).status).toBe(422)
    const { body: kept } = await asha.get(`/api/orders/${draft.body.id}`)
    expect(kept).toMatchObject({ status: 'DRAFT', rowVersion: draft.body.rowVersion })
    const stopped = kept.errorTrace.steps.filter(({ verdict }: { verdict: string }) => verdict === 'won')
    expect(stopped).toMatchObject([{ step: 'V5', reason: expect.stringContaining('PO number') }])
    expect(
      kept.errorTrace.steps.some(({ step, verdict }: Trace['steps'][number]) => step === 'V1' && verdict === 'none'),
    ).toBe(true)
    const saved = await asha.patch(`/api/orders/${draft.body.id}`, { ...body, rowVersion: draft.body.rowVersion })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(saved.body.errorTrace).toBeNull()
  })

  it('stores with an order in error the row that stopped its release', async () => {
    const order = await submittedOrder(portal, asha)
    const { id: customerId } = await exampleCustomer(portal)
    const made = await block(customerId, 'Cheque returned')
    expect((await takeStep(meena, order.id, 'approve')).body.order.status).toBe('IN_ERROR')
    await portal.db('block_customer_order_creation').where({ id: made.id }).update({ isActive: 0 })
    const { body: kept } = await meena.get(`/api/orders/${order.id}`)
    expect(kept.errorCode).toBe('CUSTOMER_BLOCKED')
    expect(kept.errorTrace).toMatchObject({ kind: 'check', format: 1 })
    expect(kept.errorTrace.steps[0]).toMatchObject({
      step: 'V2',
      verdict: 'won',
      row: { resource: 'block-customer-order-creation', id: made.id, rowVersion: made.rowVersion },
    })
    const { body: listed } = await asha.get('/api/orders-in-error')
    const stopped = listed.find(({ id }: { id: number }) => id === order.id)
    expect(stopped.stoppedBy).toEqual({ resource: 'block-customer-order-creation', id: made.id })
    expect(stopped).not.toHaveProperty('errorTrace')
  })

  it('shows no rows to buyers, and nobody a row they may not read', async () => {
    const customer = await portal.as('customer')
    const { body } = await customer.get('/api/orders')
    for (const row of body.data) expect(row).not.toHaveProperty('errorTrace')
    expect((await customer.post('/api/rows-used', { rows: [] })).status).toBe(403)
    const audit = await portal.as('qa')
    const { body: told } = await audit.post('/api/rows-used', askedFor({ resource: 'approving-limits', id: 1 }))
    expect(told.rows).toEqual([])
    for (const rows of [7, [{ resource: 'products' }], [{ resource: 1, id: 1 }]])
      expect((await asha.post('/api/rows-used', { rows })).status).toBe(400)
  })
})
