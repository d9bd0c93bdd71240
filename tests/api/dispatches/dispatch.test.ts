import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { eudBlock } from '../../../resources/complaints/eud-block.ts'
import { shippingInstructions } from '../../../resources/masters/shipping-instructions.ts'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { expectedDeliveryDays } from '../../../resources/shipment-tracking/expected-delivery-days.ts'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { createInvoice } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { statementsDuring } from '../../support/statements.ts'

const { portal, company, desk, transporter, otherDesk, billed, key, lrOver, orderStatus, clockAt, close } =
  await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

describe('the proposal for an LR', () => {
  it('adds up packs, weights and values, and names the transporters of the mode and the day of arrival', async () => {
    const { ids } = await billed()
    await exampleRow(portal.db, transporterMaster, { code: 'AIRONLY', name: 'Air Only', transModes: ['AIR'] })
    const { status, body } = await desk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      plantId: company.plantId,
      toCityId: company.cityId,
      transMode: 'SURFACE',
      freightTerms: 'FOR',
      packages: 10,
      actualWeightKg: 55_000,
      declaredValue: 295_000,
      expectedDeliveryDate: '2026-11-28',
      transporterId: null,
      warnings: [],
    })
    expect(body.transporters).toEqual([{ id: company.transporterId, code: 'VRL', name: 'VRL Logistics', lane: null }])
    const byAir = await desk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}&transMode=AIR`)
    expect(byAir.body.transporters).toMatchObject([{ code: 'AIRONLY' }])
  })

  it('takes the transit days of the lane, the city before the state', async () => {
    const { ids } = await billed()
    const lane = { plantId: company.plantId, stateId: company.stateId, transMode: 'RAIL' }
    await exampleRow(portal.db, expectedDeliveryDays, { ...lane, days: 9, cityId: null })
    await exampleRow(portal.db, expectedDeliveryDays, { ...lane, days: 2, cityId: company.cityId })
    const { body } = await desk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}&transMode=RAIL`)
    expect(body.expectedDeliveryDate).toBe('2026-11-23')
  })

  it('proposes the first transporter of the lane with its rate, the city before the state, with the shipping instructions', async () => {
    const { ids } = await billed()
    const way = { plantId: company.plantId, stateId: company.stateId, transMode: 'SURFACE' }
    const second = await exampleRow(portal.db, transporterMaster, {
      code: 'CITYLINE',
      name: 'City Line',
      transModes: ['SURFACE'],
    })
    const rate = { ratePerKg: 450, minFreight: 35_000 }
    await exampleRow(portal.db, transporterMapping, { ...way, ...rate, transporterId: company.transporterId })
    await exampleRow(portal.db, transporterMapping, {
      ...way,
      ...rate,
      transporterId: second.id,
      cityId: company.cityId,
    })
    const order = await portal.db('order').orderBy('id', 'desc').first('customerId')
    const standing = { customerId: order.customerId, instruction: 'Gate 2 only' }
    await exampleRow(portal.db, shippingInstructions, standing)
    const { body } = await desk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}`)
    expect(body.transporterId).toBe(second.id)
    expect(body.transporters).toEqual([
      { id: second.id, code: 'CITYLINE', name: 'City Line', lane: rate },
      { id: company.transporterId, code: 'VRL', name: 'VRL Logistics', lane: rate },
    ])
    expect(body.instructions).toEqual(['Gate 2 only'])
    await portal.db('shipping_instructions').update({ printOnLr: 0 })
    expect((await desk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}`)).body.instructions).toEqual([])
    for (const table of ['transporter_mapping', 'shipping_instructions']) await portal.db(table).delete()
  })

  it('gives the reason why invoices cannot share an LR', async () => {
    const { ids } = await billed()
    const foreign = await createInvoice(portal.db, company, null, { plantId: company.otherPlantId })
    const { status, body } = await desk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}&invoiceIds[]=${foreign.id}`)
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      { field: 'lines', code: 'ONE_PLANT', message: 'Invoices must all come from one plant: make an LR for each' },
    ])
  })

  it('warns when the buyer was blocked for a product after the order', async () => {
    const { ids, lineIds } = await billed()
    const line = await portal
      .db('order_line as line')
      .join('order', 'order.id', 'line.orderId')
      .join('customer', 'customer.id', 'order.customerId')
      .join('products', 'products.id', 'line.productId')
      .where('line.id', lineIds[0])
      .first('order.customerId', 'line.productId', 'customer.name', 'products.code')
    const block = { blockNo: 'EB2627000801', customerId: line.customerId, productId: line.productId }
    await exampleRow(portal.db, eudBlock, { ...block, reason: 'EXPIRED', status: 'ACTIVE' })
    const warnings = async () => (await desk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}`)).body.warnings
    expect(await warnings()).toEqual([
      `${line.name} is blocked for ${line.code} by EB2627000801: ask the regulatory officer before it leaves`,
    ])
    await portal.db('eud_block').update({ status: 'RELEASED' })
    expect(await warnings()).toEqual([])
  })

  it('warns when the order asks for a single batch and the invoice has two', async () => {
    const { ids, lineIds } = await billed([20_000, 0], [0, 5_000])
    await portal.db('order_line').where({ id: lineIds[0] }).update({ singleBatchRequired: 1 })
    await portal.db('invoice_line').where({ invoiceId: ids[1] }).update({ orderLineId: lineIds[0], batchNo: 'B2' })
    await portal.db('invoice_line').where({ invoiceId: ids[0] }).update({ batchNo: 'B1' })
    const { body } = await desk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}&invoiceIds[]=${ids[1]}`)
    expect(body.warnings).toEqual(['Line 10 was ordered from a single batch, but is invoiced from B1, B2'])
  })
})

describe('saving an LR', () => {
  it('writes LR, lines, shipment and first event, and dispatches invoice and order', async () => {
    const { id, ids, lineIds } = await billed()
    const { status, body } = await desk.post('/api/lrs', lrOver(ids, { vehicleNo: 'mh 12 ab 1234' }), key())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      deliveryStatus: 'BOOKED',
      fy: '2627',
      plantId: company.plantId,
      vehicleNo: 'MH12AB1234',
      expectedDeliveryDate: '2026-11-28',
    })
    expect(body.shipmentNo).toMatch(/^SH2627\d{6}$/)
    expect(await portal.db('lr_line').where({ lrId: body.id })).toMatchObject([
      { invoiceId: ids[0], weightKg: 55_000, packages: 10, freightShare: 100_000 },
    ])
    expect(await portal.db('shipment').where({ lrId: body.id })).toMatchObject([
      {
        customerId: company.customerId,
        shipToPincode: '411001',
        notifyMobile: '9820012345',
        notifyEmail: 'stores@buyer.example',
        isOnTime: null,
      },
    ])
    expect(await portal.db('tracking_event').where({ lrId: body.id })).toMatchObject([
      { eventCode: 'BOOKED', location: 'Pune' },
    ])
    expect(await portal.db('invoice').where({ id: ids[0] })).toMatchObject([{ dispatchStatus: 'ON_LR' }])
    expect(await portal.db('order_line').whereIn('id', lineIds)).toMatchObject([
      { dispatchedQty: 20_000, lineStatus: 'DISPATCHED' },
      { dispatchedQty: 5_000, lineStatus: 'DISPATCHED' },
    ])
    expect(await orderStatus(id)).toBe('DISPATCHED')
    expect(await portal.db('order_step').where({ orderId: id })).toMatchObject([
      { step: 'dispatch', toStatus: 'DISPATCHED', remark: `LR ${body.lrNo}` },
    ])
  })

  it('leaves an order partially dispatched until the rest of it goes', async () => {
    const { id, ids, lineIds } = await billed([8_000, 0], [12_000, 5_000])
    await desk.post('/api/lrs', lrOver([ids[0]!]), key())
    expect(await orderStatus(id)).toBe('PARTIALLY_DISPATCHED')
    expect(await portal.db('order_line').whereIn('id', lineIds)).toMatchObject([
      { dispatchedQty: 8_000, lineStatus: 'PARTIALLY_DISPATCHED' },
      { dispatchedQty: 0, lineStatus: 'OPEN' },
    ])
    await desk.post('/api/lrs', lrOver([ids[1]!]), key())
    expect(await orderStatus(id)).toBe('DISPATCHED')
  })

  it('shares the freight of several invoices by weight, to the paisa', async () => {
    const { ids } = await billed([8_000, 0], [12_000, 5_000])
    const { body } = await desk.post('/api/lrs', lrOver(ids, { freightAmount: 100_001, otherCharges: 1 }), key())
    const lines = await portal.db('lr_line').where({ lrId: body.id })
    expect(lines.map(({ freightShare }) => freightShare)).toEqual([36_364, 63_638])
    expect(lines.map(({ packages }) => packages)).toEqual([4, 6])
  })

  it('adds one statement for each invoice more, which writes its line', async () => {
    const statementsFor = async (count: number) => {
      const { ids } = await billed(...Array.from({ length: count }, () => [1_000, 500]))
      const asked = await statementsDuring(portal.db, async headers => {
        expect((await desk.post('/api/lrs', lrOver(ids), { ...key(), ...headers })).status).toBe(201)
      })
      return asked.length
    }
    const rest = (await statementsFor(8)) - (await statementsFor(2))
    // Its line, what the freight of the line and its goods comes to, and what is kept beside each of its goods.
    expect(rest).toBeLessThanOrEqual(6 * 10)
  })

  it('names every field that is wrong, in one answer, and saves nothing', async () => {
    const { ids } = await billed()
    const wrong = lrOver(ids, {
      lrNo: '',
      packages: 0,
      vehicleNo: 'ABC',
      declaredValue: -1,
      transMode: 'CART',
    })
    const faultsOf = async (more: object) => {
      const { status, body } = await desk.post('/api/lrs', { ...wrong, ...more }, key())
      expect(status).toBe(400)
      return body.errors.map((error: { field: string }) => error.field).sort()
    }
    const each = ['declaredValue', 'lrNo', 'packages', 'transMode', 'vehicleNo']
    expect(await faultsOf({ plantId: 7, remarks: 5 })).toEqual([...each, 'plantId', 'remarks'].sort())
    expect(await faultsOf({})).toEqual(each)
    expect(await portal.db('invoice').where({ id: ids[0] })).toMatchObject([{ dispatchStatus: 'PENDING' }])
  })

  it.each([
    ['chargedWeightKg', { chargedWeightKg: 54_999 }],
    ['lrDate', { lrDate: '2026-11-21' }],
    ['lrDate', { lrDate: '2026-11-18' }],
    ['transporterId', { transMode: 'AIR' }],
    ['transporterId', { transporterId: 999_999 }],
  ])('refuses a %s that breaks a rule: %j', async (field, more) => {
    const { ids } = await billed()
    const { status, body } = await desk.post('/api/lrs', lrOver(ids, more), key())
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field }])
    expect(await portal.db('lr_line').where({ invoiceId: ids[0] })).toEqual([])
  })

  it('accepts a number once for a transporter and financial year', async () => {
    const [first, second] = [await billed(), await billed()]
    expect((await desk.post('/api/lrs', lrOver(first.ids, { lrNo: 'TWICE1' }), key())).status).toBe(201)
    const { status, body } = await desk.post('/api/lrs', lrOver(second.ids, { lrNo: 'twice1' }), key())
    expect(status).toBe(409)
    expect(body.errors).toMatchObject([{ field: 'lrNo', code: 'DUPLICATE_KEY' }])
    expect(await portal.db('invoice').where({ id: second.ids[0] })).toMatchObject([{ dispatchStatus: 'PENDING' }])
  })

  it('dispatches an order for complete delivery only whole', async () => {
    const { id, ids, lineIds } = await billed([8_000, 0], [12_000, 5_000])
    await portal.db('order').where({ id }).update({ completeDelivery: 1 })
    await portal.db('order_line').where({ id: lineIds[0] }).update({ invoicedQty: 20_000 })
    await portal.db('order_line').where({ id: lineIds[1] }).update({ invoicedQty: 4_000 })
    expect((await desk.post('/api/lrs', lrOver(ids), key())).body.errors).toMatchObject([
      { code: 'COMPLETE_DELIVERY' },
      { code: 'COMPLETE_DELIVERY' },
    ])
    await portal.db('order_line').where({ id: lineIds[1] }).update({ invoicedQty: 5_000 })
    expect((await desk.post('/api/lrs', lrOver([ids[0]!]), key())).body.errors).toMatchObject([
      { code: 'COMPLETE_DELIVERY' },
    ])
    expect((await desk.post('/api/lrs', lrOver(ids), key())).status).toBe(201)
  })

  it('puts an invoice on exactly one of thirty LRs that are saved at once', { tags: ['locks'] }, async () => {
    const { ids, id } = await billed()
    const answers = await Promise.all(Array.from({ length: 30 }, () => desk.post('/api/lrs', lrOver(ids), key())))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers.filter(answer => answer.status !== 201)) {
      expect(status).toBe(409)
      expect(['INVOICE_TAKEN', 'STALE_ROW']).toContain(body.errors[0].code)
    }
    expect(await portal.db('lr_line').where({ invoiceId: ids[0] })).toHaveLength(1)
    expect(await portal.db('order_step').where({ orderId: id, step: 'dispatch' })).toHaveLength(1)
  })

  it('returns the same LR for the same Idempotency-Key, and needs a key', async () => {
    const { ids } = await billed()
    const [body, headers] = [lrOver(ids), key()]
    const first = await desk.post('/api/lrs', body, headers)
    const again = await desk.post('/api/lrs', body, headers)
    expect(again.body.id).toBe(first.body.id)
    expect(again.body.shipmentNo).toBe(first.body.shipmentNo)
    expect((await desk.post('/api/lrs', { ...body, packages: 9 }, headers)).status).toBe(422)
    expect((await desk.post('/api/lrs', lrOver(ids))).status).toBe(400)
  })

  it('is for the dispatch desk, and only for its own plants', async () => {
    const { ids } = await billed()
    const foreign = await otherDesk.post('/api/lrs', lrOver(ids), key())
    const unknown = await otherDesk.post('/api/lrs', lrOver([999_999]), key())
    expect([foreign.status, unknown.status]).toEqual([400, 400])
    expect(foreign.body.errors[0].message.replace(String(ids[0]), '#')).toBe(
      unknown.body.errors[0].message.replace('999999', '#'),
    )
    expect((await otherDesk.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}`)).status).toBe(400)
    expect((await transporter.post('/api/lrs', lrOver(ids), key())).status).toBe(403)
    const agent = await personWith(portal, ['CSC_AGENT'])
    expect((await agent.post('/api/lrs', lrOver(ids), key())).status).toBe(403)
    expect((await portal.nobody.post('/api/lrs', lrOver(ids), key())).status).toBe(401)
    expect((await portal.nobody.get(`/api/lr-proposal?invoiceIds[]=${ids[0]}`)).status).toBe(401)
  })
})
