/** @module-tag locks PODs that come at once with events and with the approval of a bill. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { remindOfClaims } from '../../../api/dispatches/events/claims.ts'
import { messages } from '../../../seeds/system/messages.ts'
import { reasons } from '../../../seeds/system/reasons.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import type { Answer, ApiClient } from '../../support/portal.ts'

const world = await billDesk()
const { portal, desk, transporter, finance, clockAt, billed, key, lrOver, orderStatus } = world
const { billOf, enter, step, linesOf, lrRow, billRow, scan } = world
for (const { resource, seeds } of [messages, reasons])
  for (const seed of seeds) if (seed.medium !== 'SMS') await exampleRow(portal.db, resource, seed)
const { db } = portal
afterAll(world.close)
beforeEach(() => clockAt())

/** An LR of ten packages on its way, and its order. */
async function underway(more: Record<string, unknown> = {}) {
  const bought = await billed()
  await db('invoice').whereIn('id', bought.ids).update({ invoiceDate: '2026-11-10' })
  const { body } = await desk.post('/api/lrs', lrOver(bought.ids, { lrDate: '2026-11-18', ...more }), key())
  return { id: body.id as number, lrNo: body.lrNo as string, orderId: bought.id, invoiceIds: bought.ids }
}
const report = async (who: ApiClient, lrId: number, eventCode: string, at: string, more: object = {}) =>
  expect(
    await who.post('/api/tracking-events', { lrId, eventCode, eventAt: `2026-11-${at}:00.000Z`, ...more }),
  ).toMatchObject({ status: 201 })
const delivered = async (more: Record<string, unknown> = {}) => {
  const made = await underway(more)
  await report(transporter, made.id, 'DELIVERED', '19T10:00')
  return made
}
const podOf = async (who: ApiClient, lrId: number, more: Record<string, unknown> = {}) =>
  who.post('/api/pods', {
    lrId,
    attachmentId: await scan(who, 'POD'),
    deliveredOn: '2026-11-19',
    receivedBy: 'R. Pawar',
    packagesReceived: 10,
    ...more,
  })
const short = { packagesReceived: 8, shortagePackages: 2 }
const act = (who: ApiClient, action: string, id: number, asked: Record<string, unknown> = {}) =>
  step(who, action, id, asked, '/api/pods', 'pod')
const messageOf = ({ body }: Answer) => body.errors?.[0]?.message ?? body.message
const invoiceStatuses = (ids: number[]) => db('invoice').whereIn('id', ids).pluck('dispatchStatus')
const valueOn = async (lrId: number) =>
  Number((await db('lr_line').where({ lrId }).sum({ value: 'invoiceValue' }).first())!.value)
const bells = (lrId: number) =>
  db('notification')
    .where({ link: `/dispatches/lr/${lrId}` })
    .pluck('title')

describe('a POD that comes weeks after the delivery', () => {
  it('and says that packages are short reopens the delivery, its invoice and order, and opens a claim', async () => {
    const { id, lrNo, orderId, invoiceIds } = await delivered()
    expect(await orderStatus(orderId)).toBe('DELIVERED')
    await clockAt('2027-01-30T06:30:00.000Z')
    const { status, body } = await podOf(transporter, id, { ...short, damagePackages: 1 })
    expect([status, body.message]).toEqual([201, undefined])
    const value = Math.round(((await valueOn(id)) * 3) / 10)
    expect(await lrRow(id)).toMatchObject({
      deliveryStatus: 'PARTIAL_DELIVERED',
      deliveredOn: '2026-11-19',
      claimStatus: 'NOTICE_DUE',
      claimDue: '2027-05-17',
      claimReason: 'Packages 2 short and 1 damaged, by the POD of 19-11-2026',
    })
    expect(Number((await lrRow(id)).claimValue)).toBe(value)
    expect(await invoiceStatuses(invoiceIds)).toEqual(['PARTIAL'])
    expect((await desk.get(`/api/pods/${body.id}`)).body).toMatchObject({ comparison: 'AGREES' })
    expect((await bells(id)).filter(title => title.startsWith(`LR ${lrNo}: a claim for ₹`))).toHaveLength(1)
  })

  it('opens a claim for damage alone, while the goods stay delivered', async () => {
    const { id } = await delivered()
    await podOf(transporter, id, { damagePackages: 2 })
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'DELIVERED', claimStatus: 'NOTICE_DUE' })
  })

  it('says that all was refused: nothing is delivered any more, by the consignee', async () => {
    const { id } = await delivered()
    const answer = await podOf(transporter, id, { packagesReceived: 0, refusedPackages: 10 })
    expect(answer.status).toBe(201)
    expect(await lrRow(id)).toMatchObject({
      deliveryStatus: 'UNDELIVERED',
      deliveredOn: null,
      claimStatus: 'NOTICE_DUE',
    })
    expect(Number((await lrRow(id)).claimValue)).toBe(await valueOn(id))
    expect(await db('tracking_event').where({ lrId: id, eventCode: 'UNDELIVERED' }).first()).toMatchObject({
      reason: 'REFUSED',
    })
  })

  it('is taken after 180 days, too, and says that the notice is late', async () => {
    const { id, lrNo } = await delivered()
    await clockAt('2027-06-01T06:30:00.000Z')
    expect((await podOf(transporter, id, short)).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ claimStatus: 'LAPSED', claimDue: '2027-05-17' })
    const { body } = await db('notification').where('title', 'like', `LR ${lrNo}: a claim for%`).first()
    expect(body).toContain('The 180 days for the notice to the transporter ended on 17-05-2027.')
  })

  it('opens a claim that the desk is reminded of from the 150th day on', async () => {
    const { id, lrNo } = await delivered()
    await podOf(transporter, id, short)
    await clockAt('2027-04-17T20:00:00.000Z')
    await remindOfClaims(db)
    expect(await bells(id)).toContain(`LR ${lrNo}: notice to the transporter is due`)
  })

  it('says more than a closed order and an accepted POD knew', async () => {
    const { id, orderId } = await delivered()
    const first = await podOf(transporter, id)
    expect((await act(desk, 'accept', first.body.id)).status).toBe(201)
    await db('order').where({ id: orderId }).update({ status: 'CLOSED' })
    const again = await podOf(transporter, id, short)
    expect([again.status, again.body.message]).toEqual([201, undefined])
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'PARTIAL_DELIVERED', podStatus: 'UPLOADED' })
    expect(await db('pod').where({ id: first.body.id }).first()).toMatchObject({ status: 'REPLACED' })
  })

  it('that is rejected gives way to the one that counted before, with its claim', async () => {
    const { id } = await delivered()
    const first = await podOf(transporter, id)
    await act(desk, 'accept', first.body.id)
    const wrong = await podOf(transporter, id, short)
    const { id: rejectReasonId } = await db('reason_code').where({ reasonType: 'POD_REJECT' }).first('id')
    expect((await act(desk, 'reject', wrong.body.id, { rejectReasonId })).status).toBe(201)
    expect(await db('pod').where({ id: first.body.id }).first()).toMatchObject({ status: 'ACCEPTED', releasedNo: 0 })
    expect(await lrRow(id)).toMatchObject({ podStatus: 'ACCEPTED', claimStatus: 'NONE', claimValue: null })
  })

  it('follows the refusal to reopen, which names it', async () => {
    const { id } = await delivered()
    const first = await podOf(transporter, id)
    await act(desk, 'accept', first.body.id)
    const reopening = {
      lrId: id,
      eventCode: 'PARTIAL_DELIVERED',
      eventAt: '2026-11-20T06:00:00.000Z',
      remarks: 'Short',
    }
    const refused = await desk.post('/api/tracking-events', reopening)
    expect(messageOf(refused)).toBe('The POD is accepted, so the event stays: upload a POD that says otherwise')
    expect((await podOf(desk, id, short)).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'PARTIAL_DELIVERED' })
  })
})

describe('a POD that contradicts what was reported', () => {
  it('is taken with its own day, and the desk says that the POD holds', async () => {
    const { id, lrNo } = await delivered()
    const { status, body } = await podOf(transporter, id, { deliveredOn: '2026-11-20' })
    expect(status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ deliveredOn: '2026-11-19', podStatus: 'UPLOADED' })
    expect((await desk.get('/api/pods?comparison=CONTRADICTS')).body.data).toMatchObject([
      { id: body.id, deliveredOn: '2026-11-20', reportedStatus: 'DELIVERED', reportedOn: '2026-11-19' },
    ])
    expect(await bells(id)).toContain(`LR ${lrNo}: the POD is not what was reported`)
    expect((await act(transporter, 'podHolds', body.id, { reason: 'Signed' })).status).toBe(403)
    expect((await act(desk, 'podHolds', body.id, { reason: 'Signed' })).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'DELIVERED', deliveredOn: '2026-11-20' })
    expect(await db('tracking_event').where({ lrId: id, eventCode: 'DELIVERED' }).orderBy('id')).toMatchObject([
      { voidReason: 'The POD holds: Signed' },
      { voidNo: 0, remarks: 'By the POD' },
    ])
    expect((await act(desk, 'podHolds', body.id, { reason: 'x' })).status).toBe(409)
  })

  it('stays as it is where the report holds', async () => {
    const { id } = await delivered()
    const { body } = await podOf(transporter, id, { deliveredOn: '2026-11-20', ...short })
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'PARTIAL_DELIVERED', deliveredOn: '2026-11-19' })
    expect((await act(desk, 'reportHolds', body.id, { reason: 'The gate book says so' })).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'PARTIAL_DELIVERED', deliveredOn: '2026-11-19' })
    expect(await db('pod').where({ id: body.id }).first()).toMatchObject({
      comparison: 'REPORT_HOLDS',
      deliveredOn: '2026-11-20',
    })
  })

  it('by an earlier day than the goods were last seen delivers once the desk says so', async () => {
    const { id } = await underway()
    await report(transporter, id, 'IN_TRANSIT', '20T05:00')
    const { body } = await podOf(transporter, id)
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'IN_TRANSIT', podStatus: 'UPLOADED' })
    await act(desk, 'podHolds', body.id, { reason: 'The driver reported late' })
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'DELIVERED', deliveredOn: '2026-11-19' })
  })

  it('of a lost LR delivers it where the POD holds, and ends the claim', async () => {
    const { id, invoiceIds } = await underway()
    await report(desk, id, 'LOST', '20T05:00')
    const { body } = await podOf(transporter, id)
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'LOST', podStatus: 'UPLOADED', claimStatus: 'NOTICE_DUE' })
    expect((await act(desk, 'podHolds', body.id, { reason: 'It was found' })).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'DELIVERED', claimStatus: 'NONE' })
    expect(await invoiceStatuses(invoiceIds)).toEqual(['DELIVERED'])
  })

  it('of goods that were sent again does not take them back: the report is kept', async () => {
    const { id, lrNo } = await underway()
    await report(desk, id, 'LOST', '20T05:00')
    const { body } = await podOf(transporter, id)
    await db('lr_line').where({ lrId: id }).update({ outcome: 'SENT_AGAIN' })
    const refused = await act(desk, 'podHolds', body.id, { reason: 'It was found' })
    expect([refused.status, messageOf(refused)]).toEqual([
      422,
      `The goods of LR ${lrNo} are already sent again or settled: choose “The report holds” and complain`,
    ])
    expect((await act(desk, 'reportHolds', body.id, { reason: 'Sent again' })).status).toBe(201)
  })

  it('of a cancelled LR is kept, and delivers the new LR of its number', async () => {
    const { id, lrNo, invoiceIds } = await underway()
    await report(desk, id, 'CANCELLED', '20T05:00')
    const first = await podOf(desk, id)
    expect(first.status).toBe(201)
    const refused = await act(desk, 'podHolds', first.body.id, { reason: 'It went out' })
    expect(messageOf(refused)).toBe(
      `LR ${lrNo} is cancelled and its invoices are free: book them on a new LR with this number, and upload the POD there`,
    )
    const again = await desk.post('/api/lrs', { ...lrOver(invoiceIds, { lrDate: '2026-11-18' }), lrNo }, key())
    expect([again.status, again.body.message]).toEqual([201, undefined])
    expect((await podOf(desk, again.body.id)).status).toBe(201)
    expect(await lrRow(again.body.id)).toMatchObject({ deliveryStatus: 'DELIVERED' })
  })
})

describe('a POD that shows a loss after the bill was approved', () => {
  async function approved() {
    const made = await delivered()
    const first = await podOf(transporter, made.id)
    await act(desk, 'accept', first.body.id)
    const bill = (await enter(await billOf([made]))).body
    expect((await step(finance, 'approve', bill.id)).status).toBe(201)
    const late = await podOf(transporter, made.id, short)
    expect([late.status, late.body.message]).toEqual([201, undefined])
    const [line] = await linesOf(bill.id)
    return { ...made, bill, line }
  }
  const decide = (who: ApiClient, action: string, id: number, asked: Record<string, unknown> = { remarks: 'Agreed' }) =>
    step(who, action, id, asked, '/api/transporter-bill-lines', 'transporter_bill_line')

  it('asks Finance, and neither the bill nor the delivery changes by itself', async () => {
    const { id, lrNo, bill, line } = await approved()
    expect(line).toMatchObject({ finding: 'ASKED', findingReason: 'Packages 2 short, by the POD of 19-11-2026' })
    expect(await lrRow(id)).toMatchObject({
      deliveryStatus: 'DELIVERED',
      billStatus: 'APPROVED',
      claimStatus: 'NOTICE_DUE',
    })
    expect(await billRow(bill.id)).toMatchObject({ status: 'APPROVED', deductionAmount: 0 })
    expect((await finance.get('/api/my-notifications')).body.data[0].title).toContain(
      `LR ${lrNo} is paid or to be paid`,
    )
    expect((await decide(desk, 'setOff', line.id)).status).toBe(403)
  })

  it('is set off in the next bill, up to its value, and the delivery follows the POD', async () => {
    const { id, line } = await approved()
    const tooMuch = await decide(finance, 'setOff', line.id, { amount: Number(line.findingValue) + 1, remarks: 'x' })
    expect([tooMuch.status, messageOf(tooMuch)]).toEqual([
      400,
      expect.stringMatching(/^Amount must not be more than ₹/),
    ])
    expect((await decide(finance, 'setOff', line.id, { amount: 30_000, remarks: 'Agreed' })).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'PARTIAL_DELIVERED', billStatus: 'APPROVED' })
    const next = await delivered()
    const proof = await podOf(transporter, next.id)
    await act(desk, 'accept', proof.body.id)
    const bill = (await enter(await billOf([next]))).body
    const paid = await step(finance, 'approve', bill.id)
    expect([paid.status, messageOf(paid)]).toEqual([
      201,
      expect.stringContaining('is to be paid, with ₹ 300.00 set off for losses on earlier bills'),
    ])
    expect(await db('debit_note_line').where({ lrId: id }).first()).toMatchObject({ reason: 'LOSS', amount: 30_000 })
    expect(await billRow(bill.id)).toMatchObject({ deductionAmount: 30_000 })
    expect(await db('transporter_bill_line').where({ id: line.id }).first()).toMatchObject({ setOffBillId: bill.id })
  })

  it('is claimed only, or accepted, which ends the claim', async () => {
    const one = await approved()
    expect((await decide(finance, 'claimOnly', one.line.id)).status).toBe(201)
    expect(await lrRow(one.id)).toMatchObject({ deliveryStatus: 'PARTIAL_DELIVERED', claimStatus: 'NOTICE_DUE' })
    const other = await approved()
    expect((await decide(finance, 'acceptLoss', other.line.id)).status).toBe(201)
    expect(await lrRow(other.id)).toMatchObject({ deliveryStatus: 'DELIVERED', claimStatus: 'NONE' })
    expect((await decide(finance, 'claimOnly', other.line.id)).status).toBe(409)
  })

  it('asks as well when both come at once', async () => {
    const made = await delivered()
    await act(desk, 'accept', (await podOf(transporter, made.id)).body.id)
    const bill = (await enter(await billOf([made]))).body
    const [approval, late] = await Promise.all([step(finance, 'approve', bill.id), podOf(transporter, made.id, short)])
    expect(late.status).toBe(201)
    const [line] = await linesOf(bill.id)
    const row = await lrRow(made.id)
    // Whoever came first decides: the bill lost its accepted POD, or Finance is asked.
    if (approval.status === 201) expect([line.finding, row.deliveryStatus]).toEqual(['ASKED', 'DELIVERED'])
    else expect([line.finding, row.deliveryStatus]).toEqual(['NONE', 'PARTIAL_DELIVERED'])
  })
})

describe('who uploaded a POD', () => {
  it('does not accept it where freight is paid on it: the refusal names who does', async () => {
    const { id } = await delivered()
    const mine = await podOf(desk, id)
    const refused = await act(desk, 'accept', mine.body.id)
    expect([refused.status, messageOf(refused)]).toEqual([
      403,
      expect.stringMatching(/^You uploaded this POD, and freight is paid on it, so another login accepts it: ask \S/),
    ])
    expect((await desk.get(`/api/pods/${mine.body.id}`)).body).toMatchObject({ paysFreight: true })
    const { id: rejectReasonId } = await db('reason_code').where({ reasonType: 'POD_REJECT' }).first('id')
    expect((await act(desk, 'reject', mine.body.id, { rejectReasonId })).status).toBe(201)
  })

  it('does not accept it among many either, and none of them is accepted', async () => {
    const [one, other] = [await delivered(), await delivered()]
    const theirs = await podOf(transporter, one.id)
    const mine = await podOf(desk, other.id)
    const rows = await db('pod').whereIn('id', [theirs.body.id, mine.body.id]).select('id', 'rowVersion')
    const answer = await desk.post('/api/pods/actions', { action: 'accept', rows })
    expect([answer.status, messageOf(answer)]).toEqual([403, expect.stringMatching(/^You uploaded this POD/)])
    expect(await db('pod').whereIn('id', [theirs.body.id, mine.body.id]).pluck('status')).toEqual([
      'UPLOADED',
      'UPLOADED',
    ])
  })

  it('accepts it where the consignee pays the freight', async () => {
    const { id } = await delivered()
    await db('lr').where({ id }).update({ freightTerms: 'TO_PAY' })
    const mine = await podOf(desk, id)
    expect((await desk.get(`/api/pods/${mine.body.id}`)).body).toMatchObject({ paysFreight: false })
    expect((await act(desk, 'accept', mine.body.id)).status).toBe(201)
  })

  it('of a transporter never accepts one', async () => {
    const { id } = await delivered()
    await db('lr').where({ id }).update({ freightTerms: 'TO_PAY' })
    expect((await act(transporter, 'accept', (await podOf(transporter, id)).body.id)).status).toBe(403)
  })
})
