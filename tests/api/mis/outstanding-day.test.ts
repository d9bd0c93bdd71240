import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { keepOutstanding, keepOutstandingOf, outstandingDays } from '../../../api/mis/payments/outstanding-day.ts'
import { setClock, today } from '../../../api/platform/clock.ts'
import { openDatabase } from '../../../api/platform/database.ts'
import { removeExpired } from '../../../api/settings/retention/remove-expired.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { outstanding } from '../../../resources/mis/payments/outstanding.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const REPORT = 'mis/outstanding'
// Before midnight in India it is still the day before in UTC.
const DAY = addDays(today(), 1)
const lateOn = (day: string) => setClock(instantOf(day, '23:30'))
const afterMidnight = (day: string) => setClock(instantOf(day, '00:01'))

const portal = portalOfFile(demoPortal)
const people = new Map<string, ApiClient>()
const readers = ['auditor', 'sales_rep', 'customer', 'csc_agent']
beforeAll(async () => {
  lateOn(DAY)
  for (const reader of readers) people.set(reader, await portal.as(reader))
})
afterEach(() => setClock(null))
beforeEach(async () => {
  await portal.db('outstanding_of_day').delete()
  await portal.db('outstanding_day').delete()
})

const groupings = ['bucket', 'customerId,bucket', 'sbuId,documentType', 'isDisputed,customerId.channelId']

/** Everything the report says to everybody: its groups and its totals. */
async function said(more = '') {
  const answers: Record<string, unknown> = {}
  for (const [name, who] of people) {
    for (const by of groupings) {
      const { status, body } = await who.get(`/api/report-groups?report=${REPORT}&by=${by}${more}`)
      expect([status, body.message], `${name} by ${by}`).toEqual([200, undefined])
      answers[`${name} by ${by}`] = body.groups
        .map(({ keys, figures }: { keys: unknown; figures: object }) => JSON.stringify([keys, figures]))
        .sort()
    }
    answers[`${name} totals`] = (await who.get(`/api/${REPORT}?$limit=0&$totals=true${more}`)).body.totals
    answers[`${name} overdue`] = (
      await who.get(`/api/${REPORT}?$limit=0&$totals=true&bucket[$in][0]=D0_30&bucket[$in][1]=D31_60${more}`)
    ).body.totals
  }
  return answers
}

it('a past day says to the paisa what the report said that day, to everybody of their own customers', async () => {
  lateOn(DAY)
  const then = await said()
  expect(then['auditor totals']).toMatchObject({ balance: expect.any(Number) })
  expect(then['customer totals']).not.toEqual(then['auditor totals'])
  afterMidnight(addDays(DAY, 1))
  expect(await keepOutstanding(portal.db)).toBeGreaterThan(0)

  const [one] = await portal.db('upload_outstanding').where('isActive', 1).whereNull('closedOn').limit(1)
  await portal
    .db('upload_outstanding')
    .where('id', one.id)
    .update({ balanceAmount: one.balanceAmount + 1_23 })
  setClock(instantOf(addDays(DAY, 1), '00:30'))
  expect(await said(`&asOn=${DAY}`)).toEqual(then)
  expect(await said()).not.toEqual(then)
  await portal.db('upload_outstanding').where('id', one.id).update({ balanceAmount: one.balanceAmount })
})

it('today is read from the open items, whether its name is given or not', async () => {
  lateOn(DAY)
  expect(await said(`&asOn=${DAY}`)).toEqual(await said())
})

it('a day that was not kept is refused with a sentence that names the days that were', async () => {
  const ask = (asOn: string, where = `/api/${REPORT}?$limit=1`) => people.get('auditor')!.get(`${where}&asOn=${asOn}`)
  lateOn(DAY)
  const none = await ask(addDays(DAY, -9))
  expect([none.status, none.body.message]).toEqual([
    400,
    `As on ${dayText(addDays(DAY, -9))}: Outstanding was not kept that day, nor on any other day so far: choose today`,
  ])
  for (const ago of [12, 10, 3]) await keepOutstandingOf(portal.db, addDays(DAY, -ago))
  const [first, before, after] = [12, 10, 3].map(ago => dayText(addDays(DAY, -ago)))
  for (const where of [
    `/api/${REPORT}?$limit=1`,
    `/api/export/${REPORT}?format=csv`,
    `/api/report-groups?report=${REPORT}&by=bucket`,
  ]) {
    const { status, body } = await ask(addDays(DAY, -9), where)
    expect([status, body.message, body.errors?.[0]?.field], where).toEqual([
      400,
      `As on ${dayText(addDays(DAY, -9))}: Outstanding was not kept that day: choose ${before} or ${after}. 3 days are kept from ${first} to ${after}`,
      'asOn',
    ])
  }
  expect((await ask(addDays(DAY, -1))).body.message).toContain(`: choose ${after}. 3 days`)
  const ahead = await ask(addDays(DAY, 1))
  expect([ahead.status, ahead.body.message]).toEqual([
    400,
    `As on ${dayText(addDays(DAY, 1))} is still to come: choose today or a past day`,
  ])
  expect((await ask('2026-02-30')).body.message).toBe('asOn must be a day such as 2026-04-01')
  expect((await people.get('auditor')!.get('/api/mis/orders?asOn=2026-02-01')).status).toBe(400)
})

it('a day is kept once, by one of two who keep it at the same moment', { tags: ['locks'] }, async () => {
  afterMidnight(DAY)
  const beside = openDatabase(portal.databaseUrl)
  const kept = await Promise.all([portal.db, beside].map(db => keepOutstanding(db)))
  await beside.destroy()
  expect(kept.toSorted()[0]).toBe(0)
  expect(await outstandingDays(portal.db)).toEqual([addDays(DAY, -1)])
  const balanceOf = async (table: string) => Number((await portal.db(table).sum({ all: 'balance' }).first())!.all)
  const open = await portal.db('upload_outstanding').where('isActive', 1).whereNull('closedOn').pluck('balanceAmount')
  const sum = open.reduce((all: number, one: number) => all + Number(one), 0)
  expect(await balanceOf('outstanding_of_day')).toBe(sum)
  expect(await keepOutstanding(portal.db)).toBe(0)
  expect(await balanceOf('outstanding_of_day')).toBe(sum)
})

it('credits are in an age of their own and lower nothing that is overdue', async () => {
  await keepOutstandingOf(portal.db, DAY)
  const rows = await portal.db('outstanding_of_day').select('*')
  expect(rows.filter(({ documentType }) => documentType === 'CREDIT_NOTE')).not.toEqual([])
  for (const { documentType, bucket, overdue, balance } of rows) {
    const isCredit = ['CREDIT_NOTE', 'ON_ACCOUNT'].includes(documentType)
    expect(bucket === 'CREDIT').toBe(isCredit)
    expect(Number(overdue)).toBe(isCredit || bucket === 'NOT_DUE' ? 0 : Number(balance))
  }
})

it('a row of a past day is opened by its day, and not beyond the own customers', async () => {
  lateOn(DAY)
  await keepOutstandingOf(portal.db, addDays(DAY, -1))
  const asOn = `asOn=${addDays(DAY, -1)}`
  const all = (await people.get('auditor')!.get(`/api/${REPORT}?$limit=500&${asOn}`)).body.data
  const own = (await people.get('customer')!.get(`/api/${REPORT}?$limit=500&${asOn}`)).body.data
  expect(own.length).toBeGreaterThan(0)
  expect(own[0]).toMatchObject({ documentNo: null, dueDate: null, items: expect.any(Number) })
  expect((await people.get('customer')!.get(`/api/${REPORT}/${own[0].id}?${asOn}`)).body.balance).toBe(own[0].balance)
  const ids = own.map(({ id }: { id: number }) => id)
  const foreign = all.find(({ id }: { id: number }) => !ids.includes(id))
  expect((await people.get('customer')!.get(`/api/${REPORT}/${foreign.id}?${asOn}`)).status).toBe(404)
})

it('each day is kept for two years, the end of a month for eight', async () => {
  setClock(instantOf('2027-03-10', '00:01'))
  for (const day of ['2019-02-28', '2019-03-31', '2025-02-28', '2025-03-09', '2025-03-10'])
    await portal.db('outstanding_day').insert({ day })
  await keepOutstanding(portal.db)
  await removeExpired(portal.db, portal.home)
  expect(await outstandingDays(portal.db)).toEqual(['2027-03-09', '2025-03-10', '2025-02-28', '2019-03-31'])
  expect(outstanding.keptDaily).toBe(true)
})
