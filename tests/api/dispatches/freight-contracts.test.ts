import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fuelPrice } from '../../../resources/masters/fuel-price.ts'
import { gtaTaxChoice } from '../../../resources/masters/gta-tax-choice.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { faultsOf } from '../../support/dispatches/faults.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'

const world = await billDesk()
const { portal, company, desk, finance, clockAt, bookedLr, billOf, enter, step, linesOf, lrRow } = world
const { db } = portal
const keeper = await personWith(portal, ['MASTER_ADMIN'])
afterAll(world.close)
beforeEach(() => clockAt())

const PATH = '/api/masters/freight-contract'
const take = (who: typeof desk, action: string, id: number, asked: Record<string, unknown> = {}) =>
  step(who, action, id, asked, PATH, 'freight_contract')
let last = 0
/** A draft contract of the transporter, as the master data desk writes it. */
async function draft(more: Record<string, unknown> = {}) {
  const made = await keeper.post(PATH, {
    contractNo: `FC${++last}`,
    transporterId: company.transporterId,
    kind: 'PARCEL',
    startsOn: '2026-11-20',
    endsOn: '2027-10-31',
    volumetric: 'CFT',
    kgPerCft: 10,
    minKg: 20_000,
    fuelBase: 9_240,
    fuelShare: 4_000,
    ...more,
  })
  expect(made.body).toMatchObject({ status: 'DRAFT' })
  return made.body
}
const rate = (contractId: number, more: Record<string, unknown> = {}) =>
  keeper.post('/api/masters/freight-rate', { contractId, lineNo: 10, fromKg: 0, toKg: 500_000, rate: 1_225, ...more })
const charge = (contractId: number, kind: string, basis: string, amount: number) =>
  keeper.post('/api/masters/freight-charge', { contractId, kind, basis, rate: amount })

const sizes = [{ count: 8, lengthCm: 60, breadthCm: 45, heightCm: 40 }]
const measured = {
  ...{ packages: 8, actualWeightKg: 55_000, chargedWeightKg: 60_000, declaredValue: 28_450_000, isOda: true },
  ...{ isDoorDelivery: true, sizes },
}
let contract: { id: number; contractNo: string }

beforeAll(async () => {
  await exampleRow(db, fuelPrice, { month: '2026-10-01', price: 9_762 })
  contract = await draft()
  expect((await rate(contract.id)).body).toMatchObject({ lineNo: 10 })
  for (const [kind, basis, amount] of [
    ['DOCKET', 'FLAT', 7_500],
    ['FOV', 'PCT_VALUE', 10],
    ['ODA', 'PER_KG', 250],
    ['DOOR', 'PER_KG', 90],
  ] as const)
    expect((await charge(contract.id, kind, basis, amount)).status).toBe(201)
})

describe('a freight contract', () => {
  it('counts only once another person of Finance has approved it', async () => {
    const before = await bookedLr(measured)
    expect(await lrRow(before.id)).toMatchObject({ freightContractId: null, expectedFreight: null })
    expect((await take(keeper, 'submit', contract.id)).status).toBe(201)
    expect((await take(keeper, 'approve', contract.id)).status).toBe(403)
    expect((await take(finance, 'approve', contract.id)).status).toBe(201)
    const row = await db('freight_contract').where('id', contract.id).first()
    expect(row).toMatchObject({ status: 'APPROVED', approvedOn: '2026-11-20' })
  })

  it('is not approved by its writer', async () => {
    const made = await finance.post(PATH, {
      ...{ contractNo: 'FCOWN', transporterId: company.transporterId, kind: 'PARCEL' },
      ...{ startsOn: '2028-01-01', endsOn: '2028-12-31' },
    })
    await rate(made.body.id)
    await take(keeper, 'submit', made.body.id)
    const refused = await take(finance, 'approve', made.body.id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Contract FCOWN: You wrote or submitted this contract: another person of Finance approves it',
    ])
  })

  it('without a rate is not submitted', async () => {
    const empty = await draft()
    const refused = await take(keeper, 'submit', empty.id)
    expect([refused.status, refused.body.message]).toEqual([422, 'Add a freight rate per kg to the contract first'])
  })

  it('and its rates are fixed once it is submitted', async () => {
    const { rowVersion } = await db('freight_contract').where('id', contract.id).first()
    const longer = await keeper.patch(`${PATH}/${contract.id}`, { endsOn: '2029-01-01', rowVersion })
    expect(faultsOf(longer)).toEqual([400, 'endsOn NOT_ALLOWED_STATE'])
    expect(faultsOf(await rate(contract.id, { lineNo: 20, stateId: null }))).toEqual([
      400,
      'contractId NOT_ALLOWED_STATE',
    ])
    const [line] = (await keeper.get(`/api/masters/freight-rate?contractId=${contract.id}`)).body.data
    const cheaper = await keeper.patch(`/api/masters/freight-rate/${line.id}`, { rate: 1, rowVersion: line.rowVersion })
    expect(faultsOf(cheaper)).toEqual([400, 'contractId NOT_ALLOWED_STATE'])
  })
})

describe('an LR of the days of a contract', () => {
  it('keeps what is agreed for it kind by kind', async () => {
    const { id } = await bookedLr(measured)
    const row = await lrRow(id)
    expect(row).toMatchObject({
      ...{ freightContractId: contract.id, volumetricWeightKg: 305_119 },
      ...{ expectedFreight: 383_322, expectedOther: 139_990 },
    })
    const agreed = (await desk.get(`/api/lrs/${id}`)).body.agreedCharges
    expect(agreed).toMatchObject({ contractNo: contract.contractNo, charged: 306_000, fuelPct: 226, rateLines: [10] })
    expect(agreed.charges).toEqual([
      { kind: 'BASIC', amount: 374_850 },
      { kind: 'FUEL', amount: 8_472 },
      { kind: 'DOCKET', amount: 7_500 },
      { kind: 'FOV', amount: 28_450 },
      { kind: 'ODA', amount: 76_500 },
      { kind: 'DOOR', amount: 27_540 },
    ])
  })

  it('is priced again when its packages are measured', async () => {
    const { id } = await bookedLr({ ...measured, sizes: null })
    expect(await lrRow(id)).toMatchObject({ expectedFreight: 68_898, volumetricWeightKg: null })
    expect((await desk.post('/api/lr-sizes', { lrId: id, sizes })).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ expectedFreight: 383_322, volumetricWeightKg: 305_119 })
    const few = await desk.post('/api/lr-sizes', { lrId: id, sizes: [{ ...sizes[0], count: 7 }] })
    expect(faultsOf(few)).toEqual([400, 'sizes SUM'])
    expect(await db('lr_package').where('lrId', id)).toHaveLength(1)
  })

  it('is priced again when its weight, day or services are corrected', async () => {
    const { id } = await bookedLr(measured)
    const correct = async (fields: object) => {
      const { rowVersion } = await lrRow(id)
      return desk.patch(`/api/lrs/${id}`, { rowVersion, reason: 'Wrong', ...fields })
    }
    expect((await correct({ isOda: false })).status).toBe(200)
    expect(await lrRow(id)).toMatchObject({ expectedFreight: 383_322, expectedOther: 63_490 })
    expect((await correct({ lrDate: '2026-10-20', backdateReason: 'Late', freightAmount: 100_000 })).status).toBe(400)
  })

  it('is not priced where the consignee pays', async () => {
    const { id } = await bookedLr({ ...measured, freightTerms: 'TO_PAY', termsReason: 'Agreed with the buyer' })
    expect(await lrRow(id)).toMatchObject({ expectedFreight: null, expectedOther: null, freightContractId: null })
  })

  it('is matched with its bill by freight and other charges, kind by kind where the bill says so', async () => {
    const lr = await bookedLr(measured)
    const kinds = [
      ...[
        { kind: 'BASIC', amount: 374_850 },
        { kind: 'FUEL', amount: 8_472 },
        { kind: 'DOCKET', amount: 7_500 },
      ],
      ...[
        { kind: 'FOV', amount: 28_450 },
        { kind: 'ODA', amount: 76_500 },
        { kind: 'DOOR', amount: 27_540 },
      ],
    ]
    const line = { lrId: lr.id, billedFreight: 383_322, billedOther: 139_990, billedWeightKg: 306_000, kinds }
    const wrong = { ...line, kinds: kinds.slice(0, 5) }
    const sum = { baseAmount: 523_312 }
    expect(faultsOf(await enter(await billOf([lr], { ...sum, lines: [wrong] })))).toEqual([400, 'lines[0].kinds SUM'])
    const made = await enter(await billOf([lr], { ...sum, lines: [line] }))
    expect(made.body).toMatchObject({ status: 'MATCHED', reverseCharge: 26_166 })
    const [kept] = await linesOf(made.body.id)
    expect(kept).toMatchObject({
      expectedFreight: 383_322,
      expectedOther: 139_990,
      variance: 0,
      billedWeightKg: 306_000,
    })
    expect(JSON.parse(kept.billedKinds)).toMatchObject({ BASIC: 374_850, ODA: 76_500 })
  })
})

describe('a new version', () => {
  it('begins where the contract ends that it replaces', async () => {
    const asked = { contractNo: 'FCNEXT', startsOn: '2027-01-01', endsOn: '2027-12-31' }
    expect((await take(keeper, 'newVersion', contract.id, asked)).status).toBe(201)
    const next = await db('freight_contract').where('contractNo', 'FCNEXT').first()
    expect(next).toMatchObject({ status: 'DRAFT', replacesId: contract.id })
    expect(await db('freight_rate').where('contractId', next.id)).toHaveLength(1)
    expect(await db('freight_charge').where('contractId', next.id)).toHaveLength(4)
    await take(keeper, 'submit', next.id)
    expect((await take(finance, 'approve', next.id)).status).toBe(201)
    const ended = await db('freight_contract').where('id', contract.id).first()
    expect(ended).toMatchObject({ status: 'ENDED', endsOn: '2026-12-31' })
    expect(await lrRow((await bookedLr(measured)).id)).toMatchObject({ freightContractId: contract.id })
  })

  it('is refused where another contract counts on its days', async () => {
    const other = await draft({ contractNo: 'FCTWICE', startsOn: '2027-06-01', endsOn: '2027-12-31' })
    await rate(other.id)
    await take(keeper, 'submit', other.id)
    const refused = await take(finance, 'approve', other.id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Contract FCNEXT of this transporter counts from 01-01-2027 to 31-12-2027: end it before, or name it under Replaces',
    ])
  })
})

describe('the GST of carriage', () => {
  it('is that of the financial year of the bill', async () => {
    await exampleRow(db, gtaTaxChoice, { transporterId: company.transporterId, fy: '2627', gtaTaxMode: 'FORWARD_5' })
    const lr = await bookedLr()
    const { expectedFreight, expectedOther } = await lrRow(lr.id)
    const lines = [{ lrId: lr.id, billedFreight: expectedFreight, billedOther: expectedOther }]
    const base = expectedFreight + expectedOther
    const made = await enter(await billOf([lr], { baseAmount: base, lines, gstAmount: Math.round(base / 20) }))
    expect(made.body).toMatchObject({ gtaTaxMode: 'FORWARD_5', reverseCharge: 0, status: 'MATCHED' })
  })
})

describe('what is not billed at the end of a month', () => {
  const accrued = async (lrId: number, to = '2026-11-20') => {
    const { body } = await finance.get(
      `/api/mis/freight-accruals?accruedOn[$gte]=2026-11-01&accruedOn[$lte]=${to}&$limit=500`,
    )
    return body.data.find((row: { lrId: number }) => row.lrId === lrId)
  }

  it('is accrued with its agreed charges and approved carting, and reversed the day after', async () => {
    const lr = await bookedLr(measured)
    await world.voucher([{ lrId: lr.id, amount: 20_000 }])
    expect(await accrued(lr.id)).toMatchObject({
      ...{ agreed: 523_312, carting: 20_000, accrued: 543_312 },
      ...{ accruedOn: '2026-11-20', reversedOn: '2026-11-21', plantId: expect.any(Number) },
    })
    expect(await accrued(lr.id, '2026-11-19')).toBeUndefined()
  })

  it('leaves out what is billed, cancelled, or paid by the consignee', async () => {
    const [billed, cancelled] = [await bookedLr(), await bookedLr()]
    await enter(await billOf([billed]))
    await db('lr').where('id', cancelled.id).update({ deliveryStatus: 'CANCELLED' })
    const toPay = await bookedLr({ freightTerms: 'TO_PAY', termsReason: 'Agreed with the buyer' })
    for (const { id } of [billed, cancelled, toPay]) expect(await accrued(id)).toBeUndefined()
  })
})

describe('a draft', () => {
  it('is tried on the LRs of a month: sums by transporter, and LRs without a rate', async () => {
    const trial = await draft({ volumetric: 'NONE', kgPerCft: null, fuelBase: null, fuelShare: null })
    await rate(trial.id, { toKg: 55_000, rate: 1_000 })
    const light = await bookedLr(measured)
    const heavy = await bookedLr({ ...measured, actualWeightKg: 56_000 })
    const { body } = await finance.get(`/api/freight-what-ifs?contractId=${trial.id}&month=2026-11-20`)
    expect(body.month).toBe('2026-11-01')
    expect(body.transporters).toEqual([
      expect.objectContaining({ transporterId: company.transporterId, withoutRate: 1 }),
    ])
    expect(body.withoutRate).toEqual([expect.objectContaining({ lrId: heavy.id, weightKg: 56_000 })])
    expect(body.transporters[0].byContract).toBe(body.transporters[0].lrs * 55_000)
    expect(await lrRow(light.id)).toMatchObject({ freightContractId: contract.id })
  })
})

describe('the scorecard of a transporter', () => {
  it('says of a month how many LRs were billed as agreed', async () => {
    const { body } = await finance.get('/api/mis/transporter-scorecards?month=2026-11-01')
    const row = body.data.find((one: { transporterId: number }) => one.transporterId === company.transporterId)
    expect(row.billed).toBeGreaterThan(0)
    expect(row.billPct).toBe(Math.round((row.asAgreed * 10_000) / row.billed))
  })
})
