/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { deskWithMessages } from '../../support/dispatches/shipment-news.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'

const { portal, company, desk, otherDesk, transporter, booked, report, linkOf, clockAt, close } =
  await deskWithMessages()
afterAll(close)

const PATH = '/api/shipment-tracking'
let second: { id: number }

/** Delivers an LR; with a rating its customer answers. */
async function delivered(transporterId: number, answer: Record<string, unknown> | null) {
  const { id } = await booked({ transporterId })
  await report(id, 'DELIVERED', { eventAt: '2026-11-20T05:00:00.000Z' })
  if (!answer) return
  const { status } = await portal.nobody.post('/api/given-feedback', {
    token: await linkOf(id),
    goodsOk: true,
    ...answer,
  })
  expect(status).toBe(201)
}

beforeAll(async () => {
  await clockAt()
  second = await exampleRow(portal.db, transporterMaster, { code: 'SLOW', name: 'Slow Lines', transModes: ['SURFACE'] })
  await delivered(company.transporterId, { rating: 5, driverRating: 4 })
  await delivered(company.transporterId, { rating: 4 })
  await delivered(company.transporterId, null)
  await delivered(second.id, { rating: 1, goodsOk: false, comments: 'Wet cartons' })
})

describe('the feedback report', () => {
  it('lists each answer with its delivery, transporter and follow-up', async () => {
    const { status, body } = await desk.get(`${PATH}/feedback-report`)
    expect(status).toBe(200)
    expect(body.total).toBe(3)
    const [bad] = (await desk.get(`${PATH}/feedback-report?followUpStatus=OPEN`)).body.data
    expect(bad).toMatchObject({
      transporterId: second.id,
      deliveredOn: '2026-11-20',
      isLate: false,
      rating: 1,
      goodsOk: false,
      comments: 'Wet cartons',
      followUpStatus: 'OPEN',
      complaintProposal: 'NONE',
    })
  })

  it.each([
    ['rating[$lte]=4', 2],
    ['rating[$lte]=2', 1],
    ['followUpStatus=NONE', 2],
    ['deliveredOn[$gte]=2026-11-21', 0],
  ])('filters by %s', async (filter, rows) => {
    expect((await desk.get(`${PATH}/feedback-report?${filter}`)).body.total).toBe(rows)
  })

  it('counts who answered of those asked, and averages each transporter as a ratio of sums', async () => {
    const { body } = await desk.get(`${PATH}/feedback-figures`)
    expect(body).toEqual({
      asked: 4,
      answered: 3,
      rating: 333,
      packagingRating: null,
      timelinessRating: null,
      driverRating: 400,
      ratings: [1, 2, 3, 4, 5].map(rating => ({ rating, count: [1, 0, 0, 1, 1][rating - 1] })),
      transporters: [
        expect.objectContaining({ name: 'VRL Logistics', asked: 3, answered: 2, rating: 450, driverRating: 400 }),
        expect.objectContaining({ name: 'Slow Lines', asked: 1, answered: 1, rating: 100, driverRating: null }),
      ],
    })
    const ofOne = await desk.get(`${PATH}/feedback-figures?transporterId=${second.id}&rating[$lte]=2`)
    expect(ofOne.body).toMatchObject({ asked: 1, answered: 1, rating: 100 })
    expect((await desk.get(`${PATH}/feedback-figures?deliveredOn[$gte]=2026-11-21`)).body).toMatchObject({
      asked: 0,
      rating: null,
    })
  })

  it('shows a transporter their own, the customer theirs without our notes, and another plant none', async () => {
    const own = (await transporter.get(`${PATH}/feedback-figures`)).body
    expect(own.transporters.map(({ name }: { name: string }) => name)).toEqual(['VRL Logistics'])
    expect((await transporter.get(`${PATH}/feedback-report`)).body.total).toBe(2)
    const buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
    const [row] = (await buyer.get(`${PATH}/feedback-report`)).body.data
    expect(row).not.toHaveProperty('followUpNote')
    expect((await otherDesk.get(`${PATH}/feedback-report`)).body.total).toBe(0)
    expect((await otherDesk.get(`${PATH}/feedback-figures`)).body).toMatchObject({ asked: 0, transporters: [] })
    const finance = await personWith(portal, ['FINANCE'])
    for (const path of ['feedback-report', 'feedback-figures'])
      expect((await finance.get(`${PATH}/${path}`)).status).toBe(403)
  })

  it('refuses what it does not know, and a period without end', async () => {
    expect((await desk.get(`${PATH}/feedback-figures?colour=red`)).status).toBe(400)
    expect((await desk.get(`${PATH}/feedback-figures?deliveredOn[$gte]=2024-01-01`)).status).toBe(400)
  })
})
