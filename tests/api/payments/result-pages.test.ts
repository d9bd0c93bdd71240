import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { type PaymentWorld, paymentWorld } from '../../support/payments/payment-world.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'

let at = new Date().toISOString()
let portal: TestPortal
let world: PaymentWorld
let finance: ApiClient
let desk: ApiClient
let stranger: ApiClient
beforeAll(async () => {
  setClock(() => at)
  portal = await emptyPortal()
  world = await paymentWorld(portal)
  finance = await personWith(portal, ['FINANCE'])
  desk = await personWith(portal, ['CSC_AGENT'])
  stranger = await personWith(portal, ['CUSTOMER'])
})
afterAll(async () => {
  setClock(null)
  await portal.close()
})

const result = (query: string, who = portal.nobody) => who.get(`/api/payments/result?${query}`)

describe('the result of a payment', () => {
  it('is shown without a sign-in for a quarter of an hour, its status and amount alone', async () => {
    const payment = await world.payment('payu')
    const { to, answer } = await world.comeBack(await world.pay(payment, 'success'))
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const { search } = new URL(to, portal.url)
    expect(await result(search.slice(1))).toMatchObject({
      status: 200,
      body: { txnNo: payment.txnNo, status: 'SUCCESS', amount: payment.amount },
    })
    expect(Object.keys((await result(search.slice(1))).body)).toEqual(['txnNo', 'status', 'amount'])
    const other = await world.payment('payu')
    expect((await result(search.slice(1).replace(payment.txnNo, other.txnNo))).status).toBe(404)
    expect((await result(`txn=${payment.txnNo}`)).status).toBe(404)
    expect((await result(`txn=${payment.txnNo}&token=${'A'.repeat(22)}`)).status).toBe(404)
    at = new Date(Date.parse(at) + 15 * 60_000).toISOString()
    expect((await result(search.slice(1))).status).toBe(404)
  })

  it('is shown to whoever may read the payment, and to no other customer', async () => {
    const payment = await world.payment('payu')
    expect((await result(`txn=${payment.txnNo}`, finance)).body).toMatchObject({ status: 'PENDING' })
    expect((await result(`txn=${payment.txnNo}`, stranger)).status).toBe(404)
  })

  it('is stored as the hash of its token only', async () => {
    const payment = await world.payment('payu')
    const { to } = await world.comeBack(await world.pay(payment, 'pending'))
    const token = new URL(to, portal.url).searchParams.get('token')!
    const kept = await portal.db('payment_result_link').where({ transactionId: payment.id })
    const history = await portal.db('audit_entry').where({ entity: 'payment-result-link' }).select('afterJson')
    expect(kept).toHaveLength(1)
    expect(JSON.stringify([kept, history])).not.toContain(token)
  })
})

describe('Finance', () => {
  const check = (ids: readonly number[], who = finance) => who.post('/api/payments/check', { ids })

  it('has the gateways asked at once, and reads a sentence for each payment', async () => {
    const [paid, waiting, unknown, done] = [
      await world.payment('payu', { status: 'FAILED' }),
      await world.payment('mock'),
      await world.payment('billdesk'),
      await world.payment('ccavenue', { status: 'SUCCESS' }),
    ]
    await world.pay(paid, 'late')
    await world.pay(waiting, 'pending')
    at = new Date(Date.parse(at) + 60_000).toISOString()
    const { status, body } = await check([paid.id, waiting.id, unknown.id, done.id])
    expect(status).toBe(201)
    const message = new Map(body.results.map((one: { id: number; message: string }) => [one.id, one.message]))
    expect(message.get(paid.id)).toMatch(/^(It is “Paid” now|Nothing has changed: it stays Paid)$/)
    expect(message.get(waiting.id)).toBe('The gateway still waits for the payment: it stays At the gateway')
    expect(message.get(unknown.id)).toBe('BillDesk does not know the payment: it stays At the gateway')
    expect(message.get(done.id)).toBe('It is Paid: there is nothing to ask the gateway')
    expect((await world.now(paid)).status).toBe('SUCCESS')
  })

  it('cancels a payment that was not started, and none that the gateway has', async () => {
    const [left, open] = [await world.payment('payu', { status: 'CREATED' }), await world.payment('payu')]
    const { body } = await finance.post('/api/payments/cancel', { ids: [left.id, open.id] })
    expect(body.results).toMatchObject([
      { id: left.id, status: 'CANCELLED', message: 'It is “Cancelled” now' },
      { id: open.id, status: 'PENDING', result: null },
    ])
    expect(await world.locks(left)).toEqual([null, null])
    const [entry] = await portal
      .db('audit_entry')
      .where({ entity: paymentTransaction.name, entityId: left.id, action: 'UPDATE' })
    expect(entry.reason).toBe('Cancel')
  })

  it('gives up a payment that never reached its gateway, once it had the time to; a late success still counts', async () => {
    const [lost, there] = [await world.payment('payu'), await world.payment('payu')]
    await world.pay(there, 'pending')
    const cancel = () => finance.post('/api/payments/cancel', { ids: [lost.id, there.id] })
    const young = 'It went to the gateway less than 15 minutes ago: check its status first'
    expect((await cancel()).body.results).toMatchObject([{ message: young }, { message: young }])
    at = new Date(Date.parse(at) + 16 * 60_000).toISOString()
    expect((await cancel()).body.results).toMatchObject([
      { id: lost.id, status: 'CANCELLED', message: 'It is “Cancelled” now' },
      { id: there.id, status: 'PENDING', message: 'The gateway still waits for the payment: it stays At the gateway' },
    ])
    expect(await world.locks(lost)).toEqual([null, null])
    await world.comeBack(await world.pay(lost, 'success'))
    expect((await world.now(lost)).status).toBe('SUCCESS')
  })

  it('alone may ask, for payments that exist, and for 20 at once', async () => {
    const payment = await world.payment('payu')
    expect((await check([payment.id], desk)).status).toBe(403)
    expect((await check([payment.id], stranger)).status).toBe(403)
    expect((await check([payment.id], portal.nobody)).status).toBe(401)
    expect((await check([999_999])).status).toBe(404)
    const faultOf = async (ids: unknown) => (await check(ids as number[])).body.errors[0]
    expect(await faultOf([])).toMatchObject({ field: 'ids', code: 'TYPE' })
    expect(await faultOf(['x'])).toMatchObject({ field: 'ids[0]', code: 'TYPE' })
    expect(await faultOf(Array.from({ length: 21 }, (_, index) => index + 1))).toMatchObject({
      ...{ field: 'ids', code: 'TYPE', message: 'Ids must be a list of 1 to 20' },
    })
  })
})
