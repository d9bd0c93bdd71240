import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { lapseOffers } from '../../../api/dispatches/trips/offers.ts'
import { ewayDesk } from '../../support/dispatches/eway-desk.ts'

const at = await ewayDesk()
const { portal, company, desk, otherDesk, transporter, clockAt, booked, withBill, act, simulator, close } = at
const { db } = portal
afterAll(close)
beforeEach(async () => {
  await clockAt()
  await simulator.seen()
})

const NOON = '2026-11-20T06:30:00.000Z'
const later = (minutes: number) => new Date(Date.parse(NOON) + minutes * 60_000).toISOString()
const rowOf = (table: string, id: number) => db(table).where({ id }).first()
const statusOf = async (lrId: number) => (await rowOf('lr', lrId)).deliveryStatus
const driver = { driverName: 'Ramesh Yadav', driverMobile: '9876543210' }

const plan = (lrs: readonly number[][], more: object = {}) => ({
  plantId: company.plantId,
  isOwnVehicle: true,
  vehicleType: 'TRUCK_19FT',
  plannedAt: NOON,
  stops: lrs.map((lrIds, index) => ({ place: `Stop ${index + 1}`, lrIds })),
  ...more,
})

async function planned(lrs: readonly number[][], more: object = {}): Promise<number> {
  const { status, body } = await desk.post('/api/trips', plan(lrs, more))
  expect(body.errors).toBeUndefined()
  expect(status).toBe(201)
  return body.id
}
const onTrip = (id: number, action: string, inputs: object = {}, by = desk) =>
  act('dispatches/trips', action, 'trip', id, inputs, by)
const messageOf = ({ body }: { body: { message?: string; errors?: { message: string }[] } }) =>
  body.errors?.[0]?.message ?? body.message

async function done(id: number, action: string, inputs: object = {}, by = desk) {
  const answer = await onTrip(id, action, inputs, by)
  expect([action, answer.status, messageOf(answer)]).toEqual(
    [action, 201, expect.anything()].slice(0, 2).concat(messageOf(answer) as never),
  )
}

let plate = 4000
/** A trip that is loaded with LRs, one a stop. */
async function loaded(lrIds: readonly number[], vehicleNo = `MH04CD${++plate}`) {
  const id = await planned(lrIds.map(one => [one]))
  await done(id, 'place', { vehicleNo, ...driver })
  await done(id, 'gateIn')
  await done(id, 'beginLoading')
  const packages = await db('lr')
    .whereIn('id', [...lrIds])
    .sum({ sum: 'packages' })
    .first()
  await done(id, 'finishLoading', { packagesLoaded: Number(packages?.sum) })
  await portal.runDue()
  return id
}
const stopsOf = (tripId: number) => db('trip_stop').where({ tripId }).orderBy('seq')
const onStop = (id: number, action: string, inputs: object = {}, by = desk) =>
  act('trip-stops', action, 'trip_stop', id, inputs, by)

describe('a trip', () => {
  it('takes LRs of its plant that no other vehicle has', async () => {
    const [first, second] = [await booked(), await booked()]
    const id = await planned([[first.lrId], [second.lrId]])
    expect((await rowOf('trip', id)).tripNo).toMatch(/^TP2627\d{6}$/)
    const again = await desk.post('/api/trips', plan([[first.lrId]]))
    expect([again.status, messageOf(again)]).toEqual([
      409,
      expect.stringMatching(/is on trip TP.*: take it off there first/),
    ])
    const candidates = await desk.get(`/api/trip-candidates?plantId=${company.plantId}`)
    expect(candidates.body.lrs.map((one: { id: number }) => one.id)).not.toContain(first.lrId)
    const [on] = await db('trip_lr').where({ tripId: id, lrId: first.lrId })
    expect((await act('trip-lrs', 'takeOff', 'trip_lr', on.id, { reason: 'Too heavy' })).status).toBe(201)
    expect((await desk.post('/api/trips', plan([[first.lrId]]))).status).toBe(201)
    expect((await otherDesk.post('/api/trips', plan([[second.lrId]]))).status).toBe(400)
  })

  it('lets go of an LR that is cancelled, and of all when it is cancelled', async () => {
    const [first, second] = [await booked(), await booked()]
    const id = await planned([[first.lrId], [second.lrId]])
    const cancelled = await desk.post('/api/tracking-events', {
      lrId: first.lrId,
      eventCode: 'CANCELLED',
      eventAt: NOON,
    })
    expect(cancelled.status).toBe(201)
    expect(await db('trip_lr').where('heldLrId', first.lrId)).toEqual([])
    await done(id, 'cancel', { reason: 'Customer asked to wait' })
    expect(await db('trip_lr').where('heldLrId', second.lrId)).toEqual([])
    expect((await desk.post('/api/trips', plan([[second.lrId]]))).status).toBe(201)
  })

  it('takes all its LRs from the gate to their stops, told once', async () => {
    const lrs = [await withBill(), await withBill()]
    const ids = lrs.map(({ lrId }) => lrId)
    await simulator.seen()
    const id = await loaded(ids)
    const { vehicleNo } = await rowOf('trip', id)
    expect((await simulator.seen()).calls.map(({ action }) => action).filter(one => one !== 'GETEWAYBILL')).toEqual([
      'GENCEWB',
    ])
    await clockAt(later(30))
    await done(id, 'gateOut', { sealNo: 'S-4711' })
    for (const lrId of ids)
      expect(await rowOf('lr', lrId)).toMatchObject({
        deliveryStatus: 'IN_TRANSIT',
        vehicleNo,
        sealNo: 'S-4711',
        ...driver,
      })
    const [first, second] = await stopsOf(id)
    await clockAt(later(120))
    expect((await onStop(first.id, 'arrive')).status).toBe(201)
    expect([await statusOf(ids[0]!), await statusOf(ids[1]!)]).toEqual(['OUT_FOR_DELIVERY', 'IN_TRANSIT'])
    expect((await onStop(first.id, 'release')).status).toBe(201)
    await clockAt(later(240))
    expect((await onStop(second.id, 'arrive')).status).toBe(201)
    expect(messageOf(await onStop(second.id, 'release'))).toMatch(/is closed/)
    expect((await rowOf('trip', id)).status).toBe('CLOSED')
    expect(await db('trip_lr').where({ tripId: id }).whereNotNull('heldLrId')).toEqual([])
    await done(id, 'returned')
    expect((await rowOf('trip', id)).returnedAt).toBe(later(240))
  })

  it('has one vehicle inside at a time', async () => {
    const [first, second] = [await booked(), await booked()]
    const one = await planned([[first.lrId]])
    const other = await planned([[second.lrId]])
    for (const id of [one, other]) await done(id, 'place', { vehicleNo: 'MH04ZZ0001', ...driver })
    await done(one, 'gateIn')
    const refused = await onTrip(other, 'gateIn')
    expect([refused.status, messageOf(refused)]).toEqual([409, expect.stringContaining('is inside on trip')])
    await done(one, 'cancel', { reason: 'Broken down' })
    await done(other, 'gateIn')
  })

  it('lets a vehicle in once, whoever of three lets it in at the same moment', async () => {
    const trips: number[] = []
    for (let count = 0; count < 3; count++) {
      const { lrId } = await booked()
      trips.push(await planned([[lrId]]))
      await done(trips.at(-1)!, 'place', { vehicleNo: 'MH04ZZ0003', ...driver })
    }
    const answers = await Promise.all(trips.map(id => onTrip(id, 'gateIn')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await db('trip').where({ vehicleNo: 'MH04ZZ0003', status: 'GATE_IN' })).toHaveLength(1)
  })

  it('says why other packages are loaded than the LRs have', async () => {
    const { lrId } = await booked()
    const id = await planned([[lrId]])
    await done(id, 'place', { vehicleNo: 'MH04ZZ0002', ...driver })
    await done(id, 'gateIn')
    await done(id, 'beginLoading')
    const { packages } = await rowOf('lr', lrId)
    const refused = await onTrip(id, 'finishLoading', { packagesLoaded: packages + 1 })
    expect([refused.status, messageOf(refused)]).toEqual([400, expect.stringContaining(`the LRs have ${packages}`)])
    await done(id, 'finishLoading', { packagesLoaded: packages + 1, reason: 'One pallet repacked' })
  })

  it('does not leave while an e-way bill names another vehicle', async () => {
    const made = await withBill()
    await simulator.tell({ mode: 'dead', times: 3, only: ['VEHEWB'] })
    const id = await loaded([made.lrId])
    const { vehicleNo } = await rowOf('trip', id)
    const refused = await onTrip(id, 'gateOut', { sealNo: 'S1' })
    expect([refused.status, messageOf(refused)]).toEqual([
      422,
      expect.stringMatching(/names vehicle MH12AB1234, not MH04CD/),
    ])
    expect(await statusOf(made.lrId)).toBe('BOOKED')
    await clockAt(later(60))
    for (let tries = 0; tries < 3; tries++) {
      await db('eway_call').where('status', 'RETRY').update({ nextAttemptAt: NOON })
      await portal.runDue()
    }
    expect((await simulator.bill(made.bill.ewayBillNo)).vehicleNo ?? vehicleNo).toBe(vehicleNo)
    await done(id, 'gateOut', { sealNo: 'S1' })
  })

  it('changes its vehicle for all LRs aboard, with one call to the portal', async () => {
    const lrs = [await withBill(), await withBill()]
    const ids = lrs.map(({ lrId }) => lrId)
    const id = await loaded(ids)
    await clockAt(later(30))
    await done(id, 'gateOut', { sealNo: 'S2' })
    await simulator.seen()
    await clockAt(later(300))
    const change = { vehicleNo: 'MH14NN7777', driverName: 'Suresh Patil', driverMobile: '9812345678' }
    const where = { place: 'Bhiwandi', stateId: company.stateId, reasonCode: 'BREAKDOWN', remark: 'Axle broken' }
    await done(id, 'changeVehicle', { ...change, ...where })
    await portal.runDue()
    expect((await simulator.seen()).calls.map(({ action }) => action).filter(one => one !== 'GETEWAYBILL')).toEqual([
      'REGENTRIPSHEET',
    ])
    for (const lrId of ids) expect(await rowOf('lr', lrId)).toMatchObject({ ...change, deliveryStatus: 'IN_TRANSIT' })
    expect(await rowOf('trip', id)).toMatchObject({ ...change, status: 'GATE_OUT' })
    expect(await db('trip_event').where({ tripId: id, kind: 'VEHICLE' })).toHaveLength(1)
  })
})

describe('a vehicle', () => {
  it('is asked of transporters, offered, accepted and named by the transporter', async () => {
    const { lrId } = await booked()
    const tripId = await planned([[lrId]], { isOwnVehicle: false })
    const compared = await desk.get(`/api/trip-transporters?tripId=${tripId}`)
    expect(compared.body.transporters).toContainEqual(
      expect.objectContaining({ id: company.transporterId, isAsked: false }),
    )
    const others: number[] = await db('transporter').whereNot('id', company.transporterId).limit(1).pluck('id')
    const transporterIds = [company.transporterId, ...others]
    const asked = await desk.post('/api/trip-offers', { tripId, transporterIds, replyBy: later(240) })
    expect([asked.status, asked.body.asked]).toEqual([201, transporterIds.length])
    const offers = await transporter.get('/api/dispatches/trip-offers')
    expect(offers.body.data).toHaveLength(1)
    const [offer] = offers.body.data
    expect((await transporter.get(`/api/dispatches/trips/${tripId}`)).status).toBe(404)
    const onOffer = (action: string, inputs: object, by = transporter) =>
      act('dispatches/trip-offers', action, 'trip_offer', offer.id, inputs, by)
    expect((await onOffer('offer', { amount: 2_970_000 })).status).toBe(201)
    expect((await onOffer('accept', {})).status).toBe(403)
    expect((await onOffer('accept', {}, desk)).status).toBe(201)
    expect(await rowOf('trip', tripId)).toMatchObject({
      status: 'AGREED',
      transporterId: company.transporterId,
      agreedFreight: 2_970_000,
    })
    const left = await db('trip_offer').where({ tripId }).orderBy('id').pluck('status')
    expect(left).toEqual(['ACCEPTED', ...others.map(() => 'NOT_CHOSEN')])
    await done(tripId, 'place', { vehicleNo: 'MH04QQ0001', ...driver }, transporter)
    const costs = await desk.get(`/api/trip-costs?tripId=${tripId}`)
    expect(costs.body.shares).toEqual([expect.objectContaining({ lrId, share: 2_970_000 })])
  })

  it('that nobody offers in time has lapsed, and may be asked for again', async () => {
    const { lrId } = await booked()
    const tripId = await planned([[lrId]], { isOwnVehicle: false })
    const ask = (replyBy: string) =>
      desk.post('/api/trip-offers', { tripId, transporterIds: [company.transporterId], replyBy })
    expect((await ask(later(60))).status).toBe(201)
    await clockAt(later(61))
    expect(await lapseOffers(db)).toBe(1)
    expect(await db('trip_offer').where({ tripId }).pluck('status')).toEqual(['LAPSED'])
    expect((await ask(later(120))).status).toBe(201)
    expect(await db('trip_offer').where({ tripId }).pluck('status')).toEqual(['ASKED'])
  })
})
