import { afterAll, beforeAll, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

/** Figures worked out by hand of what waits for a decision or got one, on Wednesday, 15 April 2026, at noon in India. */
const NOON = '2026-04-15T06:30:00.000Z'

const portal = portalOfFile(() => {
  setClock(NOON)
  return emptyPortal()
})
const auditor = portal.person(at => personWith(at, ['AUDITOR']))
let customerId: number
let sbuId: number
const make = (name: string, given: RowValues = {}) => exampleRow(portal.db, resourceNamed(name), given)
const createdAt = (table: string, id: number, at: string) => portal.db(table).where({ id }).update({ createdAt: at })
const rows = async (report: string, query = ''): Promise<Record<string, unknown>[]> =>
  (await auditor.get(`/api/mis/${report}?$limit=50&$sort[id]=1${query}`)).body.data
beforeAll(async () => {
  customerId = (await make('customer')).id
  sbuId = (await make('sbu')).id
})
afterAll(() => setClock(null))

it('an order waits as long as its open approval in the queue in which it is, and is overdue after its hours', async () => {
  const waiting = async (more: RowValues, task: RowValues, since: string) => {
    const order = await make('order', {
      ...{ customerId, soldToId: customerId, sbuId, status: 'PENDING', pendingStep: 'CSC', statusSince: NOON },
      ...more,
    })
    const made = await make('approval-task', {
      ...{ orderId: order.id, step: 'CSC', level: 1, status: 'PENDING', triggerJson: {} },
      ...task,
    })
    await createdAt('approval_task', made.id, since)
    return made.id
  }
  const DAY_BEFORE = '2026-04-14T05:00:00.000Z'
  // 25 hours and 30 minutes; its hours ended a minute ago.
  const late = await waiting({ grossValue: 70_050 }, { dueAt: '2026-04-15T06:29:00.000Z' }, DAY_BEFORE)
  // 20 minutes are a third of an hour, 0.33; its hours end now, which is in time.
  const inTime = await waiting({ grossValue: 10_000 }, { dueAt: NOON }, '2026-04-15T06:10:00.000Z')
  // Neither a decided approval, nor one of another queue, nor one of an order that went on is waited for.
  await waiting({}, { status: 'APPROVED' }, DAY_BEFORE)
  await waiting({}, { step: 'EUD' }, DAY_BEFORE)
  await waiting({ status: 'APPROVED', pendingStep: null }, {}, DAY_BEFORE)

  expect((await rows('merck-approval-pending')).map(row => [row.id, row.ageHours, row.isOverdue])).toEqual([
    [late, 2_550, true],
    [inTime, 33, false],
  ])
  const { body } = await auditor.get('/api/mis/merck-approval-pending?$limit=0&$totals=true')
  expect([body.total, body.totals.grossValue]).toEqual([2, 80_050])
  const { body: by } = await auditor.get('/api/report-groups?report=mis/merck-approval-pending&by=step')
  // 25.50 and 0.33 hours: 12.915 on average, rounded up.
  expect(by.groups.map(({ keys, figures }: never) => [keys, figures])).toMatchObject([
    [['CSC'], { grossValue: 80_050, ageHours: 1_292 }],
  ])
})

it('a document of the last evening of March in India is of March, and its hours are those of the office', async () => {
  const document = async (eudNo: string, submittedAt: string, decision: RowValues = {}) => {
    const made = await make('eud-document', { eudNo, customerId, status: 'SUBMITTED', ...decision })
    await createdAt('eud_document', made.id, submittedAt)
    return made.id
  }
  const decided = (actedAt: string): RowValues => ({ status: 'APPROVED', actedAt })
  // Tuesday, 31 March, 23:30 in India; decided on Wednesday an hour and a half after the office opened.
  const march = await document('EUD-1', '2026-03-31T18:00:00.000Z', decided('2026-04-01T05:00:00.000Z'))
  // Half past midnight on 1 April, not decided.
  const april = await document('EUD-2', '2026-03-31T19:00:00.000Z')
  // 11:00 on 9 April to 12:00 on the 11th, with a holiday of the whole country between.
  await make('holiday', { holidayDate: '2026-04-10', stateId: null })
  const long = await document('EUD-3', '2026-04-09T05:30:00.000Z', decided('2026-04-11T06:30:00.000Z'))
  const figures = (period: string) =>
    rows('eud-report', period).then(found => found.map(row => [row.id, row.submittedOn, row.hours]))
  expect(await figures('&submittedOn[$gte]=2026-03-01&submittedOn[$lte]=2026-03-31')).toEqual([
    [march, '2026-03-31', 150],
  ])
  expect(await figures('&submittedOn[$gte]=2026-04-01&submittedOn[$lte]=2026-04-30')).toEqual([
    [april, '2026-04-01', null],
    [long, '2026-04-09', 1_000],
  ])
  const { body } = await auditor.get(
    '/api/report-groups?report=mis/eud-report&by=status&submittedOn[$gte]=2026-03-01&submittedOn[$lte]=2026-04-30',
  )
  expect(body.groups.map(({ keys, rows: count, figures: of }: never) => [keys, count, of])).toMatchObject([
    [['APPROVED'], 2, { hours: 575 }],
    [['SUBMITTED'], 1, { hours: null }],
  ])
})
