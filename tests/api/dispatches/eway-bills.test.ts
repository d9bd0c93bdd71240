import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { warnEwayBills } from '../../../api/dispatches/booking/warn-eway-bills.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { createInvoice } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'

const { portal, company, desk, otherDesk, transporter, clockAt, key, lrOver, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

let last = 271012345600
const newNumber = () => String(++last)
/** A threshold of the state of the company. */
const within = (amount: number | null, more: object = {}) =>
  exampleRow(portal.db, resourceNamed('e-way-threshold'), {
    stateId: company.stateId,
    movement: 'WITHIN_STATE',
    validFrom: '2018-04-01',
    amount,
    ...more,
  })
const worth = (grossValue: number, more: object = {}) =>
  createInvoice(portal.db, company, null, { grossValue, ...more }, [20_000, 5_000])
const lineOf = (lrId: number) => portal.db('lr_line').where({ lrId }).first()
const over = (invoiceId: number, line: object, more: object = {}) =>
  lrOver([], { lines: [{ invoiceId, ...line }], ...more })

describe('an e-way bill', () => {
  it('is asked for each invoice above the amount of the state, and not for what others on the LR are worth', async () => {
    const own = await within(10_000_000)
    const small = [await worth(6_000_000), await worth(6_000_000)]
    const input = lrOver(
      small.map(({ id }) => id),
      { declaredValue: 12_000_000, actualWeightKg: 110_000, chargedWeightKg: 110_000 },
    )
    expect((await desk.post('/api/lrs', input, key())).status).toBe(201)
    const large = await worth(10_000_001)
    const refused = await desk.post('/api/lrs', lrOver([large.id]), key())
    expect(refused.body.errors).toEqual([
      {
        field: 'lines[0].ewayBillNo',
        code: 'REQUIRED',
        message: `E-way bill is required for invoice ${large.invoiceNo}: ₹ 1,00,000.01 is above ₹ 1,00,000.00`,
      },
    ])
    await portal.db('e_way_threshold').where({ id: own.id }).delete()
    const usual = await worth(5_000_001)
    expect((await desk.post('/api/lrs', lrOver([usual.id]), key())).body.errors).toMatchObject([
      { field: 'lines[0].ewayBillNo' },
    ])
    expect((await desk.post('/api/lrs', over(usual.id, { ewayBillNo: '12' }), key())).body.errors).toMatchObject([
      { field: 'lines[0].ewayBillNo', code: 'FORMAT' },
    ])
    expect((await desk.post('/api/lrs', over(usual.id, { ewayBillNo: newNumber() }), key())).status).toBe(201)
  })

  it('ends by the distance from when the vehicle was entered; one that is typed or comes from SAP wins', async () => {
    const booked = async (line: object, more: object, ofInvoice: object = {}) => {
      const { id } = await worth(5_000_001, ofInvoice)
      const { body } = await desk.post('/api/lrs', over(id, { ewayBillNo: newNumber(), ...line }, more), key())
      return (await lineOf(body.id)).ewayValidTo
    }
    expect(await booked({}, { distanceKm: 450, vehicleNo: 'MH12AB1234' })).toBe('2026-11-23T18:29:00.000Z')
    expect(await booked({}, { distanceKm: 30, vehicleNo: 'MH12AB1234', isOverDimensional: true })).toBe(
      '2026-11-22T18:29:00.000Z',
    )
    expect(await booked({}, { distanceKm: 450, partBAt: '2026-11-19T06:00:00.000Z' })).toBe('2026-11-22T18:29:00.000Z')
    expect(await booked({}, { distanceKm: 450 })).toBeNull()
    const typed = '2026-11-25T18:29:00.000Z'
    expect(await booked({ ewayValidTo: typed }, { distanceKm: 450, vehicleNo: 'MH12AB1234' })).toBe(typed)
    const synced = { ewayBillNo: newNumber(), ewayValidTo: '2026-11-24T18:29:00.000Z' }
    expect(await booked({ ewayBillNo: synced.ewayBillNo }, { distanceKm: 450, vehicleNo: 'MH12AB1234' }, synced)).toBe(
      synced.ewayValidTo,
    )
  })

  it('warns the desk of the plant once, a day before it ends, and again when it was extended', async () => {
    const NUMBER = newNumber()
    const { id } = await worth(5_000_001)
    const { body } = await desk.post(
      '/api/lrs',
      over(id, { ewayBillNo: NUMBER }, { distanceKm: 100, vehicleNo: 'MH12AB1234' }),
      key(),
    )
    await portal.db('lr_line').whereNot({ lrId: body.id }).update({ ewayWarnedAt: '2026-11-20T06:30:00.000Z' })
    await portal.db('assign_roles').where({ scopeType: 'PLANT', scopeRef: '1020' }).update({ scopeRef: '1010' })
    expect(await warnEwayBills(portal.db)).toBe(0)
    await clockAt('2026-11-20T18:30:00.000Z')
    expect(await warnEwayBills(portal.db)).toBe(1)
    expect(await warnEwayBills(portal.db)).toBe(0)
    expect(await portal.db('notification').orderBy('id', 'desc').first()).toMatchObject({
      title: `E-way bill ${NUMBER} ends on 21-11-2026 23:59`,
      body: `LR ${body.lrNo}: its validity can be extended from 21-11-2026 15:59 to 22-11-2026 07:59`,
    })
    const row = (await desk.get(`/api/lrs/${body.id}`)).body
    const extended = { invoiceId: id, ewayBillNo: NUMBER, ewayValidTo: '2026-11-22T18:29:00.000Z' }
    const ask = { rowVersion: row.rowVersion, reason: 'Extended on the portal', ewayBills: [extended] }
    expect((await desk.patch(`/api/lrs/${body.id}`, ask)).status).toBe(200)
    expect(await warnEwayBills(portal.db)).toBe(0)
    await clockAt('2026-11-22T06:30:00.000Z')
    expect(await warnEwayBills(portal.db)).toBe(1)
    await portal.db('assign_roles').where({ scopeType: 'PLANT' }).update({ scopeRef: '1020' })
  })

  it('stands on the board of its plant by its end while its goods are on the road', async () => {
    const { body } = await desk.get('/api/e-way-bills')
    expect(body.plants).toMatchObject([{ code: '1010' }])
    const ends = body.bills.map(({ ewayValidTo }: { ewayValidTo: string | null }) => ewayValidTo ?? '9')
    expect(ends.length).toBeGreaterThan(3)
    expect(ends).toEqual([...ends].sort())
    expect((await otherDesk.get('/api/e-way-bills')).body.bills).toEqual([])
    expect((await transporter.get('/api/e-way-bills')).status).toBe(403)
    await portal.db('lr').update({ deliveryStatus: 'DELIVERED' })
    expect((await desk.get('/api/e-way-bills')).body.bills).toEqual([])
  })
})
