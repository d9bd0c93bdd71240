import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { resourceNamed } from '../../../resources/registry.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { download } from '../../support/files.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { personWith } from '../../support/people.ts'

const { portal, desk, transporter, billed, lrOver, key, company, clockAt, close } = await dispatchDesk()
const { db } = portal
const keeper = await personWith(portal, ['MASTER_ADMIN'])
const buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
afterAll(close)
beforeEach(() => clockAt())

const NOON = '2026-11-20T06:30:00.000Z'
const product = await db('products').orderBy('id').first()
await db('products').where('id', product.id).update({ storageCondition: 'HAZARD', casNo: '75-05-8' })
await exampleRow(db, resourceNamed('un-number'), {
  ...{ unNo: 'UN1648', packingGroup: 'II', properName: 'Acetonitrile', hazardClass: '3', casNo: '75-05-8' },
})
const text = {
  look: 'Clear liquid',
  dangers: 'Burns',
  protection: 'Gloves',
  spill: 'Sand',
  fire: 'Foam',
  firstAid: 'Water',
}
const hazard = { productId: product.id, unNo: 'UN1648', packingGroup: 'II', flashPointC: 20, traits: ['LIQUID'] }

const refusals = ({ body }: { body: { errors?: { field: string; message: string }[] } }) =>
  body.errors?.map(({ field, message }) => [field, message])
const card = { tremCardId: null, driverIsTrained: true, hasHazard: true }

async function booked(more: object = {}) {
  const { ids } = await billed()
  return desk.post('/api/lrs', lrOver(ids, { ...card, unNumber: 'UN1648', vehicleNo: 'MH12AB1234', ...more }), key())
}
const leave = (lrId: number) => desk.post('/api/tracking-events', { lrId, eventCode: 'IN_TRANSIT', eventAt: NOON })

describe('the hazard of a product', () => {
  it('names a UN number that fits its CAS number, packing group and flash point', async () => {
    const wrong = (more: object) => keeper.post('/api/masters/product-hazard', { ...hazard, ...more })
    expect(refusals(await wrong({ unNo: 'UN9999' }))).toEqual([
      ['unNo', 'UN number UN9999 is not on the list: enter it under UN Numbers first'],
    ])
    expect(refusals(await wrong({ packingGroup: 'III' }))).toEqual([
      ['packingGroup', 'Packing group of UN1648 must be II: choose it'],
    ])
    expect(refusals(await wrong({ flashPointC: 270 }))).toEqual([
      ['packingGroup', 'Packing group must be III at a flash point of 27 °C'],
    ])
    await exampleRow(db, resourceNamed('un-number'), {
      ...{ unNo: 'UN1294', packingGroup: 'II', properName: 'Toluene', hazardClass: '3', casNo: '108-88-3' },
    })
    expect(refusals(await wrong({ unNo: 'UN1294' }))).toEqual([
      ['unNo', expect.stringContaining('UN1294 is that of CAS 108-88-3')],
    ])
  })
})

describe('hazardous goods', () => {
  it('do not leave before product, transporter and vehicle are as the law wants it', async () => {
    await db('transporter').update({ carriesHazard: 0 })
    const noHazard = await booked()
    expect(refusals(noHazard)).toEqual([['tremCardId', expect.stringContaining('TREM card is required')]])
    const made = await keeper.post('/api/masters/product-hazard', hazard)
    expect(made.status).toBe(201)
    const changed = await keeper.patch(`/api/masters/product-hazard/${made.body.id}`, {
      ...text,
      rowVersion: made.body.rowVersion,
    })
    expect(changed.status).toBe(200)
    expect(refusals(await booked({ unNumber: 'UN1230' }))).toEqual([
      ['unNumber', 'UN number must be that of the goods, UN1648: correct it'],
    ])
    const { status, body } = await booked()
    expect(status).toBe(201)
    const shown = await transporter.get(`/api/lr-hazards?lrId=${body.id}`)
    expect(shown.body.goods).toMatchObject([
      { code: product.code, text: 'UN1648 Acetonitrile, 3 Flammable liquid, II' },
    ])
    expect(shown.body.refusals).toHaveLength(2)
    const bought = await buyer.get(`/api/lr-hazards?lrId=${body.id}`)
    expect(bought.body).toMatchObject({ goods: [{ code: product.code }], refusals: [], warnings: [] })
    expect(refusals(await leave(body.id))).toEqual([
      ['eventCode', `${product.code} has no emergency telephone: enter it under Product Hazards`],
    ])
    await keeper.patch(`/api/masters/product-hazard/${made.body.id}`, {
      emergencyPhone: '1800 209 4477',
      rowVersion: changed.body.rowVersion,
    })
    expect(refusals(await leave(body.id))).toEqual([
      ['eventCode', expect.stringContaining('does not carry hazardous goods')],
    ])
    await db('transporter').update({ carriesHazard: 1 })
    const vehicle = await exampleRow(db, resourceNamed('transporter-vehicle'), {
      ...{ vehicleNo: 'MH12AB1234', transporterId: company.transporterId, fitnessTill: '2026-11-19' },
    })
    expect(refusals(await leave(body.id))).toEqual([
      ['eventCode', 'Fitness of MH12AB1234 ended on 19-11-2026: enter the new one, or choose another'],
    ])
    await db('transporter_vehicle').where('id', vehicle.id).update({ fitnessTill: '2027-11-19' })
    expect((await leave(body.id)).status).toBe(201)
  })

  it('travel with a TREM card in English and Hindi', async () => {
    const { body } = await booked()
    const { status, bytes } = await download(portal, desk, `/api/lrs/${body.id}/trem-cards`)
    expect(status).toBe(200)
    const pages = pdfText(bytes)
    expect(pages).toMatch(/UN1648/)
    expect(pages).toMatch(/1800 209 4477/)
    expect(pages).toMatch(/see SDS/)
  })
})
