import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RefundOrder } from '../../../api/payments/gateways/gateway.ts'
import { gatewayNames, payment } from '../../support/gateways/payment-gateways.ts'
import { simulatedShop } from '../../support/gateways/simulated-shop.ts'

let shop: Awaited<ReturnType<typeof simulatedShop>>
beforeEach(async () => {
  shop = await simulatedShop()
})
afterEach(() => shop.close())

const later = (seconds: number) => {
  shop.time.at = new Date(Date.parse(shop.time.at) + seconds * 1000).toISOString()
}
const { orderNo } = payment

describe.each(gatewayNames)('a refund at the simulated %s', name => {
  let last = 0
  const verify = () => shop.gateway(name).verify(payment)
  /** The order of a refund of ₹ 500 of the payment that was made. */
  async function order(over: Partial<RefundOrder> = {}): Promise<RefundOrder> {
    const answer = await verify()
    if (answer.status === 'UNKNOWN') throw new Error(answer.message)
    return {
      gatewayTxnId: answer.gatewayTxnId!,
      refundNo: `PR2627${String(++last).padStart(7, '0')}`,
      amount: 50_000,
      captureAmount: payment.amount,
      capturedAt: shop.time.at,
      requestId: null,
      ...over,
    }
  }
  const refund = (asked: RefundOrder) => shop.gateway(name).refund!(asked)
  const stateOf = (asked: RefundOrder) => shop.gateway(name).refundStatus!(asked)
  /** BillDesk says of a refund that it was taken, and never more. */
  const settled = name === 'billdesk' ? 'ACCEPTED' : 'SETTLED'

  beforeEach(() => shop.pay(name, 'success'))

  it('is accepted, and settled after a while', async () => {
    const asked = await order()
    expect(await stateOf(asked)).toMatchObject({ status: 'UNKNOWN', why: 'NOT_FOUND' })
    const answer = await refund(asked)
    expect(answer).toMatchObject({ status: 'ACCEPTED' })
    expect(await stateOf(asked)).toMatchObject({ status: 'ACCEPTED' })
    later(61)
    const after = await stateOf(asked)
    expect(after.status).toBe(settled)
    if (after.status === 'SETTLED')
      expect(after).toMatchObject({ amount: 50_000, bankArn: expect.stringMatching(/^74/) })
  })

  it('is known by its number when it is asked for again, and nothing is given back twice', async () => {
    const asked = await order()
    await refund(asked)
    const again = await refund(asked)
    // BillDesk is asked for its state at once.
    expect(again.status).toBe(name === 'billdesk' ? 'ACCEPTED' : 'ASK_STATUS')
    later(61)
    const rest = await order({ amount: payment.amount - 50_000 })
    expect((await refund(rest)).status).toBe('ACCEPTED')
    later(600)
    expect((await refund(await order({ amount: 1 }))).status).toBe('FAILED')
  })

  it('whose answer was lost is found by asking, and taken once', async () => {
    await shop.desk(name).nextRefund('lost')
    const asked = await order()
    expect(await refund(asked)).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
    expect(await stateOf(asked)).toMatchObject({ status: 'ACCEPTED' })
  })

  it('may fail after it was accepted', async () => {
    await shop.desk(name).nextRefund('fail')
    const asked = await order()
    expect((await refund(asked)).status).toBe('ACCEPTED')
    later(61)
    expect((await stateOf(asked)).status).toBe(name === 'billdesk' ? 'ACCEPTED' : 'FAILED')
  })

  it('may take three days, or end when it is told to', async () => {
    await shop.desk(name).nextRefund('late')
    const asked = await order()
    await refund(asked)
    later(2 * 86_400)
    expect((await stateOf(asked)).status).toBe('ACCEPTED')
    await shop.desk(name).endsRefund(asked.refundNo, 'SETTLED')
    expect((await stateOf(asked)).status).toBe(settled)
  })

  it('of more than was paid is refused', async () => {
    expect((await refund(await order({ amount: payment.amount + 1 }))).status).toBe('FAILED')
  })

  it('is refused with the code that it is told, and may be asked for under another number', async () => {
    const code = { mock: 'X1', payu: '230', ccavenue: '51310', billdesk: 'GNX1' }[name]
    await shop.desk(name).nextRefund('refuse', code)
    expect(await refund(await order())).toMatchObject({ status: 'FAILED', code })
    expect((await refund(await order())).status).toBe('ACCEPTED')
  })

  it('that the gateway gives in its console shows as far as the gateway tells of it', async () => {
    const { requestId } = await shop.desk(name).givesBack(orderNo, 'REFUND', '500.00')
    // Only BillDesk tells of a part.
    expect(await verify()).toMatchObject(
      name === 'billdesk'
        ? { status: 'RETURNED', reason: 'REFUND', returnedAmount: 50_000, returnRef: requestId }
        : { status: 'SUCCESS' },
    )
    await shop.desk(name).givesBack(orderNo, 'REFUND', '124500.50')
    expect((await verify()).status).toBe(name === 'payu' ? 'SUCCESS' : 'RETURNED')
  })

  it.each([
    ['AUTO_REFUND', { mock: 'AUTO_REFUND', payu: 'AUTO_REFUND', ccavenue: 'REFUND', billdesk: 'REFUND' }],
    ['CHARGEBACK', { mock: 'CHARGEBACK', payu: null, ccavenue: 'CHARGEBACK', billdesk: null }],
    ['FRAUD', { mock: 'FRAUD', payu: null, ccavenue: 'FRAUD', billdesk: null }],
  ] as const)('%s of a payment that was made is answered in the words of the gateway', async (kind, reasons) => {
    await shop.desk(name).givesBack(orderNo, kind)
    const reason = reasons[name]
    expect(await verify()).toMatchObject(reason ? { status: 'RETURNED', reason } : { status: 'SUCCESS' })
  })

  it('after a chargeback is refused, and asked for again once that was won', async () => {
    await shop.desk(name).givesBack(orderNo, 'CHARGEBACK')
    expect((await refund(await order())).status).toBe('FAILED')
    await shop.desk(name).givesBack(orderNo, 'CHARGEBACK_WON')
    expect((await verify()).status).toBe('SUCCESS')
    expect((await refund(await order())).status).toBe('ACCEPTED')
  })

  it('of an order that was captured twice goes back from the capture that is named', async () => {
    const first = await order()
    const { gatewayTxnId } = await shop.desk(name).capturesAgain(orderNo)
    const second = await order()
    expect([second.gatewayTxnId, second.gatewayTxnId === first.gatewayTxnId]).toEqual([gatewayTxnId, false])
    await expect
      .poll(() => shop.heard.map(({ fields }) => shop.gateway(name).readCallback(fields).gatewayTxnId))
      .toEqual([first.gatewayTxnId, gatewayTxnId])
    expect((await refund({ ...second, amount: payment.amount })).status).toBe('ACCEPTED')
    later(600)
    expect((await refund(first)).status).toBe('ACCEPTED')
  })

  it('is neither taken nor answered while the gateway is silent, and not asked while it is busy', async () => {
    const asked = await order()
    await shop.desk(name).isSilent(1)
    expect(await refund(asked)).toMatchObject({ status: 'UNKNOWN' })
    expect(await stateOf(asked)).toMatchObject({ status: 'UNKNOWN', why: 'NOT_FOUND' })
    await shop.desk(name).refusesQuestions(1)
    expect(await refund(asked)).toMatchObject({ status: 'UNKNOWN', why: 'LIMITED' })
  })
})

describe('the simulated PayU', () => {
  it('takes no second refund of one amount of a payment within five minutes', async () => {
    await shop.pay('payu', 'success')
    const answer = await shop.gateway('payu').verify(payment)
    const order = (refundNo: string): RefundOrder => ({
      ...{ gatewayTxnId: answer.status === 'SUCCESS' ? answer.gatewayTxnId! : '', refundNo, amount: 50_000 },
      ...{ captureAmount: payment.amount, capturedAt: shop.time.at, requestId: null },
    })
    const refund = (refundNo: string) => shop.gateway('payu').refund!(order(refundNo))
    expect((await refund('PR26270000001')).status).toBe('ACCEPTED')
    later(4 * 60)
    expect(await refund('PR26270000002')).toMatchObject({ status: 'NOT_YET', code: '214', afterSeconds: 360 })
    later(6 * 60)
    expect((await refund('PR26270000002')).status).toBe('ACCEPTED')
  })
})

describe.each(gatewayNames)('the simulated %s, told what to answer', name => {
  const answer = () => shop.gateway(name).verify(payment)
  const words = { mock: 'SUCCESS', payu: 'captured', ccavenue: 'Shipped', billdesk: '0300' }

  it('says any word, of any amount and in any currency', async () => {
    await shop.pay(name, 'pending')
    await shop.desk(name).says(orderNo, words[name], '100.00')
    expect(await answer()).toMatchObject({ status: 'SUCCESS', amount: 10_000, currency: 'INR' })
    await shop.desk(name).says(orderNo, words[name], '100.00', 'USD')
    // An account of PayU takes rupees alone, and its answer names no currency.
    expect(await answer()).toMatchObject({ currency: name === 'payu' ? 'INR' : 'USD' })
    await shop.desk(name).says(orderNo, 'Delivered')
    expect(await answer()).toMatchObject({ status: 'UNKNOWN', why: 'UNKNOWN_WORD', word: 'Delivered' })
  })

  it.each([
    ['more', { status: 'SUCCESS', amount: payment.amount + 1_950 }],
    ['authorise', { status: name === 'billdesk' ? 'PENDING' : 'AUTHORISED' }],
    ['oddWord', { status: 'UNKNOWN', why: 'UNKNOWN_WORD' }],
    ['silent', { status: 'SUCCESS' }],
  ] as const)('ends a payment by the button %s', async (choice, expected) => {
    await shop.pay(name, choice)
    expect(await answer()).toMatchObject(expected)
    if (choice === 'silent') expect(shop.heard).toEqual([])
  })

  it('is told nothing by a stranger', async () => {
    await shop.pay(name, 'success')
    const body = new URLSearchParams({ act: 'return', orderNo, kind: 'CHARGEBACK' })
    const told = await fetch(`${shop.url}/gateway/${name}/acts`, { method: 'POST', body })
    expect([told.status, (await answer()).status]).toEqual([401, 'SUCCESS'])
  })
})

it('CCAvenue lists the orders that are held, with the days that are left to confirm them', async () => {
  await shop.pay('ccavenue', 'authorise')
  later(9 * 86_400)
  expect(await shop.gateway('ccavenue').pendingOrders!()).toMatchObject([
    { orderNo, amount: payment.amount, daysLeft: 3 },
  ])
})

it('The console of a gateway shows its payments, and does what is chosen', async () => {
  await shop.pay('payu', 'success')
  await shop.pay('payu', 'pending', { orderNo: 'PT2' })
  const page = await (await fetch(`${shop.url}/gateway/payu/console`)).text()
  expect(page).toContain(orderNo)
  const choices = [...page.matchAll(/<option value="([^"]*)">([^<]*)</g)]
  const chosen = (label: string) => choices.find(([, , text]) => text === label)![1]!.replaceAll('&amp;', '&')
  const press = async (label: string, more: Record<string, string>) =>
    (await shop.post('/gateway/payu/console', { what: chosen(label), ...more })).text()
  expect(await press('Refund', { orderNo, rupees: '500.00' })).toMatch(/REFUND ₹.500\.00/)
  await press('Say captured', { orderNo: 'PT2' })
  expect((await shop.gateway('payu').verify({ ...payment, orderNo: 'PT2' })).status).toBe('SUCCESS')
  const odd = await shop.post('/gateway/payu/console', { what: 'act=explode' })
  expect(await odd.text()).toContain('This is nothing that the gateway can do')
})
