import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPaymentDifferences } from '../../../api/payments/reconcile-payments.ts'
import { askDuePayments } from '../../../api/payments/results/ask-due-payments.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { paymentCart } from '../../../resources/payments/payment-cart.ts'
import { paymentCartItem } from '../../../resources/payments/payment-cart-item.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { type MoneyDesk, moneyDesk } from '../../support/payments/money-desk.ts'
import type { WorldGateway } from '../../support/payments/payment-world.ts'
import { emptyPortal, type TestPortal } from '../../support/portal.ts'

// The endings of §F2.3 by their numbers: what the gateway said, what was captured, when, and what the payer did meanwhile;
// then the state of the payment, where the money of each capture is, who holds its items, and the mails about it.
// L: held by the plan of an open payment; B: paid, not booked in SAP; F: free. U: to decide.

let at = '2026-11-20T06:30:00.000Z'
const later = (minutes: number) => {
  at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
  desk.forgetPeople()
}
const HOUR = 60
const DAY = 24 * HOUR
const ASKED = 118_050
let portal: TestPortal
let desk: MoneyDesk

beforeAll(async () => {
  setClock(() => at)
  portal = await emptyPortal()
  desk = await moneyDesk(portal)
  // Somebody decides about money without a place.
  await desk.finance()
})
afterEach(async () => {
  await askDuePayments(portal.db)
  await portal.runDue()
  expect(await findPaymentDifferences(portal.db)).toEqual([])
  // Whatever is open of a test is no item of the next one.
  await portal.db('upload_outstanding').update({ isActive: 0, balanceAmount: 0 })
  later(90 * DAY)
})
afterAll(async () => {
  setClock(null)
  await portal.close()
})

interface Ends {
  payment: string
  money: string[]
  held: string[]
  /** The documents that SAP gets. */
  sap: string
  mails: string[]
}
const ends = (payment: string, money: string[], held: string, sap: string, ...mails: string[]): Ends => ({
  ...{ payment, money, held: [...held], sap, mails },
})

const open = (name: WorldGateway = 'payu', amounts: readonly number[] = [ASKED]) => desk.payment(name, { amounts })
const paid = async (name: WorldGateway = 'payu') => {
  const payment = await open(name)
  await desk.says(payment, { payu: 'captured', ccavenue: 'Shipped', billdesk: '0300', mock: 'SUCCESS' }[name])
  return payment
}
const isOver = async (payment: PaymentTransaction, expected: Ends) =>
  expect(await desk.standing(payment)).toMatchObject(expected)

const RECEIPT = 'PAYMENT_RECEIPT'
const SECOND = 'EXACT, ITEM 1180.5'

describe('what the gateway took', () => {
  it('1: the amount asked, in time', async () => isOver(await paid(), ends('SUCCESS', [SECOND], 'B', 'DZ', RECEIPT)))

  it('2: a notice claims it, the gateway still waits', async () => {
    const payment = await open()
    await desk.says(payment, 'pending', {}, { kind: 'NOTIFY' })
    await isOver(payment, ends('PENDING', [], 'L', ''))
  })

  it('3: less than asked is to be decided, and its item is free', async () => {
    const payment = await open()
    await desk.says(payment, 'captured', { amount: 10_000 })
    await isOver(payment, ends('CHECKING', ['SHORT, U 100'], 'F', 'DZ', 'PAYMENT_CHECKING'))
  })

  it('4: less, applied to its item', async () => {
    const payment = await open()
    await desk.says(payment, 'captured', { amount: 10_000 })
    desk.done(await desk.apply(payment))
    await isOver(payment, ends('SUCCESS', ['SHORT, ITEM 100'], 'B', 'DZ, DA, clear', 'PAYMENT_CHECKING', RECEIPT))
  })

  it('5: less, refunded', async () => {
    const payment = await open()
    await desk.says(payment, 'captured', { amount: 10_000 })
    await desk.refund(payment, 10_000)
    const mails = ['PAYMENT_CHECKING', 'REFUND_ASKED', 'REFUND_DONE']
    await isOver(payment, ends('REFUNDED', ['SHORT REFUNDED, TO_REFUND 100'], 'F', 'DZ, DZ back, clear', ...mails))
  })

  it('6: more than asked: the rest is to be decided', async () => {
    const payment = await open()
    await desk.says(payment, 'captured', { amount: 120_000 })
    await isOver(payment, ends('SUCCESS', ['OVER, ITEM 1180.5, U 19.5'], 'B', 'DZ', RECEIPT))
  })

  it('7: another currency is to be decided, and SAP never gets it', async () => {
    const payment = await open()
    await desk.says(payment, 'captured', { currency: 'USD' })
    await isOver(payment, ends('CHECKING', ['FOREIGN, U 1180.5'], 'F', '', 'PAYMENT_CHECKING'))
    expect((await desk.captureOf(payment)).postingStatus).toBe('NOT_DUE')
  })

  it('8 to 10: a second capture is to be decided; refunded or kept, the payment stays paid', async () => {
    const [refunded, kept] = [await paid(), await paid()]
    for (const payment of [refunded, kept]) {
      await desk.says(payment, 'captured', { id: `${payment.txnNo}C2` })
      await isOver(payment, ends('SUCCESS', [SECOND, 'SECOND, U 1180.5'], 'B', 'DZ, DZ', RECEIPT, 'PAYMENT_SECOND'))
    }
    await desk.refund(refunded, ASKED, 2)
    const mails = [RECEIPT, 'PAYMENT_SECOND', 'REFUND_ASKED', 'REFUND_DONE']
    await isOver(
      refunded,
      ends('SUCCESS', [SECOND, 'SECOND REFUNDED, TO_REFUND 1180.5'], 'B', 'DZ, DZ, DZ back, clear', ...mails),
    )
    desk.done(await desk.keep(kept, 2))
    await isOver(
      kept,
      ends('SUCCESS', [SECOND, 'SECOND, ON_ACCOUNT 1180.5'], 'B', 'DZ, DZ', RECEIPT, 'PAYMENT_SECOND', RECEIPT),
    )
  })

  it('11: the first attempt succeeds after the second was paid', async () => {
    const payment = await open()
    desk.done(await (await desk.payer()).post(`/api/payments/${payment.id}/again`, {}))
    await desk.says(payment, 'captured', {}, { attempt: 2 })
    await desk.says(payment, 'captured', {}, { attempt: 1 })
    await isOver(payment, ends('SUCCESS', [SECOND, 'SECOND, U 1180.5'], 'B', 'DZ, DZ', RECEIPT, 'PAYMENT_SECOND'))
  })

  it('12: after it had failed, while its item is free', async () => {
    const payment = await open()
    await desk.says(payment, 'failed')
    await desk.says(payment, 'captured', {}, { kind: 'NOTIFY' })
    await isOver(payment, ends('SUCCESS', ['LATE, ITEM 1180.5'], 'B', 'DZ', 'PAYMENT_FAILED', 'PAYMENT_LATE'))
  })

  it('13: late, when its item was paid otherwise', async () => {
    const payment = await open()
    await desk.says(payment, 'failed')
    const [{ itemId }] = await portal.db('payment_allocation').where({ transactionId: payment.id })
    await desk.changeItem(itemId, { isActive: false, closedOn: '2026-11-20' })
    await desk.says(payment, 'captured')
    await isOver(payment, ends('CHECKING', ['LATE, U 1180.5'], 'F', 'DZ', 'PAYMENT_FAILED', 'PAYMENT_LATE'))
  })

  it('14 and 15: late, when one of two items was taken or is disputed', async () => {
    for (const change of [{ isActive: false, closedOn: '2026-11-20' }, { isDisputed: true }]) {
      const payment = await open('payu', [50_000, 68_050])
      await desk.says(payment, 'failed')
      const [{ itemId }] = await portal.db('payment_allocation').where({ transactionId: payment.id }).orderBy('id')
      await desk.changeItem(itemId, change)
      await desk.says(payment, 'captured')
      await isOver(payment, ends('SUCCESS', ['LATE, ITEM 680.5, U 500'], 'FB', 'DZ', 'PAYMENT_FAILED', 'PAYMENT_LATE'))
    }
  })

  it('16: SAP cleared the item by a transfer meanwhile', async () => {
    const payment = await open()
    const [{ itemId }] = await portal.db('payment_allocation').where({ transactionId: payment.id })
    await desk.changeItem(itemId, { isActive: false, closedOn: '2026-11-20' })
    await desk.says(payment, 'captured')
    await isOver(payment, ends('CHECKING', ['LATE, U 1180.5'], 'F', 'DZ', 'PAYMENT_LATE'))
  })

  it('17: its item lies in another open cart, which it leaves', async () => {
    const payment = await open()
    const [{ itemId }] = await portal.db('payment_allocation').where({ transactionId: payment.id })
    const cart = await exampleRow(portal.db, paymentCart, { customerId: desk.customer.id, status: 'OPEN' })
    await exampleRow(portal.db, paymentCartItem, { cartId: cart.id, itemId })
    await desk.says(payment, 'captured')
    expect(await portal.db('payment_cart_item').where({ itemId })).toEqual([])
    await isOver(payment, ends('SUCCESS', [SECOND], 'B', 'DZ', RECEIPT))
  })
})

describe('what the gateway did not take', () => {
  it('18 and 19: cancelled and failed', async () => {
    const [cancelled, failed] = [await open(), await open()]
    await desk.says(cancelled, 'userCancelled')
    await isOver(cancelled, ends('CANCELLED', [], 'F', ''))
    await desk.says(failed, 'bounced')
    await isOver(failed, ends('FAILED', [], 'F', '', 'PAYMENT_FAILED'))
  })

  it('20 and 21: given up, a pending one waits; one that is not known ends after fifteen minutes and is asked about on', async () => {
    const [pending, unknown] = [await open(), await open()]
    later(14)
    await desk.says(pending, 'pending', {}, { isGivenUp: true })
    await isOver(pending, ends('PENDING', [], 'L', ''))
    await desk.says(unknown, 'NOT_FOUND', {}, { isGivenUp: true })
    await isOver(unknown, ends('PENDING', [], 'L', ''))
    later(1)
    await desk.says(unknown, 'NOT_FOUND', {}, { isGivenUp: true })
    await isOver(unknown, ends('CANCELLED', [], 'F', ''))
    expect((await desk.attempts(unknown))[0]!.nextAskAt).not.toBeNull()
  })

  it('22 and 23: pending when its hold is over, and when its days are over', async () => {
    const payment = await open()
    await desk.pay(payment, 'pending')
    later(DAY)
    await askDuePayments(portal.db)
    await isOver(payment, ends('PENDING', [], 'F', ''))
    later(5 * DAY)
    await askDuePayments(portal.db)
    await isOver(payment, ends('PENDING overdue', [], 'F', ''))
  })

  it('24 and 25: not found fails when its days are over, silence never does', async () => {
    const [unknown, silent] = [await open(), await open()]
    later(6 * DAY)
    await desk.says(unknown, 'NOT_FOUND')
    await isOver(unknown, ends('FAILED EXPIRED', [], 'F', '', 'PAYMENT_FAILED'))
    await desk.says(silent, null)
    await askDuePayments(portal.db)
    expect((await desk.standing(silent)).payment).not.toBe('FAILED')
  })

  it('26: an unknown word leaves it pending and is told Finance once', async () => {
    const finance = await desk.finance()
    const payment = await open()
    for (const _ of [1, 2]) await desk.says(payment, 'On hold by risk')
    await isOver(payment, ends('PENDING', [], 'L', ''))
    const bells = await portal.db('notification').where('title', 'like', `%${payment.txnNo}%On hold by risk%`)
    expect(bells.length).toBe(
      await portal
        .db('user')
        .where('name', 'Tester FINANCE')
        .count({ n: '*' })
        .then(([row]) => Number(row!.n)),
    )
    expect(finance.token).not.toBeNull()
  })

  it('27 and 28: authorised only waits; auto-cancelled it comes to nothing', async () => {
    const payment = await open('ccavenue')
    await desk.says(payment, 'Successful')
    await isOver(payment, ends('PENDING', [], 'L', ''))
    later(12 * DAY)
    await desk.says(payment, 'Auto-Cancelled')
    await isOver(payment, ends('CANCELLED', [], 'F', '', 'GATEWAY_RETURNS'))
  })
})

describe('what went back', () => {
  it('29: returned by the gateway before anybody knew of it', async () => {
    const payment = await open()
    await desk.says(payment, 'autoRefund')
    await isOver(payment, ends('FAILED', ['EXACT AUTO_REFUNDED, TO_REFUND 1180.5'], 'F', '', 'GATEWAY_RETURNS'))
    expect((await desk.captureOf(payment)).postingStatus).toBe('NOT_DUE')
  })

  it('30: returned by the gateway after it was posted', async () => {
    const payment = await paid()
    await desk.says(payment, 'autoRefund')
    await isOver(
      payment,
      ends(
        'REFUNDED',
        ['EXACT AUTO_REFUNDED, TO_REFUND 1180.5'],
        'F',
        'DZ, DZ back, clear',
        RECEIPT,
        'GATEWAY_RETURNS',
      ),
    )
  })

  it('31: the second of two captures is reversed', async () => {
    const payment = await paid('ccavenue')
    await desk.says(payment, 'Shipped', { id: `${payment.txnNo}C2` })
    await desk.says(payment, 'Auto-Reversed', { id: `${payment.txnNo}C2` })
    const money = [SECOND, 'SECOND AUTO_REFUNDED, TO_REFUND 1180.5']
    await isOver(
      payment,
      ends('SUCCESS', money, 'B', 'DZ, DZ, DZ back, clear', RECEIPT, 'PAYMENT_SECOND', 'GATEWAY_RETURNS'),
    )
  })

  it('32: a part was refunded in the gateway’s console', async () => {
    const payment = await paid()
    await desk.returns(payment, 'REFUND', 50_000, 'R1')
    for (const _ of [1, 2]) await desk.returns(payment, 'REFUND', 50_000, 'R1')
    expect((await desk.standing(payment)).money).toEqual(['EXACT PART_RETURNED, ITEM 680.5, TO_REFUND 500'])
    expect((await desk.standing(payment)).held).toEqual(['B'])
  })

  it('33 and 35: a chargeback, lost and then won', async () => {
    const payment = await paid()
    await desk.returns(payment, 'CHARGEBACK', ASKED, 'CB1')
    expect(await desk.standing(payment)).toMatchObject({
      ...{ payment: 'REFUNDED', money: ['EXACT CHARGED_BACK, TO_REFUND 1180.5'], held: ['F'] },
    })
    await desk.returns(payment, 'CHARGEBACK_WON', ASKED, 'CB1W')
    expect(await desk.standing(payment)).toMatchObject({
      ...{ payment: 'CHECKING', money: ['EXACT, TO_REFUND 1180.5, U 1180.5'], held: ['F'] },
    })
  })

  it('36: the gateway calls it fraud: to be decided, and two people enter what the bank has', async () => {
    const payment = await open('ccavenue')
    await desk.says(payment, 'Fraud')
    await isOver(payment, ends('CHECKING', [], 'F', ''))
  })

  it('a refund that the bank sends back is to be decided again, and SAP reverses it', async () => {
    const payment = await paid()
    await portal.runDue()
    await desk.refund(payment, ASKED)
    // SAP clears what it has of the item, and then takes the return.
    for (let look = 0; look < 3; look++) {
      later(5)
      await portal.runDue()
    }
    desk.done(await desk.refundStep('bounce', payment, await desk.finance(), { failedText: 'The account is closed' }))
    expect(await desk.standing(payment)).toMatchObject({
      ...{ payment: 'CHECKING', money: ['EXACT, U 1180.5'], held: ['F'] },
      sap: expect.stringContaining('reversal'),
    })
  })

  it('37: twice 500 of it refunded', async () => {
    const payment = await paid()
    await desk.refund(payment, 50_000)
    await desk.refund(payment, 50_000)
    expect((await desk.standing(payment)).money).toEqual(['EXACT PART_RETURNED, ITEM 180.5, TO_REFUND 1000'])
    expect((await desk.standing(payment)).payment).toBe('SUCCESS')
  })
})
