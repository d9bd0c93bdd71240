import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askDuePayments } from '../../../api/payments/results/ask-due-payments.ts'
import { setClock } from '../../../api/platform/clock.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { gatewayNames } from '../../support/gateways/payment-gateways.ts'
import { accountOfWorld, type PaymentWorld, paymentWorld } from '../../support/payments/payment-world.ts'
import { emptyPortal, type TestPortal } from '../../support/portal.ts'

let at = ''
const later = (minutes: number) => {
  at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
}
let portal: TestPortal
let world: PaymentWorld

beforeAll(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  portal = await emptyPortal()
  world = await paymentWorld(portal)
})
beforeEach(() => {
  setClock(() => at)
})
afterEach(() => later(24 * 60 * 30))
afterAll(async () => {
  setClock(null)
  await portal.close()
})

const states = async (payment: PaymentTransaction) => (await world.now(payment)).status
const outcome = async (payment: PaymentTransaction) => {
  const { status, receiptNo, paidAt } = await world.now(payment)
  return { status, hasReceipt: receiptNo !== null, isPaid: paidAt !== null }
}
const paid = { status: 'SUCCESS', hasReceipt: true, isPaid: true }
/** Expects that one of the payment's callbacks had this result; the other one may have come first. */
const heard = async (payment: PaymentTransaction, result: string) => {
  await portal.runDue()
  expect((await world.callbacks(payment)).map(row => row.result)).toContain(result)
}

describe.each(gatewayNames)('a payment at %s', name => {
  const paymentMode = { mock: 'UPI', payu: 'CARD', ccavenue: 'CARD', billdesk: null }[name]
  const unpaidAs = { mock: 'FAILED', payu: 'CANCELLED', ccavenue: 'CANCELLED', billdesk: 'FAILED' }[name]

  it('that was made is paid once the payer is back, its items stay locked, and the page is told so', async () => {
    const payment = await world.payment(name)
    const back = await world.comeBack(await world.pay(payment, 'success'))
    expect(back.status).toBe(303)
    expect(back.to).toMatch(new RegExp(`^/successurl\\?txn=${payment.txnNo}&token=[\\w-]{22}$`))
    expect(await outcome(payment)).toEqual(paid)
    expect(await world.now(payment)).toMatchObject({ bankRefNo: expect.stringMatching(/^UTR/), paymentMode })
    expect(await world.locks(payment)).toEqual([payment.id, payment.id])
    expect(await world.isBalanced(payment)).toBe(true)
    await portal.runDue()
    expect((await world.callbacks(payment)).length).toBe(2)
  })

  it.each([
    ['fail', 'FAILED'],
    ['cancel', unpaidAs],
  ] as const)('that ended with "%s" is %s, and its items are free', async (choice, status) => {
    const payment = await world.payment(name)
    const back = await world.comeBack(await world.pay(payment, choice))
    expect(back.to).toMatch(/^\/failureurl\?txn=PT/)
    expect(await outcome(payment)).toMatchObject({ status, hasReceipt: false, isPaid: false })
    expect((await world.now(payment)).failureText).toMatch(/^(The bank|The payment)/)
    expect(await world.locks(payment)).toEqual([null, null])
  })

  it('that the gateway still works on stays open, and is asked about again', async () => {
    const payment = await world.payment(name)
    expect((await world.comeBack(await world.pay(payment, 'pending'))).to).toMatch(/^\/successurl\?/)
    expect(await states(payment)).toBe('PENDING')
    expect((await world.attempts(payment))[0]!.nextAskAt! > at).toBe(true)
    expect(await world.locks(payment)).toEqual([payment.id, payment.id])
  })

  it('that is reported twice, and before the payer is back, is paid once', async () => {
    const payment = await world.payment(name)
    const form = await world.pay(payment, 'early')
    await portal.runDue()
    expect(await states(payment)).toBe('SUCCESS')
    const { receiptNo, confirmedVia } = await world.now(payment)
    expect(confirmedVia).toBe('NOTIFY')
    const { bankRefNo, paymentMode } = await world.now(payment)
    expect(bankRefNo).toMatch(/\d{6}/)
    expect(paymentMode).toBe({ payu: 'CARD', ccavenue: 'CARD', billdesk: null, mock: 'UPI' }[name])
    await world.comeBack(form)
    for (const _ of [1, 2]) expect((await world.notify(name, form.fields)).status).toBe(200)
    await heard(payment, 'APPLIED')
    expect((await world.now(payment)).receiptNo).toBe(receiptNo)
    expect(await world.tasks(payment)).toEqual([])
  })

  it('that is reported a day later is paid then', async () => {
    const payment = await world.payment(name)
    await world.comeBack(await world.pay(payment, 'nextDay'))
    expect(await states(payment)).toBe('PENDING')
    later(24 * 60)
    await portal.runDue()
    expect(await states(payment)).toBe('SUCCESS')
    expect((await world.now(payment)).paidAt).toBe(at)
  })

  it.each(['tamper', 'tamperStatus'] as const)('of which the answer was forged (%s) is never paid', async choice => {
    const payment = await world.payment(name)
    await world.comeBack(await world.pay(payment, choice))
    await heard(payment, 'APPLIED')
    expect(await outcome(payment)).toMatchObject({ status: 'FAILED', hasReceipt: false, isPaid: false })
  })

  it('of which the answer is wrongly signed is not moved by it', async () => {
    const payment = await world.payment(name)
    const form = await world.pay(payment, 'badSignature')
    const back = await world.comeBack(form)
    expect(back.to).toBe('/failureurl')
    expect(await states(payment)).toBe('PENDING')
    expect(await world.callbacks(payment)).toEqual([])
    expect(await portal.db('unsigned_post').max({ at: 'updatedAt' }).first()).toEqual({ at })
    // The gateway has the money all the same: our own question finds out.
    later(6)
    await askDuePayments(portal.db)
    expect(await outcome(payment)).toEqual(paid)
    expect((await world.now(payment)).confirmedVia).toBe('POLL')
  })

  it('of which less was taken is to be decided: the rupee is booked, its items are free', async () => {
    const payment = await world.payment(name)
    await world.comeBack(await world.pay(payment, 'less'))
    await heard(payment, 'AMOUNT_MISMATCH')
    expect(await outcome(payment)).toMatchObject({ status: 'CHECKING', hasReceipt: false })
    const [capture] = await world.captures(payment)
    expect(capture).toMatchObject({ fit: 'SHORT', amount: 100, unresolvedAmount: 100, status: 'CAPTURED' })
    expect(capture!.decideBy).not.toBeNull()
    expect(await world.locks(payment)).toEqual([null, null])
    expect(await world.isBalanced(payment)).toBe(true)
  })

  it('stays open while the gateway is down, and is paid once it answers', async () => {
    const payment = await world.payment(name)
    expect((await world.comeBack(await world.pay(payment, 'down'))).to).toMatch(/^\/successurl\?/)
    expect(await states(payment)).toBe('PENDING')
    later(6)
    await askDuePayments(portal.db)
    expect(await outcome(payment)).toEqual(paid)
  })

  it('is stored without names, card numbers, UPI ids, tokens and secrets', async () => {
    const payment = await world.payment(name)
    await world.comeBack(await world.pay(payment, 'success'))
    const stored = JSON.stringify([await world.callbacks(payment), await portal.db('audit_entry').select('afterJson')])
    expect(stored).toContain(payment.txnNo)
    expect(stored).not.toMatch(/kulkarni@|Asha Kulkarni"|512345|5b6b1c2d3e4f|9876543210/)
    expect(stored).not.toContain(world.account(name).secret)
  })

  it('is not taken from another account of ours', async () => {
    const other = name === 'mock' ? 'payu' : 'mock'
    const payment = await world.payment(other)
    // Rightly signed by this account, but the payment is of another.
    const own = { ...payment, gateway: name.toUpperCase() as PaymentTransaction['gateway'] }
    const form = await world.pay(own, 'success')
    await world.comeBack(form)
    expect(await states(payment)).toBe('PENDING')
    await heard(payment, 'UNKNOWN_TXN')
    expect(accountOfWorld(name)).not.toBe(accountOfWorld(other))
  })
})
