import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pod } from '../../../resources/dispatches/pods/pod.ts'
import { stateCity } from '../../../resources/masters/state-city.ts'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { lrWith } from '../../support/dispatches/shipments.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'

const { portal, company, desk, transporter, clockAt, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

beforeAll(async () => {
  await clockAt()
  const arrived = { deliveryStatus: 'DELIVERED', originalExpectedDate: '2026-11-10', podStatus: 'ACCEPTED' }
  for (const deliveredOn of ['2026-11-08', '2026-11-09', '2026-11-10', '2026-11-11'])
    await lrWith(portal.db, company, { ...arrived, deliveredOn })
})

const lane = async (query: string, who = desk) => who.get(`/api/lane-records?${query}`)

it('a lane with fewer than five LRs due has no record; with more it says how many kept their date', async () => {
  const asked = `toCityId=${company.cityId}&transMode=SURFACE`
  expect((await lane(asked)).body).toEqual({ lanes: [] })
  await lrWith(portal.db, company, { deliveryStatus: 'LOST', originalExpectedDate: '2026-11-12' })
  // What was said of a lane holds for ten minutes.
  await clockAt('2026-11-20T06:39:59.000Z')
  expect((await lane(asked)).body).toEqual({ lanes: [] })
  await clockAt('2026-11-20T06:40:00.000Z')
  const record = { plantId: company.plantId, due: 5, kept: 3, to: 'CITY', ofOneTransporter: true }
  expect((await lane(asked)).body).toEqual({ lanes: [record] })
  expect((await lane(`shipToId=${company.shipToId}&transMode=SURFACE`)).body).toEqual({ lanes: [record] })
  expect((await lane(`toCityId=${company.cityId}&transMode=AIR`)).body).toEqual({ lanes: [] })
})

it('a city with too few takes the record of its state', async () => {
  const near = await exampleRow(portal.db, stateCity, { name: 'Lonavala', stateId: company.stateId })
  const { body } = await lane(`toCityId=${near.id}&transMode=SURFACE`)
  expect(body.lanes).toMatchObject([{ plantId: company.plantId, due: 5, kept: 3, to: 'STATE' }])
})

it.each([
  ['transMode', 'toCityId=1', 'Mode of transport is required'],
  ['toCityId', 'transMode=AIR', 'A city or a ship-to is required'],
  ['colour', 'toCityId=1&transMode=AIR&colour=1', undefined],
])('asking for a lane without %s is refused with a sentence', async (field, query, message) => {
  const { status, body } = await lane(query)
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ field, ...(message && { message }) }])
})

it('customers and transporters do not compare transporters', async () => {
  const buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
  for (const who of [buyer, transporter])
    expect((await lane(`toCityId=${company.cityId}&transMode=SURFACE`, who)).status).toBe(403)
})

it('a transporter has a scorecard, which it and our own people read', async () => {
  const asked = `/api/transporter-scorecard?transporterId=${company.transporterId}`
  const { body } = await desk.get(asked)
  expect(body).toEqual({
    from: '2026-08-22',
    to: '2026-11-20',
    dispatched: 5,
    due: 5,
    kept: 3,
    late: 2,
    pct: 6000,
    delivered: 4,
    lost: 1,
    returned: 0,
    podOverdue: 0,
    podDelay: null,
    damaged: 0,
  })
  await portal.db('lr').where('deliveredOn', '2026-11-08').update({ podStatus: 'NONE' })
  expect((await transporter.get(asked)).body).toMatchObject({ podOverdue: 1 })
  const { id: lrId } = await portal.db('lr').where('deliveredOn', '2026-11-09').first('id')
  await exampleRow(portal.db, pod, { lrId, deliveredOn: '2026-11-09', packagesReceived: 1, damagePackages: 1 })
  expect((await transporter.get(asked)).body).toMatchObject({ podDelay: 110, damaged: 1 })
  const other = await exampleRow(portal.db, transporterMaster)
  expect((await transporter.get(`/api/transporter-scorecard?transporterId=${other.id}`)).status).toBe(404)
  const admin = await personWith(portal, ['MASTER_ADMIN'])
  expect((await admin.get(asked)).status).toBe(403)
})
