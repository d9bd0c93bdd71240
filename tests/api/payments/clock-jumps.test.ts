import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askDuePayments } from '../../../api/payments/results/ask-due-payments.ts'
import { setClock } from '../../../api/platform/clock.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { type PaymentWorld, paymentWorld } from '../../support/payments/payment-world.ts'
import { emptyPortal, type TestPortal } from '../../support/portal.ts'

let at = ''
const jump = (minutes: number) => {
  at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
}
const HOUR = 60
const DAY = 24 * HOUR
let portal: TestPortal
let world: PaymentWorld

beforeAll(async () => {
  // The last minute of a financial year in India.
  at = '2027-03-31T18:29:00.000Z'
  setClock(() => at)
  portal = await emptyPortal()
  world = await paymentWorld(portal)
})
beforeEach(() => {
  setClock(() => at)
})
afterAll(async () => {
  setClock(null)
  await portal.close()
})

const standing = async (payment: PaymentTransaction) => {
  const { status, failureCode } = await world.now(payment)
  return [status, failureCode]
}
const timesAsked = async (payment: PaymentTransaction) => (await world.attempts(payment))[0]!.askCount
const paidNow = async () => {
  const payment = await world.payment('billdesk')
  await world.comeBack(await world.pay(payment, 'success'))
  return (await world.now(payment)).receiptNo
}

describe('where the clock jumps', () => {
  it('the receipts of each financial year go on where they were', async () => {
    const numbers = [await paidNow()]
    for (const minutes of [2, -HOUR, HOUR]) {
      jump(minutes)
      numbers.push(await paidNow())
    }
    expect(numbers).toEqual(['RC2627000001', 'RC2728000001', 'RC2627000002', 'RC2728000002'])
  })

  it('a day ahead, nothing ends before the gateway was asked, and what was paid is paid', async () => {
    const [started, waiting] = [await world.payment('payu', { status: 'CREATED' }), await world.payment('payu')]
    const left = await world.payment('mock', { status: 'CREATED' })
    for (const payment of [started, waiting]) await world.pay(payment, 'late')
    jump(DAY)
    await askDuePayments(portal.db)
    expect(await standing(started)).toEqual(['SUCCESS', null])
    expect(await standing(waiting)).toEqual(['SUCCESS', null])
    expect(await standing(left)).toEqual(['CANCELLED', 'NOT_STARTED'])
  })

  it('a week ahead, a payment of which the gateway cannot tell stays as it is', async () => {
    const [created, pending] = [await world.payment('mock', { status: 'CREATED' }), await world.payment('mock')]
    jump(7 * DAY)
    for (const payment of [created, pending]) await world.pay(payment, 'down')
    await askDuePayments(portal.db)
    expect([(await standing(created))[0], (await standing(pending))[0]]).toEqual(['CREATED', 'PENDING'])
    jump(DAY)
    await askDuePayments(portal.db)
    expect([(await standing(created))[0], (await standing(pending))[0]]).toEqual(['SUCCESS', 'SUCCESS'])
  })

  it('an hour back, no gateway is asked twice, and none is forgotten', async () => {
    const payment = await world.payment('payu')
    await world.pay(payment, 'pending')
    jump(5)
    expect(await askDuePayments(portal.db)).toBe(1)
    jump(-HOUR)
    for (const _ of [1, 2]) expect(await askDuePayments(portal.db)).toBe(0)
    expect([await standing(payment), await timesAsked(payment)]).toEqual([['PENDING', null], 1])
    jump(HOUR + 10)
    expect(await askDuePayments(portal.db)).toBe(1)
    expect(await askDuePayments(portal.db)).toBe(0)
    expect([await standing(payment), await timesAsked(payment)]).toEqual([['PENDING', null], 2])
  })

  it('an hour back, a return still counts, and a link that had ended stays closed', async () => {
    const payment = await world.payment('payu')
    jump(-HOUR)
    const { to } = await world.comeBack(await world.pay(payment, 'success'))
    expect((await standing(payment))[0]).toBe('SUCCESS')
    const shown = () => portal.nobody.get(`/api/payments/result${new URL(to, portal.url).search}`)
    expect((await shown()).status).toBe(200)
    jump(HOUR)
    expect((await shown()).status).toBe(404)
    await askDuePayments(portal.db)
    jump(-HOUR)
    expect((await shown()).status).toBe(404)
  })

  it('a gateway that answers long after a payment expired still makes it paid', async () => {
    const payment = await world.payment('mock')
    jump(6 * DAY)
    await askDuePayments(portal.db)
    expect(await standing(payment)).toEqual(['FAILED', 'EXPIRED'])
    await world.comeBack(await world.pay(payment, 'success'))
    expect(await standing(payment)).toEqual(['SUCCESS', null])
    expect(await world.locks(payment)).toEqual([payment.id, payment.id])
    expect(await world.isBalanced(payment)).toBe(true)
  })
})
