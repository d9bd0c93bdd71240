import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { removeExpired } from '../../../api/settings/retention/remove-expired.ts'
import {
  type Company,
  createApprovedOrder,
  createCompany,
  createInvoice,
  lrInput,
} from '../../support/dispatches/shipped-order.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'

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
      transporter: 'VRL Logistics',
      transporterLink: 'https://vrl.example/track?lr=VRL%2F77',
      status: 'IN_TRANSIT',
      statusLabel: 'In transit',
      steps: [
        {
          code: 'BOOKED',
          label: 'Booked with the transporter',
          on: '2026-11-20',
          at: '2026-11-20T06:30:00.000Z',
          location: 'Pune',
        },
        {
          code: 'IN_TRANSIT',
          label: 'In transit',
          on: '2026-11-20',
          at: '2026-11-20T06:15:00.000Z',
          location: 'Nagpur',
        },
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

describe('goods that no transporter has', () => {
  let world: Awaited<ReturnType<typeof shipped>>
  beforeAll(async () => {
    world = await shipped()
  })
  afterAll(async () => {
    setClock(null)
    await world.portal.close()
  })
  const track = (type: string, number: string, pincode = '411001') =>
    world.portal.nobody.post('/api/track', { type, number, pincode })

  it('of an order are not yet dispatched, which only the PIN code tells', async () => {
    const { orderNo } = await createApprovedOrder(world.portal.db, world.company, { sapOrderNo: '5000000088' })
    const waits = { stage: 'WAITING', stageLabel: 'Not yet dispatched', number: orderNo, since: '2026-11-20' }
    expect(await track('ORDER', orderNo)).toMatchObject({ status: 201, body: waits })
    expect((await track('SAP_ORDER', '5000000088')).body).toEqual(waits)
    const [guessed, unknown] = [await track('ORDER', orderNo, '411002'), await track('ORDER', 'OR2627999999')]
    expect({ ...guessed.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect((await track('LR', orderNo)).status).toBe(404)
  })

  it('are fetched by the buyer, or not sent any more', async () => {
    const { db } = world.portal
    const bought = await createApprovedOrder(db, world.company, { status: 'CONFIRMED' })
    const { invoiceNo, id } = await createInvoice(db, world.company, bought)
    for (const [dispatchStatus, stage] of [
      ['PENDING', 'WAITING'],
      ['PWC_READY', 'READY'],
      ['COLLECTED', 'COLLECTED'],
      ['SHIPPED_BY_OUR_SUPPLIER', 'SHIPPED_BY_OUR_SUPPLIER'],
      ['NOTHING_TO_SEND', 'NOTHING_TO_SEND'],
    ] as const) {
      await db('invoice').where({ id }).update({ dispatchStatus })
      expect((await track('INVOICE', invoiceNo)).body).toMatchObject({ stage, number: invoiceNo })
      expect((await track('ORDER', bought.orderNo)).body).toMatchObject({ stage })
    }
    const { orderNo } = await createApprovedOrder(db, world.company, { status: 'CANCELLED' })
    expect((await track('ORDER', orderNo)).body).toMatchObject({ stage: 'CANCELLED' })
    const draft = await createApprovedOrder(db, world.company, { status: 'DRAFT' })
    expect((await track('ORDER', draft.orderNo)).status).toBe(404)
  })
})

describe('guessing', () => {
  const wrong = (portal: TestPortal, number: string, pincode = '411009') =>
    portal.nobody.post('/api/track', { type: 'LR', number, pincode })
  const outcomes = (answers: { status: number }[]) =>
    [404, 429].map(status => answers.filter(answer => answer.status === status).length)

  it('of one number from one address is stopped after five wrong attempts, also for the right pair, and says how long to wait', async () => {
    const { portal } = await shipped()
    try {
      const burst = await Promise.all(Array.from({ length: 12 }, () => wrong(portal, 'VRL/77')))
      expect(outcomes(burst)).toEqual([5, 7])
      const refused = burst.find(({ status }) => status === 429)!
      expect(refused.body.errors).toMatchObject([{ code: 'RATE_LIMITED' }])
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(800)
      expect((await wrong(portal, 'VRL/77', '411001')).status).toBe(429)
      expect((await wrong(portal, 'VRL/78')).status).toBe(404)
    } finally {
      setClock(null)
      await portal.close()
    }
  })

  it('of neighbouring numbers from one address is stopped after thirty', async () => {
    const { portal } = await shipped()
    try {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => wrong(portal, `VRL/${100 + index}`)))
      expect(outcomes(answers)).toEqual([30, 10])
    } finally {
      setClock(null)
      await portal.close()
    }
  })

  it('is remembered for thirty days, with the address and whether it was right', async () => {
    const { portal } = await shipped()
    try {
      await wrong(portal, 'VRL/77')
      await wrong(portal, 'VRL/77', '411001')
      const tries = () => portal.db('tracking_try').orderBy('id').select('trackedBy', 'number', 'found')
      expect(await tries()).toMatchObject([
        { trackedBy: 'LR', number: 'VRL/77', found: 0 },
        { trackedBy: 'LR', number: 'VRL/77', found: 1 },
      ])
      setClock('2026-12-20T06:30:00.000Z')
      await removeExpired(portal.db, '')
      expect(await tries()).toHaveLength(2)
      setClock('2026-12-21T06:30:00.000Z')
      await removeExpired(portal.db, '')
      expect(await tries()).toHaveLength(0)
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
