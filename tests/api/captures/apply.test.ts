import { afterAll, describe, expect, it } from 'vitest'
import { captureDesk } from '../../support/payments/capture-desk.ts'
import { openItems } from '../../support/payments/cart-desk.ts'

const desk = await captureDesk()
const { portal, asha, act, buyer, captured, captureNow, payment, places, faults, mails, holderOf } = desk
afterAll(() => portal.close())

const line = ({ id }: { id: number }, amount: number, tdsAmount?: number) => ({ itemId: id, amount, tdsAmount })
const MOVED = 'Someone has just moved this money; check again'

describe('money that is to decide', () => {
  it('is put on the item by Finance: the payment is paid, the rest of the item payable, the receipt mailed', async () => {
    const one = await buyer([118_050])
    const [item] = one.items
    const short = await captured(one, { items: one.items, captured: 10_000 })
    expect([short.fit, short.unresolvedAmount, await holderOf(item!)]).toEqual(['SHORT', 10_000, null])
    const answer = await act(asha, short, 'apply', { lines: [line(item!, 10_000)] })
    expect([answer.status, answer.body.message]).toEqual([201, `₹ 100.00 is put on ${item!.documentNo}; SAP follows.`])
    expect(await places(short)).toEqual([['ITEM', item!.documentNo, 10_000]])
    expect(await payment(short)).toMatchObject({ status: 'SUCCESS', unresolvedAmount: 0 })
    expect((await captureNow(short)).receiptNo).toMatch(/^RC/)
    expect(await mails('payment-capture', short.id)).toEqual(['PAYMENT_CHECKING', 'PAYMENT_RECEIPT'])
    expect(await holderOf(item!)).toBe(short.transactionId)
    const { body } = await asha.get(`/api/payments/on-account?customerId=${one.customerId}`)
    expect(body.items).toMatchObject([{ id: item!.id, payable: 108_050, heldBy: null }])
    expect(await faults(short)).toEqual([])
  })

  it('is kept on account, whole or in part, and never more than there is', async () => {
    const one = await buyer([50_000])
    const over = await captured(one, { items: one.items, captured: 70_000 })
    expect((await act(asha, over, 'keep', { amount: 5_000 })).body.message).toBe('₹ 50.00 is kept on account.')
    expect(await places(over)).toEqual([
      ['ITEM', one.items[0]!.documentNo, 50_000],
      ['ON_ACCOUNT', null, 5_000],
    ])
    const more = await act(asha, over, 'keep', { amount: 15_001 })
    expect([more.status, more.body.message]).toEqual([409, MOVED])
    expect((await act(asha, over, 'keep')).status).toBe(201)
    expect(await captureNow(over)).toMatchObject({ unresolvedAmount: 0, ownerId: null })
    const nothing = await act(asha, over, 'keep')
    expect([nothing.status, nothing.body.message]).toEqual([400, 'Nothing of this capture is to decide'])
    expect(await faults(over)).toEqual([])
  })

  it('of a second capture may be kept or applied, and the first one stays as it is', async () => {
    const one = await buyer([50_000])
    const first = await captured(one, { items: one.items })
    const second = await desk.capture(await payment(first), { fit: 'SECOND' })
    expect(second).toMatchObject({ fit: 'SECOND', unresolvedAmount: 50_000 })
    const [other] = await openItems(portal, one.customerId, [20_000])
    expect((await act(asha, second, 'apply', { oldestFirst: true })).status).toBe(201)
    expect((await act(asha, second, 'keep')).status).toBe(201)
    expect(await places(second)).toEqual([
      ['ITEM', other!.documentNo, 20_000],
      ['ON_ACCOUNT', null, 30_000],
    ])
    expect(await places(first)).toEqual([['ITEM', one.items[0]!.documentNo, 50_000]])
    expect(await mails('payment-capture', second.id)).toEqual(['PAYMENT_SECOND', 'PAYMENT_RECEIPT'])
    expect(await faults(first)).toEqual([])
  })

  it('in another currency is put on nothing', async () => {
    const one = await buyer([50_000])
    const foreign = await captured(one, { items: one.items, currency: 'USD' })
    for (const [deed, body] of [
      ['apply', { oldestFirst: true }],
      ['keep', {}],
    ] as const) {
      const { status, body: said } = await act(asha, foreign, deed, body)
      expect([status, said.message]).toEqual([422, 'This capture is in USD: refund it, or settle it in SAP by hand'])
    }
  })
})

describe('an open item takes', () => {
  it('no more than is payable, TDS included, which is at most a tenth of it', async () => {
    const one = await buyer([100_000])
    const [item] = one.items
    const advance = await captured(one, { ahead: 200_000 })
    const refusal = async (...given: ReturnType<typeof line>[]) => {
      const { status, body } = await act(asha, advance, 'apply', { lines: given })
      return [status, body.message]
    }
    expect(await refusal(line(item!, 95_000, 6_000))).toEqual([
      422,
      `Put at most ₹ 1,000.00 on ${item!.documentNo}, TDS included`,
    ])
    expect(await refusal(line(item!, 10_000, 2_000))).toEqual([
      422,
      `Deduct at most ₹ 12.00 as TDS on ${item!.documentNo}, a tenth of what is settled`,
    ])
    expect((await act(asha, advance, 'apply', { lines: [line(item!, 99_900, 100)] })).status).toBe(201)
    expect(await refusal(line(item!, 1))).toEqual([
      422,
      `Nothing of ${item!.documentNo} can be settled: it is disputed, or paid and not booked yet`,
    ])
    expect(await desk.db('capture_allocation').where({ captureId: advance.id, target: 'ITEM' })).toMatchObject([
      { amount: 99_900, tdsAmount: 100, balanceBefore: 100_000 },
    ])
    expect(await faults(advance)).toEqual([])
  })

  it('nothing while it is closed, another customer’s, or held by a payment under way', async () => {
    const [one, stranger] = [await buyer([40_000, 30_000]), await buyer([10_000])]
    const [held, open] = one.items
    const under = await desk.started(one, { items: [held!] })
    const advance = await captured(one, { ahead: 200_000 })
    const first = await act(asha, advance, 'apply', { lines: [line(held!, 1_000)] })
    expect([first.status, first.body.message]).toEqual([
      422,
      `${held!.documentNo} is held by payment ${under.txnNo}, which is under way: choose another item`,
    ])
    const closed = 'An item is not open any more: choose among those that are'
    const other = await act(asha, advance, 'apply', { lines: [line(stranger.items[0]!, 1_000)] })
    expect([other.status, other.body.message]).toEqual([422, closed])
    expect((await act(asha, advance, 'apply', { oldestFirst: true })).status).toBe(201)
    expect(await places(advance)).toContainEqual(['ITEM', open!.documentNo, 30_000])
    expect(await places(advance)).not.toContainEqual(expect.arrayContaining([held!.documentNo]))
  })

  it('is out of every open cart once it is paid from the account', async () => {
    const one = await buyer([40_000])
    const [item] = one.items
    await one.one.post('/api/payments/cart', {
      rowVersion: null,
      items: [{ itemId: item!.id, payAmount: 40_000, tdsAmount: 0 }],
    })
    const advance = await captured(one, { ahead: 40_000 })
    expect((await act(asha, advance, 'apply', { oldestFirst: true })).status).toBe(201)
    const { body } = await one.one.get('/api/payments/cart')
    expect(body.items.filter(({ inCart }: { inCart: object | null }) => inCart)).toEqual([])
  })
})

describe('money on account', () => {
  it('is applied by the customer for their own: the oldest capture to the oldest items, with one click', async () => {
    const one = await buyer([60_000, 70_000, 80_000])
    const [first, second] = [await captured(one, { ahead: 100_000 }), await captured(one, { ahead: 50_000 })]
    const { body: shown } = await one.one.get('/api/payments/on-account')
    expect(shown).toMatchObject({
      onAccount: 150_000,
      captures: [
        { id: first.id, onAccount: 100_000 },
        { id: second.id, onAccount: 50_000 },
      ],
      oldestFirst: [
        { itemId: one.items[0]!.id, amount: 60_000 },
        { itemId: one.items[1]!.id, amount: 70_000 },
        { itemId: one.items[2]!.id, amount: 20_000 },
      ],
    })
    expect((await one.one.post('/api/payments/on-account/apply', { oldestFirst: true })).status).toBe(201)
    expect(await places(first)).toEqual([
      ['ITEM', one.items[0]!.documentNo, 60_000],
      ['ITEM', one.items[1]!.documentNo, 40_000],
    ])
    expect(await places(second)).toEqual([
      ['ITEM', one.items[1]!.documentNo, 30_000],
      ['ITEM', one.items[2]!.documentNo, 20_000],
    ])
    expect((await one.one.get('/api/payments/on-account')).body.onAccount).toBe(0)
    for (const capture of [first, second]) expect(await faults(capture)).toEqual([])
    const again = await one.one.post('/api/payments/on-account/apply', { oldestFirst: true })
    expect([again.status, again.body.message]).toEqual([400, 'Nothing is on account here'])
  })

  it('is applied in part, line by line', async () => {
    const one = await buyer([60_000])
    const advance = await captured(one, { ahead: 50_000 })
    expect((await act(one.one, advance, 'apply', { lines: [line(one.items[0]!, 12_345)] })).status).toBe(201)
    expect(await places(advance)).toEqual([
      ['ON_ACCOUNT', null, 37_655],
      ['ITEM', one.items[0]!.documentNo, 12_345],
    ])
    const released = await desk.db('capture_allocation').where({ captureId: advance.id, clearingStatus: 'RELEASED' })
    expect(released).toMatchObject([{ target: 'ON_ACCOUNT', amount: 50_000 }])
  })

  it('is all that a customer moves: neither money to decide, nor that of others, nor TDS', async () => {
    const [one, other] = [await buyer([60_000]), await buyer([60_000])]
    const short = await captured(one, { items: one.items, captured: 10_000 })
    const own = await act(one.one, short, 'apply', { lines: [line(one.items[0]!, 10_000)] })
    expect([own.status, own.body.message]).toEqual([409, MOVED])
    expect((await act(other.one, short, 'apply', { lines: [line(other.items[0]!, 100)] })).status).toBe(404)
    expect((await act(one.one, short, 'keep')).status).toBe(403)
    expect((await act(one.one, short, 'refund', { amount: 1, how: 'HAND', reason: 'x' })).status).toBe(403)
    const advance = await captured(one, { ahead: 50_000 })
    const taxed = await act(one.one, advance, 'apply', { lines: [line(one.items[0]!, 900, 50)] })
    expect([taxed.status, taxed.body.errors[0]]).toMatchObject([400, { field: 'tdsAmount' }])
    expect((await other.one.get(`/api/payments/on-account?customerId=${one.customerId}`)).status).toBe(404)
  })

  it('of three who apply it at once serves one, and the others look again', { tags: ['locks'] }, async () => {
    const one = await buyer([50_000, 50_000, 50_000])
    const advance = await captured(one, { ahead: 50_000 })
    const answers = await Promise.all([
      act(asha, advance, 'apply', { lines: [line(one.items[0]!, 50_000)] }),
      act(desk.vikram, advance, 'apply', { lines: [line(one.items[1]!, 50_000)] }),
      act(one.one, advance, 'apply', { lines: [line(one.items[2]!, 50_000)] }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(
      answers.filter(({ status }) => status === 409).map(({ body }) => [body.errors[0].code, body.message]),
    ).toEqual([
      ['MONEY_MOVED', MOVED],
      ['MONEY_MOVED', MOVED],
    ])
    expect(await places(advance)).toHaveLength(1)
    expect(await faults(advance)).toEqual([])
  })

  it('and a refund of it at once never take the same rupee', { tags: ['locks'] }, async () => {
    const one = await buyer([50_000])
    const advance = await captured(one, { ahead: 50_000 })
    const [applied, refunded] = await Promise.all([
      act(asha, advance, 'apply', { lines: [line(one.items[0]!, 30_000)] }),
      act(desk.vikram, advance, 'refund', { amount: 40_000, how: 'HAND', reason: 'Not needed' }),
    ])
    expect([201, 409]).toContain(applied.status)
    expect(refunded.status).toBe(201)
    expect(await places(advance)).toContainEqual(['TO_REFUND', null, 40_000])
    expect(await faults(advance)).toEqual([])
  })
})
