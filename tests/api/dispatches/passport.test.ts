/** @module-tag sql */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { PassportPart } from '../../../resources/dispatches/passport-part.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { capturedFor } from '../../support/payments/captured.ts'
import { personWith } from '../../support/people.ts'

const { portal, company, desk, transporter, otherDesk, billed, key, lrOver, clockAt, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

const buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
const finance = await personWith(portal, ['FINANCE'])
const sales = await personWith(portal, ['PRICING_APPROVER'])

async function booked() {
  const { ids, invoices, orderNo } = await billed()
  const { status, body } = await desk.post('/api/lrs', lrOver(ids), key())
  expect(status).toBe(201)
  return { id: body.id as number, lrNo: body.lrNo as string, invoiceId: invoices[0]!.id, orderNo }
}
type Reader = typeof desk
const partsFor = async (reader: Reader, id: number): Promise<PassportPart[]> => {
  const { status, body } = await reader.get(`/api/passports/${id}`)
  expect(status).toBe(200)
  return body.parts
}
const kinds = (parts: readonly PassportPart[]) => parts.map(({ kind }) => kind)

describe('the document passport', () => {
  it('tells the buyer of order, invoice, LR and payment, and nothing of the transporter’s bill', async () => {
    const { id, orderNo, lrNo } = await booked()
    const parts = await partsFor(buyer, id)
    expect(kinds(parts)).toEqual(['ORDER', 'INVOICE', 'LR', 'POD', 'PAYMENT'])
    expect(parts[0]!.no).toBe(orderNo)
    expect(parts[2]).toMatchObject({ no: lrNo, state: 'Handed over to the transporter', on: '2026-11-20', gap: null })
    expect(parts[3]).toMatchObject({ state: 'After delivery', gap: null })
    expect(parts[4]).toMatchObject({ state: 'Due on 19-12-2026', gap: null })
  })

  it('tells the transporter neither of the order nor of the payment', async () => {
    const { id } = await booked()
    const parts = await partsFor(transporter, id)
    expect(kinds(parts)).toEqual(['INVOICE', 'LR', 'POD'])
    expect(JSON.stringify(parts)).not.toContain('Due on')
  })

  it('flags a late delivery, a missing POD and an invoice that is not paid', async () => {
    const { id, invoiceId } = await booked()
    await portal.db('lr').where({ id }).update({ expectedDeliveryDate: '2026-11-25' })
    await clockAt('2026-11-28T06:30:00.000Z')
    const late = (await partsFor(desk, id)).find(({ kind }) => kind === 'LR')
    expect(late!.gap).toMatch(/^Delivery 3 days late/)
    await portal.db('lr').where({ id }).update({ deliveryStatus: 'DELIVERED', deliveredOn: '2026-11-28' })
    await clockAt('2026-12-20T06:30:00.000Z')
    const gaps = (await partsFor(desk, id)).flatMap(({ gap }) => gap ?? [])
    expect(gaps).toEqual(['POD missing for 22 days', 'Invoice not paid, due on 19-12-2026'])
    await portal.db('invoice').where({ id: invoiceId }).update({ isCleared: 1 })
    expect((await partsFor(finance, id)).find(({ kind }) => kind === 'PAYMENT')).toMatchObject({ state: 'Paid' })
  })

  it('says what is open of an invoice to those who read open items, and to nobody else', async () => {
    const { id, invoiceId } = await booked()
    await exampleRow(portal.db, uploadOutstanding, {
      customerId: company.customerId,
      invoiceId,
      documentType: 'INVOICE',
      documentDate: '2026-11-20',
      dueDate: '2026-12-10',
      originalAmount: 100_000,
      balanceAmount: 40_050,
    })
    const payment = async (reader: Reader) => (await partsFor(reader, id)).find(({ kind }) => kind === 'PAYMENT')!
    expect((await payment(finance)).state).toBe('₹ 400.50 open, due on 10-12-2026')
    for (const reader of [desk, buyer]) expect((await payment(reader)).state).toBe('Due on 19-12-2026')
    await clockAt('2026-12-15T06:30:00.000Z')
    expect((await payment(finance)).gap).toBe('₹ 400.50 not paid, due on 10-12-2026')
    await portal.db('upload_outstanding').where({ invoiceId }).update({ isActive: 0, closedOn: '2026-12-14' })
    expect(await payment(finance)).toMatchObject({ state: 'Paid', on: '2026-12-14', gap: null })
  })

  it('tells of what was paid online to those who may read payments, with the page of the receipt', async () => {
    const { id, invoiceId } = await booked()
    const { customerId } = company
    const invoice = await portal.db('invoice').where({ id: invoiceId }).first('invoiceNo')
    const item = await exampleRow(portal.db, uploadOutstanding, { customerId, invoiceId, sapItem: '1000/2026/77/001' })
    const payer = await portal.db('user').where('customerId', customerId).first('id', 'name')
    const made = await exampleRow(portal.db, paymentTransaction, {
      ...{ txnNo: 'PT262700000077', customerId, userId: payer.id, status: 'SUCCESS', receiptNo: 'RC2627000077' },
      ...{ paidAt: '2026-11-20T06:30:00.000Z', postingStatus: 'POSTED', idempotencyKey: 'k77', requestHash: 'h77' },
    })
    const { id: captureId } = await capturedFor(portal.db, made)
    const settles = { captureId, target: 'ITEM', refundId: null, movedFromId: null, clearingStatus: 'OPEN' }
    const of = { transactionId: made.id, customerId, itemId: item.id, amount: 25_000_00 }
    await exampleRow(portal.db, captureAllocation, { ...settles, ...of })
    const receipts = async (reader: Reader) => (await partsFor(reader, id)).filter(({ kind }) => kind === 'RECEIPT')
    const link = `/transaction-view/transactions-view/show/${made.id}`
    for (const reader of [buyer, finance])
      expect(await receipts(reader)).toMatchObject([
        { no: 'RC2627000077', state: expect.stringContaining('₹ 25,000.00'), on: '2026-11-20', gap: null, link },
      ])
    expect((await receipts(buyer))[0]!.state).toBe(`₹ 25,000.00 for invoice ${invoice.invoiceNo} by ${payer.name}`)
    for (const reader of [desk, transporter]) expect(await receipts(reader)).toEqual([])
    await portal.db('payment_transaction').where({ id: made.id }).update({ status: 'FAILED' })
    expect(await receipts(finance)).toEqual([])
  })

  it('misses an e-way bill above the value of the way, for whoever reads what the goods are worth', async () => {
    const { id } = await booked()
    const line = portal.db('lr_line').where({ lrId: id })
    await line.clone().update({ ewayBillNo: null, ewayValidTo: null, invoiceValue: 10_000_001 })
    const eway = async (reader: Reader) => (await partsFor(reader, id)).filter(({ kind }) => kind === 'EWAY_BILL')
    const gap = expect.stringContaining('E-way bill missing: ₹ 1,00,000.01 is above')
    for (const reader of [desk, buyer]) expect(await eway(reader)).toMatchObject([{ state: 'Missing', gap }])
    expect(await eway(transporter)).toEqual([])
    await line.clone().update({ invoiceValue: 1_000_000 })
    expect(await eway(desk)).toEqual([])
  })

  it('names every order of an invoice that bills several', async () => {
    const { id, invoiceId, orderNo } = await booked()
    const other = await billed()
    const line = await portal.db('order_line').where({ orderId: other.id }).first('id')
    const { id: billedLine } = await portal.db('invoice_line').where({ invoiceId }).first('id')
    await portal.db('invoice_line').where({ id: billedLine }).update({ orderLineId: line.id })
    const orders = (await partsFor(desk, id)).filter(({ kind }) => kind === 'ORDER')
    expect(orders.map(({ no }) => no)).toEqual([orderNo, other.orderNo])
  })

  it('is found by nobody out of whose reach the LR is', async () => {
    const { id } = await booked()
    expect((await otherDesk.get(`/api/passports/${id}`)).status).toBe(404)
    expect((await desk.get('/api/passports/999999')).status).toBe(404)
    expect((await desk.get('/api/passports/x')).status).toBe(404)
    expect((await sales.get(`/api/passports/${id}`)).status).toBe(403)
    expect((await portal.nobody.get(`/api/passports/${id}`)).status).toBe(401)
  })
})

const GONE = 'This link is wrong, was revoked or has expired: ask the sender for a new one.'
const opened = (token: string) => portal.nobody.post('/api/passport-pages', { token })
async function shared(reader: Reader = desk) {
  const { id, lrNo } = await booked()
  const { status, body } = await reader.post('/api/passport-links', { lrId: id })
  expect(status).toBe(201)
  expect(body.path).toMatch(/^\/passport#[\w-]{22}$/)
  return { id, lrNo, token: body.path.split('#')[1] as string, expiresAt: body.expiresAt as string }
}

describe('the link to a passport', () => {
  it('shows a stranger what the tracking page shows, and no more', async () => {
    const { lrNo, token, expiresAt } = await shared(buyer)
    expect(expiresAt).toBe('2026-12-20T06:30:00.000Z')
    const { status, body } = await opened(token)
    expect(status).toBe(201)
    expect(body).toMatchObject({ lrNo, transporter: 'VRL Logistics', packages: 10, toCity: 'Pune', others: [] })
    const tracked = await portal.nobody.post('/api/track', { type: 'LR', number: lrNo, pincode: '411001' })
    expect(body).toEqual(tracked.body)
  })

  it('opens nothing when it is wrong, revoked or too old, and never says which', async () => {
    const gone = { status: 404, body: { message: GONE } }
    expect(await opened('x')).toMatchObject(gone)
    expect(await opened('A'.repeat(22))).toMatchObject(gone)
    const old = await shared()
    await clockAt('2026-12-20T06:29:59.000Z')
    expect((await opened(old.token)).status).toBe(201)
    await clockAt('2026-12-20T06:30:00.000Z')
    expect(await opened(old.token)).toMatchObject(gone)
    await clockAt()
    const { id, token } = await shared()
    const row = (await desk.get(`/api/passport-links?lrId=${id}`)).body.data[0]
    expect(JSON.stringify(row)).not.toContain('tokenHash')
    const revoke = { action: 'revoke', rows: [{ id: row.id, rowVersion: row.rowVersion }] }
    expect((await otherDesk.post('/api/passport-links/actions', revoke)).status).toBe(404)
    expect((await desk.post('/api/passport-links/actions', revoke)).status).toBe(201)
    expect(await opened(token)).toMatchObject(gone)
  })

  it('keeps no token, only its hash', async () => {
    const { id, token } = await shared()
    const row = await portal.db('passport_link').where({ lrId: id }).first()
    expect(JSON.stringify(row)).not.toContain(token)
    const said = await portal.db('audit_entry').select()
    expect(JSON.stringify(said)).not.toContain(row.tokenHash)
  })

  it.each([
    ['no LR', {}, 'LR is required'],
    ['half an LR', { lrId: 1.5 }, 'LR must be a whole number'],
    [
      'an end of its own',
      { lrId: 1, expiresAt: '2099-01-01T00:00:00.000Z' },
      'expiresAt is not read here: send only lrId',
    ],
  ])('is not made of %s', async (_, body, message) => {
    expect(await desk.post('/api/passport-links', body)).toMatchObject({ status: 400, body: { errors: [{ message }] } })
  })

  it('is made by whom the consignment concerns alone', async () => {
    const { id } = await booked()
    expect((await otherDesk.post('/api/passport-links', { lrId: id })).status).toBe(404)
    expect((await transporter.post('/api/passport-links', { lrId: id })).status).toBe(403)
  })

  it('is guessed thirty times at most', async () => {
    const { token } = await shared()
    let status = 0
    for (let guess = 0; guess < 40 && status !== 429; guess += 1) status = (await opened('B'.repeat(22))).status
    expect(status).toBe(429)
    expect((await opened(token)).status).toBe(429)
  })
})
