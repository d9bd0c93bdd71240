import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { disputeDesk } from '../../support/cases/dispute-desk.ts'
import { sendFile } from '../../support/files.ts'

const desk = await disputeDesk()
const { portal, company, people, owed, items, row, dispute, opened, step, told, mails, clockAt } = desk
const { buyer, stranger, finance, manager, owner, agent, pricing, auditor } = people
afterAll(desk.close)
beforeEach(() => clockAt())

const faultOf = ({ status, body }: { status: number; body: { errors?: { field: string; message: string }[] } }) => [
  status,
  body.errors?.[0]?.field,
  body.errors?.[0]?.message,
]

describe('disputing an invoice', () => {
  it('gives it a number and ten working days, marks its open items, and tells the customer and Finance', async () => {
    const invoiceId = await owed(10_000_00)
    const file = (await sendFile(portal, buyer, 'DISPUTE')).body.id
    const { status, body } = await dispute(buyer, { invoiceId, disputedAmount: 2_500_00, attachmentIds: [file] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      disputeNo: expect.stringMatching(/^AD2627\d{6}$/),
      status: 'OPEN',
      customerId: company.customerId,
      disputedAmount: 2_500_00,
      sla: 'IN_TIME',
      ageDays: 0,
    })
    // Friday noon and ten days from Monday to Saturday.
    expect((await row(body.id)).dueAt).toBe('2026-12-02T06:30:00.000Z')
    expect((await items(invoiceId)).map(({ isDisputed }) => isDisputed)).toEqual([1])
    expect(await told('Sneha Accountant', body.id)).toHaveLength(1)
    expect(await told('Ravi Pricing', body.id)).toHaveLength(1)
    expect((await mails()).at(-1)).toMatchObject({ ownerId: body.id, subject: expect.stringContaining(body.disputeNo) })
    const notes = (await buyer.get(`/api/dispute-notes?disputeId=${body.id}`)).body.data
    expect(notes).toMatchObject([{ authorName: 'Rohan Bhide', audience: 'SHARED', attachmentId: file }])
  })

  it.each([
    ['PRICE', 'Ravi Pricing', true],
    ['FREIGHT', 'Ravi Pricing', false],
    ['FREIGHT', 'Tester DISPATCH', true],
    ['PRICE', 'Tester DISPATCH', false],
    ['TAX', 'Tester DISPATCH', false],
  ])('about %s is told to %s: %s', async (disputeType, name, isTold) => {
    const id = await opened(100_00, { disputeType })
    expect((await told(name, id)).length).toBe(isTold ? 1 : 0)
  })

  it('is done for a customer by sales, service and Finance, and not by those who only read', async () => {
    for (const who of [owner, manager, agent, finance]) expect(await opened(100_00, {}, who)).toBeGreaterThan(0)
    const invoiceId = await owed(100_00)
    for (const who of [pricing, auditor, desk.desk])
      expect((await dispute(who, { invoiceId, disputedAmount: 100_00 })).status).toBe(403)
  })

  it('needs an invoice of one’s own, an amount, a reason and a few words', async () => {
    const invoiceId = await owed(1_000_00)
    const faults = async (body: object, who = buyer) => faultOf(await dispute(who, body as never)).slice(0, 2)
    const good = { invoiceId, disputedAmount: 100_00 }
    expect(await faults(good, stranger)).toEqual([400, 'invoiceId'])
    expect(await faults({ ...good, invoiceId: 999_999 })).toEqual([400, 'invoiceId'])
    expect(await faults({ ...good, disputedAmount: 99 })).toEqual([400, 'disputedAmount'])
    expect(await faults({ ...good, disputedAmount: 10.5 })).toEqual([400, 'disputedAmount'])
    expect(await faults({ ...good, disputeType: 'MOOD' })).toEqual([400, 'disputeType'])
    expect(await faults({ ...good, description: ' no ' })).toEqual([400, 'description'])
    expect(await faults({ ...good, attachmentIds: [999_999] })).toEqual([400, 'attachmentIds'])
    expect(await faults({ ...good, complaintId: 999_999 })).toEqual([400, 'complaintId'])
    expect(await faults({ ...good, acceptedAmount: 5 })).toEqual([400, 'acceptedAmount'])
    expect(await faults({ ...good, customerId: 1 })).toEqual([400, 'customerId'])
    expect(await portal.db('ar_dispute').where({ invoiceId })).toEqual([])
    expect((await items(invoiceId))[0].isDisputed).toBe(0)
  })

  it('takes no credit note and nothing that SAP cancelled', async () => {
    for (const change of [{ invoiceType: 'CREDIT_NOTE' }, { isCancelled: 1 }]) {
      const invoiceId = await owed(1_000_00)
      await portal.db('invoice').where({ id: invoiceId }).update(change)
      expect(faultOf(await dispute(buyer, { invoiceId, disputedAmount: 1_00 }))[1]).toBe('invoiceId')
    }
  })
})

describe('the amount', () => {
  it('is at most the open balance, of all reasons together', async () => {
    const invoiceId = await owed(600_00, 400_00)
    expect(faultOf(await dispute(buyer, { invoiceId, disputedAmount: 1_000_01 }))).toEqual([
      400,
      'disputedAmount',
      expect.stringContaining('Dispute at most ₹ 1,000.00'),
    ])
    await opened(700_00, { invoiceId, disputeType: 'PRICE' })
    expect(faultOf(await dispute(buyer, { invoiceId, disputeType: 'TAX', disputedAmount: 300_01 }))[2]).toBe(
      'Dispute at most ₹ 300.00: ₹ 1,000.00 is open, and ₹ 700.00 of it is disputed already',
    )
    await opened(300_00, { invoiceId, disputeType: 'TAX' })
    expect(faultOf(await dispute(buyer, { invoiceId, disputeType: 'TDS', disputedAmount: 1_00 }))[2]).toContain(
      'is disputed already',
    )
  })

  it('is nothing where nothing is open, or a payment holds it', async () => {
    const paid = await owed(500_00)
    await portal.db('upload_outstanding').where({ invoiceId: paid }).update({ balanceAmount: 0 })
    expect(faultOf(await dispute(buyer, { invoiceId: paid, disputedAmount: 1_00 }))[2]).toContain('Nothing is owed')
    const held = await owed(500_00)
    const payment = await desk.make('payment-transaction', {
      customerId: company.customerId,
      idempotencyKey: 'held',
      requestHash: 'held',
    })
    await portal.db('upload_outstanding').where({ invoiceId: held }).update({ lockedById: payment.id })
    expect(faultOf(await dispute(buyer, { invoiceId: held, disputedAmount: 1_00 })).slice(1)).toEqual([
      'invoiceId',
      expect.stringContaining('is being paid (₹ 500.00)'),
    ])
  })

  it('comes free again when a dispute is withdrawn or rejected, and counts one open dispute a reason', async () => {
    const invoiceId = await owed(1_000_00)
    const first = await opened(1_000_00, { invoiceId })
    expect(faultOf(await dispute(buyer, { invoiceId, disputedAmount: 1_00 })).slice(0, 2)).toEqual([400, 'disputeType'])
    await step(buyer, first, 'withdraw', { remark: 'Found the contract' })
    expect((await items(invoiceId))[0].isDisputed).toBe(0)
    const second = await opened(1_000_00, { invoiceId })
    await step(finance, second, 'take')
    await step(finance, second, 'reject', { remark: 'As agreed' })
    expect((await items(invoiceId))[0].isDisputed).toBe(0)
    await opened(1_000_00, { invoiceId })
    expect((await items(invoiceId))[0].isDisputed).toBe(1)
  })

  it('holds when three dispute the same invoice at the same moment', { tags: ['locks'] }, async () => {
    for (const types of [
      ['PRICE', 'TAX', 'QUANTITY'],
      ['PRICE', 'PRICE', 'PRICE'],
    ]) {
      const invoiceId = await owed(1_000_00)
      const answers = await Promise.all(
        types.map((disputeType, at) =>
          dispute([buyer, owner, finance][at]!, { invoiceId, disputeType, disputedAmount: 600_00 }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
      const kept = await portal.db('ar_dispute').where({ invoiceId })
      expect(kept.map(({ disputedAmount }) => disputedAmount)).toEqual([600_00])
    }
  })

  it('holds when the same request comes twice with its key', async () => {
    const body = {
      invoiceId: await owed(500_00),
      disputeType: 'TAX',
      disputedAmount: 500_00,
      description: 'Wrong rate',
    }
    const headers = desk.key()
    const [one, two] = await Promise.all([1, 2].map(() => buyer.post('/api/complaints/ar-dispute', body, headers)))
    expect([one!.status, two!.status]).toEqual([201, 201])
    expect(one!.body.id).toBe(two!.body.id)
  })
})

describe('what can be disputed', () => {
  it('is told with its balance and what is disputed, to whoever reaches the invoice', async () => {
    const invoiceId = await owed(900_00)
    await opened(200_00, { invoiceId })
    const { body } = await buyer.get(`/api/disputable-invoices?invoiceId=${invoiceId}`)
    expect(body.invoices).toMatchObject([{ id: invoiceId, balance: 900_00, disputed: 200_00 }])
    const { invoiceNo } = body.invoices[0]
    const found = await finance.get(`/api/disputable-invoices?customerId=${company.customerId}&q=${invoiceNo}`)
    expect(found.body.invoices).toHaveLength(1)
    expect((await stranger.get(`/api/disputable-invoices?invoiceId=${invoiceId}`)).body.invoices).toEqual([])
    expect((await finance.get('/api/disputable-invoices')).status).toBe(400)
    expect((await auditor.get(`/api/disputable-invoices?invoiceId=${invoiceId}`)).status).toBe(403)
  })
})
