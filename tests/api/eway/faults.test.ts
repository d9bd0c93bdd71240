import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { setPortalPatience } from '../../../api/dispatches/eway/portal.ts'
import { instantOf } from '../../../resources/define/dates.ts'
import { ewayDesk } from '../../support/dispatches/eway-desk.ts'

/** @module-tag locks */
const of = await ewayDesk()
const { portal, company, simulator, booked, generate, onBill, act, lastCall, billOf, withBill, clockAt, desk } = of
const { db } = portal
afterAll(of.close)

const MORNING = '2026-11-20T06:30:00.000Z'
const later = (minutes: number) => new Date(Date.parse(MORNING) + minutes * 60_000).toISOString()

beforeEach(async () => {
  await clockAt()
  await db('pin_distance').delete()
  await db('eway_call').whereIn('status', ['READY', 'RETRY', 'SENDING']).update({ status: 'CANCELLED' })
  await db('eway_session').update({ signIns: 0, pausedUntil: null, validUntil: null })
  await simulator.forgetSignIns()
  await simulator.tell({ mode: 'well', times: 0 })
  await simulator.seen()
  setPortalPatience(1_000)
})

const here = () => ({ place: 'Bhiwandi', stateId: company.stateId })
const makings = async () => (await simulator.seen()).calls.filter(({ action }) => action === 'GENEWAYBILL').length

/** Asks for an e-way bill while the portal behaves as told. */
async function askedWhile(told: Parameters<typeof simulator.tell>[0]) {
  const made = await booked()
  await simulator.tell(told)
  expect((await generate(made.lines[0]!.id)).status).toBe(201)
  await portal.runDue()
  return { ...made, call: await lastCall() }
}

describe('a call of the e-way portal', () => {
  it.each([
    ['does not answer in time', { mode: 'slow' }, 'The e-way portal did not answer in time; it is tried again.'],
    ['drops the connection', { mode: 'dead' }, 'The e-way portal could not be reached; it is tried again.'],
    [
      'is broken',
      { mode: 'broken' },
      'The e-way portal answered 503 without words that are understood; it is tried again.',
    ],
    [
      'answers a page',
      { mode: 'wrong' },
      'The e-way portal answered 200 without words that are understood; it is tried again.',
    ],
  ])(
    'waits a minute where the portal %s, asks whether it was done, and is sent once more',
    async (_, told, sentence) => {
      const { lrId, call } = await askedWhile({ ...told, times: 1 })
      expect(call).toMatchObject({ status: 'RETRY', attempts: 1, errorText: sentence, nextAttemptAt: later(1) })
      expect(await billOf(lrId)).toBeUndefined()
      await clockAt(later(2))
      await portal.runDue()
      expect(await lastCall()).toMatchObject({ status: 'DONE', attempts: 2, errorText: null })
      expect(await makings()).toBe(1)
      expect(await billOf(lrId)).toMatchObject({ status: 'ACTIVE' })
    },
  )

  it('that was done although the answer was lost is found by its document, not done twice', async () => {
    const { lrId, call } = await askedWhile({ mode: 'lost', times: 1 })
    expect(call).toMatchObject({ status: 'RETRY', uncertainSince: MORNING })
    await clockAt(later(2))
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ status: 'DONE' })
    expect(await makings()).toBe(1)
    expect(await billOf(lrId)).toMatchObject({ status: 'ACTIVE', via: 'DIRECT' })
  })

  it.each([
    ['CANEWB', 'cancelBill', { cancelReason: 'DUPLICATE', remark: 'Made twice' }, { status: 'CANCELLED' }],
    [
      'MULTIVEHMOVINT',
      'beginSeveral',
      { toPlace: 'Pune', quantity: 5, unit: 'NOS', reason: 'BREAKDOWN', mode: 'SURFACE' },
      { status: 'ACTIVE' },
    ],
  ])('to %s is asked about before it is repeated', async (action, name, inputs, after) => {
    const { lrId, bill } = await withBill()
    await simulator.seen()
    await simulator.tell({ mode: 'lost', times: 1, only: [action] })
    const more = name === 'beginSeveral' ? { ...here(), toStateId: company.stateId } : {}
    expect((await onBill(name, bill.id, { ...inputs, ...more })).status).toBe(201)
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ status: 'RETRY' })
    await clockAt(later(2))
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ action, status: 'DONE' })
    expect((await simulator.seen()).calls.filter(call => call.action === action)).toHaveLength(1)
    expect(await billOf(lrId)).toMatchObject(after)
  })

  it.each([
    ['a new vehicle', 'VEHEWB', 1],
    ['a consolidated one', 'GENCEWB', 2],
  ])('about %s is asked about by its last vehicle before it is repeated', async (_, action, count) => {
    const { lrId, lines } = await booked({}, {}, count)
    for (const { id } of lines) await generate(id)
    await portal.runDue()
    await simulator.seen()
    await simulator.tell({ mode: 'lost', times: 1, only: [action] })
    const event = {
      lrId,
      eventCode: 'IN_TRANSIT',
      eventOn: '2026-11-20',
      vehicleNo: 'MH14CD5678',
      location: 'Bhiwandi',
    }
    expect((await desk.post('/api/tracking-events', event)).status).toBe(201)
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ action, status: 'RETRY' })
    await clockAt(later(2))
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ status: 'DONE' })
    expect((await simulator.seen()).calls.filter(call => call.action === action)).toHaveLength(1)
    expect(await db('lr').where('id', lrId).first()).toMatchObject({ partBVehicleNo: 'MH14CD5678', partBDue: 0 })
  })

  it('to extend is asked about by how often it was extended', async () => {
    await db('transporter').update({ gstin: null })
    const { lrId, bill } = await withBill()
    await db('transporter').update({ gstin: '27AAACV1234C1Z5' })
    await clockAt(instantOf('2026-11-21', '20:00'))
    await simulator.tell({ mode: 'lost', times: 1, only: ['EXTENDVALIDITY'] })
    const inputs = { ...here(), remainingKm: 50, reason: 'CALAMITY', remark: 'Flood', pincode: '421302' }
    expect((await onBill('extend', bill.id, inputs)).status).toBe(201)
    await portal.runDue()
    await clockAt(instantOf('2026-11-21', '20:10'))
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ extendedTimes: 1, validTo: instantOf('2026-11-22', '23:59') })
    expect((await simulator.bill(bill.ewayBillNo)).extendedTimes).toBe(1)
  })

  it.each(['238', '105', '106'])('signs in once more where the portal says %s, and is repeated once', async code => {
    const { lrId } = await askedWhile({ mode: 'refuse', times: 1, codes: [code] })
    expect(await lastCall()).toMatchObject({ status: 'DONE', attempts: 1 })
    expect(await billOf(lrId)).toMatchObject({ status: 'ACTIVE' })
    expect((await db('eway_session').first()).signIns).toBe(2)
  })

  it('signs in no more than five times in 15 minutes', async () => {
    await askedWhile({ mode: 'refuse', times: 20, codes: ['238'] })
    for (const minute of [2, 8]) {
      await clockAt(later(minute))
      await portal.runDue()
    }
    const session = await db('eway_session').first()
    expect(session.signIns).toBeLessThanOrEqual(5)
    expect((await lastCall()).status).toBe('RETRY')
    await simulator.tell({ mode: 'well', times: 0 })
    await clockAt(later(40))
    await portal.runDue()
    expect((await lastCall()).status).toBe('DONE')
  })

  it.each(['118', '658', '800', '813'])('waits 1, 5, 15 and 15 minutes where the portal says %s', async code => {
    const { call } = await askedWhile({ mode: 'refuse', times: 4, codes: [code], only: ['GENEWAYBILL'] })
    expect(call).toMatchObject({ status: 'RETRY', attempts: 1, errorCodes: code, nextAttemptAt: later(1) })
    const waits: number[] = []
    let at = 1
    for (let round = 0; round < 3; round++) {
      await clockAt(later(at))
      await portal.runDue()
      const next = (await lastCall()).nextAttemptAt
      waits.push((Date.parse(next) - Date.parse(later(at))) / 60_000)
      at += waits.at(-1)!
    }
    expect(waits).toEqual([5, 15, 15])
    await clockAt(later(at))
    await portal.runDue()
    expect((await lastCall()).status).toBe('DONE')
  })

  it('that the portal refuses is for a person: its sentence, its field, and the desk hears', async () => {
    const { call, lrId } = await askedWhile({ mode: 'refuse', times: 1, codes: ['715'] })
    const sentence = 'The consignor is blocked: returns of two periods were not filed.'
    expect(call).toMatchObject({
      status: 'FAILED_BUSINESS',
      errorCodes: '715',
      errorField: 'fromGstin',
      errorText: sentence,
    })
    expect(await db('notification').orderBy('id', 'desc').first()).toMatchObject({
      title: `E-way portal: ${sentence}`,
      link: `/dispatches/lr/${lrId}`,
    })
    expect((await act('dispatches/eway-calls', 'sendAgain', 'eway_call', call.id)).status).toBe(201)
    await portal.runDue()
    expect(await db('eway_call').where('id', call.id).first()).toMatchObject({ status: 'DONE' })
  })

  it('with two errors at once says both', async () => {
    const { call } = await askedWhile({ mode: 'refuse', times: 1, codes: ['206', '118'] })
    expect(call).toMatchObject({ status: 'FAILED_BUSINESS', errorCodes: '206, 118', errorField: 'docNo' })
    expect(call.errorText).toContain('at most 16 letters')
  })

  it('for a document that has one already takes that over where date, buyer and total agree', async () => {
    const first = await withBill()
    await db('eway_bill')
      .where('id', first.bill.id)
      .delete()
      .catch(() => undefined)
    const { call } = await askedWhile({ mode: 'refuse', times: 1, codes: ['604'], only: ['GENEWAYBILL'] })
    expect(call.status).toBe('FAILED_BUSINESS')
    expect(call.errorText).toContain('date, buyer or total of that one differ')
    const lost = await askedWhile({ mode: 'lost', times: 1 })
    await db('eway_call').where('id', lost.call.id).update({ uncertainSince: null })
    await clockAt(later(2))
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ status: 'DONE', errorText: null })
    expect(await billOf(lost.lrId)).toMatchObject({ status: 'ACTIVE' })
  })

  it('asks for the distance where the portal does not know it, and keeps what is typed', async () => {
    const { id } = await db('ship_to').where('id', company.shipToId).first('id')
    await db('ship_to').where({ id }).update({ pincode: '999999' })
    const made = await booked()
    expect((await generate(made.lines[0]!.id)).status).toBe(201)
    await portal.runDue()
    const call = await lastCall()
    expect(call).toMatchObject({
      status: 'FAILED_BUSINESS',
      errorText: 'The portal does not know the distance: give it.',
    })
    expect((await act('dispatches/eway-calls', 'sendAgain', 'eway_call', call.id, { distanceKm: 640 })).status).toBe(
      201,
    )
    await portal.runDue()
    expect(await billOf(made.lrId)).toMatchObject({ distanceKm: 640, validTo: instantOf('2026-11-24', '23:59') })
    expect(await db('pin_distance').first()).toMatchObject({ km: 640, fromPin: '421302', toPin: '999999' })
    await db('ship_to').where({ id }).update({ pincode: '421302' })
    const same = await booked()
    const refused = await generate(same.lines[0]!.id)
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ field: 'distanceKm', message: 'Both places have the PIN code 421302: say how many km, from 1 to 100' }],
    ])
    expect((await generate(same.lines[0]!.id, { distanceKm: 12 })).status).toBe(201)
    await portal.runDue()
    expect(await billOf(same.lrId)).toMatchObject({ distanceKm: 12 })
    await db('ship_to').where({ id }).update({ pincode: '411001' })
  })

  it('is taken up again by the process that starts after one that was killed while it waited', async () => {
    const made = await booked()
    await generate(made.lines[0]!.id)
    await db('eway_call')
      .where('lrLineId', made.lines[0]!.id)
      .update({ status: 'SENDING', attempts: 1, uncertainSince: MORNING })
    await db('eway_session').update({ lockedBy: 'gone', lockedUntil: later(-1) })
    await portal.runDue()
    expect(await billOf(made.lrId)).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('three clerks at once', () => {
  it('make one e-way bill', async () => {
    const made = await booked()
    const answers = await Promise.all([1, 2, 3].map(() => generate(made.lines[0]!.id)))
    // Who comes later is refused by the state, or by the row that changed meanwhile.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422 || status === 409)).toHaveLength(2)
    await Promise.all([portal.runDue(), portal.runDue()])
    expect(await makings()).toBe(1)
    expect(await db('eway_bill').where('lrId', made.lrId)).toHaveLength(1)
  })
})
