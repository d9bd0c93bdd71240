import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionCookie } from '../../../api/account/session-cookie.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { decryptOfCcavenue, encryptForCcavenue } from '../../../api/payments/gateways/ccavenue.ts'
import type { Fields } from '../../../api/payments/gateways/fields.ts'
import type { Verified } from '../../../api/payments/gateways/gateway.ts'
import { applyAnswer, type Cause } from '../../../api/payments/results/apply-answer.ts'
import { applyGatewayResult } from '../../../api/payments/results/apply-gateway-result.ts'
import { askDuePayments } from '../../../api/payments/results/ask-due-payments.ts'
import { connectGateways } from '../../../api/payments/results/gateways-at-work.ts'
import { storeCallback } from '../../../api/payments/results/store-callback.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { failureReason } from '../../../resources/payments/money/payer-sentence.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { gatewayDesk } from '../../support/gateways/gateway-desk.ts'
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
const nextAsk = async (payment: PaymentTransaction) => (await world.attempts(payment))[0]!.nextAskAt
/** Applies an answer to the first attempt of a payment. */
const apply = async (payment: PaymentTransaction, answer: Verified, cause: Partial<Cause> = {}) =>
  applyAnswer(portal.db, { payment, attempt: (await world.attempts(payment))[0]! }, answer, { kind: 'POLL', ...cause })
const askNow = (row: PaymentTransaction) => applyGatewayResult(portal.db, { kind: 'POLL', txnNo: row.txnNo })

describe('a payment that nobody reports', () => {
  it('is found by asking, at the gateway’s own times', async () => {
    const [atCcavenue, atPayu] = [await world.payment('ccavenue'), await world.payment('payu')]
    for (const payment of [atCcavenue, atPayu]) await world.pay(payment, 'pending')
    later(5)
    expect(await askDuePayments(portal.db)).toBe(2)
    expect(await nextAsk(atPayu)).toBe('2026-11-20T06:45:00.000Z')
    later(10)
    await askDuePayments(portal.db)
    expect(await nextAsk(atPayu)).toBe('2026-11-20T07:00:00.000Z')
    expect(await nextAsk(atCcavenue)).toBe('2026-11-20T06:50:00.000Z')
    expect((await world.attempts(atPayu))[0]!.askCount).toBe(2)
    expect(await askDuePayments(portal.db)).toBe(0)
  })

  it('that its gateway calls pending is overdue after six days, and asked about once a day for thirty', async () => {
    const payment = await world.payment('payu')
    await world.pay(payment, 'pending')
    later(6 * DAY - 1)
    await askDuePayments(portal.db)
    expect((await world.now(payment)).overdueSince).toBeNull()
    later(1)
    await askDuePayments(portal.db)
    expect(await stateOf(payment)).toEqual(['PENDING', null])
    expect(await world.now(payment)).toMatchObject({ overdueSince: at })
    expect(await world.locks(payment)).toEqual([null, null])
    expect(await nextAsk(payment)).toBe('2026-11-27T06:30:00.000Z')
    later(31 * DAY)
    await askDuePayments(portal.db)
    expect(await nextAsk(payment)).toBeNull()
    expect(await stateOf(payment)).toEqual(['PENDING', null])
  })

  it('that its gateway does not know fails after six days, and frees its items', async () => {
    const payment = await world.payment('payu')
    later(6 * DAY)
    await askDuePayments(portal.db)
    expect(await stateOf(payment)).toEqual(['FAILED', 'EXPIRED'])
    expect(await world.locks(payment)).toEqual([null, null])
    const stored = (await world.callbacks(payment)).filter(({ kind }) => kind === 'POLL')
    expect(stored).toMatchObject([{ result: 'APPLIED', transactionId: payment.id, remoteIp: null }])
  })

  it('lets go of its items after a day, and says until when it holds them', async () => {
    const payment = await world.payment('payu')
    await world.pay(payment, 'pending')
    const [item] = await portal.db('upload_outstanding').where('lockedById', payment.id)
    expect(item.lockedUntil).toBe('2026-11-21T06:30:00.000Z')
    later(DAY)
    await askDuePayments(portal.db)
    expect(await world.locks(payment)).toEqual([null, null])
    expect((await stateOf(payment))[0]).toBe('PENDING')
  })

  it('stays due while its gateway wants no questions, as do the others of its account', async () => {
    const [one, other] = [await world.payment('payu'), await world.payment('payu')]
    for (const payment of [one, other]) await world.pay(payment, 'silent')
    await portal.runDue()
    later(6)
    const due = [await nextAsk(one), await nextAsk(other)]
    await gatewayDesk(portal, 'payu').refusesQuestions(1)
    await askDuePayments(portal.db)
    expect([await nextAsk(one), await nextAsk(other)]).toEqual(due)
    later(1)
    await askDuePayments(portal.db)
    expect([(await stateOf(one))[0], (await stateOf(other))[0]]).toEqual(['SUCCESS', 'SUCCESS'])
  })

  it('does not fail while the gateway is down, however long that lasts', async () => {
    const payment = await world.payment('payu')
    later(6 * DAY)
    await world.pay(payment, 'down')
    await askDuePayments(portal.db)
    expect(await stateOf(payment)).toEqual(['PENDING', null])
    later(DAY)
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

describe('a payment that cannot be moved', () => {
  it('keeps no other waiting, is named in the log, and is asked about again in ten minutes', async () => {
    const [broken, other] = [await world.payment('payu'), await world.payment('payu')]
    for (const payment of [broken, other]) await world.pay(payment, 'silent')
    const gateway = world.gateway('payu')
    const verify: typeof gateway.verify = asked =>
      asked.orderNo === broken.txnNo ? Promise.reject(new Error('It cannot be read')) : gateway.verify(asked)
    connectGateways(portal.db, () => ({ ...gateway, verify }))
    later(5)
    await expect(askDuePayments(portal.db)).rejects.toThrow(`${broken.txnNo}: It cannot be read`)
    expect([(await stateOf(broken))[0], (await stateOf(other))[0]]).toEqual(['PENDING', 'SUCCESS'])
    expect(await nextAsk(broken)).toBe('2026-11-20T06:45:00.000Z')
    connectGateways(portal.db, () => gateway)
    later(10)
    await askDuePayments(portal.db)
    expect((await stateOf(broken))[0]).toBe('SUCCESS')
  })
})

describe('a number that a gateway gives to a second payment', () => {
  const captured = (gatewayTxnId: string, amount: number): Verified => ({
    ...{ status: 'SUCCESS', reason: null, said: 'success', gatewayTxnId, amount, currency: 'INR' },
    ...{ bankRefNo: null, mode: null, charges: null, redacted: {} },
  })
  const alerts = () => portal.db('notification').where('title', 'like', '%gives it the number%').orderBy('id')
  beforeEach(async () => {
    await personWith(portal, ['FINANCE'])
  })

  it('is told Finance, who find out which of the two it is: nothing is booked, and two people decide', async () => {
    const [first, second] = [await world.payment('payu'), await world.payment('payu')]
    await apply(first, captured('403990001', first.amount))
    expect(await apply(second, captured('403990001', second.amount))).toMatchObject({ result: 'TASK' })
    expect(await stateOf(second)).toEqual(['CHECKING', null])
    expect(await world.captures(second)).toEqual([])
    expect(await world.captures(first)).toHaveLength(1)
    expect(await alerts()).toMatchObject([
      { title: `Payment ${second.txnNo}: the gateway gives it the number of ${first.txnNo}` },
    ])
    await apply(second, captured('403990002', second.amount))
    expect(await stateOf(second)).toEqual(['SUCCESS', null])
  })

  it('is nobody’s money that went back either', async () => {
    const [first, second] = [await world.payment('payu'), await world.payment('payu')]
    await apply(first, captured('403990001', first.amount))
    const back: Verified = {
      ...captured('403990001', second.amount),
      ...{ status: 'RETURNED', reason: 'AUTO_REFUND', said: 'autoRefund', returnedAmount: null, returnRef: null },
    } as Verified
    await apply(second, back)
    expect(await stateOf(second)).toEqual(['CHECKING', null])
    expect((await stateOf(first))[0]).toBe('SUCCESS')
    expect(await alerts()).toHaveLength(1)
  })

  it('counts for one, whichever of many answers comes first', async () => {
    const payments = [await world.payment('payu'), await world.payment('payu'), await world.payment('payu')]
    await Promise.all(payments.map(payment => apply(payment, captured('403990001', payment.amount))))
    const states = await Promise.all(payments.map(async payment => (await stateOf(payment))[0]!))
    expect(states.sort()).toEqual(['CHECKING', 'CHECKING', 'SUCCESS'])
    expect(await portal.db('payment_capture').pluck('gatewayTxnId')).toEqual(['403990001'])
  })
})

describe('a payment that Finance gave up, since its gateway did not know it', () => {
  const giveUp = async (payment: PaymentTransaction) => {
    const unknown = { status: 'UNKNOWN', why: 'NOT_FOUND', message: 'It is not known' } as const
    await apply(payment, unknown, { isGivenUp: true })
    expect(await stateOf(payment)).toEqual(['CANCELLED', 'NOT_REACHED'])
  }

  it('frees its items, and tells the payer that it may be paid again', async () => {
    const payment = await world.payment('payu')
    later(30)
    await giveUp(payment)
    expect(await world.locks(payment)).toEqual([null, null])
    expect(failureReason(await world.now(payment))).toBe('The payment did not reach the bank. You can pay again.')
  })

  it('is asked about for as long as others all the same: who kept the form may still pay, which counts', async () => {
    const [kept, left] = [await world.payment('billdesk'), await world.payment('payu')]
    later(30)
    for (const payment of [kept, left]) await giveUp(payment)
    await world.pay(kept, 'pending')
    for (const day of [1, 2]) {
      later(day * DAY)
      await askDuePayments(portal.db)
      expect((await nextAsk(kept))! > at).toBe(true)
    }
    await world.pay(kept, 'success')
    later(DAY)
    await askDuePayments(portal.db)
    expect((await stateOf(kept))[0]).toBe('SUCCESS')
    later(36 * DAY)
    await askDuePayments(portal.db)
    expect([(await world.now(left)).status, await nextAsk(left)]).toEqual(['CANCELLED', null])
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
    expect(await portal.db('unsigned_post').pluck('posts')).toEqual([1])
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
  it('with forty values of a field that nobody signed is one row', async () => {
    const payment = await world.payment('payu')
    const { fields } = await world.pay(payment, 'early')
    for (let value = 0; value < 40; value++) await world.notify('payu', { ...fields, field9: `Value ${value}` })
    await portal.runDue()
    expect(await world.callbacks(payment)).toHaveLength(1)
  })

  it('of CCAvenue is the same row by its order, tracking number, status and amount, however it is encrypted', async () => {
    const payment = await world.payment('ccavenue')
    const { fields } = await world.pay(payment, 'early')
    const { secret } = world.account('ccavenue')
    const told = decryptOfCcavenue(secret, fields.encResp!)!
    for (const more of ['&billing_name=Zoe', '&merchant_param5=7', ''])
      await world.notify('ccavenue', { encResp: encryptForCcavenue(secret, told + more), orderNo: more })
    await portal.runDue()
    expect((await world.callbacks(payment)).filter(({ kind }) => kind === 'NOTIFY')).toHaveLength(1)
    const other = told.replace('order_status=Success', 'order_status=Awaited')
    await world.notify('ccavenue', { encResp: encryptForCcavenue(secret, other) })
    expect((await world.callbacks(payment)).filter(({ kind }) => kind === 'NOTIFY')).toHaveLength(2)
  })

  it('and is not rightly signed is counted by account and hour, and nothing of it is kept', async () => {
    const finance = await personWith(portal, ['FINANCE'])
    for (const note of ['a', 'b', 'c']) await world.notify('payu', { txnid: 'PT1', hash: note })
    await world.notify('mock', { txn_no: 'PT1', signature: 'd' })
    later(60)
    await world.notify('payu', { txnid: 'PT1', hash: 'e' })
    await portal.runDue()
    expect(await portal.db('payment_callback').count({ n: '*' }).first()).toMatchObject({ n: 0 })
    const counted = (await finance.get('/api/unsigned-posts')).body.data as { posts: number; lastFrom: string }[]
    expect(counted.map(({ posts }) => posts).sort()).toEqual([1, 1, 3])
    expect(counted[0]!.lastFrom).toMatch(/127\.0\.0\.1/)
    const accounts = (await finance.get('/api/settings/payment-account')).body.data as {
      code: string
      id: number
      unsignedPosts: number
    }[]
    const ofPayu = accounts.find(({ code }) => code === 'PAYU1')
    expect(ofPayu?.unsignedPosts).toBe(4)
    later(25 * 60)
    const next = await personWith(portal, ['FINANCE'])
    expect((await next.get(`/api/settings/payment-account/${ofPayu!.id}`)).body.unsignedPosts).toBe(0)
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

  it('leaves to Finance what others took or SAP settled meanwhile', async () => {
    const payment = await world.payment('payu', { status: 'FAILED', amounts: [100_000, 200_000, 300_000] })
    const other = await world.payment('payu')
    const [first, second] = await portal.db('payment_allocation').where({ transactionId: payment.id }).orderBy('id')
    const [planned] = await portal.db('payment_allocation').where({ transactionId: other.id })
    await portal.db('payment_allocation').where('id', planned.id).update({ itemId: first.itemId })
    await world.changeItem(second.itemId, { balanceAmount: 50_000 })
    await world.pay(payment, 'success')
    await portal.runDue()
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
    expect(await world.locks(payment)).toEqual([other.id, null, payment.id])
    expect(await world.now(payment)).toMatchObject({ unallocatedAmount: 0, unresolvedAmount: 300_000 })
    expect(await world.captures(payment)).toMatchObject([{ fit: 'LATE', unresolvedAmount: 300_000 }])
    expect(await world.isBalanced(payment)).toBe(true)
  })

  it('of a payment that had failed is found though the gateway was down when it was reported', async () => {
    const payment = await world.payment('payu', { status: 'FAILED' })
    const { fields } = await world.pay(payment, 'down')
    await world.notify('payu', fields)
    await portal.runDue()
    expect(await nextAsk(payment)).not.toBeNull()
    expect(await stateOf(payment)).toEqual(['FAILED', null])
    later(6)
    await askDuePayments(portal.db)
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
  })
})

describe('a second capture', () => {
  it('of an order is taken in by the number that its notice names, once the gateway has answered for it', async () => {
    const payment = await world.payment('ccavenue')
    const { fields } = await world.pay(payment, 'early')
    await portal.runDue()
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
    const { secret } = world.account('ccavenue')
    const numbered = (number: string) => {
      const told = decryptOfCcavenue(secret, fields.encResp!)!.replace(/tracking_id=\d+/, `tracking_id=${number}`)
      return { encResp: encryptForCcavenue(secret, told) }
    }
    // Whoever has one notice can make another of it without the key, so a number alone brings no money.
    await world.notify('ccavenue', numbered('319999999999'))
    await portal.runDue()
    expect(await world.captures(payment)).toHaveLength(1)
    const { gatewayTxnId } = await gatewayDesk(portal, 'ccavenue').capturesAgain(payment.txnNo)
    await world.notify('ccavenue', numbered(gatewayTxnId!))
    await portal.runDue()
    expect(await world.captures(payment)).toMatchObject([
      { fit: 'EXACT', unresolvedAmount: 0 },
      {
        fit: 'SECOND',
        gatewayTxnId,
        unresolvedAmount: payment.amount,
        sapReference: `${payment.txnNo.slice(-13)}C2`,
      },
    ])
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
  })

  it.each(['payu', 'mock', 'ccavenue'] as const)(
    'is none because a payer brings back a number of their own from %s',
    async name => {
      const payment = await world.payment(name)
      const form = await world.pay(payment, 'silent')
      const { secret } = world.account(name)
      const told = name === 'ccavenue' ? decryptOfCcavenue(secret, form.fields.encResp!)! : ''
      const forged: Readonly<Record<typeof name, Fields>> = {
        payu: { ...form.fields, mihpayid: '403993719999999999' },
        mock: { ...form.fields, gateway_txn_id: 'MOCK9999999999' },
        ccavenue: { encResp: encryptForCcavenue(secret, told.replace(/tracking_id=\d+/, 'tracking_id=319999999999')) },
      }
      await world.comeBack({ ...form, fields: forged[name] })
      await portal.runDue()
      expect(await world.captures(payment)).toMatchObject([{ fit: 'EXACT', amount: payment.amount }])
    },
  )

  it('is taken in once, and the payment stays paid', async () => {
    const payment = await world.payment('payu', { status: 'SUCCESS' })
    await world.pay(payment, 'success')
    await portal.runDue()
    for (const _ of [1, 2]) await askNow(payment)
    expect(await world.captures(payment)).toMatchObject([{ fit: 'EXACT' }, { fit: 'SECOND' }])
    expect((await stateOf(payment))[0]).toBe('SUCCESS')
  })
})

describe('what an answer says of money', () => {
  const facts = {
    ...{ amount: 1_200_050, currency: 'INR', gatewayTxnId: 'G1', charges: 2_360, said: 'captured' },
    ...{ bankRefNo: 'UTR 512345XXXXXX2346 of asha@okbank', mode: 'UPI' as const, redacted: { order_status: 'Fraud' } },
  }

  it('does not hold the charges that a gateway put on top, which are kept apart', async () => {
    const payment = await world.payment('payu')
    const answer = { ...facts, status: 'SUCCESS' as const, reason: null }
    await apply(payment, answer)
    expect(await world.now(payment)).toMatchObject({ status: 'SUCCESS', amount: 1_200_050, chargesAmount: 2_360 })
    expect(await world.now(payment)).toMatchObject({ paymentMode: 'UPI', bankRefNo: 'UTR ****2346 of a***@okbank' })
  })
})
