import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askDuePayments } from '../../../api/payments/results/ask-due-payments.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { failedTransactions, pendingTransactions, transactionData } from '../../../resources/payments/payment-lists.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { sendFile } from '../../support/files.ts'
import { type PaymentWorld, paymentWorld } from '../../support/payments/payment-world.ts'
import { shownIn } from '../../support/payments/shown-in.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'

// The two tables of payments in the specification, a test for each row. What a row leaves out is told beside it:
// due-payments, payment-results, posting-actions, clearing, refunds.

let at = '2026-11-20T06:30:00.000Z'
const later = (minutes: number) => {
  at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
}
let portal: TestPortal
let world: PaymentWorld
let finance: ApiClient
let second: ApiClient
let payer: ApiClient

beforeAll(async () => {
  setClock(() => at)
  portal = await emptyPortal()
  world = await paymentWorld(portal)
})
beforeEach(async () => {
  setClock(() => at)
  // Days pass in these tests, which no session outlives.
  finance = await personWith(portal, ['FINANCE'])
  second = await personWith(portal, ['FINANCE'])
  payer = await personWith(portal, ['CUSTOMER'], { customerId: world.customer.id })
})
afterAll(async () => {
  setClock(null)
  await portal.close()
})

const PATH = `/api/${paymentTransaction.path}`
/** The payment as Finance reads it over HTTP. */
const read = async ({ id }: { id: number }, who = finance) => (await who.get(`${PATH}/${id}`)).body
const stateOf = async (payment: PaymentTransaction) => (await read(payment)).status
const check = async ({ id }: { id: number }) =>
  (await finance.post('/api/payments/check', { ids: [id] })).body.results[0]
const act = async (action: string, { id }: { id: number }, asked?: object, who = finance) =>
  who.post(`${PATH}/actions`, {
    ...{ action, rows: [{ id, rowVersion: (await read({ id })).rowVersion }] },
    ...(asked && { asked }),
  })
/** A payment of the payer that stands so. */
async function standing(txnNo: string, values: Record<string, unknown>) {
  const keys = { txnNo, receiptNo: null, idempotencyKey: txnNo, requestHash: txnNo, gateway: 'MOCK' }
  const row = await exampleRow(portal.db, paymentTransaction, { ...keys, customerId: world.customer.id, ...values })
  return row as unknown as PaymentTransaction
}

describe('the state', () => {
  it('CREATED: checked out and not started, for half an hour; then it is cancelled', async () => {
    const payment = await world.payment('mock', { status: 'CREATED' })
    later(29)
    await askDuePayments(portal.db)
    expect(await stateOf(payment)).toBe('CREATED')
    later(1)
    await askDuePayments(portal.db)
    expect(await read(payment)).toMatchObject({ status: 'CANCELLED', failureCode: 'NOT_STARTED' })
    expect(await world.locks(payment)).toEqual([null, null])
  })

  it('PENDING: asked about after 5, 15, 30 and 60 minutes, hourly for a day, daily; overdue after six days, for thirty more', async () => {
    const payment = await world.payment('payu')
    await world.pay(payment, 'pending')
    const began = Date.parse(at)
    const asked: number[] = []
    const nextAsk = async () => (await world.attempts(payment))[0]!.nextAskAt
    for (let next = await nextAsk(); next; next = await nextAsk()) {
      at = next
      asked.push((Date.parse(at) - began) / 60_000)
      expect(await askDuePayments(portal.db)).toBe(1)
    }
    const hours = Array.from({ length: 23 }, (_, hour) => (hour + 2) * 60)
    const days = Array.from({ length: 35 }, (_, day) => (day + 2) * 1440)
    expect(asked).toEqual([5, 15, 30, 60, ...hours, ...days])
    expect(await world.now(payment)).toMatchObject({
      status: 'PENDING',
      overdueSince: new Date(began + 6 * 1440 * 60_000).toISOString(),
    })
    expect(await world.locks(payment)).toEqual([null, null])
  })

  it('SUCCESS: the gateway says so, of the right amount; also late, and never back', async () => {
    const payment = await world.payment('billdesk')
    const failure = await world.pay(payment, 'fail')
    await world.comeBack(failure)
    expect(await stateOf(payment)).toBe('FAILED')
    await world.pay(payment, 'success')
    expect(await check(payment)).toMatchObject({ status: 'SUCCESS' })
    expect(await read(payment)).toMatchObject({ postingStatus: 'QUEUED', failureCode: null })
    for (const more of ['1', '2']) await world.notify('billdesk', { ...failure.fields, more })
    await portal.runDue()
    expect((await world.callbacks(payment)).filter(row => row.processedAt === null).length).toBe(0)
    expect(await stateOf(payment)).toBe('SUCCESS')
  })

  it.each([
    ['FAILED', 'fail'],
    ['CANCELLED', 'cancel'],
  ] as const)('%s: the gateway says so, and the items are free', async (status, choice) => {
    const payment = await world.payment('ccavenue')
    await world.comeBack(await world.pay(payment, choice))
    expect(await read(payment)).toMatchObject({ status, receiptNo: null, postingStatus: 'NOT_DUE' })
    expect(await world.locks(payment)).toEqual([null, null])
  })

  it('REFUNDED: all of it is back, as two people of Finance say with a reference and a proof', async () => {
    const payment = await world.payment('mock', { amounts: [100_000] })
    await world.comeBack(await world.pay(payment, 'success'))
    const [capture] = await world.captures(payment)
    const asked = { amount: 100_000, how: 'HAND', reason: 'Paid twice' }
    expect((await finance.post(`/api/payments/captures/${capture!.id}/refund`, asked)).status).toBe(201)
    const step = async (action: string, who: ApiClient, given?: object) => {
      const rows = await portal.db('refund').where({ transactionId: payment.id }).select('id', 'rowVersion')
      const body = { action, rows, ...(given && { asked: given }) }
      return (await who.post('/api/transaction-view/payment-refunds/actions', body)).status
    }
    expect([await step('confirmRefund', finance), await stateOf(payment)]).toEqual([403, 'CHECKING'])
    expect(await step('confirmRefund', second)).toBe(201)
    const proofId = (await sendFile(portal, finance, 'REFUND')).body.id
    const done = { doneReference: 'RF1', doneOn: at.slice(0, 10), proofId }
    expect(await step('enterDone', finance, done)).toBe(201)
    expect([await step('confirmDone', finance), await stateOf(payment)]).toEqual([403, 'CHECKING'])
    expect([await step('confirmDone', second), await stateOf(payment)]).toEqual([201, 'REFUNDED'])
  })

  it('of a wrongly signed callback stays; it is counted, and nothing of it is kept', async () => {
    const payment = await world.payment('payu')
    const { fields } = await world.pay(payment, 'pending')
    await world.notify('payu', { ...fields, hash: 'forged' })
    await portal.runDue()
    expect(await world.callbacks(payment)).toEqual([])
    expect(await portal.db('unsigned_post').first()).toMatchObject({ posts: 1 })
    expect(await stateOf(payment)).toBe('PENDING')
  })

  it('of another amount is CHECKING, with the capture for Finance to decide', async () => {
    const payment = await world.payment('payu')
    await world.comeBack(await world.pay(payment, 'less'))
    expect(await read(payment)).toMatchObject({ status: 'CHECKING', unresolvedAmount: 100, receiptNo: null })
    const { body } = await finance.get(`/api/transaction-view/payment-captures?transactionId=${payment.id}`)
    expect(body.data).toMatchObject([{ fit: 'SHORT', unresolvedAmount: 100 }])
  })
})

describe('the screen', () => {
  it('transactions-view: all of the customer, with the receipt; of others none; staff by their scope', async () => {
    const payment = await world.payment('mock')
    await world.comeBack(await world.pay(payment, 'success'))
    const stranger = await personWith(portal, ['CUSTOMER'])
    const seen = async (who: ApiClient) => (await who.get(`${PATH}?txnNo=${payment.txnNo}`)).body.data.length
    expect(await Promise.all([payer, stranger, finance].map(seen))).toEqual([1, 0, 1])
    const receipt = (who: ApiClient) => who.get(`/api/payments/${payment.id}/receipt`)
    expect((await receipt(payer)).headers.get('content-type')).toBe('application/pdf')
    expect((await receipt(stranger)).status).toBe(404)
  })

  it('transaction-data: every column with what the gateways sent, for Finance, and as a file', async () => {
    const payment = await world.payment('payu')
    await world.comeBack(await world.pay(payment, 'success'))
    expect(await shownIn(transactionData, finance, `f.txnNo=eq.${payment.txnNo}`)).toEqual([payment.txnNo])
    expect(Object.keys(await read(payment))).toEqual(expect.arrayContaining([...transactionData.list]))
    const sent = async (who: ApiClient) => who.get(`/api/payment-callbacks?transactionId=${payment.id}`)
    expect((await sent(finance)).body.data[0].payload).toMatchObject({ txnid: payment.txnNo })
    expect((await sent(payer)).status).toBe(403)
    expect((await finance.get(`/api/export/${paymentTransaction.path}?format=csv`)).status).toBe(200)
    expect((await payer.get(`${PATH}/${payment.id}`)).body).not.toHaveProperty('postingStatus')
  })

  it('pending-transactions: CREATED and PENDING; asks the gateway now, and cancels what was not started', async () => {
    const [created, pending] = [await world.payment('payu', { status: 'CREATED' }), await world.payment('payu')]
    const shown = () => shownIn(pendingTransactions, finance)
    expect(await shown()).toEqual(expect.arrayContaining([created.txnNo, pending.txnNo]))
    await world.pay(pending, 'fail')
    expect(await check(pending)).toMatchObject({ status: 'FAILED' })
    const { body } = await finance.post('/api/payments/cancel', { ids: [created.id, pending.id] })
    expect(body.results).toMatchObject([{ status: 'CANCELLED' }, { status: 'FAILED', result: null }])
    expect(await shown()).not.toEqual(expect.arrayContaining([created.txnNo]))
  })

  it('failed-transactions: FAILED and CANCELLED; asks again, and mails the customer', async () => {
    const [failed, cancelled] = [
      await world.payment('payu', { status: 'FAILED' }),
      await standing('C1', { status: 'CANCELLED' }),
    ]
    const shown = () => shownIn(failedTransactions, finance)
    expect(await shown()).toEqual(expect.arrayContaining([failed.txnNo, cancelled.txnNo]))
    expect((await act('notifyCustomer', failed)).status).toBe(201)
    await world.pay(failed, 'success')
    expect(await check(failed)).toMatchObject({ status: 'SUCCESS' })
    expect((await act('notifyCustomer', failed)).status).toBe(409)
    expect(await shown()).not.toContain(failed.txnNo)
  })
})
