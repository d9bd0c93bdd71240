import { afterAll, describe, expect, it } from 'vitest'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, company, desk, transporter, close } = await dispatchDesk()
afterAll(close)
const masterDesk = await personWith(portal, ['MASTER_ADMIN'])

const PATH = '/api/shipment-tracking/transporter-mapping'
const lane = {
  plantId: company.plantId,
  stateId: company.stateId,
  cityId: null,
  transporterId: company.transporterId,
  ratePerKg: 450,
}
let modes = ['SURFACE', 'RAIL', 'AIR', 'COURIER']
const nextMode = () => {
  const [transMode, ...others] = modes
  modes = others
  return transMode!
}
const confirmedLane = () => exampleRow(portal.db, transporterMapping, { ...lane, transMode: nextMode() })
const stored = (id: number) => portal.db('transporter_mapping').where({ id }).first()
const act = (who: ApiClient, action: string, id: number, rowVersion: number) =>
  who.post(`${PATH}/actions`, { action, rows: [{ id, rowVersion }] })

describe('a rate that a site changes', () => {
  it('waits beside the lane, which the site reads and a transporter does not, until the master data desk confirms it', async () => {
    const { id, rowVersion } = await confirmedLane()
    const proposed = await desk.patch(`${PATH}/${id}`, { rowVersion, ratePerKg: 1 })
    expect(proposed.body).toMatchObject({
      ratePerKg: 450,
      confirmStatus: 'CHANGE_PENDING',
      pendingChange: { ratePerKg: 1 },
    })
    const told = await transporter.get(`${PATH}/${id}`)
    expect(told.body).toMatchObject({ ratePerKg: 450 })
    expect(told.body).not.toHaveProperty('pendingChange')
    expect((await act(desk, 'confirm', id, proposed.body.rowVersion)).status).toBe(403)
    expect((await act(masterDesk, 'confirm', id, proposed.body.rowVersion)).status).toBe(201)
    const { transMode, ...ended } = await stored(id)
    expect(ended).toMatchObject({ ratePerKg: 450, confirmStatus: 'CONFIRMED', pendingChange: null })
    const next = await portal.db('transporter_mapping').where({ transMode }).orderBy('id', 'desc').first()
    expect(next).toMatchObject({ ratePerKg: 1, confirmStatus: 'CONFIRMED', isActive: 1 })
    expect(next.validFrom > ended.validTo).toBe(true)
  })

  it('is told to the master data desk, and who proposed it what became of it', async () => {
    const { id, rowVersion } = await confirmedLane()
    const { body } = await desk.patch(`${PATH}/${id}`, { rowVersion, minFreight: 100 })
    await act(masterDesk, 'withdraw', id, body.rowVersion)
    const told = await portal
      .db('message_log')
      .where({ templateCode: 'MONEY_CHANGE', ownerType: 'transporter-mapping', ownerId: id })
    // The desk that proposed it and the master data desk, at each of the two steps.
    expect(told.length).toBeGreaterThanOrEqual(4)
    expect(await stored(id)).toMatchObject({ minFreight: 0, confirmStatus: 'CONFIRMED' })
  })
})

describe('a lane that a site enters', () => {
  it('proposes no transporter until it is confirmed', async () => {
    const made = await desk.post(PATH, { ...lane, transMode: nextMode(), validFrom: '2026-11-20' })
    expect([made.status, made.body]).toMatchObject([201, { confirmStatus: 'PENDING', isActive: false }])
    expect((await act(masterDesk, 'confirm', made.body.id, made.body.rowVersion)).status).toBe(201)
    expect(await stored(made.body.id)).toMatchObject({ confirmStatus: 'CONFIRMED', isActive: 1 })
  })
})

describe('the master data desk', () => {
  it('changes a rate at once', async () => {
    const { id, rowVersion } = await confirmedLane()
    const changed = await masterDesk.patch(`${PATH}/${id}`, { rowVersion, ratePerKg: 500 })
    expect(changed.body).toMatchObject({ ratePerKg: 500, confirmStatus: 'CONFIRMED' })
    expect((await desk.delete(`${PATH}/${id}`)).status).toBe(200)
  })
})
