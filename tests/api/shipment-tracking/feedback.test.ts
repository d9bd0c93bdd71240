import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { expireFeedbackLinks } from '../../../api/shipment-tracking/news/feedback-link.ts'
import { needsFollowUp } from '../../../resources/shipment-tracking/feedback.ts'
import { deskWithMessages } from '../../support/dispatches/shipment-news.ts'
import { personWith } from '../../support/people.ts'

const { portal, db, desk, transporter, booked, report, linkOf, clockAt, close } = await deskWithMessages()
const { nobody } = portal
afterAll(close)
beforeEach(() => clockAt())

const GIVEN = { rating: 4, goodsOk: true }
const GONE = 'This link was used, was replaced by a newer message, or has expired.'

/** A delivered LR, and the token by which its customer is asked. */
async function delivered() {
  const { id, lrNo } = await booked()
  await report(id, 'DELIVERED', { eventAt: '2026-11-20T05:00:00.000Z' })
  return { id, lrNo, token: await linkOf(id) }
}
const give = (token: string, more: Record<string, unknown> = {}) =>
  nobody.post('/api/given-feedback', { token, ...GIVEN, ...more })
const feedbackOf = (lrId: number) => db('feedback').where({ lrId }).first()

describe('a feedback link', () => {
  it('shows which delivery it asks about, and changes nothing however often it is opened', async () => {
    const { id, lrNo, token } = await delivered()
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await nobody.post('/api/feedback-links', { token })
      expect(status).toBe(201)
      expect(body).toEqual({
        shipmentNo: expect.stringMatching(/^SH/),
        lrNo,
        transporter: 'VRL Logistics',
        deliveredOn: '2026-11-20',
        packages: 10,
        toCity: 'Pune',
      })
    }
    expect(await feedbackOf(id)).toBeUndefined()
    expect((await give(token)).status).toBe(201)
  })

  it('saves the answer of a stranger once', async () => {
    const { id, token } = await delivered()
    const answer = { packagingRating: 5, timelinessRating: 3, driverRating: 4, comments: 'Well packed' }
    expect(await give(token, answer)).toMatchObject({
      status: 201,
      body: { message: 'Thank you: your feedback is saved.' },
    })
    expect(await feedbackOf(id)).toMatchObject({
      rating: 4,
      goodsOk: 1,
      ...answer,
      followUpStatus: 'NONE',
      createdById: null,
    })
    expect(await give(token)).toMatchObject({ status: 404, body: { message: GONE } })
    expect(await db('feedback').where({ lrId: id })).toHaveLength(1)
  })

  it('saves one answer when three people send theirs at the same moment', { tags: ['locks'] }, async () => {
    const { id, token } = await delivered()
    const answers = await Promise.all([1, 2, 3].map(rating => give(token, { rating })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404])
    expect(await db('feedback').where({ lrId: id })).toHaveLength(1)
  })

  it('runs out after the days of the settings', async () => {
    const { token } = await delivered()
    await clockAt('2026-12-20T06:29:00.000Z')
    expect((await nobody.post('/api/feedback-links', { token })).status).toBe(201)
    await clockAt('2026-12-20T06:30:01.000Z')
    expect(await give(token)).toMatchObject({ status: 404, body: { message: GONE } })
    expect(await expireFeedbackLinks(db)).toBeGreaterThan(0)
    expect(await expireFeedbackLinks(db)).toBe(0)
  })

  it('ends when the delivery is reopened; the next delivery asks anew', async () => {
    const { id, token } = await delivered()
    await report(id, 'IN_TRANSIT', { eventAt: '2026-11-20T06:00:00.000Z', remarks: 'Reported by mistake' })
    expect((await give(token)).status).toBe(404)
    await report(id, 'DELIVERED', { eventAt: '2026-11-20T06:20:00.000Z' })
    const next = await linkOf(id)
    expect(next).not.toBe(token)
    expect((await give(next)).status).toBe(201)
  })

  const voidNewest = async (lrId: number) => {
    const [event] = (await desk.get(`/api/tracking-events?lrId=${lrId}&voidNo=0&$sort[id]=-1&$limit=1`)).body.data
    const rows = [{ id: event.id, rowVersion: event.rowVersion }]
    const body = { action: 'void', rows, asked: { reason: 'The wrong LR' } }
    expect((await desk.post('/api/tracking-events/actions', body)).status).toBe(201)
  }

  it('ends when the delivery is void, though a part had arrived before', async () => {
    const { id } = await booked()
    await report(id, 'IN_TRANSIT', { eventAt: '2026-11-20T04:00:00.000Z' })
    await report(id, 'PARTIAL_DELIVERED', { eventAt: '2026-11-20T04:30:00.000Z' })
    await report(id, 'DELIVERED', { eventAt: '2026-11-20T05:00:00.000Z' })
    const token = await linkOf(id)
    await voidNewest(id)
    expect(await db('lr').where({ id }).first()).toMatchObject({ deliveryStatus: 'PARTIAL_DELIVERED' })
    expect((await nobody.post('/api/feedback-links', { token })).status).toBe(404)
    expect(await give(token)).toMatchObject({ status: 404, body: { message: GONE } })
  })

  it('is made anew after a void delivery though it had run out, and not for who has answered', async () => {
    const asked = () => db('message_log').where({ topic: 'FEEDBACK' }).whereIn('ownerId', [one.id, other.id])
    const [one, other] = [await delivered(), await delivered()]
    expect((await give(other.token)).status).toBe(201)
    await db('shipment').where({ lrId: one.id }).update({ feedbackToken: null })
    const before = (await asked()).length
    for (const { id } of [one, other]) {
      await voidNewest(id)
      await report(id, 'DELIVERED', { eventAt: '2026-11-20T05:30:00.000Z' })
    }
    const after = await asked()
    expect(after.slice(before).every(({ ownerId }) => ownerId === one.id)).toBe(true)
    expect(after.length).toBeGreaterThan(before)
    expect((await give(await linkOf(one.id))).status).toBe(201)
  })

  it('gave an answer that stays, and counts while there is a delivery it is about', async () => {
    const { id, token } = await delivered()
    expect((await give(token, { rating: 1 })).status).toBe(201)
    const counted = async () => [
      (await desk.get('/api/shipment-tracking/feedback-figures')).body.answered,
      (await desk.get('/api/shipment-tracking/dashboard')).body.rating.count,
    ]
    const [answered, rated] = await counted()
    await voidNewest(id)
    expect(await counted()).toEqual([answered - 1, rated - 1])
    expect(await feedbackOf(id)).toMatchObject({ rating: 1, followUpStatus: 'OPEN' })
    await report(id, 'DELIVERED', { eventAt: '2026-11-20T05:30:00.000Z' })
    expect(await counted()).toEqual([answered, rated])
  })

  it.each([
    ['no rating', { rating: null }, 'rating', 'Rating is required'],
    ['a rating of 6', { rating: 6 }, 'rating', 'Rating must be at most 5'],
    ['half a star', { driverRating: 2.5 }, 'driverRating', 'Driver must be a whole number'],
    ['no word on the goods', { goodsOk: undefined }, 'goodsOk', 'Goods in order is required'],
    ['a long story', { comments: 'x'.repeat(1001) }, 'comments', 'Comments must'],
    ['a follow-up of their own', { followUpStatus: 'CLOSED' }, 'followUpStatus', 'followUpStatus is not read here'],
  ])('refuses %s, and holds on', async (_, wrong, field, message) => {
    const { id, token } = await delivered()
    const { status, body } = await give(token, wrong)
    expect(status).toBe(400)
    expect(body.errors).toEqual([expect.objectContaining({ field, message: expect.stringContaining(message) })])
    expect(await feedbackOf(id)).toBeUndefined()
    expect((await give(token)).status).toBe(201)
  })
})

describe('a follow-up', () => {
  it.each([
    [5, true, false],
    [3, true, false],
    [2, true, true],
    [1, true, true],
    [5, false, true],
  ])('of a rating of %i with goods in order: %s is open: %s', (rating, goodsOk, open) => {
    expect(needsFollowUp({ rating, goodsOk })).toBe(open)
  })

  const row = async (lrId: number) => (await desk.get(`/api/shipment-tracking/feedback?lrId=${lrId}`)).body.data[0]
  async function bad() {
    await clockAt('2026-11-20T09:30:00.000Z')
    const { id } = await booked()
    await report(id, 'DELIVERED', { eventAt: '2026-11-20T05:00:00.000Z' })
    expect((await give(await linkOf(id), { rating: 1, comments: 'Cartons were wet' })).status).toBe(201)
    return row(id)
  }
  const act = (action: string, { id, rowVersion }: { id: number; rowVersion: number }, asked = {}, by = desk) =>
    by.post('/api/shipment-tracking/feedback/actions', { action, rows: [{ id, rowVersion }], asked })

  it('is closed by the desk with what was done, once', async () => {
    const open = await bad()
    expect(open.followUpStatus).toBe('OPEN')
    expect(await act('closeFollowUp', open)).toMatchObject({ status: 400 })
    expect((await act('closeFollowUp', open, { note: 'Called Mr Rao' })).status).toBe(201)
    const closed = await row(open.lrId)
    expect(closed).toMatchObject({ followUpStatus: 'CLOSED', followUpNote: 'Called Mr Rao' })
    expect(await act('closeFollowUp', closed, { note: 'Again' })).toMatchObject({ status: 409 })
  })

  it('leads to a complaint that is proposed to the service centre', async () => {
    const open = await bad()
    expect((await act('proposeComplaint', open)).status).toBe(201)
    const proposed = await row(open.lrId)
    expect(proposed.complaintProposal).toBe('PROPOSED')
    expect(await act('proposeComplaint', proposed)).toMatchObject({ status: 409 })
  })

  it('is for the desks: the transporter and the customer read the rating without our notes', async () => {
    const open = await bad()
    await act('closeFollowUp', open, { note: 'Called Mr Rao' })
    const { customerId } = await db('shipment').where({ id: open.shipmentId }).first('customerId')
    const buyer = await personWith(portal, ['CUSTOMER'], { customerId })
    for (const reader of [transporter, buyer]) {
      const [seen] = (await reader.get(`/api/shipment-tracking/feedback?lrId=${open.lrId}`)).body.data
      expect(seen).toMatchObject({ rating: 1, comments: 'Cartons were wet' })
      expect(seen).not.toHaveProperty('followUpNote')
      expect((await act('proposeComplaint', seen, {}, reader)).status).toBe(403)
    }
    const stranger = await personWith(portal, ['TRANSPORTER'])
    expect((await stranger.get(`/api/shipment-tracking/feedback?lrId=${open.lrId}`)).body.total).toBe(0)
  })
})

describe('a token', () => {
  it('that is none is refused, thirty times in ten minutes', async () => {
    for (const token of ['', 'x', null, 'A'.repeat(22)])
      expect((await nobody.post('/api/feedback-links', { token })).status).toBe(404)
    for (const token of [7, { $ne: null }, 'A'.repeat(401)])
      expect((await nobody.post('/api/feedback-links', { token })).status).toBe(400)
    for (let time = 0; time < 30; time += 1) await nobody.post('/api/feedback-links', { token: 'B'.repeat(22) })
    expect((await nobody.post('/api/feedback-links', { token: 'B'.repeat(22) })).status).toBe(429)
  })
})
