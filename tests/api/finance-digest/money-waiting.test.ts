/** @module-tag sql */
import { afterAll, beforeEach, expect, it } from 'vitest'
import { mailMoneyWaiting } from '../../../api/payments/digest/mail-money-waiting.ts'
import { transact } from '../../../api/platform/transact.ts'
import { tdsDesk } from '../../support/payments/tds-desk.ts'

const desk = await tdsDesk()
const { db, world, people, deducted, row, act, clockAt } = desk
afterAll(desk.close)

/** The certificates and payments of before are gone; what a test adds alone waits. */
beforeEach(async () => {
  clockAt()
  await db('capture_allocation').update({ tdsAmount: 0 })
  await db('tds_certificate').delete()
  await db('payment_capture').update({ unresolvedAmount: 0 })
  await db('payment_transaction').update({ overdueSince: null })
  await db('refund').delete()
  await db('payment_difference').delete()
  await transact(db, trx => trx('message_log').delete())
})

const mails = () => db('message_log').where({ templateCode: 'MONEY_WAITING' }).orderBy('id')
/** The mail that Finance gets, if one. */
async function mailed(): Promise<string | undefined> {
  await transact(db, trx => trx('message_log').delete())
  await mailMoneyWaiting(db)
  return (await mails())[0]?.body
}
async function refundOf(more: object) {
  const payment = await world.payment('mock', { status: 'SUCCESS', amounts: [500_00] })
  const [capture] = await world.captures(payment)
  const of = { captureId: capture!.id, transactionId: payment.id, customerId: world.customer.id }
  return world.named('refund', { ...of, kind: 'REFUND', how: 'API', amount: 500_00, expectedBy: null, ...more })
}

it('nothing that waits is no mail', async () => {
  await refundOf({ status: 'ASKED', askedAt: '2026-11-20T05:30:00.000Z' })
  await refundOf({ status: 'ACCEPTED', expectedBy: '2026-11-20' })
  await deducted(100_00)
  expect(await mailMoneyWaiting(db)).toBe(0)
  expect(await mails()).toEqual([])
})

it('a refund that a gateway has not answered for a day, and one that is past its day, are named', async () => {
  const asked = await refundOf({ status: 'ASKED', askedAt: '2026-11-19T06:29:00.000Z' })
  const accepted = await refundOf({ status: 'ACCEPTED', expectedBy: '2026-11-19' })
  const body = await mailed()
  expect(body).toContain('2 refunds are late:')
  expect(body).toContain(
    `${asked.refundNo}, ₹ 500.00: the gateway was asked on 19-11-2026 and has not answered\n${accepted.refundNo}, ₹ 500.00: was expected by 19-11-2026`,
  )
})

it('a capture that nobody has decided in time is named with its owner', async () => {
  const payment = await world.payment('mock', { status: 'SUCCESS', amounts: [500_00] })
  const { id: ownerId } = await db('user').where({ name: 'Vikram Accountant' }).first('id')
  const late = { unresolvedAmount: 19_50, ownerId, decideBy: '2026-11-19' }
  await db('payment_capture').where({ transactionId: payment.id }).update(late)
  expect(await mailed()).toContain(
    `1 capture is to be decided:\n${payment.txnNo}: ₹ 19.50 by 19-11-2026, Vikram Accountant`,
  )
  await db('payment_capture').where({ transactionId: payment.id }).update({ decideBy: '2026-11-20' })
  expect(await mailed()).toBeUndefined()
})

it('a payment of which its gateway says nothing is named once nobody asks any more, until it is decided', async () => {
  const payment = await world.payment('mock')
  await db('payment_transaction').where({ id: payment.id }).update({ overdueSince: '2026-10-10T06:30:00.000Z' })
  expect(await mailed()).toBeUndefined()
  await db('payment_attempt').where({ transactionId: payment.id }).update({ nextAskAt: null })
  expect(await mailed()).toContain(
    `1 payment is not known:\n${payment.txnNo}, ₹ 12,000.50: the gateway has said nothing`,
  )
  clockAt('2026-12-20T06:30:00.000Z')
  expect(await mailed()).toContain(payment.txnNo)
  await db('payment_transaction').where({ id: payment.id }).update({ status: 'FAILED' })
  expect(await mailed()).toBeUndefined()
})

it('certificates that are missing and those that customers sent are named, until they are there', async () => {
  clockAt('2026-05-04T06:30:00.000Z')
  await deducted(100_00)
  clockAt()
  const certificate = await row({ quarter: 'Q1' })
  expect(await mailed()).toMatch(/1 TDS certificate is missing:\n.*, Q1 of 2026-27: ₹ 100\.00, due on 15-08-2026/)
  await act(people.buyer, 'say', certificate, { saidNo: 'C1', saidTan: 'MUMB12345C', saidAmount: 100_00 })
  expect(await mailed()).toContain('1 TDS certificate is to be confirmed:')
  await act(people.finance, 'confirmSaid', certificate)
  expect(await mailed()).toBeUndefined()
})

it('a transfer that the bank has not shown is named until two people have closed it', async () => {
  const missing = { kind: 'BANK_MISSING', about: 'HDFCN52026112012345678', onDay: '2026-11-18', status: 'OPEN' }
  const { id: accountId } = await db('payment_account').first('id')
  const { id } = await world.named('payment-difference', {
    ...{ kind: 'UTR_SUM', accountId, transactionId: null, settlementRowId: null },
    ...{ expectedAmount: 115_475_66, foundAmount: 0 },
  })
  await db('payment_difference').where({ id }).update(missing)
  expect(await mailed()).toContain('HDFCN52026112012345678, ₹ 1,15,475.66 of 18-11-2026: the bank has not received it')
  await db('payment_difference').where({ id }).update({ status: 'CLOSED' })
  expect(await mailed()).toBeUndefined()
})

it('each of Finance is mailed once a day, and again the next day', async () => {
  await refundOf({ status: 'ACCEPTED', expectedBy: '2026-11-19' })
  expect(await mailMoneyWaiting(db)).toBe(2)
  expect(await mailMoneyWaiting(db)).toBe(0)
  clockAt('2026-11-21T02:30:00.000Z')
  expect(await mailMoneyWaiting(db)).toBe(2)
})
