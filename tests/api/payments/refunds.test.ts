import { afterAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { rupees } from '../../../resources/define/show.ts'
import { captureDesk } from '../../support/payments/capture-desk.ts'

const desk = await captureDesk()
const { portal, asha, vikram, ashaAgain, act, buyer, captured, proposed, onRefund, refundNow, places } = desk
const { payment, captureNow, mails, faults, askNow, gateway } = desk
afterAll(() => portal.close())

const SECOND = (what: string) => `Another person of Finance than the one who ${what} must confirm it`
const done = async () => ({ doneReference: 'N326261234567890', doneOn: today(), proofId: await desk.proof() })

describe('a refund', () => {
  it('sets its rupees aside at once: those to decide first, then those on account, then of the newest item', async () => {
    const one = await buyer([30_000, 40_000])
    const over = await captured(one, { items: one.items, captured: 90_000 })
    await act(asha, over, 'keep', { amount: 15_000 })
    const row = await proposed(over, 50_000, 'HAND')
    expect(row.refundNo).toMatch(/^PR\d{4}\d{7}$/)
    expect(await places(over)).toEqual([
      ['ITEM', one.items[0]!.documentNo, 30_000],
      ['ITEM', one.items[1]!.documentNo, 10_000],
      ['TO_REFUND', null, 50_000],
    ])
    expect([row.status, (await payment(over)).status]).toEqual(['PROPOSED', 'SUCCESS'])
    expect(await faults(over)).toEqual([])
  })

  it('is never more than what can still go back', async () => {
    const one = await buyer([30_000])
    const paid = await captured(one, { items: one.items })
    await proposed(paid, 20_000, 'HAND')
    const more = await act(asha, paid, 'refund', { amount: 10_001, how: 'HAND', reason: 'More' })
    expect([more.status, more.body.message]).toEqual([
      422,
      'Amount must be at most ₹ 100.00: no more of this capture can go back',
    ])
    await proposed(paid, 10_000, 'HAND')
    const none = await act(asha, paid, 'refund', { amount: 1, how: 'HAND', reason: 'More' })
    expect(none.body.message).toBe('Nothing of this capture is left: all of it goes back already')
  })

  it('counts once another person confirms it, who is then told what to do, and the payer by when', async () => {
    const one = await buyer([30_000])
    const paid = await captured(one, { items: one.items })
    const row = await proposed(paid, 30_000, 'HAND')
    for (const who of [asha, ashaAgain]) {
      const { status, body } = await onRefund(who, 'confirmRefund', row)
      expect([status, body.message]).toEqual([403, SECOND('proposed it')])
    }
    const { body } = await onRefund(vikram, 'confirmRefund', row)
    expect(body.message).toBe(
      `Transfer ${rupees(30_000)} to the payer with the reference ${row.refundNo}, then enter it as done.`,
    )
    expect((await refundNow(row)).expectedBy! > addDays(today(), 7)).toBe(true)
    expect(await mails('refund', row.id)).toEqual(['REFUND_ASKED'])
    const again = await onRefund(vikram, 'confirmRefund', row)
    expect(again.status).toBe(409)
    expect(await mails('refund', row.id)).toEqual(['REFUND_ASKED'])
  })

  it('that is rejected leaves its rupees to be decided again', async () => {
    const one = await buyer([30_000])
    const paid = await captured(one, { items: one.items })
    const row = await proposed(paid, 10_000, 'HAND')
    expect((await onRefund(vikram, 'reject', row, { reason: 'The goods stay' })).status).toBe(201)
    expect(await refundNow(row)).toMatchObject({ status: 'REJECTED', rejectReason: 'The goods stay' })
    expect(await places(paid)).toEqual([['ITEM', one.items[0]!.documentNo, 20_000]])
    const { unresolvedAmount, ownerId, decideBy } = await captureNow(paid)
    expect([unresolvedAmount, ownerId !== null, decideBy !== null]).toEqual([10_000, true, true])
    expect(await faults(paid)).toEqual([])
  })

  it('by hand is done once two people entered its reference, day and proof; all gone, the payment is refunded', async () => {
    const one = await buyer([30_000])
    const paid = await captured(one, { items: one.items })
    const row = await proposed(paid, 30_000, 'HAND')
    expect((await onRefund(vikram, 'confirmDone', row)).status).toBe(409)
    await onRefund(vikram, 'confirmRefund', row)
    for (const doneOn of [addDays(today(), 1), addDays(today(), -1)]) {
      const { status, body } = await onRefund(asha, 'enterDone', row, { ...(await done()), doneOn })
      expect([status, body.message]).toEqual([400, 'Refunded on must be from the day of the payment to today'])
    }
    const unproved = await onRefund(asha, 'enterDone', row, { ...(await done()), proofId: null })
    expect(unproved.body.errors[0]).toMatchObject({ field: 'proofId' })
    expect((await onRefund(asha, 'enterDone', row, await done())).body.message).toBe(
      'Another person of Finance has to confirm it.',
    )
    expect((await refundNow(row)).status).toBe('CONFIRMED')
    expect((await onRefund(ashaAgain, 'confirmDone', row)).body.message).toBe(SECOND('entered it'))
    expect((await onRefund(vikram, 'confirmDone', row)).status).toBe(201)
    expect(await refundNow(row)).toMatchObject({ status: 'SETTLED', bankArn: 'N326261234567890' })
    expect(await captureNow(paid)).toMatchObject({ status: 'REFUNDED', returnedAmount: 30_000 })
    expect(await payment(paid)).toMatchObject({ status: 'REFUNDED', refundedAmount: 30_000 })
    expect(await desk.holderOf(one.items[0]!)).toBeNull()
    expect(await mails('refund', row.id)).toEqual(['REFUND_ASKED', 'REFUND_DONE'])
    expect(await faults(paid)).toEqual([])
  })

  it('twice of the same amount are two, and what is left stays on its item', async () => {
    const one = await buyer([11_800_000])
    const paid = await captured(one, { items: one.items })
    for (const arn of ['A1', 'A2']) {
      const row = await proposed(paid, 50_000)
      await onRefund(vikram, 'confirmRefund', row)
      expect(await askNow(paid, { status: 'SETTLED', requestId: `R${arn}`, bankArn: arn, amount: 50_000 })).toEqual([
        'refund',
      ])
    }
    expect(await captureNow(paid)).toMatchObject({ status: 'PART_RETURNED', returnedAmount: 100_000 })
    expect(await payment(paid)).toMatchObject({ status: 'SUCCESS' })
    const { body } = await asha.get(`/api/payments/on-account?customerId=${one.customerId}`)
    expect(body.items).toMatchObject([{ payable: 100_000 }])
    expect(await faults(paid)).toEqual([])
  })

  it('of a second capture leaves the first and its item as they are', async () => {
    const one = await buyer([50_000])
    const first = await captured(one, { items: one.items })
    const second = await desk.capture(await payment(first), { fit: 'SECOND' })
    const row = await proposed(second, 50_000)
    await onRefund(vikram, 'confirmRefund', row)
    await askNow(second, { status: 'SETTLED', requestId: 'R', bankArn: 'ARN', amount: 50_000 })
    expect([(await captureNow(second)).status, (await captureNow(first)).status]).toEqual(['REFUNDED', 'CAPTURED'])
    expect((await payment(first)).status).toBe('SUCCESS')
    expect(await desk.holderOf(one.items[0]!)).toBe(first.transactionId)
    expect(await faults(first)).toEqual([])
  })

  it('of an account whose gateway takes none is offered by hand only, with the reason', async () => {
    const one = await buyer([30_000])
    const paid = await captured(one, { items: one.items })
    gateway.byHand = true
    const { status, body } = await act(asha, paid, 'refund', { amount: 1_000, how: 'API', reason: 'x' })
    gateway.byHand = false
    expect([status, body.errors[0].code]).toEqual([422, 'BY_HAND_ONLY'])
    expect(body.message).toContain('choose Bank transfer by hand')
    expect(await places(paid)).toHaveLength(1)
  })

  it('keeps TDS on its item until the last rupee of it goes', async () => {
    const one = await buyer([100_000])
    const [item] = one.items
    const advance = await captured(one, { ahead: 90_000 })
    await act(asha, advance, 'apply', { lines: [{ itemId: item!.id, amount: 90_000, tdsAmount: 10_000 }] })
    await proposed(advance, 89_999, 'HAND')
    const tds = () =>
      desk.db('capture_allocation').where({ captureId: advance.id, target: 'ITEM', clearingStatus: 'OPEN' })
    expect(await tds()).toMatchObject([{ amount: 1, tdsAmount: 10_000 }])
    await proposed(advance, 1, 'HAND')
    expect(await tds()).toEqual([])
    expect(await faults(advance)).toEqual([])
  })

  it('of all releases the credits, too, that its payment used', async () => {
    const one = await buyer([100_000, -30_000])
    const paid = await captured(one, { items: one.items })
    expect((await places(paid)).map(([, , amount]) => amount)).toEqual([100_000, -30_000])
    await proposed(paid, 70_000, 'HAND')
    expect(await places(paid)).toEqual([['TO_REFUND', null, 70_000]])
    for (const item of one.items) expect(await desk.holderOf(item)).toBeNull()
    expect(await faults(paid)).toEqual([])
  })

  it('of two confirmations at once takes one', { tags: ['locks'] }, async () => {
    const one = await buyer([30_000])
    const paid = await captured(one, { items: one.items })
    const row = await proposed(paid, 30_000)
    const answers = await Promise.all([1, 2, 3].map(() => onRefund(vikram, 'confirmRefund', row)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await mails('refund', row.id)).toEqual(['REFUND_ASKED'])
  })

  it('of three proposed at once never takes more than there is', { tags: ['locks'] }, async () => {
    const one = await buyer([30_000])
    const paid = await captured(one, { items: one.items })
    const answers = await Promise.all(
      [asha, vikram, ashaAgain].map(who => act(who, paid, 'refund', { amount: 20_000, how: 'HAND', reason: 'x' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    expect(await faults(paid)).toEqual([])
  })
})

describe('who reads refunds', () => {
  it('is the payer, of their own, once two people agreed to it, without our words', async () => {
    const [one, other] = [await buyer([30_000]), await buyer([30_000])]
    const paid = await captured(one, { items: one.items })
    const row = await proposed(paid, 30_000, 'HAND')
    const PATH = '/api/transaction-view/payment-refunds'
    expect((await one.one.get(PATH)).body.data).toEqual([])
    expect((await one.one.get(`${PATH}/${row.id}`)).status).toBe(404)
    await onRefund(vikram, 'confirmRefund', row)
    const { body } = await one.one.get(`${PATH}/${row.id}`)
    expect(body).toMatchObject({ refundNo: row.refundNo, amount: 30_000, status: 'CONFIRMED' })
    const ours = ['reason', 'failedText', 'proposedById', 'confirmedById', 'postingStatus', 'proofId', 'nextAskAt']
    expect(ours.filter(name => name in body)).toEqual([])
    expect((await other.one.get(`${PATH}/${row.id}`)).status).toBe(404)
    expect((await onRefund(one.one, 'enterDone', row, await done())).status).toBe(403)
  })

  it('and its proof is read by those of our people who read it', async () => {
    const one = await buyer([30_000])
    const paid = await captured(one, { items: one.items })
    const row = await proposed(paid, 30_000, 'HAND')
    await onRefund(vikram, 'confirmRefund', row)
    const asked = await done()
    await onRefund(asha, 'enterDone', row, asked)
    expect((await (await portal.as('auditor')).get(`/api/attachments/${asked.proofId}/file`)).status).toBe(200)
    expect((await one.one.get(`/api/attachments/${asked.proofId}/file`)).status).toBe(404)
  })
})
