import { afterAll, describe, expect, it } from 'vitest'
import { askRefund } from '../../../api/payments/refunds/ask-refunds.ts'
import { today } from '../../../api/platform/clock.ts'
import type { Refund } from '../../../resources/payments/refund.ts'
import { captureDesk } from '../../support/payments/capture-desk.ts'

const desk = await captureDesk()
const { portal, db, asha, vikram, buyer, captured, proposed, onRefund, refundNow, askNow, gateway, mails } = desk
afterAll(() => portal.close())

const LATE = { status: 'UNKNOWN', why: 'TIMEOUT', message: 'The gateway did not answer in time' } as const
const UNKNOWN_THERE = { status: 'UNKNOWN', why: 'NOT_FOUND', message: 'No such refund' } as const
const TAKEN = { status: 'ACCEPTED', requestId: '131278422', message: 'Refund Request Queued' } as const
const settled = (amount: number, bankArn = 'ARN1') =>
  ({ status: 'SETTLED', requestId: '131278422', bankArn, amount }) as const
const REFUSED = { status: 'FAILED', code: '105', message: 'Amount is more than the payment' } as const

/** A refund of half a payment that two people agreed to. */
async function confirmed(amount = 15_000) {
  const one = await buyer([30_000])
  const paid = await captured(one, { items: one.items })
  const row = await proposed(paid, amount)
  await onRefund(vikram, 'confirmRefund', row)
  return { one, paid, row }
}
/** Puts a refund where the process stopped: asked for, and nothing is known of it. */
const stopped = ({ id }: Refund) =>
  db('refund').where({ id }).update({ status: 'ASKED', askedAt: '2026-11-20T06:30:00.000Z', askCount: 1 })

describe('a refund that two people agreed to', () => {
  it('is asked for by our number, accepted, asked about by the gateway’s, and settled with the bank’s reference', async () => {
    const { paid, row } = await confirmed()
    expect(await askNow(paid, TAKEN)).toEqual(['refund'])
    expect(gateway.asked[0]![1]).toMatchObject({
      ...{ refundNo: row.refundNo, amount: 15_000, captureAmount: 30_000, gatewayTxnId: paid.gatewayTxnId },
      requestId: null,
    })
    expect(await refundNow(row)).toMatchObject({ status: 'ACCEPTED', gatewayRequestId: '131278422' })
    expect(await askNow(paid, { ...TAKEN, message: 'In progress' })).toEqual(['refundStatus'])
    expect(gateway.asked[0]![1].requestId).toBe('131278422')
    expect(await askNow(paid, settled(15_000))).toEqual(['refundStatus'])
    expect(await refundNow(row)).toMatchObject({ status: 'SETTLED', bankArn: 'ARN1', nextAskAt: null })
    expect(await mails('refund', row.id)).toEqual(['REFUND_ASKED', 'REFUND_DONE'])
    expect(await askNow(paid)).toEqual([])
    expect(await desk.faults(paid)).toEqual([])
  })

  it('is not asked for before, nor after it was rejected', async () => {
    const one = await buyer([30_000])
    const paid = await captured(one, { items: one.items })
    const row = await proposed(paid, 10_000)
    expect(await askNow(paid)).toEqual([])
    await onRefund(vikram, 'reject', row, { reason: 'No' })
    expect(await askNow(paid)).toEqual([])
  })

  it('whose answer is lost stays asked, and only its state is asked: it is given back once', async () => {
    const { paid, row } = await confirmed()
    expect(await askNow(paid, LATE)).toEqual(['refund'])
    expect(await refundNow(row)).toMatchObject({ status: 'ASKED' })
    expect(await askNow(paid, LATE)).toEqual(['refundStatus'])
    expect(await askNow(paid, settled(15_000))).toEqual(['refundStatus'])
    expect((await refundNow(row)).status).toBe('SETTLED')
    expect(await desk.faults(paid)).toEqual([])
  })

  it.each([
    ['before the call', [UNKNOWN_THERE, TAKEN], ['refundStatus', 'refund']],
    ['after the call', [TAKEN], ['refundStatus']],
    ['after it was settled there', [settled(15_000)], ['refundStatus']],
  ] as const)('is given back once where the portal stops %s', async (_, answers, calls) => {
    const { paid, row } = await confirmed()
    await stopped(row)
    expect(await askNow(paid, ...answers)).toEqual(calls)
    expect(['ACCEPTED', 'SETTLED']).toContain((await refundNow(row)).status)
    expect(await desk.faults(paid)).toEqual([])
  })

  it('whose number the gateway knows already is asked about', async () => {
    const { paid, row } = await confirmed()
    expect(await askNow(paid, { status: 'ASK_STATUS', message: 'Token known' }, settled(15_000))).toEqual([
      'refund',
      'refundStatus',
    ])
    expect((await refundNow(row)).status).toBe('SETTLED')
  })

  it('that the gateway does not take yet waits, and is asked for again once it is known that it was not taken', async () => {
    const { paid, row } = await confirmed()
    const wait = { status: 'NOT_YET', code: '214', message: 'Same amount within 5 minutes', afterSeconds: 360 } as const
    const before = new Date(Date.now() + 300_000).toISOString()
    await askNow(paid, wait)
    const waiting = await refundNow(row)
    expect(waiting).toMatchObject({ status: 'ASKED', failedText: 'Not yet: Same amount within 5 minutes' })
    expect(waiting.nextAskAt! > before).toBe(true)
    expect(await askNow(paid, UNKNOWN_THERE, TAKEN)).toEqual(['refundStatus', 'refund'])
    expect(await refundNow(row)).toMatchObject({ status: 'ACCEPTED', failedText: null })
  })

  it('that the gateway refuses leaves its rupees to be decided, and Finance is told once', async () => {
    const { paid, row } = await confirmed()
    await askNow(paid, REFUSED)
    expect(await refundNow(row)).toMatchObject({
      ...{ status: 'FAILED', failedText: '105: Amount is more than the payment', nextAskAt: null },
    })
    const { unresolvedAmount, ownerId } = await desk.captureNow(paid)
    expect([unresolvedAmount, ownerId !== null, (await desk.payment(paid)).status]).toEqual([15_000, true, 'SUCCESS'])
    const told = await mails('refund', row.id)
    expect(told.slice(0, 2)).toEqual(['REFUND_ASKED', 'REFUND_FAILED'])
    expect(await askNow(paid)).toEqual([])
    expect(await mails('refund', row.id)).toEqual(told)
    expect(await desk.faults(paid)).toEqual([])
  })

  it('and was refused is sent by hand, and done once two people entered the transfer', async () => {
    const { paid, row } = await confirmed()
    await askNow(paid, REFUSED)
    expect((await onRefund(asha, 'sendByHand', row)).body.message).toContain('Transfer ₹ 150.00 to the payer')
    expect(await refundNow(row)).toMatchObject({ status: 'CONFIRMED', how: 'HAND', failedText: null })
    expect(await askNow(paid)).toEqual([])
    const asked = { doneReference: 'UTR9', doneOn: today(), proofId: await desk.proof() }
    await onRefund(asha, 'enterDone', row, asked)
    expect((await onRefund(vikram, 'confirmDone', row)).status).toBe(201)
    expect(await refundNow(row)).toMatchObject({ status: 'SETTLED', bankArn: 'UTR9' })
    expect(await desk.faults(paid)).toEqual([])
  })

  it('and was refused is not sent by hand once its rupees serve something else', async () => {
    const { one, paid, row } = await confirmed(30_000)
    await askNow(paid, REFUSED)
    await desk.act(asha, paid, 'apply', { lines: [{ itemId: one.items[0]!.id, amount: 30_000 }] })
    const other = await proposed(paid, 10_000, 'HAND')
    const { status, body } = await onRefund(asha, 'sendByHand', row)
    expect([status, body.message]).toEqual([
      422,
      'Only ₹ 200.00 of this capture is left since the gateway refused it: propose a refund of that',
    ])
    expect((await refundNow(other)).status).toBe('PROPOSED')
    expect(await desk.faults(paid)).toEqual([])
  })

  it('of a capture whose first one is still being asked for waits for its turn', async () => {
    const { paid, row } = await confirmed()
    await askNow(paid, LATE)
    const second = await proposed(paid, 10_000)
    await onRefund(vikram, 'confirmRefund', second)
    expect(await askNow(paid, LATE)).toEqual(['refundStatus'])
    expect([(await refundNow(row)).status, (await refundNow(second)).status]).toEqual(['ASKED', 'CONFIRMED'])
    expect(await askNow(paid, TAKEN, { ...TAKEN, requestId: '2' })).toEqual(['refundStatus', 'refund'])
    expect((await refundNow(second)).status).toBe('ACCEPTED')
  })

  it('is asked for once by three processes at the same moment', { tags: ['locks'] }, async () => {
    const { paid, row } = await confirmed()
    gateway.asked = []
    gateway.answers = [TAKEN, TAKEN, TAKEN]
    await Promise.all([1, 2, 3].map(() => askRefund(db, row.id)))
    expect(gateway.asked.map(([call]) => call)).toEqual(['refund'])
    expect((await refundNow(row)).status).toBe('ACCEPTED')
    expect(await desk.faults(paid)).toEqual([])
  })

  it('whose account takes none any more fails with the way out', async () => {
    const { paid, row } = await confirmed()
    gateway.byHand = true
    await askNow(paid)
    gateway.byHand = false
    expect(await refundNow(row)).toMatchObject({ status: 'FAILED' })
    expect((await refundNow(row)).failedText).toContain('send it by hand')
  })
})
