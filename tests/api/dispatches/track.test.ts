import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'
import {
  type Company,
  createApprovedOrder,
  createCompany,
  createInvoice,
  lrInput,
} from '../../support/shipped-order.ts'

/** A portal with one consignment in transit and a rate limit of its own. */
async function shipped() {
  setClock('2026-11-20T06:30:00.000Z')
  const portal = await emptyPortal()
  const company = await createCompany(portal.db)
  const bought = await createApprovedOrder(portal.db, company, { status: 'CONFIRMED', sapOrderNo: '5000000077' })
  const invoice = await createInvoice(portal.db, company, bought, { sapOrderNo: '5000000077' })
  const desk = await personWith(portal, ['DISPATCH'])
  const lr = lrInput(company, 'VRL/77', [invoice.id])
  const { body } = await desk.post('/api/lrs', lr, { 'Idempotency-Key': 'track-the-lr' })
  const event = {
    lrId: body.id,
    eventCode: 'IN_TRANSIT',
    eventAt: '2026-11-20T06:15:00.000Z',
    location: 'Nagpur',
    remarks: 'Driver asks for the gate pass',
  }
  await desk.post('/api/tracking-events', event)
  return { portal, company, bought, invoice, desk, lr: body }
}

describe('tracking without signing in', () => {
  let world: {
    portal: TestPortal
    company: Company
    bought: { orderNo: string }
    invoice: { invoiceNo: string }
    desk: ApiClient
    lr: { shipmentNo: string }
  }
  beforeAll(async () => {
    world = await shipped()
  })
  afterAll(async () => {
    setClock(null)
    await world.portal.close()
  })
  const track = (body: object) => world.portal.nobody.post('/api/track', body)

  it('shows where the goods are to a person who knows the PIN code', async () => {
    const { status, body } = await track({ type: 'LR', number: ' vrl/77 ', pincode: '411001' })
    expect(status).toBe(201)
    expect(body).toEqual({
      shipmentNo: world.lr.shipmentNo,
      lrNo: 'VRL/77',
      carrier: 'VRL Logistics',
      carrierLink: 'https://vrl.example/track?lr=VRL%2F77',
      status: 'IN_TRANSIT',
      statusLabel: 'In transit',
      steps: [
        { code: 'BOOKED', label: 'Booked with the carrier', at: '2026-11-20T03:30:00.000Z', location: 'Pune' },
        { code: 'IN_TRANSIT', label: 'In transit', at: '2026-11-20T06:15:00.000Z', location: 'Nagpur' },
      ],
      dispatchedOn: '2026-11-20',
      expectedOn: '2026-11-28',
      deliveredOn: null,
      packages: 10,
      fromCity: 'Pune',
      toCity: 'Pune',
      podAvailable: false,
      others: [],
    })
  })

  it('finds it by order, invoice and SAP order number, and by the end of the mobile number', async () => {
    const asked = [
      { type: 'ORDER', number: world.bought.orderNo, pincode: '411001' },
      { type: 'INVOICE', number: world.invoice.invoiceNo, last4: '2345' },
      { type: 'SAP_ORDER', number: '5000000077', pincode: '411001', last4: '2345' },
    ]
    for (const body of asked) expect((await track(body)).body).toMatchObject({ lrNo: 'VRL/77' })
  })

  it.each([
    ['type', { type: 'CUSTOMER', number: 'VRL/77', pincode: '411001' }],
    ['number', { type: 'LR', number: { $ne: null }, pincode: '411001' }],
    ['number', { type: 'LR', number: 'x'.repeat(21), pincode: '411001' }],
    ['pincode', { type: 'LR', number: 'VRL/77' }],
    ['pincode', { type: 'LR', number: 'VRL/77', pincode: '41100%' }],
    ['last4', { type: 'LR', number: 'VRL/77', last4: ['2345'] }],
    ['customerId', { type: 'LR', number: 'VRL/77', pincode: '411001', customerId: 1 }],
  ])('needs a valid %s, and does not count a malformed request as an attempt: %j', async (field, body) => {
    const { status, body: said } = await track(body)
    expect(status).toBe(400)
    expect(said.errors).toMatchObject([{ field }])
  })

  it('answers a wrong pair and an unknown number identically, byte for byte', async () => {
    const answers = [
      await track({ type: 'LR', number: 'VRL/77', pincode: '411002' }),
      await track({ type: 'LR', number: 'VRL/99', pincode: '411001' }),
    ]
    const [wrong, unknown] = answers.map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }))
    expect(wrong!.status).toBe(404)
    expect(wrong).toEqual(unknown)
  })

  it('needs both proofs to be right where both are given', async () => {
    expect((await track({ type: 'LR', number: 'VRL/77', pincode: '411001', last4: '9999' })).status).toBe(404)
  })
})

describe('guessing', () => {
  it('is stopped after five wrong attempts from one address, also for the right pair, and says how long to wait', async () => {
    const { portal } = await shipped()
    try {
      const guess = (index: number) =>
        portal.nobody.post('/api/track', { type: 'LR', number: `VRL/${index}`, pincode: '411001' })
      const burst = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(100 + index)))
      expect(burst.filter(({ status }) => status === 404)).toHaveLength(5)
      const refused = burst.find(({ status }) => status === 429)!
      expect(refused.body.errors).toMatchObject([{ code: 'RATE_LIMITED' }])
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(800)
      expect((await guess(77)).status).toBe(429)
    } finally {
      setClock(null)
      await portal.close()
    }
  })

  it('does not count right answers', async () => {
    const { portal } = await shipped()
    try {
      for (let tries = 0; tries < 8; tries++) {
        expect(
          (await portal.nobody.post('/api/track', { type: 'LR', number: 'VRL/77', pincode: '411001' })).status,
        ).toBe(201)
      }
    } finally {
      setClock(null)
      await portal.close()
    }
  })
})
