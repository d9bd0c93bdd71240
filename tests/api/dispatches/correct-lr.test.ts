import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { createInvoice } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'

const { portal, company, desk, otherDesk, transporter, clockAt, billed, key, lrOver, orderStatus, close } =
  await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

const statusOf = async (id: number) => (await portal.db('invoice').where({ id }).first('dispatchStatus')).dispatchStatus

async function booked(more: Record<string, unknown> = {}, ...invoices: number[][]) {
  const made = await billed(...invoices)
  const { body, status } = await desk.post('/api/lrs', lrOver(made.ids, more), key())
  expect(status).toBe(201)
  const correct = async (changes: object, who = desk) => {
    const { rowVersion } = await portal.db('lr').where({ id: body.id }).first('rowVersion')
    return who.patch(`/api/lrs/${body.id}`, { rowVersion, reason: 'Misread', ...changes })
  }
  return { ...made, lrId: body.id as number, lrNo: body.lrNo as string, correct }
}

describe('an LR that is booked', () => {
  it('gets another number, transporter and weight, with the reason in its history and the lane of the new transporter', async () => {
    const { lrId, lrNo, correct } = await booked()
    const other = await exampleRow(portal.db, transporterMaster, {
      code: 'CITYLINE',
      name: 'City Line',
      transModes: ['SURFACE'],
    })
    const way = { plantId: company.plantId, stateId: company.stateId, cityId: null, transMode: 'SURFACE' as const }
    const lane = { ...way, transporterId: other.id, ratePerKg: 450, minFreight: 20_000 }
    await exampleRow(portal.db, transporterMapping, lane)
    const changed = await correct({
      lrNo: `${lrNo}X`,
      transporterId: other.id,
      chargedWeightKg: 100_000,
      freightAmount: 50_000,
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ lrNo: `${lrNo}X`, transporterId: other.id, expectedFreight: 45_000 })
    expect(await portal.db('lr_line').where({ lrId })).toMatchObject([{ freightShare: 50_000 }])
    const entries = portal.db('audit_entry').where({ entity: 'lr', entityId: lrId, action: 'UPDATE' })
    expect(await entries).toMatchObject([{ reason: 'Misread' }])
    await portal.db('transporter_mapping').delete()
  })

  it('gives an invoice back and takes another one, and the orders follow', async () => {
    const { lrId, id, ids, correct } = await booked({}, [20_000, 0], [0, 5_000])
    const other = await billed()
    expect(await orderStatus(id)).toBe('DISPATCHED')
    const replaced = await correct({ lines: [{ invoiceId: ids[0] }, { invoiceId: other.ids[0] }] })
    expect(replaced.status).toBe(200)
    expect([await statusOf(ids[0]!), await statusOf(ids[1]!), await statusOf(other.ids[0]!)]).toEqual([
      'ON_LR',
      'PENDING',
      'ON_LR',
    ])
    expect([await orderStatus(id), await orderStatus(other.id)]).toEqual(['PARTIALLY_DISPATCHED', 'DISPATCHED'])
    const lines = await portal.db('lr_line').where({ lrId }).orderBy('invoiceId')
    expect(lines).toMatchObject([{ invoiceId: ids[0] }, { invoiceId: other.ids[0] }])
    expect(lines[0].freightShare + lines[1].freightShare).toBe(100_000)
    expect(await portal.db('lr_line_item').where({ lrId }).pluck('qty')).toEqual([20_000, 20_000, 5_000])
  })

  it('replaces an invoice that SAP has cancelled, and its task is done', async () => {
    const { lrId, ids, correct } = await booked()
    await portal.db('invoice').where({ id: ids[0] }).update({ isCancelled: 1 })
    await portal.db('lr').where({ id: lrId }).update({ deskTask: 'Invoice is cancelled in SAP' })
    const again = await billed()
    expect((await correct({ lines: [{ invoiceId: ids[0] }] })).body.errors).toMatchObject([{ code: 'CANCELLED' }])
    expect((await correct({ lines: [{ invoiceId: again.ids[0] }] })).body).toMatchObject({ deskTask: null })
  })

  it('goes to the ship-to that it was booked for', async () => {
    const { correct } = await booked()
    const elsewhere = await exampleRow(portal.db, shipTo, {
      customerId: company.customerId,
      code: '200999',
      stateId: company.stateId,
      cityId: company.cityId,
    })
    const foreign = await createInvoice(portal.db, company, null, { shipToId: elsewhere.id })
    expect((await correct({ lines: [{ invoiceId: foreign.id }] })).body.errors).toMatchObject([
      { field: 'lines', code: 'ONE_SHIP_TO' },
    ])
  })

  it('keeps the day it was first expected on, whatever is expected now', async () => {
    const { correct } = await booked()
    const later = await correct({ expectedDeliveryDate: '2026-12-05', reason: 'Bridge near Nashik is closed' })
    expect(later.body).toMatchObject({
      expectedDeliveryDate: '2026-12-05',
      originalExpectedDate: '2026-11-28',
      expectedDateReason: 'Bridge near Nashik is closed',
    })
    expect((await correct({ expectedDeliveryDate: '2026-11-19' })).body.errors).toMatchObject([
      { field: 'expectedDeliveryDate', code: 'RANGE' },
    ])
  })

  it('refuses a correction without a reason, of an unknown field, of an older version, or to a number that is taken', async () => {
    const [one, other] = [await booked(), await booked()]
    expect((await one.correct({ reason: ' ', vehicleNo: 'MH12AB1234' })).body.errors).toMatchObject([
      { field: 'reason' },
    ])
    expect((await one.correct({ podStatus: 'ACCEPTED' })).body.errors).toMatchObject([
      { field: 'podStatus', code: 'UNKNOWN_FIELD' },
    ])
    expect((await one.correct({ rowVersion: 999 })).status).toBe(409)
    expect((await one.correct({ lrNo: other.lrNo })).body.errors).toMatchObject([
      { field: 'lrNo', code: 'DUPLICATE_KEY' },
    ])
    expect((await one.correct({ chargedWeightKg: 1 })).body.errors).toMatchObject([{ field: 'chargedWeightKg' }])
    expect((await one.correct({ transMode: 'PWC' })).body.errors).toMatchObject([{ field: 'transMode', code: 'ENUM' }])
    expect((await one.correct({ transMode: 'AIR' })).body.errors).toMatchObject([{ field: 'transporterId' }])
    expect((await one.correct({ ewayBills: [{ invoiceId: 999_999 }] })).body.errors).toMatchObject([
      { field: 'ewayBills[0].invoiceId', code: 'UNKNOWN_REF' },
    ])
  })

  it('is corrected by the desk of its plant only', async () => {
    const { correct } = await booked()
    expect((await correct({ vehicleNo: 'MH12AB1234' }, otherDesk)).status).toBe(404)
    expect((await correct({ vehicleNo: 'MH12AB1234' }, transporter)).status).toBe(403)
  })
})

describe('an LR on its way', () => {
  it('changes its vehicle and driver, and no longer its invoices nor, once it has ended, its promise', async () => {
    const { lrId, ids, correct } = await booked()
    await portal.db('lr').where({ id: lrId }).update({ deliveryStatus: 'IN_TRANSIT' })
    expect((await correct({ vehicleNo: 'MH14CD5678', driverName: 'Ramesh' })).body).toMatchObject({
      vehicleNo: 'MH14CD5678',
      driverName: 'Ramesh',
    })
    const fixed = await correct({ lrNo: 'Z1', lines: [{ invoiceId: ids[0] }] })
    expect(fixed.status).toBe(422)
    expect(fixed.body.errors).toMatchObject([
      { field: 'lines', message: expect.stringContaining('void the event if it was reported by mistake') },
    ])
    await portal.db('lr').where({ id: lrId }).update({ deliveryStatus: 'DELIVERED' })
    expect((await correct({ vehicleNo: 'MH14CD9999' })).status).toBe(200)
    expect((await correct({ expectedDeliveryDate: '2026-12-05' })).body.errors).toMatchObject([
      { field: 'expectedDeliveryDate', message: 'Expected delivery date cannot be changed: the LR has ended' },
    ])
  })

  it('changes weights and freight until the bill of its transporter is approved', async () => {
    const { lrId, correct } = await booked()
    await portal.db('lr').where({ id: lrId }).update({ deliveryStatus: 'DELIVERED' })
    expect((await correct({ freightAmount: 90_000 })).status).toBe(200)
    expect(await portal.db('lr_line').where({ lrId })).toMatchObject([{ freightShare: 90_000 }])
    await portal.db('lr').where({ id: lrId }).update({ billStatus: 'APPROVED' })
    expect((await correct({ freightAmount: 80_000 })).body.errors).toMatchObject([
      { field: 'freightAmount', message: 'Freight amount cannot be changed: the bill of its transporter is approved' },
    ])
  })

  it('is changed by one of two who correct it at the same moment', { tags: ['locks'] }, async () => {
    const { correct } = await booked()
    const both = ['MH14CD5678', 'MH14CD9999'].map(vehicleNo => correct({ vehicleNo, rowVersion: 1 }))
    const answers = await Promise.all(both)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
