import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeDueSteps } from '../../../api/derive/process/due-steps.ts'
import { attachedCollection } from '../../../api/dispatches/collections/change-collection.ts'
import { removeExpired } from '../../../api/settings/retention/remove-expired.ts'
import { customer } from '../../../resources/access-control/customer.ts'
import { ewayThreshold } from '../../../resources/masters/e-way-threshold.ts'
import { pesoProducts } from '../../../resources/masters/peso-products.ts'
import { appSetting } from '../../../resources/settings/app-setting.ts'
import { messageTemplate } from '../../../resources/settings/message-template.ts'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { download, sendFile } from '../../support/files.ts'
import { smsGateway } from '../../support/gateways/sms-gateway.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, company, desk, transporter, otherDesk, billed, key, lrOver, orderStatus, clockAt, close } =
  await dispatchDesk()
const { db } = portal
const gateway = smsGateway(portal)
let buyer: ApiClient
let stranger: ApiClient

beforeAll(async () => {
  buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
  const { channelId, stateId, cityId } = await db('customer').where({ id: company.customerId }).first()
  const other = await exampleRow(db, customer, {
    channelId,
    stateId,
    cityId,
  })
  stranger = await personWith(portal, ['CUSTOMER'], { customerId: other.id })
  await db('customer').where({ id: company.customerId }).update({ email: 'buyer@buyer.example' })
  const text = async (code: string, medium: 'EMAIL' | 'SMS', body: string) => {
    const own = medium === 'SMS' ? { subject: null, dltTemplateId: '110716000000000001' } : { subject: '{invoiceNo}' }
    await exampleRow(db, messageTemplate, { code, medium, body, ...own })
  }
  await text('PWC_READY', 'SMS', 'Gate pass {gatepassNo}, code {code}, until {expiresOn}')
  await text('PWC_READY', 'EMAIL', 'Gate pass {gatepassNo}, code {code}')
  for (const code of ['PWC_CHOSEN', 'PWC_DROPPED', 'PWC_EXPIRED']) await text(code, 'EMAIL', 'Dear {name}')
  for (const [k, value] of [
    ['sms.entity_id', '1101234560000012345'],
    ['sms.header', 'MERLAB'],
  ])
    await exampleRow(db, appSetting, { key: k, value, valueType: 'STR' })
})
afterAll(close)
beforeEach(() => clockAt())

const invoiceOf = (id: number) => db('invoice').where({ id }).first()
const collectionOf = (invoiceId: number) => db('pwc_collection').where({ invoiceId }).orderBy('id', 'desc').first()
const logOf = (templateCode: string, medium = 'EMAIL') =>
  db('message_log').where({ templateCode, medium }).orderBy('id', 'desc').first()

async function choose(who: ApiClient, invoiceId: number, transMode = 'PWC', rowVersion?: number) {
  const seen = rowVersion ?? (await invoiceOf(invoiceId)).rowVersion
  return who.post('/api/pwc-choices', { invoiceId, rowVersion: seen, transMode })
}

/** An invoice of 20 and 5 units that the party collects. */
async function collected(...quantities: number[][]) {
  const order = await billed(...quantities)
  for (const id of order.ids) expect((await choose(buyer, id)).body).toMatchObject({ transMode: 'PWC' })
  return order
}

const letter = async () => (await sendFile(portal, buyer, 'PWC')).body.id
async function authorise(who: ApiClient, invoiceId: number, more: Record<string, unknown> = {}) {
  const body = {
    invoiceId,
    collectorName: 'Suresh Patil',
    collectorMobile: '9820098200',
    collectorIdType: 'DL',
    collectorIdNo: 'MH12 2011 0012345',
    authorityAttachmentId: more.authorityAttachmentId ?? (await letter()),
    packages: 10,
    ...more,
  }
  return who.post('/api/pwc-collections', body, key())
}
async function step(who: ApiClient, collectionId: number, name: string, more: Record<string, unknown> = {}) {
  const row = await db('pwc_collection').where({ id: collectionId }).first('rowVersion')
  return who.post('/api/pwc-steps', { collectionId, step: name, rowVersion: row?.rowVersion ?? 1, ...more })
}
/** A collection whose goods are at the gate, with the code that the collector has on the phone. */
async function atTheGate(order?: { ids: number[] }) {
  const { ids } = order ?? (await collected())
  const { body } = await authorise(buyer, ids[0]!)
  expect((await step(desk, body.id, 'ready')).body).toEqual({ done: true })
  return { id: body.id as number, invoiceId: ids[0]!, code: await codeOf(body.id) }
}
async function codeOf(collectionId: number) {
  const { messageNo } = await db('message_log')
    .where({ ownerType: 'pwc-collection', ownerId: collectionId, medium: 'SMS' })
    .orderBy('id', 'desc')
    .first('messageNo')
  return /code (\d{6})/.exec(await gateway.phone(messageNo))![1]!
}
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

describe('choosing that the party collects', () => {
  it('is for buyers and the desk while the goods wait, and back again; the buyer gets a mail each time', async () => {
    const { ids } = await billed()
    const id = ids[0]!
    expect(
      (await buyer.get('/api/invoices?isCollected=true')).body.data.map((row: { id: number }) => row.id),
    ).not.toContain(id)
    expect((await choose(buyer, id)).status).toBe(201)
    expect(
      (await buyer.get('/api/invoices?isCollected=true')).body.data.map((row: { id: number }) => row.id),
    ).toContain(id)
    expect(await logOf('PWC_CHOSEN')).toMatchObject({ toAddress: 'buyer@buyer.example', topic: 'SHIPMENT' })
    expect((await choose(desk, id, 'SURFACE')).status).toBe(201)
    expect(await logOf('PWC_DROPPED')).toMatchObject({ toAddress: 'buyer@buyer.example' })
    const { status, body } = await choose(desk, id, 'SURFACE')
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/^Invoice .+ is to be sent by a transporter already$/),
    ])
  })

  it('is given up for a mode that transporters offer from there, by the lanes of today where there are some', async () => {
    const { ids } = await collected()
    const modesOf = (who: ApiClient) => who.get(`/api/pwc-choices?invoiceId=${ids[0]}`)
    expect((await modesOf(buyer)).body).toEqual({ modes: ['SURFACE'] })
    const { plantId, stateId, transporterId } = company
    const lane = { ...{ plantId, stateId, transporterId, cityId: null }, validFrom: '2026-01-01' }
    const lanes = [
      await exampleRow(db, transporterMapping, { ...lane, transMode: 'AIR' }),
      await exampleRow(db, transporterMapping, { ...lane, transMode: 'EXPRESS' }),
      await exampleRow(db, transporterMapping, { ...lane, transMode: 'RAIL', validTo: '2026-10-31' }),
    ]
    expect((await modesOf(desk)).body).toEqual({ modes: ['EXPRESS', 'AIR'] })
    const refusal = await choose(buyer, ids[0]!, 'RAIL')
    expect([refusal.status, refusal.body.errors[0]]).toMatchObject([
      400,
      { field: 'transMode', message: 'Mode of transport must be one that transporters offer from there: EXPRESS, AIR' },
    ])
    expect((await choose(buyer, ids[0]!, 'AIR')).body).toMatchObject({ transMode: 'AIR' })
    expect((await modesOf(stranger)).status).toBe(404)
    expect((await modesOf(transporter)).status).toBe(403)
    expect((await buyer.get('/api/pwc-choices?invoiceId=1abc')).status).toBe(400)
    const made = lanes.map(({ id }) => id)
    await db('transporter_mapping').whereIn('id', made).delete()
  })

  it('follows the order where nothing was chosen for the invoice', async () => {
    const { ids, id } = await billed()
    await db('order').where({ id }).update({ transMode: 'PWC' })
    expect((await desk.get(`/api/invoices?isCollected=true&id=${ids[0]}`)).body.total).toBe(1)
    const other = await billed()
    await db('order').where({ id: other.id }).update({ transMode: 'PWC' })
    expect((await authorise(buyer, other.ids[0]!)).status).toBe(201)
    expect((await desk.post('/api/lrs', lrOver(other.ids), key())).body.message).toMatch(
      /^The party collects the goods/,
    )
    expect((await choose(buyer, ids[0]!, 'SURFACE')).status).toBe(201)
    expect((await desk.get(`/api/invoices?isCollected=true&id=${ids[0]}`)).body.total).toBe(0)
  })

  it('is not for strangers, other plants, transporters and sales', async () => {
    const { ids } = await billed()
    expect((await choose(stranger, ids[0]!)).status).toBe(404)
    expect((await choose(otherDesk, ids[0]!)).status).toBe(404)
    expect((await choose(transporter, ids[0]!)).status).toBe(403)
    const sales = await personWith(portal, ['SALES_REP'])
    expect((await choose(sales, ids[0]!)).status).toBe(403)
  })

  it('is refused with a sentence once the goods have gone on, and for what is no invoice', async () => {
    const { ids } = await billed()
    expect((await desk.post('/api/lrs', lrOver(ids), key())).status).toBe(201)
    const { status, body } = await choose(buyer, ids[0]!)
    expect([status, body.message]).toEqual([409, expect.stringContaining('is on an LR already: ask the dispatch desk')])
    const other = await billed()
    await db('invoice').where({ id: other.ids[0] }).update({ isCancelled: 1 })
    expect((await choose(buyer, other.ids[0]!)).body.message).toContain('is cancelled in SAP')
    await db('invoice').where({ id: other.ids[0] }).update({ isCancelled: 0, invoiceType: 'CREDIT_NOTE' })
    expect((await choose(buyer, other.ids[0]!)).body.message).toContain('is a note without goods')
  })

  it('names the field of every wrong input', async () => {
    const { ids } = await billed()
    const ask = async (body: object) => (await buyer.post('/api/pwc-choices', body)).body.errors[0].field
    expect(await ask({ invoiceId: 'x', rowVersion: 1, transMode: 'PWC' })).toBe('invoiceId')
    expect(await ask({ invoiceId: ids[0], transMode: 'PWC' })).toBe('rowVersion')
    expect(await ask({ invoiceId: ids[0], rowVersion: 1, transMode: 'BOAT' })).toBe('transMode')
    expect(await ask({ invoiceId: ids[0], rowVersion: 1, transMode: 'PWC', why: 'x' })).toBe('why')
    expect((await choose(buyer, ids[0]!, 'PWC', 99)).body.errors[0]).toMatchObject({ code: 'STALE_ROW' })
  })

  it('keeps the invoice off every LR', async () => {
    const { ids } = await collected()
    const { status, body } = await desk.post('/api/lrs', lrOver(ids), key())
    expect([status, body.errors[0].message]).toEqual([
      409,
      expect.stringMatching(/^The party collects the goods of invoice .+: leave it out, or have it sent/),
    ])
  })

  it('or an LR wins when both happen at once, and the other gets a sentence', async () => {
    for (let round = 0; round < 3; round++) {
      const { ids } = await billed()
      const [choice, booking] = await Promise.all([choose(buyer, ids[0]!), desk.post('/api/lrs', lrOver(ids), key())])
      expect([choice.status, booking.status].sort()).toEqual([201, 409])
      const row = await invoiceOf(ids[0]!)
      expect([row.transMode, row.dispatchStatus]).toEqual(choice.status === 201 ? ['PWC', 'PENDING'] : [null, 'ON_LR'])
      expect((choice.status === 409 ? choice : booking).body.message).toMatch(/LR|party collects/)
    }
  })
})

describe('authorising a collector', () => {
  it('is for the buyer of the invoice and the desk of its plant, and gives a gate pass', async () => {
    const { ids } = await collected()
    expect((await authorise(stranger, ids[0]!)).status).toBe(404)
    expect((await authorise(otherDesk, ids[0]!)).status).toBe(404)
    expect((await authorise(transporter, ids[0]!)).status).toBe(403)
    const { status, body } = await authorise(buyer, ids[0]!, {
      vehicleNo: 'mh 12 ab 1234',
      freightPaidByCustomer: 250_000,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      gatepassNo: expect.stringMatching(/^GP2627\d{6}$/),
      status: 'AWAITED',
      collectorIdMark: '****2345',
      vehicleNo: 'MH12AB1234',
      freightPaidByCustomer: 250_000,
    })
    expect((await invoiceOf(ids[0]!)).dispatchStatus).toBe('PENDING')
    expect((await desk.get('/api/pwc-collections')).body.data.map((row: { id: number }) => row.id)).toContain(body.id)
    expect((await stranger.get('/api/pwc-collections')).body.total).toBe(0)
    expect((await transporter.get('/api/pwc-collections')).status).toBe(403)
  })

  it('keeps the number of the paper from every answer and from the history', async () => {
    const { ids } = await collected()
    const { body } = await authorise(buyer, ids[0]!)
    const history = await db('audit_entry').where({ entity: 'pwc-collection', entityId: body.id })
    const seen = JSON.stringify([body, await desk.get(`/api/pwc-collections/${body.id}`), history])
    expect(seen).not.toMatch(/MH1220110012345|MH12 2011/)
    expect((await collectionOf(ids[0]!)).collectorIdNo).toBe('MH1220110012345')
  })

  it('asks for invoices that the party collects, once', async () => {
    const { ids } = await billed()
    expect((await authorise(buyer, ids[0]!)).body.message).toMatch(/is to be sent: choose “Collect” for it first$/)
    await choose(buyer, ids[0]!)
    expect((await authorise(buyer, ids[0]!)).status).toBe(201)
    const again = await authorise(desk, ids[0]!)
    expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/is named already by gate pass GP/)])
    expect((await choose(buyer, ids[0]!, 'SURFACE')).body.message).toMatch(/cancel the collection first$/)
  })

  it('is done once by three at the same moment', async () => {
    const { ids } = await collected()
    const authorityAttachmentId = await letter()
    const all = await Promise.all([1, 2, 3].map(() => authorise(buyer, ids[0]!, { authorityAttachmentId })))
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await db('pwc_collection').where({ invoiceId: ids[0] })).toHaveLength(1)
  })

  it('says what is wrong with each field', async () => {
    const { ids } = await collected()
    const faults = async (more: Record<string, unknown>) =>
      (await authorise(buyer, ids[0]!, more)).body.errors.map(({ field }: { field: string }) => field)
    expect(await faults({ collectorName: '' })).toEqual(['collectorName'])
    expect(await faults({ collectorMobile: '12345' })).toEqual(['collectorMobile'])
    expect(await faults({ collectorIdType: 'PASSPORT' })).toEqual(['collectorIdType'])
    expect(await faults({ collectorIdType: 'AADHAAR_LAST4', collectorIdNo: '123412341234' })).toEqual(['collectorIdNo'])
    expect(await faults({ collectorIdType: 'PAN', collectorIdNo: 'X' })).toEqual(['collectorIdNo'])
    expect(await faults({ vehicleNo: 'TRUCK' })).toEqual(['vehicleNo'])
    expect(await faults({ packages: 0 })).toEqual(['packages'])
    expect(await faults({ authorityAttachmentId: 999_999 })).toEqual(['authorityAttachmentId'])
    expect(await faults({ freightPaidByCustomer: -1 })).toEqual(['freightPaidByCustomer'])
    expect(await faults({ status: 'COLLECTED' })).toEqual(['status'])
  })
})

describe('making goods ready', () => {
  it('puts them at the gate, and sends the code to the collector by SMS and to the buyer by mail', async () => {
    const { ids } = await collected()
    const { body } = await authorise(buyer, ids[0]!)
    expect((await step(buyer, body.id, 'ready')).status).toBe(403)
    expect((await step(desk, body.id, 'ready')).body).toEqual({ done: true })
    expect(await collectionOf(ids[0]!)).toMatchObject({ status: 'READY', expiresOn: '2026-11-30', otpTries: 0 })
    expect((await invoiceOf(ids[0]!)).dispatchStatus).toBe('PWC_READY')
    const sms = await logOf('PWC_READY', 'SMS')
    expect(sms).toMatchObject({ toAddress: '9820098200', topic: 'SECURITY' })
    const code = await codeOf(body.id)
    expect(await logOf('PWC_READY')).toMatchObject({ toAddress: 'buyer@buyer.example', topic: 'SECURITY' })
    expect((await collectionOf(ids[0]!)).otpHash).not.toContain(code)
    expect(JSON.stringify(await db('audit_entry').where({ entity: 'pwc-collection' }))).not.toContain(code)
    expect(sms.body).toContain('{code}')
  })

  it('is refused without the licence for drugs or petroleum, and without e-way bill and vehicle', async () => {
    const { ids } = await collected()
    const [drug, petrol] = company.productIds
    const { body } = await authorise(buyer, ids[0]!)
    const refusal = async (more = {}) =>
      (await step(desk, body.id, 'ready', more)).body.errors?.map((one: { message: string }) => one.message)
    await db('products').where({ id: drug }).update({ isDrug: 1 })
    expect(await refusal()).toEqual([
      'LS-1001: customer 100123 has no drug licence: ask the master data desk to enter it',
    ])
    await db('customer')
      .where({ id: company.customerId })
      .update({ drugLicenceNo: 'MH-20B-1', drugLicenceValidTo: '2026-11-19' })
    expect(await refusal()).toEqual([
      'LS-1001: the drug licence of customer 100123 ended on 19-11-2026: it must be renewed',
    ])
    await db('products').where({ id: drug }).update({ isDrug: 0 })
    const peso = await exampleRow(db, pesoProducts, {
      productId: petrol,
      petroleumClass: 'A',
      flashPointC: 0,
      litrePerUom: 10_000,
      licenceFreeLitres: 300,
    })
    const [sentence, vehicle] = (await refusal())!
    expect(sentence).toBe(
      'LS-1002, petroleum of class A: ship-to 200123 has no PESO licence: ask the master data desk to enter it',
    )
    expect(vehicle).toBe('Vehicle is required, since petroleum goes in it: enter its number')
    await db('peso_products').where({ id: peso.id }).delete()
    await db('invoice').where({ id: ids[0] }).update({ grossValue: 6_000_000 })
    expect(await refusal()).toEqual([
      'E-way bill is required for goods worth more than ₹ 50,000.00',
      'Vehicle is required, since the e-way bill names it: enter its number',
    ])
    const within = { stateId: company.stateId, movement: 'WITHIN_STATE', validFrom: '2018-04-01' }
    const own = await exampleRow(db, ewayThreshold, { ...within, amount: 5_500_000 })
    expect((await refusal())![0]).toBe('E-way bill is required for goods worth more than ₹ 55,000.00')
    await db('e_way_threshold').where({ id: own.id }).delete()
    const bill = { ewayBillNo: '271012345678', ewayValidTo: '2026-11-20T06:00:00.000Z', vehicleNo: 'MH12AB1234' }
    expect(await refusal(bill)).toEqual(['E-way bill 271012345678 is no longer valid: extend it, or enter a new one'])
    expect((await invoiceOf(ids[0]!)).dispatchStatus).toBe('PENDING')
    expect(await refusal({ ...bill, ewayValidTo: '2026-11-21T18:29:00.000Z' })).toBeUndefined()
    expect(await invoiceOf(ids[0]!)).toMatchObject({ dispatchStatus: 'PWC_READY', ewayBillNo: '271012345678' })
    // The bill lapses while the goods stand at the gate.
    const code = await codeOf(body.id)
    await clockAt('2026-11-22T06:30:00.000Z')
    const late = await step(desk, body.id, 'collect', { code })
    expect([late.status, late.body.message]).toEqual([422, expect.stringContaining('is no longer valid')])
  })
})

describe('handing over at the gate', () => {
  it('needs the code; then invoice and order are through, with the gate pass in their history', async () => {
    const order = await collected()
    const { id, code, invoiceId } = await atTheGate(order)
    expect((await step(buyer, id, 'collect', { code })).status).toBe(403)
    expect((await step(otherDesk, id, 'collect', { code })).status).toBe(404)
    const wrong = await step(desk, id, 'collect', { code: wrongOf(code) })
    expect([wrong.status, wrong.body.message]).toEqual([422, 'The code is wrong: 4 tries are left'])
    expect((await step(desk, id, 'collect', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).body).toEqual({
      done: true,
    })
    expect(await collectionOf(invoiceId)).toMatchObject({ status: 'COLLECTED', otpVerified: 1, otpHash: null })
    expect((await invoiceOf(invoiceId)).dispatchStatus).toBe('COLLECTED')
    expect(await orderStatus(order.id)).toBe('DELIVERED')
    const [{ remark }] = await db('order_step').where({ orderId: order.id, step: 'deliver' })
    expect(remark).toMatch(/^Gate pass GP/)
  })

  it('of a part of an order dispatches that part', async () => {
    const order = await billed([20_000, 0], [0, 5_000])
    await choose(buyer, order.ids[0]!)
    const { id, code } = await atTheGate(order)
    expect((await step(desk, id, 'collect', { code })).status).toBe(201)
    expect(await orderStatus(order.id)).toBe('PARTIALLY_DISPATCHED')
  })

  it('stops after five wrong codes until a new one is sent, and the old one is of no use', async () => {
    const { id, code } = await atTheGate()
    const tries = await Promise.all([1, 2, 3, 4, 5].map(() => step(desk, id, 'collect', { code: wrongOf(code) })))
    expect(tries.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
    const { body } = await step(desk, id, 'collect', { code })
    expect(body.message).toBe('The code was wrong five times: send a new one')
    expect((await step(desk, id, 'sendCode')).status).toBe(201)
    const next = await codeOf(id)
    if (next !== code)
      expect((await step(desk, id, 'collect', { code })).body.message).toBe('The code is wrong: 4 tries are left')
    expect((await step(desk, id, 'collect', { code: next })).status).toBe(201)
  })

  it('happens once when two gates enter the code at the same moment', async () => {
    const { id, code, invoiceId } = await atTheGate()
    const both = await Promise.all([step(desk, id, 'collect', { code }), step(desk, id, 'collect', { code })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const late = both.find(({ status }) => status === 409)!
    expect(late.body.message).toMatch(/^Gate pass GP\d+: Hand over is not possible while it is Collected$/)
    expect(await db('audit_entry').where({ entity: 'invoice', entityId: invoiceId, action: 'UPDATE' })).toHaveLength(3)
  })

  it('refuses a code that has not six digits, an unknown step and unknown fields', async () => {
    const { id } = await atTheGate()
    expect((await step(desk, id, 'collect', { code: '12345' })).body.errors[0].field).toBe('code')
    expect((await step(desk, id, 'collect')).body.errors[0].field).toBe('code')
    expect((await step(desk, id, 'open')).body.errors[0].field).toBe('step')
    expect((await step(desk, id, 'cancel', { why: 'x' })).body.errors[0].field).toBe('why')
    expect((await step(desk, 999_999, 'collect', { code: '123456' })).status).toBe(404)
    const stale = await desk.post('/api/pwc-steps', { collectionId: id, step: 'cancel', rowVersion: 99, reason: 'x' })
    expect([stale.status, stale.body.errors[0].code]).toEqual([409, 'STALE_ROW'])
  })
})

describe('a collection that does not take place', () => {
  it('is cancelled with a reason by the buyer too; its goods wait again and may be authorised anew', async () => {
    const { id, invoiceId } = await atTheGate()
    expect((await step(buyer, id, 'cancel')).body.errors[0].field).toBe('reason')
    expect((await step(stranger, id, 'cancel', { reason: 'x' })).status).toBe(404)
    expect((await step(buyer, id, 'cancel', { reason: 'The van broke down' })).status).toBe(201)
    expect(await collectionOf(invoiceId)).toMatchObject({ status: 'CANCELLED', heldInvoiceId: null, otpHash: null })
    expect((await invoiceOf(invoiceId)).dispatchStatus).toBe('PENDING')
    expect((await authorise(buyer, invoiceId)).status).toBe(201)
  })

  it('expires after ten days, with a mail, and its code opens nothing any more', async () => {
    const { id, invoiceId, code } = await atTheGate()
    await clockAt('2026-11-30T18:00:00.000Z')
    await takeDueSteps(db, attachedCollection)
    expect((await collectionOf(invoiceId)).status).toBe('READY')
    await clockAt('2026-11-30T18:45:00.000Z')
    await takeDueSteps(db, attachedCollection)
    expect((await collectionOf(invoiceId)).status).toBe('EXPIRED')
    expect((await invoiceOf(invoiceId)).dispatchStatus).toBe('PENDING')
    expect(await logOf('PWC_EXPIRED')).toMatchObject({ toAddress: 'buyer@buyer.example', ownerId: id })
    const { status, body } = await step(desk, id, 'collect', { code })
    expect([status, body.message]).toEqual([409, expect.stringContaining('while it is Not collected in time')])
    expect(await takeDueSteps(db, attachedCollection)).toBe(0)
  })
})

describe('what is kept', () => {
  it('of the number of a paper after 180 days are its last four characters', async () => {
    const { invoiceId } = await atTheGate()
    await db('pwc_collection')
      .where({ invoiceId })
      .update({ status: 'COLLECTED', createdAt: '2026-05-24T06:00:00.000Z' })
    await removeExpired(db, portal.home)
    expect((await collectionOf(invoiceId)).collectorIdNo).toBe('MH1220110012345')
    await db('pwc_collection').where({ invoiceId }).update({ createdAt: '2026-05-23T06:00:00.000Z' })
    await removeExpired(db, portal.home)
    expect((await collectionOf(invoiceId)).collectorIdNo).toBe('****2345')
  })

  it('of the freight is what was corrected, with the reason', async () => {
    const { id, invoiceId } = await atTheGate()
    expect((await step(desk, id, 'correctFreight', { freightPaidByCustomer: 100_000 })).body.errors[0].field).toBe(
      'reason',
    )
    expect((await step(desk, id, 'correctFreight', { reason: 'x' })).body.errors[0].field).toBe('freightPaidByCustomer')
    const right = { freightPaidByCustomer: 100_000, reason: 'By the bill of the van' }
    expect((await step(buyer, id, 'correctFreight', right)).status).toBe(403)
    expect((await step(desk, id, 'correctFreight', right)).status).toBe(201)
    expect(await collectionOf(invoiceId)).toMatchObject(right)
  })
})

describe('the gate pass', () => {
  it('is a PDF with number, collector and goods, without the code and the number of the paper', async () => {
    const { id, code } = await atTheGate()
    const { gatepassNo } = await db('pwc_collection').where({ id }).first('gatepassNo')
    const print = (who: ApiClient) => download(portal, who, `/api/pwc-collections/${id}/gate-pass`)
    const { type, bytes } = await print(buyer)
    expect(type).toBe('application/pdf')
    const text = pdfText(bytes)
    for (const word of [gatepassNo, 'Suresh Patil', 'LS-1001', 'ends in 2345']) expect(text).toContain(word)
    expect(text).not.toContain(code)
    expect(text).not.toContain('MH1220110012345')
    expect((await print(stranger)).status).toBe(404)
    expect((await print(transporter)).status).toBe(403)
  })
})
