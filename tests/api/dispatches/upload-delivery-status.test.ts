import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formsOf } from '../../../api/dispatches/events/lr-by-number.ts'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { finishedImport, importFile, uploadImport } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const PATH = 'dispatches/upload-delivery-status'
const HEAD = 'lr_no,transporter_code,event_code,event_at,location,received_by,remarks,reason'

const { portal, desk, transporter, otherDesk, clockAt, billed, key, lrOver, close } = await dispatchDesk()
const { db } = portal
let otherTransporter: ApiClient

beforeAll(async () => {
  const other = await exampleRow(db, transporterMaster, { code: 'OTHER', transModes: ['SURFACE'] })
  otherTransporter = await personWith(portal, ['TRANSPORTER'], { transporterId: other.id })
})
afterAll(close)
beforeEach(() => clockAt('2026-11-23T06:30:00.000Z'))

async function booked(more = {}) {
  const { ids } = await billed()
  await clockAt()
  const { body } = await desk.post('/api/lrs', lrOver(ids, more), key())
  await clockAt('2026-11-23T06:30:00.000Z')
  return body as { id: number; lrNo: string }
}
const statusOf = async (id: number) => (await db('lr').where({ id }).first()).deliveryStatus
const eventsOf = (lrId: number) => db('tracking_event').where({ lrId }).orderBy('id')

/** Checks a file and, with what is right, takes it over; returns the faults as «row code message». */
async function upload(who: ApiClient, ...rows: string[]) {
  const checked = await importFile(portal, who, PATH, [HEAD, ...rows].join('\n'), { onError: 'SKIP_BAD_ROWS' })
  const errors: { rowNo: number; errorCode: string; message: string }[] = await db('import_job_error')
    .where({ importJobId: checked.id })
    .orderBy('rowNo')
  return { job: checked, faults: errors.map(({ rowNo, errorCode, message }) => `${rowNo} ${errorCode} ${message}`) }
}

describe('a file of delivery statuses', () => {
  it('is looked at first, and then reports each row as an event, in the order of time', async () => {
    const one = await booked()
    const { job, faults } = await upload(
      desk,
      `${one.lrNo},VRL,DELIVERED,22-11-2026 17:05,Pune,R. Shah,,`,
      `${one.lrNo},VRL,UNDELIVERED,21-11-2026 17:05,Pune,,Guard was away,CLOSED`,
      `${one.lrNo},VRL,OUT_FOR_DELIVERY,21-11-2026 09:00,Pune,,,`,
    )
    expect(faults).toEqual([])
    expect(job).toMatchObject({ rowsNew: 3, rowsFailed: 0 })
    expect(await statusOf(one.id)).toBe('BOOKED')
    await commit(desk, job.id)
    expect((await eventsOf(one.id)).map(({ eventCode, moves, source }) => [eventCode, moves, source])).toEqual([
      ['BOOKED', 1, 'API'],
      ['OUT_FOR_DELIVERY', 1, 'UPLOAD'],
      ['UNDELIVERED', 1, 'UPLOAD'],
      ['DELIVERED', 1, 'UPLOAD'],
    ])
    expect(await db('lr').where({ id: one.id }).first()).toMatchObject({
      deliveryStatus: 'DELIVERED',
      deliveredOn: '2026-11-22',
      receivedBy: 'R. Shah',
    })
  })

  it('names what is wrong with each row, and takes over the others', async () => {
    const [one, other] = [await booked(), await booked()]
    const { job, faults } = await upload(
      desk,
      `${one.lrNo},VRL,IN_TRANSIT,20-11-2026 18:00,,,,`,
      `${one.lrNo},VRL,IN_TRANSIT,19-11-2026 18:00,,,,`,
      `${one.lrNo},VRL,IN_TRANSIT,24-11-2099 18:00,,,,`,
      `${one.lrNo},VRL,ARRIVED,20-11-2026 18:00,,,,`,
      `${one.lrNo},VRL,BOOKED,20-11-2026 18:00,,,,`,
      `${one.lrNo},VRL,AT_HUB,yesterday,,,,`,
      `${one.lrNo},VRL,AT_HUB,20-11-2026 19:00,,R. Shah,,`,
      `${one.lrNo},NOBODY,AT_HUB,20-11-2026 19:00,,,,`,
      `NOSUCH,VRL,AT_HUB,20-11-2026 19:00,,,,`,
      `${other.lrNo},VRL,RETURNED,20-11-2026 18:00,,,,`,
      `,VRL,AT_HUB,20-11-2026 19:00,,,,`,
    )
    expect(faults.map(fault => fault.split(' ').slice(0, 2).join(' '))).toEqual([
      '3 RANGE',
      '4 RANGE',
      '5 ENUM',
      '6 NOT_ALLOWED_STATE',
      '7 FORMAT',
      '8 RANGE',
      '9 UNKNOWN_REF',
      '10 UNKNOWN_REF',
      '11 NOT_ALLOWED_STATE',
      '12 REQUIRED',
    ])
    expect(faults[7]).toContain('No LR NOSUCH of this transporter is among yours')
    await commit(desk, job.id)
    expect(await statusOf(one.id)).toBe('IN_TRANSIT')
    expect(await eventsOf(other.id)).toHaveLength(1)
  })

  it('takes a day alone, and a day with its hour as offices and programs write it', async () => {
    const one = await booked()
    const { job, faults } = await upload(
      desk,
      `${one.lrNo},VRL,IN_TRANSIT,20-11-2026,Nagpur,,,`,
      `${one.lrNo},VRL,IN_TRANSIT,20-11-2026,Akola,,,`,
      `${one.lrNo},VRL,IN_TRANSIT,20-11-2026,Akola,,,`,
      `${one.lrNo},VRL,AT_HUB,2026-11-21T10:15,Nashik,,,`,
      `${one.lrNo},VRL,IN_TRANSIT,21-11-2026 11:30:20,Thane,,,`,
      `${one.lrNo},VRL,OUT_FOR_DELIVERY,46348.375,Pune,,,`,
      `${one.lrNo},VRL,UNDELIVERED,22/11/2026 04:45 PM,Pune,,,CLOSED`,
      `${one.lrNo},VRL,DELIVERED,23-11-2026,Pune,R. Shah,,`,
    )
    expect(faults).toEqual([])
    await commit(desk, job.id)
    expect((await eventsOf(one.id)).slice(1).map(({ eventOn, eventAt }) => [eventOn, eventAt])).toEqual([
      ['2026-11-20', null],
      ['2026-11-20', null],
      ['2026-11-21', '2026-11-21T04:45:00.000Z'],
      ['2026-11-21', '2026-11-21T06:00:20.000Z'],
      ['2026-11-22', '2026-11-22T03:30:00.000Z'],
      ['2026-11-22', '2026-11-22T11:15:00.000Z'],
      ['2026-11-23', null],
    ])
    expect(await db('lr').where({ id: one.id }).first()).toMatchObject({
      deliveryStatus: 'DELIVERED',
      deliveredOn: '2026-11-23',
    })
  })

  it('says of an older event that the LR stays as it is, and takes the vehicle that a row names', async () => {
    const one = await booked()
    const rows = [`${one.lrNo},VRL,DELIVERED,22-11-2026,,,,,`, `${one.lrNo},VRL,AT_HUB,21-11-2026,,,,,MH04AB1002`]
    const first = await importFile(portal, desk, PATH, [`${HEAD},vehicle_no`, rows[0]].join('\n'))
    await commit(desk, first.id)
    const late = await importFile(portal, desk, PATH, [`${HEAD},vehicle_no`, rows[1]].join('\n'))
    const [warnings] = await db('import_job_row').where({ importJobId: late.id }).pluck('warnings')
    expect(JSON.parse(warnings).map(({ message }: { message: string }) => message)).toEqual([
      'Recorded. The LR stays “Delivered”, which was reported for a later day.',
      'The LR has taken vehicle MH04AB1002.',
    ])
    await commit(desk, late.id)
    expect(await db('lr').where({ id: one.id }).first()).toMatchObject({
      deliveryStatus: 'DELIVERED',
      vehicleNo: 'MH04AB1002',
    })
  })

  it('says why goods were not delivered, as on the screen: it decides whether the transporter is to blame', async () => {
    const one = await booked()
    const { job, faults } = await upload(
      desk,
      `${one.lrNo},VRL,OUT_FOR_DELIVERY,20-11-2026 18:00,,,,`,
      `${one.lrNo},VRL,UNDELIVERED,20-11-2026 19:00,,,Gate was shut,`,
      `${one.lrNo},VRL,AT_HUB,20-11-2026 20:00,,,,CLOSED`,
    )
    expect(faults).toEqual([
      '3 REQUIRED Why not delivered is required: choose the reason',
      '4 RANGE Why not delivered belongs to a delivery that failed',
    ])
    await commit(desk, job.id)
    expect(await statusOf(one.id)).toBe('OUT_FOR_DELIVERY')
  })

  it('changes nothing when it is sent again', async () => {
    const one = await booked()
    const row = `${one.lrNo},VRL,IN_TRANSIT,20-11-2026 18:00,,,,`
    await commit(desk, (await upload(desk, row)).job.id)
    const again = await upload(desk, row)
    expect([again.faults, again.job.rowsSame]).toEqual([[], 1])
  })

  it('takes “/” and “-” in a number for each other', async () => {
    const one = await booked({ lrNo: 'VRL/26-7001' })
    const { job, faults } = await upload(desk, 'vrl-26-7001,VRL,IN_TRANSIT,20-11-2026 18:00,,,,')
    expect(faults).toEqual([])
    await commit(desk, job.id)
    expect(await statusOf(one.id)).toBe('IN_TRANSIT')
    expect(formsOf('a/b-c').toSorted()).toEqual(['A-B-C', 'A-B/C', 'A/B-C', 'A/B/C'])
  })

  it('means the only open LR of a number that came up in several years, and none where two are open', async () => {
    const [one, older] = [await booked({ lrNo: 'VRL9001' }), await booked()]
    await db('lr').where({ id: older.id }).update({ lrNo: 'VRL9001', fy: '2526' })
    const row = 'VRL9001,VRL,IN_TRANSIT,20-11-2026 18:00,,,,'
    expect((await upload(desk, row)).faults).toEqual([
      '2 AMBIGUOUS Several LRs of this transporter have the number VRL9001: report this one on its page',
    ])
    await db('lr').where({ id: older.id }).update({ deliveryStatus: 'DELIVERED' })
    const { job, faults } = await upload(desk, row)
    expect(faults).toEqual([])
    await commit(desk, job.id)
    expect(await statusOf(one.id)).toBe('IN_TRANSIT')
  })

  it('is uploaded by transporters for their own LRs, whose returns wait for the desk, and by no other desk', async () => {
    const one = await booked()
    const rows = [
      `${one.lrNo},VRL,IN_TRANSIT,20-11-2026 18:00,,,,`,
      `${one.lrNo},VRL,RETURNED,21-11-2026 18:00,,,,REFUSED`,
    ]
    const strange = async (who: ApiClient) => (await upload(who, ...rows)).faults.map(fault => fault.split(' ')[1])
    expect(await strange(otherDesk)).toEqual(['UNKNOWN_REF', 'UNKNOWN_REF'])
    expect(await strange(otherTransporter)).not.toContain(undefined)
    expect(await statusOf(one.id)).toBe('BOOKED')
    const { job, faults } = await upload(transporter, ...rows)
    expect(faults).toEqual([])
    await commit(transporter, job.id)
    expect(await statusOf(one.id)).toBe('IN_TRANSIT')
    expect((await eventsOf(one.id)).at(-1)).toMatchObject({ confirmation: 'AWAITED', reason: 'REFUSED' })
    const agent = await personWith(portal, ['CSC_AGENT'])
    expect((await uploadImport(portal, agent, PATH, [HEAD, ...rows].join('\n'))).status).toBe(403)
  })

  it('needs not name the transporter who sends it, or whom the desk names beside it; another’s is refused', async () => {
    const [one, two] = [await booked(), await booked()]
    const file = (lrNo: string, code = '') =>
      `lr_no,event_code,event_at${code && ',transporter_code'}\n${lrNo},IN_TRANSIT,20-11-2026${code && `,${code}`}`
    const own = await importFile(portal, transporter, PATH, file(one.lrNo), { commit: true })
    expect(own).toMatchObject({ status: 'DONE', rowsNew: 1 })
    expect(await statusOf(one.id)).toBe('IN_TRANSIT')
    const other = await importFile(portal, transporter, PATH, file(two.lrNo, 'OTHER'))
    expect(other).toMatchObject({ rowsFailed: 1 })
    const unnamed = await importFile(portal, desk, PATH, file(two.lrNo))
    expect(unnamed).toMatchObject({ status: 'FAILED' })
    const named = { 'given.transporterId': 'VRL', commit: true }
    expect(await importFile(portal, desk, PATH, file(two.lrNo), named)).toMatchObject({ status: 'DONE', rowsNew: 1 })
  })

  it('asks once what a word of a transporter means, and remembers it for that transporter alone', async () => {
    const [one, two] = [await booked(), await booked()]
    const send = async (who: ApiClient, lrNo: string, more = {}) => {
      const file = `lr_no,event_code,event_at\n${lrNo},Reached godown,20-11-2026`
      const sent = await uploadImport(portal, who, PATH, file, 'file.csv', { askColumns: 'true', ...more })
      return finishedImport(who, sent.body.id)
    }
    const asked = await send(transporter, one.lrNo)
    expect(asked.status).toBe('MAPPING')
    const words = [{ column: 'eventCode', word: 'Reached godown', option: 'AT_HUB' }]
    const mapping = asked.sheet!.proposed
    await transporter.post('/api/import-steps', { importId: asked.id, step: 'check', mapping, words })
    expect(await finishedImport(transporter, asked.id)).toMatchObject({ status: 'VALIDATED', rowsFailed: 0 })
    expect(await send(transporter, two.lrNo)).toMatchObject({ status: 'VALIDATED', rowsFailed: 0 })
    expect(await send(desk, two.lrNo, { 'given.transporterId': 'VRL' })).toMatchObject({ status: 'VALIDATED' })
    expect(await send(otherTransporter, two.lrNo)).toMatchObject({ status: 'MAPPING' })
  })
})

async function commit(who: ApiClient, importId: number) {
  const began = await who.post('/api/import-steps', { importId, step: 'commit' })
  if (began.status !== 201) throw new Error(JSON.stringify(began.body))
  expect((await finishedImport(who, importId)).status).toMatch(/^DONE/)
}
