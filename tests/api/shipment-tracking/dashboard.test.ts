/** @module-tag sql */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { feedback } from '../../../resources/shipment-tracking/feedback.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { lrWith } from '../../support/dispatches/shipments.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'

const { portal, company, desk, otherDesk, transporter, clockAt, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

const DASHBOARD = '/api/shipment-tracking/dashboard'
const asked = async (query = '', who = desk) => {
  const { status, body } = await who.get(`${DASHBOARD}${query}`)
  expect(status, body.message).toBe(200)
  return body
}

beforeAll(async () => {
  await clockAt()
  const add = (more: Record<string, unknown>, event: Record<string, unknown> | null = null) =>
    lrWith(portal.db, company, more, event)
  const arrived = { deliveryStatus: 'DELIVERED' }
  await add({ ...arrived, deliveredOn: '2026-11-17', podStatus: 'ACCEPTED' })
  const { shipmentId, lrId } = await add({ ...arrived, deliveredOn: '2026-11-18' })
  const given = { shipmentId, lrId, rating: 4, goodsOk: true, submittedAt: '2026-11-19T06:00:00.000Z' }
  await exampleRow(portal.db, feedback, given)
  await add({ ...arrived, deliveredOn: '2026-11-19', podStatus: 'REJECTED' })
  await add({ deliveryStatus: 'IN_TRANSIT' })
  await add({ deliveryStatus: 'LOST' })
  await add({ deliveryStatus: 'CANCELLED' })
  await add({ deliveryStatus: 'UNDELIVERED' }, { reason: 'REFUSED' })
  await add({ deliveryStatus: 'OUT_FOR_DELIVERY', originalExpectedDate: '2026-11-20' })
  // Before the period.
  await add({ ...arrived, lrDate: '2026-09-01', originalExpectedDate: '2026-09-05', deliveredOn: '2026-09-05' })
  await add({ businessLine: 'SIGMA', plantId: null, sigmaPlantCode: 'SG1' })
})

it('counts what was dispatched, is on its way, arrived, is late and waits for its POD', async () => {
  expect(await asked()).toMatchObject({
    from: '2026-10-21',
    to: '2026-11-20',
    dispatched: 7,
    inTransit: 3,
    delivered: 3,
    onTime: { due: 5, kept: 2, late: 3, pct: 4000 },
    podPending: 2,
    rating: { average: 400, count: 1 },
  })
})

it('shows every status, the on-time share of each transporter, and every day of the period', async () => {
  const { statuses, transporters, days } = await asked('?from=2026-11-10&to=2026-11-20')
  expect(Object.fromEntries(statuses.map((one: { status: string; count: number }) => [one.status, one.count]))).toEqual(
    { DELIVERED: 3, IN_TRANSIT: 1, LOST: 1, CANCELLED: 1, UNDELIVERED: 1, OUT_FOR_DELIVERY: 1 },
  )
  expect(transporters).toEqual([{ id: company.transporterId, name: 'VRL Logistics', due: 5, kept: 2, pct: 4000 }])
  expect(days).toHaveLength(11)
  expect(days.filter(({ delivered }: { delivered: number }) => delivered > 0)).toEqual([
    { day: '2026-11-17', delivered: 1 },
    { day: '2026-11-18', delivered: 1 },
    { day: '2026-11-19', delivered: 1 },
  ])
})

it('counts only the shipments of the reader', async () => {
  expect(await asked('', otherDesk)).toMatchObject({ dispatched: 0, onTime: { due: 0, pct: null } })
  expect(await asked('', transporter)).toMatchObject({ dispatched: 8 })
  expect(await asked('?businessLine=SIGMA', transporter)).toMatchObject({ dispatched: 1 })
  expect(await asked(`?plantId=${company.otherPlantId}`)).toMatchObject({ dispatched: 0 })
  expect(await asked(`?transporterId=${company.transporterId}`)).toMatchObject({ dispatched: 7 })
  const finance = await personWith(portal, ['QA'])
  expect((await finance.get(DASHBOARD)).status).toBe(403)
})

it.each([
  ['from', '?from=2026-13-01', 'From must be a day such as 2026-04-01'],
  ['from', '?from=2026-11-20&to=2026-11-01', 'From must not be after To'],
  ['from', '?from=2020-01-01', 'The period must cover at most 366 days: choose a later first day'],
  ['plantId', '?plantId=x', 'Plant must be selected from the list'],
  ['businessLine', '?businessLine=OTHER', 'Business line must be one of CORE, SIGMA'],
  ['color', '?color=red', undefined],
])('refuses a wrong %s with a sentence: %s', async (field, query, message) => {
  const { status, body } = await desk.get(`${DASHBOARD}${query}`)
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ field, ...(message && { message }) }])
})

it('says one number on the dashboard, in the search, in the freight report and on the home page: of the LRs due', async () => {
  const { due, late } = (await asked('?from=2026-11-01&to=2026-11-20')).onTime
  expect([due, late]).toEqual([5, 3])
  const promised = 'originalExpectedDate[$gte]=2026-11-01&originalExpectedDate[$lte]=2026-11-20&lrDate=2026-11-10'
  const totalOf = async (isLate: boolean) =>
    (await desk.get(`/api/shipment-tracking/search-shipments?${promised}&isLate=${isLate}`)).body.total
  expect([(await totalOf(true)) + (await totalOf(false)), await totalOf(true)]).toEqual([due, late])
  const report = (await desk.get('/api/mis/view-freight-report?month=2026-11-01&$totals=true')).body.totals
  expect([report.due, report.due - report.kept]).toEqual([due, late])
  const { deliveries } = (await desk.get('/api/home-trends')).body
  const weeks = deliveries.filter(({ week }: { week: string }) => week >= '2026-11-02')
  const sumOf = (name: 'due' | 'late') =>
    weeks.reduce((sum: number, week: Record<'due' | 'late', number>) => sum + week[name], 0)
  expect([sumOf('due'), sumOf('late')]).toEqual([due, late])
})

it('counts a delivery in the month for which it was promised, not in that of its LR', async () => {
  const of = { deliveryStatus: 'DELIVERED', lrDate: '2026-07-30', transMode: 'AIR' }
  await lrWith(portal.db, company, { ...of, originalExpectedDate: '2026-08-03', deliveredOn: '2026-08-04' })
  const months = (await desk.get('/api/mis/view-freight-report?month[$gte]=2026-07-01&month[$lte]=2026-08-31')).body
    .data
  expect(months.map((row: Record<string, unknown>) => [row.month, row.lrs, row.due, row.kept, row.onTimePct])).toEqual([
    ['2026-08-01', 0, 1, 0, 0],
    ['2026-07-01', 1, 0, 0, null],
  ])
})
