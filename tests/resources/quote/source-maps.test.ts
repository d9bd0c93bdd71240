import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sourceLine } from '../../../resources/orders/quote/source.ts'
import { type SourceRows, sourceBook } from '../../../resources/orders/quote/sourcing-rules.ts'
import {
  always,
  cnf,
  GUJARAT,
  MAHARASHTRA,
  ORDER_DATE,
  plant,
  product,
  row,
  sourceOrder,
  sourceRows,
} from '../../support/orders/order-rows.ts'

/** Two CnFs that serve Maharashtra, a toll plant, and a central warehouse for the second CnF. */
const BHW = cnf({ id: 1, code: 'BHW', plantId: 1, pesoLicenceNo: 'P/1', pesoValidTo: '2027-12-31' })
const PUN = cnf({
  id: 2,
  code: 'PUN',
  plantId: 3,
  pesoLicenceNo: 'P/2',
  pesoValidTo: '2027-12-31',
  centralWarehouseId: 1,
})
const warehouse = { ...row(), id: 1, code: 'CWNAG', name: 'Nagpur', plantId: 5, fallbackEnabled: true }
const toll = {
  ...row(),
  id: 1,
  code: 'TCVAP',
  name: 'Vapi toll',
  plantId: 4,
  agreementFrom: '2025-04-01',
  agreementTo: '2027-03-31',
  pesoLicenceNo: null,
  pesoValidTo: null,
}
const nagpur = { ...plant(5, '1401'), pesoLicenceNo: 'P/5', pesoValidTo: '2027-12-31' }
const network = (more: Partial<SourceRows> = {}) =>
  sourceRows({
    plants: [plant(1, '1201'), plant(2, '1001', GUJARAT), plant(3, '1204'), plant(4, '1301'), nagpur],
    cnfs: [BHW, PUN],
    tollCenters: [toll],
    centralWarehouses: [warehouse],
    cnfStates: [1, 2].map(cnfId => ({ ...row(), cnfId, stateId: MAHARASHTRA })),
    ...more,
  })

const source = (more: Partial<SourceRows>, stock: Record<number, number> | null = null, order = {}) =>
  sourceLine(
    sourceBook(network(more)),
    sourceOrder(order),
    { product: product(), qty: 50_000, manualPlantId: null },
    stock && (plantId => stock[plantId] ?? 0),
  )
const told = ({ sourceTrace }: ReturnType<typeof source>) =>
  sourceTrace.steps.map(({ step, verdict }) => `${step} ${verdict}`)
const reason = ({ sourceTrace }: ReturnType<typeof source>, step: string) =>
  sourceTrace.steps.filter(each => each.step === step).map(each => each.reason)

const ofArticle = (cnfId: number, priority: number) => ({ ...always(), cnfId, productId: 1, priority })
const made = { productTollCenters: [{ ...always(), productId: 1, tollCenterId: 1 }] }

describe('a product of a toll centre', () => {
  it('is supplied from there, before any other mapping, until its agreement ends', () => {
    const mapped = { ...made, cnfProducts: [ofArticle(1, 1)] }
    expect(source(mapped)).toMatchObject({ plantId: 4, sourceRule: 'TOLL_CENTER' })
    const ended = source({ ...mapped, tollCenters: [{ ...toll, agreementTo: '2026-10-11' }] })
    expect(ended).toMatchObject({ plantId: 1, sourceRule: 'CNF_PRODUCT' })
    expect(reason(ended, 'S1')[0]).toContain('its agreement runs from 01-04-2025 to 11-10-2026')
  })
})

describe('mappings to a CnF', () => {
  const customerProductCnfs = [{ ...always(), customerId: 1, productId: 1, cnfId: 2 }]
  const channelProductCnfs = [
    { ...always(), channelId: 11, productId: 1, stateId: null, cnfId: 1 },
    { ...always(), channelId: 11, productId: 1, stateId: MAHARASHTRA, cnfId: 2 },
  ]

  it('of the buyer precede those of the channel, and these precede those of the article', () => {
    const all = { customerProductCnfs, channelProductCnfs, cnfProducts: [ofArticle(1, 1)] }
    expect(source(all)).toMatchObject({ plantId: 3, sourceRule: 'CUSTOMER_PRODUCT_CNF' })
    expect(source(all, null, { soldToId: 7 })).toMatchObject({ sourceRule: 'CHANNEL_PRODUCT_CNF', plantId: 3 })
    expect(source(all, null, { soldToId: 7, channelId: 10 })).toMatchObject({ sourceRule: 'CNF_PRODUCT', plantId: 1 })
  })

  it('of a channel for the state of the ship-to precede those for every state', () => {
    const elsewhere = source({ channelProductCnfs }, null, { shipToStateId: GUJARAT })
    expect(elsewhere).toMatchObject({ plantId: 1, sourceRule: 'CHANNEL_PRODUCT_CNF' })
  })

  it('of an article: the lowest priority that serves the state wins, then the first code', () => {
    expect(source({ cnfProducts: [ofArticle(1, 2), ofArticle(2, 1)] }).plantId).toBe(3)
    expect(source({ cnfProducts: [ofArticle(2, 1), ofArticle(1, 1)] }).plantId).toBe(1)
    const away = source({
      cnfProducts: [ofArticle(1, 1), ofArticle(2, 2)],
      cnfStates: [{ ...row(), cnfId: 2, stateId: MAHARASHTRA }],
    })
    expect(away.plantId).toBe(3)
    expect(reason(away, 'S4').join()).toContain('it does not serve the state of the ship-to')
  })

  it('skip a CnF that must not supply the product, in every step', () => {
    const exclusions = [{ ...always(), cnfId: 2, productId: 1, reason: 'No freezer' }]
    const sourced = source({
      exclusions,
      customerProductCnfs,
      channelProductCnfs: channelProductCnfs.slice(1),
      cnfProducts: [ofArticle(2, 1)],
      sbuCnfs: [{ ...always(), sbuId: 1, stateId: MAHARASHTRA, cnfId: 2 }],
    })
    expect(sourced).toMatchObject({ plantId: 2, sourceRule: 'DEFAULT_PLANT' })
    for (const step of ['S2', 'S3', 'S4', 'S5'])
      expect(reason(sourced, step)[0], step).toContain('it must not supply this product (EXCLUDED: No freezer)')
  })
})

describe('the worked example of sourcing', () => {
  const example = {
    channelProductCnfs: [{ ...always(), channelId: 11, productId: 1, stateId: null, cnfId: 1 }],
    exclusions: [{ ...always(), cnfId: 1, productId: 1, reason: 'Class A' }],
    cnfProducts: [ofArticle(1, 1), ofArticle(2, 2)],
    petroleum: new Set([1]),
  }

  it('skips the excluded CnF, finds the next priority, and uses its central warehouse for lack of stock', () => {
    const sourced = source(example, { 3: 20_000, 5: 400_000 })
    expect(sourced).toMatchObject({ plantId: 5, sourceRule: 'CW_SHORTAGE', sourceProblem: null })
    expect(told(sourced)).toEqual([
      'S0 none',
      'S1 none',
      'S2 none',
      'S3 none',
      'S3 skipped',
      'S4 skipped',
      'S4 lost',
      'S5 skipped',
      'S5b won',
      'S6 none',
      'S6 skipped',
    ])
    expect(reason(sourced, 'S5b')).toEqual([
      'PUN Pune CnF has 20 of 50, and its central warehouse CWNAG Nagpur has 400',
    ])
  })

  it('stays with the CnF when it has enough, the warehouse has too little, or the fallback is off', () => {
    const stays = { plantId: 3, sourceRule: 'CNF_PRODUCT' }
    expect(source(example, { 3: 50_000, 5: 400_000 })).toMatchObject(stays)
    expect(source(example, { 3: 20_000, 5: 49_999 })).toMatchObject(stays)
    expect(source(example, null)).toMatchObject(stays)
    const off = { ...example, centralWarehouses: [{ ...warehouse, fallbackEnabled: false }] }
    expect(source(off, { 3: 20_000, 5: 400_000 })).toMatchObject(stays)
  })
})

describe('an item not available at one plant', () => {
  const rows = { cnfProducts: [ofArticle(1, 1), ofArticle(2, 2)], sbuCnfs: [] }

  it('comes from the next CnF, and the trace says why', () => {
    const sourced = source({ ...rows, unavailable: new Set(['1/1']) })
    expect(sourced).toMatchObject({ plantId: 3, sourceRule: 'CNF_PRODUCT' })
    expect(reason(sourced, 'S4')[0]).toContain('the product cannot be had at its plant')
    expect(source({ ...rows, unavailable: new Set(['1/2']) })).toMatchObject({ plantId: 1 })
  })

  it('does not come from a central warehouse without it either, nor petroleum from one without a licence', () => {
    const short = { 1: 0, 3: 20_000, 5: 400_000 }
    const fromPune = { ...rows, cnfProducts: [ofArticle(2, 2)] }
    expect(source(fromPune, short)).toMatchObject({ plantId: 5, sourceRule: 'CW_SHORTAGE' })
    expect(source({ ...fromPune, unavailable: new Set(['5/1']) }, short)).toMatchObject({ plantId: 3 })
    const plants = [...network().plants.filter(({ id }) => id !== 5), plant(5, '1401')]
    const petroleum = new Set([1])
    expect(source({ ...fromPune, plants, petroleum }, short)).toMatchObject({ plantId: 3 })
  })
})

it('exactly one step decides, whatever the rows and the stock, and never for an excluded plant', () => {
  const pairs = fc.array(fc.record({ cnfId: fc.constantFrom(1, 2), priority: fc.integer({ min: 1, max: 9 }) }), {
    maxLength: 4,
  })
  const few = fc.array(fc.constantFrom(1, 2), { maxLength: 2 })
  fc.assert(
    fc.property(
      pairs,
      few,
      few,
      few,
      fc.nat(100_000),
      fc.nat(100_000),
      (stocked, ofBuyer, excluded, served, at, there) => {
        const sourced = source(
          {
            cnfProducts: stocked.map(({ cnfId, priority }) => ofArticle(cnfId, priority)),
            customerProductCnfs: ofBuyer.map(cnfId => ({ ...always(), customerId: 1, productId: 1, cnfId })),
            exclusions: excluded.map(cnfId => ({ ...always(), cnfId, productId: 1, reason: 'Not here' })),
            cnfStates: served.map(cnfId => ({ ...row(), cnfId, stateId: MAHARASHTRA })),
          },
          { 1: at, 3: at, 5: there },
        )
        expect(sourced.sourceTrace.steps.filter(({ verdict }) => verdict === 'won')).toHaveLength(1)
        expect(sourced.sourceTrace.on).toBe(ORDER_DATE)
        if (sourced.sourceRule !== 'DEFAULT_PLANT')
          for (const cnfId of excluded) expect(sourced.plantId).not.toBe(cnfId === 1 ? 1 : 3)
        if (sourced.sourceRule === 'CW_SHORTAGE') expect(at < 50_000 && there >= 50_000).toBe(true)
      },
    ),
  )
})
