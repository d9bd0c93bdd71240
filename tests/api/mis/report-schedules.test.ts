import { afterAll, beforeAll, expect, it } from 'vitest'
import { countOrders } from '../../../api/mis/facts/order-fact.ts'
import { mailReports } from '../../../api/mis/schedules/mail-reports.ts'
import { setClock, today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
let auditor: ApiClient
beforeAll(async () => {
  await rowOfEachReport(portal)
  auditor = await portal.as('auditor')
})
afterAll(() => setClock(null))

const add = (who: ApiClient, more: object = {}) =>
  who.post('/api/my-report-schedules', {
    report: 'mis/orders',
    name: 'Orders of the month',
    query: 'f.orderDate=within.last-30-days&sort=-grossValue',
    frequency: 'DAILY',
    ...more,
  })
const mails = (id: number) =>
  portal.db('message_log').where({ templateCode: 'REPORT_MAILED', ownerId: id }).orderBy('id')
const inDays = (days: number) => setClock(`${addDays(today(), days)}T02:00:00.000Z`)

it('is mailed on its day, once, as a link that shows each reader their own rows', async () => {
  const [seen] = (await (await portal.as('csc_agent')).get('/api/access-control/customer?$limit=1')).body.data
  const query = `f.orderDate=within.last-30-days&f.customerId=in.${seen.id}`
  const { status, body } = await add(auditor, { query, readers: ['csc_agent', 'sales_rep', 'sys_admin'] })
  expect([status, body.nextOn, body.readers]).toEqual([
    201,
    addDays(today(), 1),
    expect.arrayContaining(['csc_agent', 'sales_rep', 'sys_admin']),
  ])
  expect(await mailReports(portal.db)).toBe(0)
  inDays(1)
  const runs = await Promise.all([mailReports(portal.db), mailReports(portal.db)])
  expect(runs[0] + runs[1]).toBe(1)
  expect(await mailReports(portal.db)).toBe(0)
  const sent = await mails(body.id)
  // The administrator of the portal reads no orders.
  expect(sent).toHaveLength(3)
  for (const { body: text } of sent) {
    expect(text).toContain('/mis/orders?f.orderDate=within.last-30-days')
    expect(text).not.toMatch(/₹|\d,\d\d\d/)
  }
  const links = sent.map(({ body: text }) => /customerId=in\.(\d+)/.exec(text)?.[1])
  const rep = (await (await portal.as('sales_rep')).get('/api/access-control/customer?$limit=500')).body.data
  const seenByRep = rep.some(({ id }: { id: number }) => id === seen.id)
  expect(links.toSorted()).toEqual([String(seen.id), String(seen.id), seenByRep ? String(seen.id) : '0'].toSorted())
  setClock(null)
})

it('stops when its owner leaves, or may no longer read the report', async () => {
  const leaver = await personWith(portal, ['CSC_AGENT'])
  const changer = await personWith(portal, ['CSC_AGENT'])
  const [{ body: one }, { body: other }] = [await add(leaver), await add(changer)]
  const ownerOf = async (id: number) => (await portal.db('report_schedule').where({ id }).first('ownerId')).ownerId
  await portal
    .db('user')
    .where('id', await ownerOf(one.id))
    .update({ isActive: 0 })
  await portal
    .db('assign_roles')
    .where('userId', await ownerOf(other.id))
    .update({ isActive: 0 })
  inDays(1)
  await mailReports(portal.db)
  setClock(null)
  const ended = await portal
    .db('report_schedule')
    .whereIn('id', [one.id, other.id])
    .orderBy('id')
    .select('nextOn', 'endedWhy')
  expect(ended).toEqual([
    { nextOn: null, endedWhy: 'Its owner has no login any more' },
    { nextOn: null, endedWhy: 'Its owner may no longer read the report' },
  ])
  expect([...(await mails(one.id)), ...(await mails(other.id))]).toEqual([])
})

it('is ended by its owner alone', async () => {
  const { body } = await add(auditor)
  expect((await (await portal.as('csc_agent')).delete(`/api/my-report-schedules/${body.id}`)).status).toBe(404)
  expect((await auditor.delete(`/api/my-report-schedules/${body.id}`)).status).toBe(200)
  const [own] = (await auditor.get('/api/my-report-schedules')).body
  expect(own).toMatchObject({ id: body.id, nextOn: null, endedWhy: 'Its owner ended it' })
})

it('tells what a figure was when it was mailed, what it is now, and by which documents it differs', async () => {
  const { body } = await add(auditor, {
    report: 'mis/orders',
    name: 'The month',
    query: 'f.orderDate=within.last-30-days',
  })
  inDays(1)
  await mailReports(portal.db)
  setClock(null)
  const of = async (who = auditor) =>
    (await who.get('/api/my-restatements?report=mis/orders')).body.find(
      ({ name }: { name: string }) => name === 'The month',
    )
  const before = await of()
  expect(before).toMatchObject({ was: before.now, documents: [], otherRights: false, mailedOn: addDays(today(), 1) })
  const kept = JSON.parse((await portal.db('report_mailing').where('scheduleId', body.id).first('kept')).kept)
  const [id, orderNo, value] = kept.rows[0]
  await portal.db('order_line').where('orderId', id).update({ lineStatus: 'DELETED' })
  await portal.db.transaction(trx => countOrders(trx, [id]))
  const after = await of()
  expect(after.documents).toEqual([{ id, text: orderNo, was: value, now: 0 }])
  expect(after.now - after.was).toBe(-value)
  expect(await of(await portal.as('csc_agent'))).toBeUndefined()
})

it.each([
  [{ report: 'mis/nothing' }, 'report must be the path of a report, such as mis/orders'],
  [{ name: ' ' }, 'Name is required'],
  [{ frequency: 'HOURLY' }, 'How often must be one of DAILY, WEEKLY, MONTHLY'],
  [{ frequency: 'WEEKLY' }, 'Day must be 1 for Monday to 7 for Sunday'],
  [{ frequency: 'MONTHLY', dayNo: 31 }, 'Day must be a day of the month from 1 to 28'],
  [{ query: 'f.colour=eq.red' }, 'Orders has no column “colour” to filter or sort by'],
  [{ readers: 'csc_agent' }, 'Readers must be a list of at most 20'],
  [{ readers: ['nobody.here'] }, 'No employee signs in as “nobody.here”: check the login ID'],
  [{ readers: ['customer'] }, 'No employee signs in as “customer”: check the login ID'],
])('is refused with a sentence, and nothing is kept: %j', async (more, sentence) => {
  const before = await portal.db('report_schedule').count({ rows: '*' })
  const { status, body } = await add(auditor, more)
  expect([status, body.message]).toEqual([400, sentence])
  expect(await portal.db('report_schedule').count({ rows: '*' })).toEqual(before)
})

it('is mailed by customers to themselves alone', async () => {
  const buyer = await portal.as('customer')
  expect((await add(buyer)).status).toBe(201)
  const { status, body } = await add(buyer, { readers: ['csc_agent'] })
  expect([status, body.message]).toEqual([
    403,
    'Only employees have reports mailed to others: leave the readers empty to get it yourself',
  ])
  expect((await add(await portal.as('transporter'))).status).toBe(403)
})
