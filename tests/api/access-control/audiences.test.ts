/** @module-tag sql */
import { afterAll, describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../../resources/platform/commands/history.ts'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, company, desk, otherDesk, transporter, billed, key, lrOver, close } = await dispatchDesk()
afterAll(close)
const site = await personWith(portal, ['DISPATCH'], { userType: 'PARTNER_SITE' })
const customer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })

const historyOf = async (who: ApiClient, resource: string, id: number): Promise<HistoryEntry[]> => {
  const { status, body } = await who.get(`/api/history?resource=${resource}&rowId=${id}`)
  expect(status).toBe(200)
  return body.data
}

describe('a correction by the dispatch desk', () => {
  it('is read without its author and reason by the customer and the transporter, and with them by the desk', async () => {
    const { ids } = await billed()
    const { body: lr } = await desk.post('/api/lrs', lrOver(ids), key())
    const { rowVersion } = await portal.db('lr').where({ id: lr.id }).first('rowVersion')
    const reason = 'The customer never pays in time'
    const corrected = await site.patch(`/api/lrs/${lr.id}`, { rowVersion, reason, lrNo: `${lr.lrNo}C` })
    expect(corrected.status).toBe(200)
    const told = (await historyOf(site, 'lrs', lr.id)).filter(entry => entry.reason === reason)
    expect(told).toMatchObject([{ action: 'UPDATE', actor: expect.any(String) }])
    for (const who of [customer, transporter]) {
      const entries = await historyOf(who, 'lrs', lr.id)
      expect(entries.length).toBeGreaterThan(0)
      expect(entries.map(({ actor, reason }) => [actor, reason])).toEqual(entries.map(() => [null, null]))
    }
  })
})

describe('what is settled of an invoice', () => {
  it('is read by our own people and the dispatch desk, and by no buyer', async () => {
    const { ids } = await billed()
    await portal.db('invoice').where({ id: ids[0]! }).update({ settlementReason: 'Lost, our fault', taxDifference: 5 })
    const mine = await customer.get(`/api/invoices/${ids[0]}`)
    expect(mine.status).toBe(200)
    expect(mine.body).not.toHaveProperty('settlementReason')
    expect(mine.body).not.toHaveProperty('taxDifference')
    expect((await desk.get(`/api/invoices/${ids[0]}`)).body).toMatchObject({ settlementReason: 'Lost, our fault' })
  })
})

describe('a site', () => {
  const lane = { plantId: company.plantId, stateId: company.stateId, cityId: null, transMode: 'SURFACE' as const }

  it('reads and changes the lanes of its own plants alone', async () => {
    const { id, rowVersion } = await exampleRow(portal.db, transporterMapping, {
      ...lane,
      transporterId: company.transporterId,
      ratePerKg: 450,
    })
    const at = `/api/shipment-tracking/transporter-mapping/${id}`
    expect((await desk.get(at)).body).toMatchObject({ ratePerKg: 450 })
    expect((await otherDesk.get(at)).status).toBe(404)
    expect((await otherDesk.patch(at, { rowVersion, ratePerKg: 1 })).status).toBe(404)
    expect((await otherDesk.delete(at)).status).toBe(404)
    expect(await portal.db('transporter_mapping').where({ id })).toMatchObject([{ ratePerKg: 450, isActive: 1 }])
  })

  it('enters no delivery time for another plant', async () => {
    const { plantId, stateId, transMode } = lane
    const days = { plantId, stateId, transMode, days: 60, dayType: 'WORKING' }
    const refused = await otherDesk.post('/api/shipment-tracking/expected-delivery-days', days)
    expect([refused.status, refused.body.message]).toEqual([403, expect.any(String)])
    expect(await portal.db('expected_delivery_days').where({ plantId, days: 60 })).toEqual([])
  })
})
