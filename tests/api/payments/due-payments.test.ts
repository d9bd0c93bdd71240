import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionCookie } from '../../../api/account/session-cookie.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { payuResponseHash } from '../../../api/payments/gateways/payu.ts'
import { applyAnswer } from '../../../api/payments/results/apply-answer.ts'
import { applyGatewayResult } from '../../../api/payments/results/apply-gateway-result.ts'
import { askDuePayments } from '../../../api/payments/results/ask-due-payments.ts'
import { storeCallback } from '../../../api/payments/results/store-callback.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { failureReason } from '../../../resources/payments/money/payer-sentence.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { type PaymentWorld, paymentWorld } from '../../support/payments/payment-world.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal, type TestPortal } from '../../support/portal.ts'

let at = ''
const later = (minutes: number) => {
  at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
}
const DAY = 24 * 60
let portal: TestPortal
let world: PaymentWorld

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  portal = await emptyPortal()
  world = await paymentWorld(portal)
})
afterEach(async () => {
  setClock(null)
  await portal.close()
})

const stateOf = async (payment: PaymentTransaction) => {
  const { status, failureCode } = await world.now(payment)
  return [status, failureCode]
}
const askNow = (row: PaymentTransaction) => applyGatewayResult(portal.db, { kind: 'POLL', txnNo: row.txnNo })

describe('a payment that nobody reports', () => {
  it('is found by asking, at the gateway’s own times', async () => {
    const [atCcavenue, atPayu] = [await world.payment('ccavenue'), await world.payment('payu')]
    for (const payment of [atCcavenue, atPayu]) await world.pay(payment, 'pending')
    later(5)
    expect(await askDuePayments(portal.db)).toBe(2)
    expect((await world.now(atPayu)).nextPollAt).toBe('2026-11-20T06:45:00.000Z')
    later(10)
    await askDuePayments(portal.db)
    expect((await world.now(atPayu)).nextPollAt).toBe('2026-11-20T07:00:00.000Z')
    expect((await world.now(atCcavenue)).nextPollAt).toBe('2026-11-20T06:50:00.000Z')
    expect((await world.now(atPayu)).pollCount).toBe(2)
    expect(await askDuePayments(portal.db)).toBe(0)
  })

  it('fails after five days, once the gateway has answered, and frees its items', async () => {
    const payment = await world.payment('payu')
    await world.pay(payment, 'pending')
    later(5 * DAY - 1)
    await askDuePayments(portal.db)
    expect(await stateOf(payment)).toEqual(['PENDING', null])
    later(1)
    await askDuePayments(portal.db)
    expect(await stateOf(payment)).toEqual(['FAILED', 'EXPIRED'])
    expect(await world.locks(payment)).toEqual([null, null])
    const stored = (await world.callbacks(payment)).filter(({ kind }) => kind === 'POLL')
    expect(stored).toMatchObject([{ result: 'APPLIED', transactionId: payment.id, remoteIp: null }])
    expect(JSON.stringify(stored[0]!.payload)).toContain('unmappedstatus')
    expect(JSON.stringify(stored[0]!.payload)).not.toMatch(/Kulkarni|512345/)
  })

  it('does not fail while the gateway is down, however long that lasts', async () => {
    const payment = await world.payment('payu')
    later(5 * DAY)
    await world.pay(payment, 'down')
    await askDuePayments(portal.db)
    expect(await stateOf(payment)).toEqual(['PENDING', null])
    later(61)
    await askDuePayments(portal.db)
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
  })

  it('that was not started is cancelled after half an hour, once its gateway does not know it', async () => {
    const left = await world.payment('billdesk', { status: 'CREATED' })
    const paid = await world.payment('payu', { status: 'CREATED' })
    await world.pay(paid, 'success')
    later(29)
    await askDuePayments(portal.db)
    expect((await stateOf(left))[0]).toBe('CREATED')
    later(1)
    await askDuePayments(portal.db)
    expect(await stateOf(left)).toEqual(['CANCELLED', 'NOT_STARTED'])
    expect(await world.locks(left)).toEqual([null, null])
    expect((await stateOf(paid))[0]).toBe('SUCCESS')
  })
})

describe('a payment that Finance gave up, since its gateway did not know it', () => {
  const giveUp = async (payment: PaymentTransaction) => {
    const unknown = { status: 'UNKNOWN', why: 'NOT_FOUND', message: 'It is not known' } as const
    await applyAnswer(portal.db, payment.id, unknown, { kind: 'POLL', ending: 'giveUp' })
    expect(await stateOf(payment)).toEqual(['CANCELLED', 'NOT_REACHED'])
  }

  it('frees its items, and tells the payer that it may be paid again', async () => {
    const payment = await world.payment('payu')
    later(30)
    await giveUp(payment)
    expect(await world.locks(payment)).toEqual([null, null])
    expect(failureReason(await world.now(payment))).toBe('The payment did not reach the bank. You can pay again.')
  })

  it('is asked about for five days all the same: who kept the form may still pay, which counts', async () => {
    const [kept, left] = [await world.payment('billdesk'), await world.payment('payu')]
    later(30)
    for (const payment of [kept, left]) await giveUp(payment)
    await world.pay(kept, 'pending')
    for (const day of [1, 2]) {
      later(day * DAY)
      await askDuePayments(portal.db)
      expect((await world.now(kept)).nextPollAt! > at).toBe(true)
    }
    await world.pay(kept, 'success')
    later(DAY)
    await askDuePayments(portal.db)
    expect((await stateOf(kept))[0]).toBe('SUCCESS')
    later(DAY)
    await askDuePayments(portal.db)
    expect(await world.now(left)).toMatchObject({ status: 'CANCELLED', nextPollAt: null })
  })
})

describe('a callback', () => {
  it('after which the portal stopped is processed by the next run', async () => {
    const payment = await world.payment('payu')
    const { fields } = await world.pay(payment, 'success')
    await portal.runDue()
    expect((await world.callbacks(payment)).length).toBe(1)
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
    const other = await world.payment('payu')
    const form = await world.pay(other, 'pending')
    await storeCallback(portal.db, { kind: 'RETURN', accountCode: 'PAYU1', fields: form.fields, remoteIp: '10.0.0.1' })
    expect((await world.callbacks(other))[0]).toMatchObject({ processedAt: null, result: null })
    expect(await askDuePayments(portal.db)).toBe(0)
    later(2)
    expect(await askDuePayments(portal.db)).toBe(1)
    expect((await world.callbacks(other))[0]).toMatchObject({ processedAt: at, result: 'UNCHANGED' })
    expect(Object.keys(fields)).toContain('hash')
  })

  it('that is wrongly signed is told Finance and the administrators once an hour for an account', async () => {
    await personWith(portal, ['FINANCE'], { email: 'finance@firm.example' })
    await personWith(portal, ['SYS_ADMIN'], { email: 'it@firm.example' })
    await personWith(portal, ['CSC_AGENT'], { email: 'desk@firm.example' })
    const [row] = [{ code: 'PAYMENT_BAD_SIGNATURE', medium: 'EMAIL', subject: 'Wrong {accountCode}', body: '{way}' }]
    await insertRows(portal.db, resourceNamed('message-template'), [row], systemAuthor('test'))
    const mails = () => portal.db('message_log').where('templateCode', 'PAYMENT_BAD_SIGNATURE').orderBy('toAddress')
    const forge = (account: 'payu' | 'mock', note: string) =>
      world.notify(account, { txnid: 'PT1', txn_no: 'PT1', hash: note })
    await forge('payu', 'a')
    await forge('payu', 'b')
    await portal.runDue()
    expect((await mails()).map(({ toAddress }) => toAddress)).toEqual(['finance@firm.example', 'it@firm.example'])
    await forge('mock', 'a')
    await portal.runDue()
    expect((await mails()).length).toBe(4)
    later(61)
    await forge('payu', 'c')
    await portal.runDue()
    expect((await mails()).length).toBe(6)
    expect((await mails())[0]).toMatchObject({ subject: 'Wrong PAYU1', topic: 'SECURITY' })
  })

  it('is refused for an account that does not exist, without fields, and above 64 kB', async () => {
    const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
      fetch(`${portal.url}/api/payments/${path}`, { method: 'POST', body, headers: { 'Content-Type': type } })
    expect((await post('notify/NOBODY', 'a=1')).status).toBe(404)
    expect((await post('notify/PAYU1', '')).status).toBe(400)
    expect((await post('notify/PAYU1', '[]', 'application/json')).status).toBe(400)
    expect((await post('notify/PAYU1', 'a=1', 'text/plain')).status).toBe(400)
    expect((await post('notify/PAYU1', `a=${'x'.repeat(66_000)}`)).status).toBe(413)
    expect((await post('notify/PAYU1', JSON.stringify({ txnid: 'PT9' }), 'application/json')).status).toBe(200)
    expect(await portal.db('payment_callback').pluck('txnNo')).toEqual(['PT9'])
  })

  it('is refused where one address posts too many', async () => {
    const statuses: number[] = []
    for (let hundred = 0; hundred < 7; hundred++) {
      const posts = Array.from({ length: 100 }, () => world.post('/api/payments/notify/NOBODY', { a: '1' }))
      statuses.push(...(await Promise.all(posts)).map(({ status }) => status))
    }
    expect(statuses.filter(status => status === 404)).toHaveLength(600)
    expect(statuses.filter(status => status === 429)).toHaveLength(100)
  })

  it('is answered without a cookie, whoever is signed in, and 503 where it could not be stored', async () => {
    const payment = await world.payment('mock')
    const { fields } = await world.pay(payment, 'pending')
    const body = new URLSearchParams(fields)
    const headers = { Cookie: `${sessionCookie({ environment: 'test' })}=somebody`, Origin: 'https://gateway.example' }
    const answer = await fetch(`${portal.url}/api/payments/notify/MOCK1`, { method: 'POST', body, headers })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    // An account whose secret is missing cannot read what is posted.
    const own = { payAt: 'https://pay.example', askAt: 'https://ask.example' }
    await portal.db('payment_account').where({ code: 'MOCK1' }).update(own)
    expect((await world.notify('mock', { ...fields, more: '1' })).status).toBe(503)
  })
})

describe('a callback that comes again', () => {
  it('counts once the secret was corrected by which it was wrongly signed', async () => {
    const payment = await world.payment('payu')
    const { fields } = await world.pay(payment, 'early')
    await portal.runDue()
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
    const before = { signatureOk: 0, result: 'BAD_SIGNATURE', processedAt: at }
    await portal.db('payment_callback').where('txnNo', payment.txnNo).update(before)
    await world.notify('payu', fields)
    await portal.runDue()
    expect((await world.callbacks(payment)).map(row => [Boolean(row.signatureOk), row.result])).toEqual([
      [true, 'UNCHANGED'],
    ])
  })

  it('changes nothing where it was processed before', async () => {
    const payment = await world.payment('payu')
    const { fields } = await world.pay(payment, 'early')
    await portal.runDue()
    expect((await world.callbacks(payment))[0]?.result).toBe('APPLIED')
    // SAP posts it beside this.
    await portal.runDue()
    expect((await world.now(payment)).postingStatus).toBe('POSTED')
    const before = [await world.callbacks(payment), await world.now(payment)]
    await world.notify('payu', fields)
    later(2)
    expect(await askDuePayments(portal.db)).toBe(0)
    expect([await world.callbacks(payment), await world.now(payment)]).toEqual(before)
  })
})

describe('a success that comes late', () => {
  it('takes its items again where they are open and free', async () => {
    const payment = await world.payment('payu', { status: 'CANCELLED' })
    await world.pay(payment, 'success')
    await portal.runDue()
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
    expect(await world.locks(payment)).toEqual([payment.id, payment.id])
    expect(await world.tasks(payment)).toEqual([])
    expect(await world.isBalanced(payment)).toBe(true)
  })

  it('puts on account what others took or SAP settled meanwhile, with a task for Finance', async () => {
    const payment = await world.payment('payu', { status: 'FAILED', amounts: [100_000, 200_000, 300_000] })
    const other = await world.payment('payu')
    const [first, second] = await portal.db('payment_allocation').where({ transactionId: payment.id }).orderBy('id')
    await world.changeItem(first.itemId, { lockedById: other.id })
    await world.changeItem(second.itemId, { balanceAmount: 50_000 })
    await world.pay(payment, 'success')
    await portal.runDue()
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
    expect(await world.locks(payment)).toEqual([other.id, null, payment.id])
    expect((await world.now(payment)).unallocatedAmount).toBe(300_000)
    expect(await world.tasks(payment)).toMatchObject([{ kind: 'UNALLOCATED', amount: 300_000, status: 'OPEN' }])
    expect(await world.isBalanced(payment)).toBe(true)
  })

  it('of a payment that had failed is found though the gateway was down when it was reported', async () => {
    const payment = await world.payment('payu', { status: 'FAILED' })
    const { fields } = await world.pay(payment, 'down')
    await world.notify('payu', fields)
    await portal.runDue()
    expect((await world.now(payment)).nextPollAt).not.toBeNull()
    expect(await stateOf(payment)).toEqual(['FAILED', null])
    later(6)
    await askDuePayments(portal.db)
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
  })
})

describe('a second capture', () => {
  it('that only the notice tells of is a task too', async () => {
    const payment = await world.payment('payu')
    const { fields } = await world.pay(payment, 'early')
    await portal.runDue()
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
    const other = { ...fields, mihpayid: '403993719999999999' }
    await world.notify('payu', { ...other, hash: payuResponseHash(world.account('payu').secret, other) })
    await portal.runDue()
    expect((await world.tasks(payment)).map(({ kind, about }) => [kind, about])).toEqual([
      ['DUPLICATE_CAPTURE', '403993719999999999'],
    ])
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
  })

  it('of a payment is kept as a task, once, and the payment stays paid', async () => {
    const payment = await world.payment('payu')
    await world.pay(payment, 'success')
    await portal.runDue()
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
    await portal.db('payment_transaction').where('id', payment.id).update({ gatewayTxnId: 'ANOTHER' })
    for (const _ of [1, 2]) expect((await askNow(payment)).result).toBe('DUPLICATE_CAPTURE')
    expect(await world.tasks(payment)).toMatchObject([{ kind: 'DUPLICATE_CAPTURE', amount: payment.amount }])
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
  })
})

describe('what only Finance can settle', () => {
  const facts = {
    ...{ amount: 1_200_050, currency: 'INR', gatewayTxnId: 'G1', charges: 2_360, said: 'Fraud' },
    ...{ bankRefNo: 'UTR 512345XXXXXX2346 of asha@okbank', mode: 'UPI' as const, redacted: { order_status: 'Fraud' } },
  }

  it.each([
    ['FRAUD', 'FRAUD'],
    ['REVERSED', 'REVERSED'],
    ['REFUND', 'REFUNDED'],
    ['AUTO_REFUND', 'REFUNDED'],
    ['CHARGEBACK', 'CHARGEBACK'],
  ] as const)('%s is a task, once, and moves nothing', async (reason, kind) => {
    for (const status of ['PENDING', 'SUCCESS'] as const) {
      const payment = await world.payment('ccavenue', { status })
      const answer = { ...facts, status: 'RETURNED' as const, reason, returnedAmount: null, returnRef: null }
      for (const _ of [1, 2]) await applyAnswer(portal.db, payment.id, answer, { kind: 'POLL' })
      expect(await stateOf(payment)).toEqual([status, null])
      expect(await world.tasks(payment)).toMatchObject([{ kind, about: 'G1', amount: 1_200_050, status: 'OPEN' }])
      expect(await world.locks(payment)).toEqual([payment.id, payment.id])
      expect(await world.callbacks(payment)).toMatchObject([
        { kind: 'POLL', result: 'TASK', transactionId: payment.id, signatureOk: 1, processedAt: at },
      ])
    }
  })

  it('does not hold the charges that a gateway put on top, which are kept apart', async () => {
    const payment = await world.payment('payu')
    const answer = { ...facts, status: 'SUCCESS' as const, reason: null }
    await applyAnswer(portal.db, payment.id, answer, { kind: 'POLL' })
    expect(await world.now(payment)).toMatchObject({ status: 'SUCCESS', amount: 1_200_050, chargesAmount: 2_360 })
    expect(await world.now(payment)).toMatchObject({ paymentMode: 'UPI', bankRefNo: 'UTR ****2346 of a***@okbank' })
  })
})
