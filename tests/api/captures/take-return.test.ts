import { afterAll, describe, expect, it } from 'vitest'
import { captureDesk } from '../../support/payments/capture-desk.ts'

const desk = await captureDesk()
const { portal, asha, vikram, ashaAgain, act, buyer, captured, capture, proposed, onRefund, returned, askNow } = desk
const { places, payment, captureNow, faults, mails, refundsOf, refundNow, differences, holderOf } = desk
afterAll(() => portal.close())

const LATE = { status: 'UNKNOWN', why: 'TIMEOUT', message: 'The gateway did not answer in time' } as const
const REFUSED = { status: 'FAILED', code: '105', message: 'Refused' } as const

/** A payment of one item of ₹ 1,180.50. */
async function paidItem(amount = 118_050) {
  const one = await buyer([amount])
  return { one, item: one.items[0]!, paid: await captured(one, { items: one.items }) }
}
/** A refund of a capture that was asked for, and of which nothing is known. */
async function asked(paid: Awaited<ReturnType<typeof paidItem>>['paid'], amount: number) {
  const row = await proposed(paid, amount)
  await onRefund(vikram, 'confirmRefund', row)
  await askNow(paid, LATE)
  return row
}

describe('money that a gateway gave back by itself', () => {
  it('of a posted payment frees its item, and the payer is told', async () => {
    const { paid, item } = await paidItem()
    const row = await returned(paid, 'AUTO_REFUND', 118_050, { eventId: 'E1' })
    expect(row).toMatchObject({ how: 'GATEWAY', status: 'SETTLED', eventId: 'E1' })
    expect(await captureNow(paid)).toMatchObject({ status: 'AUTO_REFUNDED', unresolvedAmount: 0 })
    expect([(await payment(paid)).status, await holderOf(item)]).toEqual(['REFUNDED', null])
    expect(await mails('refund', row!.id)).toEqual(['GATEWAY_RETURNS'])
    expect(await faults(paid)).toEqual([])
  })

  it('of a payment that nobody knew as paid leaves it not paid', async () => {
    const one = await buyer([118_050])
    const short = await captured(one, { items: one.items, captured: 10_000 })
    await returned(short, 'AUTO_REFUND', 10_000)
    expect(await payment(short)).toMatchObject({ status: 'FAILED', failureCode: 'AUTO_REFUNDED' })
    expect(await faults(short)).toEqual([])
  })

  it('of a second capture leaves the first one paid and its item held', async () => {
    const { paid, item } = await paidItem()
    const second = await capture(await payment(paid), { fit: 'SECOND' })
    await returned(second, 'AUTO_REFUND', 118_050)
    expect([(await captureNow(second)).status, (await captureNow(paid)).status]).toEqual(['AUTO_REFUNDED', 'CAPTURED'])
    expect([(await payment(paid)).status, await holderOf(item)]).toEqual(['SUCCESS', paid.transactionId])
    expect(await faults(paid)).toEqual([])
  })

  it('in part is taken from what is to decide, then from the account, then off the newest item', async () => {
    const one = await buyer([60_000, 40_000])
    const over = await captured(one, { items: one.items, captured: 130_000 })
    await act(asha, over, 'keep', { amount: 20_000 })
    const row = await returned(over, 'REFUND', 50_000, { eventId: 'CONSOLE1' })
    expect(await places(over)).toEqual([
      ['ITEM', one.items[0]!.documentNo, 60_000],
      ['ITEM', one.items[1]!.documentNo, 20_000],
      ['TO_REFUND', null, 50_000],
    ])
    expect(await payment(over)).toMatchObject({ status: 'SUCCESS', refundedAmount: 50_000 })
    expect(await captureNow(over)).toMatchObject({ status: 'PART_RETURNED' })
    expect(await mails('refund', row!.id)).toEqual([])
    expect(await faults(over)).toEqual([])
  })

  it('is noted by two people, the second of whom is another one', async () => {
    const { paid } = await paidItem()
    const row = (await returned(paid, 'REFUND', 50_000))!
    expect((await onRefund(asha, 'acknowledge', row)).body.message).toBe(
      'Another person of Finance takes note of it, too.',
    )
    const same = await onRefund(ashaAgain, 'acknowledge', row)
    expect([same.status, same.body.message]).toEqual([
      403,
      'Another person of Finance than the one who took note of it first must confirm it',
    ])
    expect((await onRefund(vikram, 'acknowledge', row)).status).toBe(201)
    expect((await refundNow(row)).confirmedById).not.toBeNull()
    expect((await onRefund(vikram, 'acknowledge', row)).status).toBe(409)
  })

  it('makes a proposal of the same money void, for it never left the house', async () => {
    const { paid } = await paidItem()
    const row = await proposed(paid, 118_050)
    await returned(paid, 'REFUND', 118_050)
    expect(await refundNow(row)).toMatchObject({ status: 'REJECTED' })
    expect(await differences(paid)).toEqual([])
    expect(await faults(paid)).toEqual([])
  })
})

describe('an event of a gateway', () => {
  it('counts once, from whichever source and however often', { tags: ['locks'] }, async () => {
    const { paid } = await paidItem()
    await Promise.all([1, 2, 3].map(() => returned(paid, 'REFUND', 50_000, { eventId: 'E7' })))
    await returned(paid, 'AUTO_REFUND', 50_000, { eventId: 'E7' })
    expect(await refundsOf(paid)).toHaveLength(1)
    expect(await faults(paid)).toEqual([])
  })

  it('of an equal amount with another id is another return', async () => {
    const { paid } = await paidItem()
    for (const eventId of ['E1', 'E2']) await returned(paid, 'REFUND', 50_000, { eventId })
    expect((await refundsOf(paid)).map(({ eventId }) => eventId)).toEqual(['E1', 'E2'])
    expect((await captureNow(paid)).returnedAmount).toBe(100_000)
    expect(await faults(paid)).toEqual([])
  })

  it('settles the refund of ours that it names, by our number or by the gateway’s request', async () => {
    const { paid } = await paidItem()
    const [first, second] = [await proposed(paid, 10_000), await proposed(paid, 10_000)]
    for (const row of [first, second]) await onRefund(vikram, 'confirmRefund', row)
    await askNow(paid, { status: 'ACCEPTED', requestId: 'Q1', message: 'Queued' }, LATE)
    await returned(paid, 'REFUND', 10_000, { eventId: 'F2', refundNo: second.refundNo, bankArn: 'ARN2' })
    expect(await refundNow(second)).toMatchObject({ status: 'SETTLED', eventId: 'F2', bankArn: 'ARN2' })
    expect((await refundNow(first)).status).toBe('ACCEPTED')
    await returned(paid, 'REFUND', 10_000, { eventId: 'Q1' })
    expect((await refundNow(first)).status).toBe('SETTLED')
    expect(await refundsOf(paid)).toHaveLength(2)
    expect(await mails('refund', first.id)).toEqual(['REFUND_ASKED', 'REFUND_DONE'])
    expect(await faults(paid)).toEqual([])
  })

  it('that names none settles the oldest refund of ours of that amount, however far that is', async () => {
    const { paid } = await paidItem()
    const row = await asked(paid, 20_000)
    await returned(paid, 'REFUND', 20_000)
    expect((await refundNow(row)).status).toBe('SETTLED')
    expect(await refundsOf(paid)).toHaveLength(1)
    const file = await returned(paid, 'REFUND', 20_000, { eventId: 'FILE1' })
    expect([file!.id, (await refundNow(row)).eventId]).toEqual([row.id, 'FILE1'])
    expect((await captureNow(paid)).returnedAmount).toBe(20_000)
    expect(await faults(paid)).toEqual([])
  })

  it('never is the transfer that a person made to the bank: that stands in no file', async () => {
    const { paid } = await paidItem()
    const row = await proposed(paid, 20_000, 'HAND')
    await onRefund(vikram, 'confirmRefund', row)
    const doneOn = (await refundNow(row)).expectedBy!
    await desk
      .db('refund')
      .where('id', row.id)
      .update({ status: 'SETTLED', settledAt: `${doneOn}T00:00:00.000Z` })
    await returned(paid, 'REFUND', 20_000, { eventId: 'FILE2' })
    expect(await refundsOf(paid)).toHaveLength(2)
  })

  it('settles a refund that had failed, whose rupees are taken again', async () => {
    const { paid, item } = await paidItem()
    const row = await proposed(paid, 50_000)
    await onRefund(vikram, 'confirmRefund', row)
    await askNow(paid, REFUSED)
    await act(asha, paid, 'apply', { lines: [{ itemId: item.id, amount: 50_000 }] })
    await returned(paid, 'REFUND', 50_000, { eventId: 'LATE' })
    expect(await refundNow(row)).toMatchObject({ status: 'SETTLED', failedText: null })
    expect(await places(paid)).toContainEqual(['TO_REFUND', null, 50_000])
    expect(await differences(paid)).toEqual([])
    expect(await faults(paid)).toEqual([])
  })

  it('beyond the capture is noted as a difference with both amounts, and the rest counts', async () => {
    const { paid } = await paidItem()
    await returned(paid, 'REFUND', 100_000, { eventId: 'E1' })
    await returned(paid, 'REFUND', 100_000, { eventId: 'E2' })
    expect(await differences(paid)).toMatchObject([
      { kind: 'RETURNED_TWICE', expectedAmount: 18_050, foundAmount: 100_000, status: 'OPEN' },
    ])
    expect((await captureNow(paid)).status).toBe('REFUNDED')
    expect(await returned(paid, 'REFUND', 1_000, { eventId: 'E3' })).toBeNull()
    expect(await differences(paid)).toHaveLength(2)
    expect(await faults(paid)).toEqual([])
  })
})

describe('a chargeback', () => {
  it('that is lost frees the item, and won again is to be decided', async () => {
    const { paid, item } = await paidItem()
    await returned(paid, 'CHARGEBACK', 118_050, { eventId: 'CASE1' })
    expect((await captureNow(paid)).status).toBe('CHARGED_BACK')
    expect([(await payment(paid)).status, await holderOf(item)]).toEqual(['REFUNDED', null])
    expect(await faults(paid)).toEqual([])
    await returned(paid, 'CHARGEBACK_WON', 118_050, { eventId: 'CASE1-WON' })
    expect(await captureNow(paid)).toMatchObject({ status: 'CAPTURED', unresolvedAmount: 118_050 })
    expect((await payment(paid)).status).toBe('CHECKING')
    expect(await faults(paid)).toEqual([])
    expect((await act(asha, paid, 'apply', { oldestFirst: true })).status).toBe(201)
    expect(await faults(paid)).toEqual([])
  })

  it('of what SAP has cleared is taken off the cleared item as well', async () => {
    const { paid } = await paidItem()
    await desk.db('capture_allocation').where('captureId', paid.id).update({ clearingStatus: 'CLEARED' })
    await returned(paid, 'CHARGEBACK', 118_050)
    expect(await places(paid)).toEqual([['TO_REFUND', null, 118_050]])
    expect(await faults(paid)).toEqual([])
  })

  it('of two of one payment, each counts', async () => {
    const { paid } = await paidItem()
    for (const eventId of ['CASE1', 'CASE2']) await returned(paid, 'CHARGEBACK', 30_000, { eventId })
    expect((await captureNow(paid)).returnedAmount).toBe(60_000)
    expect(await faults(paid)).toEqual([])
  })

  it('never settles a refund of ours, though it is of the same amount', async () => {
    const { paid } = await paidItem()
    const row = await asked(paid, 20_000)
    await returned(paid, 'CHARGEBACK', 20_000)
    expect((await refundNow(row)).status).toBe('ASKED')
    expect(await refundsOf(paid)).toHaveLength(2)
    expect(await faults(paid)).toEqual([])
  })
})
