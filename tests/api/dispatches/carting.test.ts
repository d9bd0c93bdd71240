/** @module-tag sql */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { faultsOf } from '../../support/dispatches/faults.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'

const world = await billDesk()
const { portal, company, desk, transporter, otherDesk, finance, clockAt, bookedLr, billOf, enter, step } = world
const { accepted, voucher, decide } = world
afterAll(world.close)
beforeEach(() => clockAt())

const total = async (table: string, lrId: number, column: string) =>
  Number((await portal.db(table).where({ lrId }).sum({ total: column }).first())!.total)
const shares = async (lrId: number) => ({
  lines: [await total('lr_line', lrId, 'freightShare'), await total('lr_line', lrId, 'cartingShare')],
  goods: [await total('lr_line_item', lrId, 'freightShare'), await total('lr_line_item', lrId, 'cartingShare')],
})
const chargesOf = (lrId: number) => portal.db('carting_charge').where({ lrId }).orderBy('id')

describe('carting', () => {
  it('within the limits counts at once, shared over the goods apart from the freight', async () => {
    const lr = await bookedLr({}, [8_000, 0], [12_000, 5_000])
    const made = await voucher([{ lrId: lr.id, amount: 15_001 }])
    expect(made.body).toMatchObject([{ status: 'APPROVED', approvalReason: null, lineNo: 1, fy: '2627' }])
    expect(await shares(lr.id)).toEqual({ lines: [100_000, 15_001], goods: [100_000, 15_001] })
  })

  it('of a voucher above the limit waits for Finance, not for who entered it', async () => {
    const lr = await bookedLr({ freightAmount: 100_000_00 })
    const both = await personWith(portal, ['FINANCE', 'DISPATCH'])
    const lines = [
      { lrId: lr.id, amount: 300_000 },
      { lrId: lr.id, amount: 200_001, chargeType: 'LOADING' },
    ]
    const [one, other] = (await voucher(lines, {}, both)).body
    expect([one.status, other.status]).toEqual(['ENTERED', 'ENTERED'])
    expect(await shares(lr.id)).toMatchObject({ lines: [100_000_00, 0] })
    expect((await decide(both, 'approve', one.id)).status).toBe(403)
    expect((await decide(desk, 'approve', one.id)).status).toBe(403)
    expect((await decide(finance, 'approve', one.id)).status).toBe(201)
    expect(await shares(lr.id)).toMatchObject({ lines: [100_000_00, 300_000], goods: [100_000_00, 300_000] })
    expect(faultsOf(await decide(finance, 'reject', other.id))).toEqual([400, 'remarks REQUIRED'])
    expect((await decide(finance, 'reject', other.id, { remarks: 'Not agreed' })).status).toBe(201)
    expect(await shares(lr.id)).toMatchObject({ lines: [100_000_00, 300_000] })
    expect((await decide(finance, 'approve', other.id)).status).toBe(409)
  })

  it('above a fifth of the freight of the LR waits for Finance, also where it comes bit by bit', async () => {
    const lr = await bookedLr()
    const [first] = (await voucher([{ lrId: lr.id, amount: 20_000 }])).body
    const [second] = (await voucher([{ lrId: lr.id, amount: 1 }])).body
    expect([first.status, second.status]).toEqual(['APPROVED', 'ENTERED'])
    expect(second.approvalReason).toContain('20 % of the freight')
    await decide(finance, 'reject', second.id, { remarks: 'No' })
    const toPay = await bookedLr()
    await portal.db('lr').where({ id: toPay.id }).update({ freightTerms: 'TO_PAY' })
    expect((await voucher([{ lrId: toPay.id, amount: 90_000 }])).body).toMatchObject([{ status: 'APPROVED' }])
  })

  it('is split over the LRs of a voucher, and no voucher is entered twice', async () => {
    const [one, other] = [await bookedLr(), await bookedLr()]
    const split = [
      { lrId: one.id, amount: 5_000 },
      { lrId: other.id, amount: 7_000 },
    ]
    expect((await voucher(split, { voucherNo: 'SC-77' })).status).toBe(201)
    const again = { voucherNo: 'sc-77', vendorName: 'SHREE CARTAGE' }
    const refusal = await voucher([{ lrId: (await bookedLr()).id, amount: 100 }], again)
    expect(faultsOf(refusal)).toEqual([409, 'voucherNo DUPLICATE_KEY'])
    expect(refusal.body.message).toContain(`${one.lrNo}, ${other.lrNo}`)
    expect((await voucher([{ lrId: one.id, amount: 100 }], { ...again, vendorName: 'Other Cartage' })).status).toBe(201)
    expect(faultsOf(await voucher([split[0]!, split[0]!]))).toEqual([400, 'lines[1].lrId DUPLICATE'])
  })

  it('of one voucher is entered once when ten people press at the same moment', async () => {
    const lr = await bookedLr()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => voucher([{ lrId: lr.id, amount: 1_000 }], { voucherNo: 'SAME-1' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await chargesOf(lr.id)).toHaveLength(1)
  })

  it('can be entered again after it was rejected', async () => {
    const lr = await bookedLr()
    const [charge] = (await voucher([{ lrId: lr.id, amount: 90_000 }], { voucherNo: 'R-1' })).body
    await decide(finance, 'reject', charge.id, { remarks: 'Ten times too much' })
    expect((await voucher([{ lrId: lr.id, amount: 9_000 }], { voucherNo: 'R-1' })).status).toBe(201)
  })

  it('includes detention only with gate times beyond the free hours of the lane', async () => {
    const lr = await bookedLr()
    const detained = (more: object) => voucher([{ lrId: lr.id, amount: 1_000, chargeType: 'DETENTION', ...more }])
    const [at, until] = ['2026-11-20T01:00:00.000Z', '2026-11-20T05:00:00.000Z']
    expect(faultsOf(await detained({}))).toEqual([400, 'lines[0].gateInAt REQUIRED'])
    await exampleRow(portal.db, transporterMapping, {
      ...{ plantId: company.plantId, stateId: company.stateId, cityId: null, transMode: 'SURFACE' },
      ...{ transporterId: company.transporterId, freeHours: 4, validFrom: '2026-01-01' },
    })
    expect(faultsOf(await detained({ gateInAt: at, gateOutAt: until }))).toEqual([400, 'lines[0].gateOutAt RANGE'])
    const later = '2026-11-20T05:30:00.000Z'
    expect((await detained({ gateInAt: at, gateOutAt: later })).status).toBe(201)
    expect(faultsOf(await voucher([{ lrId: lr.id, amount: 1_000, gateInAt: at }]))).toEqual([
      400,
      'lines[0].gateInAt RANGE',
    ])
  })

  it('is refused for a cancelled or foreign LR, a day before the LR or in the future', async () => {
    const lr = await bookedLr()
    const one = { lrId: lr.id, amount: 1_000 }
    expect(faultsOf(await voucher([one], {}, otherDesk))).toEqual([400, 'lines[0].lrId UNKNOWN_REF'])
    expect(faultsOf(await voucher([one], { voucherDate: '2026-11-19' }))).toEqual([400, 'lines[0].lrId RANGE'])
    expect(faultsOf(await voucher([one], { voucherDate: '2026-11-21' }))).toEqual([400, 'voucherDate RANGE'])
    expect(faultsOf(await voucher([{ ...one, amount: 0 }]))).toEqual([400, 'lines[0].amount RANGE'])
    await portal.db('lr').where({ id: lr.id }).update({ deliveryStatus: 'CANCELLED' })
    expect(faultsOf(await voucher([one]))).toEqual([400, 'lines[0].lrId NOT_ALLOWED_STATE'])
    expect(await chargesOf(lr.id)).toEqual([])
  })

  it('is entered and read by the desk and Finance, never by transporters', async () => {
    const lr = await bookedLr()
    const [charge] = (await voucher([{ lrId: lr.id, amount: 1_000 }])).body
    const path = '/api/dispatches/add-carting-charges'
    expect((await voucher([{ lrId: lr.id, amount: 1_000 }], {}, transporter)).status).toBe(403)
    expect((await transporter.get(path)).status).toBe(403)
    expect((await otherDesk.get(`${path}/${charge.id}`)).status).toBe(404)
    expect((await desk.get(`${path}/${charge.id}`)).status).toBe(200)
    const [line] = (await transporter.get(`/api/lr-lines?lrId=${lr.id}`)).body.data
    expect(line).toHaveProperty('freightShare')
    expect(line).not.toHaveProperty('cartingShare')
  })
})

describe('the freight of an LR', () => {
  it('is final once its bill is approved: later carting is an adjustment of its day', async () => {
    const lr = await bookedLr({}, [8_000, 0], [12_000, 5_000])
    await voucher([{ lrId: lr.id, amount: 10_000 }])
    const bill = (await enter(await billOf([lr], {}, 95_000))).body
    await accepted(lr.id)
    expect((await step(finance, 'approve', bill.id)).status).toBe(201)
    expect(await shares(lr.id)).toEqual({ lines: [95_000, 10_000], goods: [95_000, 10_000] })
    await clockAt('2026-11-24T06:30:00.000Z')
    const [late] = (await voucher([{ lrId: lr.id, amount: 7_001 }], { voucherDate: '2026-11-24' })).body
    expect(late).toMatchObject({ status: 'APPROVED', adjustedOn: '2026-11-24' })
    expect(await shares(lr.id)).toEqual({ lines: [95_000, 10_000], goods: [95_000, 10_000] })
    expect(await total('freight_adjustment', lr.id, 'amount')).toBe(7_001)
    expect((await desk.get(`/api/freight-adjustments?lrId=${lr.id}`)).body.data[0]).toMatchObject({
      adjustedOn: '2026-11-24',
      cartingChargeId: late.id,
    })
  })
})
