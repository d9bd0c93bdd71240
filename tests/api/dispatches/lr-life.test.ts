import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { remindOfClaims } from '../../../api/dispatches/events/claims.ts'
import { transact } from '../../../api/platform/transact.ts'
import { invoicePull } from '../../../api/sap/documents/save-invoice.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { createInvoice } from '../../support/dispatches/shipped-order.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'
import { documentsInSap } from '../../support/sap/typed-documents.ts'

const { portal, company, desk, transporter, otherDesk, clockAt, billed, key, lrOver, orderStatus, close } =
  await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())
const { db } = portal

async function underway(...invoices: number[][]) {
  const made = await billed(...invoices)
  const { body } = await desk.post('/api/lrs', lrOver(made.ids), key())
  return { ...made, lrId: body.id as number, lrNo: body.lrNo as string }
}
const at = (eventAt: string) => `2026-11-${eventAt}:00.000Z`
const report = (who: ApiClient, lrId: number, eventCode: string, eventAt: string, more = {}) =>
  who.post('/api/tracking-events', { lrId, eventCode, eventAt: at(eventAt), ...more })
const lrRow = (id: number) => db('lr').where({ id }).first()
const invoiceRow = (id: number) => db('invoice').where({ id }).first()
const eventsOf = (lrId: number) => db('tracking_event').where({ lrId }).orderBy('id')
const rowOf = (table: string, id: number) => db(table).where({ id }).first('id', 'rowVersion')

async function act(who: ApiClient, path: string, action: string, id: number, asked = {}) {
  const { rowVersion } = await rowOf(path.replaceAll('-', '_').slice(0, -1), id)
  return who.post(`/api/${path}`.concat('/actions'), { action, rows: [{ id, rowVersion }], asked })
}
const lineOf = async (lrId: number) => (await db('lr_line').where({ lrId }).orderBy('id').first()).id as number
const newest = async (lrId: number) => (await eventsOf(lrId)).at(-1).id as number
const bells = async (lrId: number) =>
  (await db('notification').where('link', `/dispatches/lr/${lrId}`).orderBy('id')).map(({ title }) => title)

const paidFor =
  'The transporter’s bill is approved, so the event stays: upload a POD that says otherwise, and Finance decides'

describe('a transporter’s loss or return', () => {
  it('waits for the desk, which is rung for, and moves nothing until it is confirmed', async () => {
    const { lrId, lrNo, ids } = await underway()
    await report(transporter, lrId, 'IN_TRANSIT', '20T05:00')
    expect((await report(transporter, lrId, 'LOST', '20T06:00', { remarks: 'Burnt out' })).status).toBe(201)
    expect(await eventsOf(lrId)).toMatchObject([{}, {}, { confirmation: 'AWAITED', moves: 0 }])
    expect(await lrRow(lrId)).toMatchObject({ deliveryStatus: 'IN_TRANSIT', claimStatus: 'NONE' })
    expect(await bells(lrId)).toEqual([`The transporter reports LR ${lrNo}: lost`])
    const list = await desk.get('/api/tracking-events?confirmation=AWAITED')
    expect(list.body.data.map((row: { lrId: number }) => row.lrId)).toContain(lrId)

    const event = await newest(lrId)
    expect((await act(transporter, 'tracking-events', 'confirm', event)).status).toBe(403)
    expect((await act(otherDesk, 'tracking-events', 'confirm', event)).status).toBe(404)
    expect((await act(desk, 'tracking-events', 'confirm', event)).status).toBe(201)
    expect(await lrRow(lrId)).toMatchObject({
      deliveryStatus: 'LOST',
      claimStatus: 'NOTICE_DUE',
      claimDue: '2027-05-19',
    })
    expect(await invoiceRow(ids[0]!)).toMatchObject({ dispatchStatus: 'LOST' })
    expect((await act(desk, 'tracking-events', 'confirm', event)).status).toBe(409)
  })

  it('is declined with a reason, and is confirmed no more once something else happened', async () => {
    const { lrId } = await underway()
    await report(transporter, lrId, 'IN_TRANSIT', '20T04:00')
    await report(transporter, lrId, 'RETURNED', '20T05:00')
    const event = await newest(lrId)
    await report(transporter, lrId, 'DELIVERED', '20T06:00')
    const late = await act(desk, 'tracking-events', 'confirm', event)
    expect([late.status, late.body.message]).toEqual([
      422,
      'The LR is “Delivered” since then: decline what the transporter reported',
    ])
    expect((await act(desk, 'tracking-events', 'decline', event)).body.errors).toMatchObject([{ field: 'reason' }])
    expect((await act(desk, 'tracking-events', 'decline', event, { reason: 'It was delivered' })).status).toBe(201)
    expect(await lrRow(lrId)).toMatchObject({ deliveryStatus: 'DELIVERED' })
  })

  it('of the desk itself counts at once', async () => {
    const { lrId } = await underway()
    await report(desk, lrId, 'LOST', '20T06:00')
    expect(await lrRow(lrId)).toMatchObject({ deliveryStatus: 'LOST' })
  })
})

describe('voiding an event', () => {
  it('restores LR, shipment, invoice and order, ends the link for feedback, and lets the event be reported again', async () => {
    const { lrId, ids, id } = await underway()
    await report(desk, lrId, 'IN_TRANSIT', '20T04:00')
    await report(desk, lrId, 'DELIVERED', '20T05:00', { receivedBy: 'R. Shah' })
    await db('shipment')
      .where({ lrId })
      .update({ feedbackToken: `hash-${lrId}`, feedbackRequestedAt: at('20T05:00') })
    expect(await orderStatus(id)).toBe('DELIVERED')
    expect(await lrRow(lrId)).toMatchObject({ receivedBy: 'R. Shah' })
    const event = await newest(lrId)
    expect((await act(transporter, 'tracking-events', 'void', event, { reason: 'Wrong LR' })).status).toBe(403)
    expect((await act(desk, 'tracking-events', 'void', event)).body.errors).toMatchObject([{ field: 'reason' }])
    expect((await act(desk, 'tracking-events', 'void', event, { reason: 'Wrong LR' })).status).toBe(201)
    expect(await lrRow(lrId)).toMatchObject({ deliveryStatus: 'IN_TRANSIT', deliveredOn: null, receivedBy: null })
    expect(await db('shipment').where({ lrId }).first()).toMatchObject({
      isOnTime: null,
      feedbackToken: null,
      feedbackRequestedAt: null,
    })
    expect(await invoiceRow(ids[0]!)).toMatchObject({ dispatchStatus: 'ON_LR' })
    expect(await orderStatus(id)).toBe('DISPATCHED')
    expect(
      await db('audit_entry').where({ entity: 'tracking-event', entityId: event }).orderBy('id', 'desc').first(),
    ).toMatchObject({ reason: 'Void: Wrong LR' })
    expect((await report(desk, lrId, 'DELIVERED', '20T05:00')).status).toBe(201)
    expect(await orderStatus(id)).toBe('DELIVERED')
  })

  it('lets an event that came late count', async () => {
    const { lrId } = await underway()
    await report(desk, lrId, 'DELIVERED', '20T06:00')
    const wrong = await newest(lrId)
    await report(desk, lrId, 'OUT_FOR_DELIVERY', '20T05:00')
    await act(desk, 'tracking-events', 'void', wrong, { reason: 'Wrong LR' })
    expect(await lrRow(lrId)).toMatchObject({ deliveryStatus: 'OUT_FOR_DELIVERY' })
    expect((await eventsOf(lrId)).at(-1)).toMatchObject({ moves: 1 })
  })

  it('is for the newest event alone, and not for the booking or a cancellation', async () => {
    const { lrId } = await underway()
    const booking = await newest(lrId)
    await report(desk, lrId, 'IN_TRANSIT', '20T05:00')
    const older = await newest(lrId)
    await report(desk, lrId, 'AT_HUB', '20T06:00')
    for (const event of [booking, older]) {
      const { status, body } = await act(desk, 'tracking-events', 'void', event, { reason: 'x' })
      expect([status, body.message]).toEqual([422, 'Only the newest event can be void: void later ones first'])
    }
    const other = await underway()
    await report(desk, other.lrId, 'CANCELLED', '20T06:00')
    const refused = await act(desk, 'tracking-events', 'void', await newest(other.lrId), { reason: 'x' })
    expect(refused.body.message).toBe('A cancelled LR stays cancelled: enter its invoices on a new LR')
  })

  it.each([
    [{ podStatus: 'ACCEPTED' }, 'The POD is accepted, so the event stays: upload a POD that says otherwise'],
    [{ billStatus: 'APPROVED' }, paidFor],
    [{ billStatus: 'PAID' }, paidFor],
  ])('is refused, as reopening is, after %j', async (tied, message) => {
    const { lrId } = await underway()
    await report(desk, lrId, 'DELIVERED', '20T05:00')
    await db('lr').where({ id: lrId }).update(tied)
    expect((await act(desk, 'tracking-events', 'void', await newest(lrId), { reason: 'x' })).body.message).toBe(message)
    const again = await report(desk, lrId, 'IN_TRANSIT', '20T06:00', { remarks: 'Wrong gate' })
    expect(again.body.errors).toMatchObject([{ message }])
  })

  it('is refused, as reopening is, once the order is closed', async () => {
    const { lrId, id } = await underway()
    await report(desk, lrId, 'DELIVERED', '20T05:00')
    await db('order').where({ id }).update({ status: 'CLOSED' })
    const message = 'The order is closed, so the event stays: upload a POD that says otherwise'
    expect((await act(desk, 'tracking-events', 'void', await newest(lrId), { reason: 'x' })).body.message).toBe(message)
    const again = await report(desk, lrId, 'IN_TRANSIT', '20T06:00', { remarks: 'Wrong gate' })
    expect(again.body.errors).toMatchObject([{ message }])
  })
})

describe('reopening a delivery', () => {
  it('takes the order back from delivered and ends the link for feedback', async () => {
    const { lrId, id } = await underway()
    await report(desk, lrId, 'DELIVERED', '20T05:00')
    await db('shipment')
      .where({ lrId })
      .update({ feedbackToken: `again-${lrId}` })
    await report(desk, lrId, 'IN_TRANSIT', '20T06:00', { remarks: 'Wrong gate' })
    expect(await orderStatus(id)).toBe('DISPATCHED')
    expect(await db('shipment').where({ lrId }).first()).toMatchObject({ isOnTime: null, feedbackToken: null })
    expect(await db('order_step').where({ orderId: id }).orderBy('id', 'desc').first()).toMatchObject({
      step: 'undeliver',
      toStatus: 'DISPATCHED',
    })
  })
})

describe('goods that came back or were lost', () => {
  async function returned(...invoices: number[][]) {
    const made = await underway(...invoices)
    await report(desk, made.lrId, 'IN_TRANSIT', '20T05:00')
    await report(desk, made.lrId, 'RETURNED', '20T06:00')
    return made
  }

  it('are sent again on the word of the desk: the invoice waits once more, and the order counts anew', async () => {
    const { lrId, ids, id } = await returned()
    expect(await invoiceRow(ids[0]!)).toMatchObject({ dispatchStatus: 'RETURNED' })
    expect(await orderStatus(id)).toBe('DISPATCHED')
    const line = await lineOf(lrId)
    expect((await act(transporter, 'lr-lines', 'sendAgain', line)).status).toBe(403)
    expect((await act(otherDesk, 'lr-lines', 'sendAgain', line)).status).toBe(404)
    expect((await act(desk, 'lr-lines', 'sendAgain', line)).status).toBe(201)
    expect(await invoiceRow(ids[0]!)).toMatchObject({ dispatchStatus: 'PENDING' })
    expect(await orderStatus(id)).toBe('CONFIRMED')
    expect((await act(desk, 'lr-lines', 'sendAgain', line)).status).toBe(409)
    const voided = await act(desk, 'tracking-events', 'void', await newest(lrId), { reason: 'x' })
    expect(voided.body.message).toBe(
      'The returned goods are already sent again or settled: the event cannot be changed',
    )
    const again = await desk.post('/api/lrs', lrOver(ids), key())
    expect(again.status).toBe(201)
    await report(desk, again.body.id, 'DELIVERED', '20T06:20')
    expect(await invoiceRow(ids[0]!)).toMatchObject({ dispatchStatus: 'DELIVERED' })
    expect(await orderStatus(id)).toBe('DELIVERED')
  })

  it('are settled with a reason, so that the order is delivered with the rest', async () => {
    const made = await billed([8_000, 0], [12_000, 5_000])
    const lrs = []
    for (const id of made.ids) lrs.push((await desk.post('/api/lrs', lrOver([id]), key())).body.id as number)
    await report(desk, lrs[0]!, 'DELIVERED', '20T05:00')
    await report(desk, lrs[1]!, 'LOST', '20T05:00')
    expect(await orderStatus(made.id)).toBe('DISPATCHED')
    const line = await lineOf(lrs[1]!)
    expect((await act(desk, 'lr-lines', 'settle', line)).body.errors).toMatchObject([{ field: 'reason' }])
    const asked = { creditNoteNo: 'CN26000017', reason: 'Insurance pays' }
    const denied = await act(desk, 'lr-lines', 'settle', line, asked)
    expect([denied.status, denied.body.errors[0].field]).toEqual([422, 'creditNoteNo'])
    await documentsInSap(portal).billing('CN26000017', '100123', 5_000_00)
    expect((await act(desk, 'lr-lines', 'settle', line, asked)).status).toBe(201)
    expect(await invoiceRow(made.ids[1]!)).toMatchObject({
      dispatchStatus: 'LOST',
      settledAt: expect.any(String),
      settlementReason: 'Insurance pays',
      settlementNoteNo: 'CN26000017',
    })
    expect(await orderStatus(made.id)).toBe('DELIVERED')
  })

  it('are decided on only where they came back or were lost', async () => {
    const { lrId } = await underway()
    const { status, body } = await act(desk, 'lr-lines', 'sendAgain', await lineOf(lrId))
    expect([status, body.message]).toEqual([
      422,
      'The LR is “Booked with the transporter”: this is for goods that came back or were lost',
    ])
  })

  it('that are partly missing are settled by the desk: delivered on the day they came, with a claim', async () => {
    const { lrId, ids, id } = await underway()
    await report(transporter, lrId, 'PARTIAL_DELIVERED', '20T05:00')
    expect(await invoiceRow(ids[0]!)).toMatchObject({ dispatchStatus: 'PARTIAL' })
    expect(await orderStatus(id)).toBe('DISPATCHED')
    await clockAt('2026-11-25T06:30:00.000Z')
    expect((await act(transporter, 'lrs', 'settleBalance', lrId, { reason: 'x' })).status).toBe(403)
    const asked = { reason: 'One carton stolen', caseNo: 'CM26000003' }
    expect((await act(desk, 'lrs', 'settleBalance', lrId, asked)).status).toBe(201)
    expect(await lrRow(lrId)).toMatchObject({
      deliveryStatus: 'DELIVERED',
      deliveredOn: '2026-11-20',
      claimStatus: 'NOTICE_DUE',
    })
    expect(await invoiceRow(ids[0]!)).toMatchObject({
      dispatchStatus: 'DELIVERED',
      settlementReason: 'One carton stolen; CM26000003',
    })
    expect(await orderStatus(id)).toBe('DELIVERED')
    await act(desk, 'tracking-events', 'void', await newest(lrId), { reason: 'It was found' })
    expect(await lrRow(lrId)).toMatchObject({
      deliveryStatus: 'PARTIAL_DELIVERED',
      claimStatus: 'NONE',
      claimDue: null,
    })
    expect(await invoiceRow(ids[0]!)).toMatchObject({ dispatchStatus: 'PARTIAL', settlementReason: null })
  })
})

describe('an invoice that SAP cancels on an LR', () => {
  const cancelInSap = async (id: number) => {
    const { sapBillingDoc } = await invoiceRow(id)
    return transact(db, trx =>
      invoicePull.save(trx, { kind: 'CANCELLATION', cancels: sapBillingDoc } as never, {} as never),
    )
  }
  const replacement = async (made: { id: number; lineIds: number[] }, more = {}) =>
    (await createInvoice(db, company, made, more, [20_000, 5_000])).id

  it('flags a booked LR and rings for the desk; its goods stay, and so does the order', async () => {
    const { lrId, lrNo, ids, id } = await underway()
    await cancelInSap(ids[0]!)
    const { invoiceNo } = await invoiceRow(ids[0]!)
    expect(await lrRow(lrId)).toMatchObject({
      deskTask: `Invoice ${invoiceNo} is cancelled; its goods wait for a new one`,
    })
    expect(await bells(lrId)).toEqual([`LR ${lrNo}: its goods have changed in SAP`])
    expect(await db('lr_line').where({ lrId })).toHaveLength(1)
    expect(await orderStatus(id)).toBe('DISPATCHED')
    await cancelInSap(ids[0]!)
    expect(await bells(lrId)).toHaveLength(1)
    expect((await transporter.get(`/api/lrs/${lrId}`)).body).not.toHaveProperty('deskTask')
  })

  it('is replaced by the new one of the same ship-to, with its e-way bill', async () => {
    const made = await underway()
    await cancelInSap(made.ids[0]!)
    const line = await lineOf(made.lrId)
    const ship = await db('ship_to').first()
    const { id: _, ...address } = ship
    const [elsewhere] = await db('ship_to').insert({ ...address, code: '200999', naturalKey: `x${made.lrId}` })
    const wrong = await replacement(made, { shipToId: elsewhere })
    expect((await act(desk, 'lr-lines', 'replace', line, { invoiceId: wrong })).body.errors).toMatchObject([
      { field: 'invoiceId', message: expect.stringContaining('another ship-to') },
    ])
    const next = await replacement(made)
    const asked = { invoiceId: next, ewayBillNo: '271000000123' }
    expect((await act(desk, 'lr-lines', 'replace', line, asked)).status).toBe(201)
    expect(await db('lr_line').where({ id: line }).first()).toMatchObject({
      invoiceId: next,
      ewayBillNo: '271000000123',
    })
    expect(await lrRow(made.lrId)).toMatchObject({ deskTask: null })
    expect(await invoiceRow(next)).toMatchObject({ dispatchStatus: 'ON_LR' })
    expect(await orderStatus(made.id)).toBe('DISPATCHED')
    expect((await act(desk, 'lr-lines', 'replace', line, { invoiceId: wrong })).body.message).toBe(
      'The invoice counts: only one that SAP has cancelled is replaced or recalled',
    )
  })

  it('is called back once the goods move, not before', async () => {
    const { lrId, ids } = await underway()
    await cancelInSap(ids[0]!)
    const line = await lineOf(lrId)
    const early = await act(desk, 'lr-lines', 'recall', line, { reason: 'Wrong batch' })
    expect(early.body.message).toBe('The goods have not left: remove the invoice from the LR, or replace it')
    await report(desk, lrId, 'IN_TRANSIT', '20T05:00')
    expect((await act(desk, 'lr-lines', 'recall', line, { reason: 'Wrong batch' })).status).toBe(201)
    expect(await db('lr_line').where({ id: line }).first()).toMatchObject({ outcome: 'RECALLED' })
    expect(await lrRow(lrId)).toMatchObject({ deskTask: null })
  })
})

describe('a claim against the transporter', () => {
  async function lost() {
    const made = await underway()
    await report(desk, made.lrId, 'LOST', '20T06:00')
    return made
  }

  it('is noticed within 180 days of booking, and settled or refused', async () => {
    const { lrId } = await lost()
    expect((await act(desk, 'lrs', 'settleClaim', lrId, { claimAmount: 100 })).status).toBe(409)
    for (const noticeOn of ['2026-11-19', '2026-11-21']) {
      const early = await act(desk, 'lrs', 'giveNotice', lrId, { noticeOn })
      expect(early.body.errors).toMatchObject([{ field: 'noticeOn', code: 'RANGE' }])
    }
    expect((await act(transporter, 'lrs', 'giveNotice', lrId, { noticeOn: '2026-11-20' })).status).toBe(403)
    expect((await act(desk, 'lrs', 'giveNotice', lrId, { noticeOn: '2026-11-20' })).status).toBe(201)
    expect((await act(desk, 'lrs', 'settleClaim', lrId, { claimAmount: 250_000 })).status).toBe(201)
    expect(await lrRow(lrId)).toMatchObject({
      claimStatus: 'SETTLED',
      claimNoticeOn: '2026-11-20',
      claimAmount: 250_000,
    })
    const other = await lost()
    await act(desk, 'lrs', 'giveNotice', other.lrId, { noticeOn: '2026-11-20' })
    await act(desk, 'lrs', 'refuseClaim', other.lrId, { reason: 'Packed badly' })
    expect(await lrRow(other.lrId)).toMatchObject({ claimStatus: 'REFUSED' })
  })

  it('is opened by hand for damage', async () => {
    const { lrId } = await underway()
    await report(desk, lrId, 'DELIVERED', '20T06:00')
    expect((await act(desk, 'lrs', 'claimDamage', lrId, { reason: 'Two drums leak' })).status).toBe(201)
    expect(await lrRow(lrId)).toMatchObject({ claimStatus: 'NOTICE_DUE', claimDue: '2027-05-19' })
  })

  it('is recalled to the desk once, from the 150th day on, and lapses after the 180th', async () => {
    const { lrId, lrNo } = await lost()
    await clockAt('2027-04-17T20:00:00.000Z')
    await remindOfClaims(db)
    expect(await bells(lrId)).toEqual([])
    await clockAt('2027-04-18T20:00:00.000Z')
    await remindOfClaims(db)
    await remindOfClaims(db)
    expect(await bells(lrId)).toEqual([`LR ${lrNo}: notice to the transporter is due`])
    expect(await lrRow(lrId)).toMatchObject({ deskTask: 'Give the transporter notice of the loss by 19-05-2027' })
    await clockAt('2027-05-20T20:00:00.000Z')
    await remindOfClaims(db)
    expect(await lrRow(lrId)).toMatchObject({ claimStatus: 'LAPSED', deskTask: null })
    expect(await bells(lrId)).toHaveLength(2)
    expect((await act(desk, 'lrs', 'giveNotice', lrId, { noticeOn: '2027-05-20' })).status).toBe(201)
    expect(await lrRow(lrId)).toMatchObject({ claimStatus: 'NOTICE_GIVEN', claimNoticeOn: '2027-05-20' })
  })
})

describe('an event from a phone', () => {
  it('is noted once however often it is sent, and its key serves for nothing else', async () => {
    const { lrId } = await underway()
    const requestKey = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => report(transporter, lrId, 'IN_TRANSIT', '20T05:00', { requestKey })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers[0]!.body).not.toHaveProperty('requestKey')
    expect(await eventsOf(lrId)).toHaveLength(2)
    expect((await report(transporter, lrId, 'AT_HUB', '20T06:00', { requestKey })).status).toBe(409)
    const foreign = await report(desk, lrId, 'IN_TRANSIT', '20T05:00', { requestKey })
    expect(foreign.status).toBe(409)
    expect((await report(desk, lrId, 'AT_HUB', '20T06:00', { requestKey: 'again' })).body.errors).toMatchObject([
      { field: 'requestKey', code: 'FORMAT' },
    ])
  })

  it('says why goods could not be handed over, and whether part B names the new vehicle', async () => {
    const { lrId } = await underway()
    await report(transporter, lrId, 'IN_TRANSIT', '20T04:00', { vehicleNo: 'mh 12 ab 9999', partBUpdated: true })
    expect(await lrRow(lrId)).toMatchObject({ partBAt: at('20T04:00') })
    expect((await eventsOf(lrId)).at(-1)).toMatchObject({ vehicleNo: 'MH12AB9999' })
    const silent = await report(transporter, lrId, 'UNDELIVERED', '20T05:00')
    expect(silent.body.errors).toMatchObject([{ field: 'reason', code: 'REQUIRED' }])
    expect((await report(transporter, lrId, 'AT_HUB', '20T05:00', { reason: 'CLOSED' })).body.errors).toMatchObject([
      { field: 'reason' },
    ])
    expect((await report(transporter, lrId, 'UNDELIVERED', '20T05:00', { reason: 'CLOSED' })).status).toBe(201)
    const wrong = { receivedBy: 'x'.repeat(61), partBUpdated: 'yes' }
    expect((await report(transporter, lrId, 'DELIVERED', '20T06:00', wrong)).body.errors).toMatchObject([
      { field: 'receivedBy' },
      { field: 'partBUpdated' },
    ])
  })
})

describe('several people at once', () => {
  it('report and cancel the same LR: one state, nothing half-written', async () => {
    for (let round = 0; round < 4; round++) {
      const { lrId, ids, id } = await underway()
      const answers = await Promise.all([
        report(desk, lrId, 'IN_TRANSIT', '20T06:00'),
        report(transporter, lrId, 'AT_HUB', '20T06:01'),
        report(desk, lrId, 'CANCELLED', '20T06:02'),
      ])
      for (const { status } of answers) expect([201, 422]).toContain(status)
      const { deliveryStatus, releasedNo } = await lrRow(lrId)
      const events = await eventsOf(lrId)
      expect(events).toHaveLength(1 + answers.filter(({ status }) => status === 201).length)
      const isCancelled = deliveryStatus === 'CANCELLED'
      expect(events.some(({ eventCode }) => eventCode === 'CANCELLED')).toBe(isCancelled)
      expect(releasedNo).toBe(isCancelled ? lrId : 0)
      expect(await invoiceRow(ids[0]!)).toMatchObject({ dispatchStatus: isCancelled ? 'PENDING' : 'ON_LR' })
      expect(await orderStatus(id)).toBe(isCancelled ? 'CONFIRMED' : 'DISPATCHED')
    }
  })
})

describe('the life of a consignment', () => {
  it('is reported by nobody who only reads it', async () => {
    const { lrId } = await underway()
    const agent = await personWith(portal, ['CSC_AGENT'])
    await report(desk, lrId, 'IN_TRANSIT', '20T05:00')
    expect((await act(agent, 'tracking-events', 'void', await newest(lrId), { reason: 'x' })).status).toBe(403)
    expect((await act(portal.nobody, 'tracking-events', 'void', await newest(lrId), { reason: 'x' })).status).toBe(401)
  })
})
