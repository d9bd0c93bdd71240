import { describe, expect, it } from 'vitest'
import { addDays } from '../../../resources/define/dates.ts'
import { type SourceRule, sourceLine } from '../../../resources/orders/quote/source.ts'
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

const yesterday = addDays(ORDER_DATE, -1)
const tomorrow = addDays(ORDER_DATE, 1)
const licence = { pesoLicenceNo: 'P/1', pesoValidTo: ORDER_DATE }

/**
 * The sourcing steps, each with a plant of its own: S0 the plant chosen by hand, S1 the toll centre of the product, S2 the
 * CnF of customer and product, S3 of channel and product, S4 of the product, S5 of the SBU, S5b the central warehouse of
 * that CnF, S6 the default plant of the SBU.
 */
const CNF_OF = { S2: 2, S3: 3, S4: 4, S5: 5 } as const
type CnfStep = keyof typeof CNF_OF
const cnfSteps = Object.keys(CNF_OF) as CnfStep[]
const PLANT_OF: Record<string, number> = { S0: 10, S1: 11, S2: 12, S3: 13, S4: 14, S5: 15, S6: 16, CW: 17 }
const RULE_OF: Record<string, SourceRule> = {
  S0: 'MANUAL',
  S1: 'TOLL_CENTER',
  S2: 'CUSTOMER_PRODUCT_CNF',
  S3: 'CHANNEL_PRODUCT_CNF',
  S4: 'CNF_PRODUCT',
  S5: 'SBU_CNF',
  S6: 'DEFAULT_PLANT',
}

const toll = {
  ...row(),
  ...{ id: 1, code: 'TCVAP', name: 'Vapi toll', plantId: PLANT_OF.S1!, agreementFrom: '2025-04-01' },
  ...{ agreementTo: ORDER_DATE, ...licence },
}
const warehouse = { ...row(), id: 1, code: 'CWNAG', name: 'Nagpur', plantId: PLANT_OF.CW!, fallbackEnabled: true }
const site = (step: CnfStep, more: Partial<SourceRows['cnfs'][number]> = {}) =>
  cnf({
    ...{ id: CNF_OF[step], code: step, plantId: PLANT_OF[step]!, agreementTo: ORDER_DATE, ...licence },
    ...{ drugLicenceValidTo: ORDER_DATE, centralWarehouseId: 1 },
    ...more,
  })

const S2 = { ...always(), customerId: 1, productId: 1, cnfId: CNF_OF.S2 }
const S3 = { ...always(), channelId: 11, productId: 1, stateId: null, cnfId: CNF_OF.S3 }
const S4 = { ...always(), cnfId: CNF_OF.S4, productId: 1, priority: 1 }
const S5 = { ...always(), sbuId: 1, stateId: MAHARASHTRA, cnfId: CNF_OF.S5 }
const S6 = { ...always(), sbuId: 1, channelId: null, plantId: PLANT_OF.S6! }

/** A product that every step would supply: the first step not skipped wins. */
const network = (more: Partial<SourceRows> = {}): SourceRows =>
  sourceRows({
    plants: Object.entries(PLANT_OF).map(([step, id]) => ({ ...plant(id, `P-${step}`), ...licence })),
    cnfs: cnfSteps.map(step => site(step)),
    tollCenters: [toll],
    centralWarehouses: [warehouse],
    cnfStates: [{ ...row(), cnfId: CNF_OF.S4, stateId: MAHARASHTRA }],
    productTollCenters: [{ ...always(), productId: 1, tollCenterId: 1 }],
    customerProductCnfs: [S2],
    channelProductCnfs: [S3],
    cnfProducts: [S4],
    sbuCnfs: [S5],
    defaultSupplyPlants: [S6],
    ...more,
  })
/** Without the steps before this one. */
const from = (step: string, more: Partial<SourceRows> = {}): Partial<SourceRows> => {
  const before = ['S1', 'S2', 'S3', 'S4', 'S5'].filter(each => each < step)
  const empty: Record<string, Partial<SourceRows>> = {
    S1: { productTollCenters: [] },
    S2: { customerProductCnfs: [] },
    S3: { channelProductCnfs: [] },
    S4: { cnfProducts: [] },
    S5: { sbuCnfs: [] },
  }
  return Object.assign({}, ...before.map(each => empty[each]), more)
}
const onlyFrom = (step: CnfStep, more: Partial<SourceRows>) => from(step, more)

interface Situation {
  chosen?: number
  isDrug?: boolean
  stock?: Record<number, number> | null
}
const sourced = (more: Partial<SourceRows> = {}, { chosen, isDrug = false, stock = null }: Situation = {}) => {
  const line = { product: product({ isDrug }), qty: 50_000, manualPlantId: chosen ?? null }
  const stockOf = stock && ((plantId: number) => stock[plantId] ?? 0)
  return sourceLine(sourceBook(network(more)), sourceOrder(), line, stockOf)
}
const why = ({ sourceTrace }: ReturnType<typeof sourced>, step: string) =>
  sourceTrace.steps
    .filter(each => each.step === step)
    .map(({ reason }) => reason)
    .join('; ')

interface Skip {
  when: string
  skips: Partial<SourceRows>
  takes: Partial<SourceRows>
  asked?: Situation
  says: string
}

/** The CnF filter: what just excludes a CnF, and what just does not. */
const cnfFilter = (step: CnfStep): Skip[] => {
  const cnfs = (more: Parameters<typeof site>[1]) =>
    onlyFrom(step, { cnfs: cnfSteps.map(each => site(each, each === step ? more : {})) })
  const petrol = (more: Parameters<typeof site>[1]) => ({ ...cnfs(more), petroleum: new Set([1]) })
  const closed = (isActive: boolean) =>
    onlyFrom(step, {
      plants: network().plants.map(each => (each.id === PLANT_OF[step] ? { ...each, isActive } : each)),
    })
  const excluded = (more: object) =>
    onlyFrom(step, { exclusions: [{ ...always(), cnfId: CNF_OF[step], productId: 1, reason: 'No freezer', ...more }] })
  const at = (plantAndProduct: string) => onlyFrom(step, { unavailable: new Set([plantAndProduct]) })
  const drug = { isDrug: true }
  return [
    { when: 'inactive', skips: cnfs({ isActive: false }), takes: cnfs({}), says: 'it is inactive' },
    {
      when: 'agreement over',
      skips: cnfs({ agreementTo: yesterday }),
      takes: cnfs({}),
      says: 'its agreement runs from',
    },
    {
      when: 'agreement to come',
      skips: cnfs({ agreementFrom: tomorrow, agreementTo: tomorrow }),
      takes: cnfs({ agreementFrom: ORDER_DATE }),
      says: 'its agreement runs from',
    },
    { when: 'excluded article', skips: excluded({}), takes: excluded({ productId: 2 }), says: 'EXCLUDED: No freezer' },
    {
      when: 'excluded on the day',
      skips: excluded({ validTo: ORDER_DATE }),
      takes: excluded({ validTo: yesterday }),
      says: 'EXCLUDED',
    },
    {
      when: 'excluded by a row that counts',
      skips: excluded({ validFrom: ORDER_DATE }),
      takes: excluded({ isActive: false }),
      says: 'EXCLUDED',
    },
    {
      when: 'drug licence over',
      skips: cnfs({ drugLicenceValidTo: yesterday }),
      takes: cnfs({}),
      asked: drug,
      says: 'its drug licence ended on 11-10-2026',
    },
    {
      when: 'no drug licence',
      skips: cnfs({ drugLicenceNo: null }),
      takes: cnfs({}),
      asked: drug,
      says: 'it has no drug licence',
    },
    {
      when: 'PESO licence over',
      skips: petrol({ pesoValidTo: yesterday }),
      takes: petrol({}),
      says: 'its PESO licence ended on 11-10-2026',
    },
    {
      when: 'no PESO licence',
      skips: petrol({ pesoLicenceNo: null }),
      takes: cnfs({ pesoLicenceNo: null }),
      says: 'it has no PESO licence',
    },
    {
      when: 'BLOCK of its plant',
      skips: at(`${PLANT_OF[step]}/1`),
      takes: at(`${PLANT_OF[step]}/2`),
      says: 'the product cannot be had at its plant',
    },
    { when: 'plant inactive', skips: closed(false), takes: closed(true), says: 'is inactive' },
  ]
}

const mapped = <R extends object>(name: keyof SourceRows, step: string, own: R) => {
  const rows = (more: object) => from(step, { [name]: [{ ...own, ...more }] } as Partial<SourceRows>)
  return [
    {
      when: 'row over',
      skips: rows({ validTo: yesterday }),
      takes: rows({ validTo: ORDER_DATE }),
      says: 'it counts from',
    },
    {
      when: 'row to come',
      skips: rows({ validFrom: tomorrow }),
      takes: rows({ validFrom: ORDER_DATE }),
      says: 'it counts from',
    },
  ]
}

const skips: Record<string, Skip[]> = {
  S1: [
    {
      when: 'toll agreement ended',
      skips: { tollCenters: [{ ...toll, agreementTo: yesterday }] },
      takes: {},
      says: 'its agreement runs from 01-04-2025 to 11-10-2026',
    },
    {
      when: 'toll agreement to come',
      skips: { tollCenters: [{ ...toll, agreementFrom: tomorrow }] },
      takes: { tollCenters: [{ ...toll, agreementFrom: ORDER_DATE }] },
      says: 'its agreement runs from',
    },
    {
      when: 'toll centre inactive',
      skips: { tollCenters: [{ ...toll, isActive: false }] },
      takes: {},
      says: 'it is inactive',
    },
    {
      when: 'PESO licence of the toll centre',
      skips: { tollCenters: [{ ...toll, pesoValidTo: yesterday }], petroleum: new Set([1]) },
      takes: { petroleum: new Set([1]) },
      says: 'its PESO licence ended',
    },
  ],
  S2: [...mapped('customerProductCnfs', 'S2', S2), ...cnfFilter('S2')],
  S3: [...mapped('channelProductCnfs', 'S3', S3), ...cnfFilter('S3')],
  S4: [
    ...mapped('cnfProducts', 'S4', S4),
    ...cnfFilter('S4'),
    {
      when: 'state not served',
      skips: from('S4', { cnfStates: [{ ...row(), cnfId: CNF_OF.S4, stateId: GUJARAT }] }),
      takes: from('S4'),
      says: 'it does not serve the state of the ship-to',
    },
  ],
  S5: [...mapped('sbuCnfs', 'S5', S5), ...cnfFilter('S5')],
}
const next: Record<string, string> = { S1: 'S2', S2: 'S3', S3: 'S4', S4: 'S5', S5: 'S6' }

describe.each(Object.keys(skips))('step %s of sourcing', step => {
  it.each(skips[step]!)(
    'is skipped, and the next one decides, exactly when: $when',
    ({ skips, takes, asked, says }) => {
      const taken = sourced({ ...from(step), ...takes }, asked)
      expect([taken.sourceRule, taken.plantId]).toEqual([RULE_OF[step], PLANT_OF[step]])
      const skipped = sourced({ ...from(step), ...skips }, asked)
      expect(skipped.sourceRule).toBe(RULE_OF[next[step]!])
      expect(why(skipped, step)).toContain(says)
    },
  )
})

describe('the first and the last step of sourcing', () => {
  it('S0 is the chosen plant, unless it is inactive or may not store petroleum', () => {
    expect(sourced({}, { chosen: PLANT_OF.S0! })).toMatchObject({ sourceRule: 'MANUAL', plantId: PLANT_OF.S0 })
    const plants = (more: object) => ({
      plants: network().plants.map(each => (each.id === PLANT_OF.S0 ? { ...each, ...more } : each)),
    })
    const chosen = { chosen: PLANT_OF.S0! }
    expect(sourced(plants({ isActive: false }), chosen).sourceRule).toBe('TOLL_CENTER')
    const petroleum = new Set([1])
    expect(sourced({ ...plants({ pesoValidTo: yesterday }), petroleum }, chosen).sourceRule).toBe('TOLL_CENTER')
    expect(sourced({ ...plants({ pesoValidTo: ORDER_DATE }), petroleum }, chosen).sourceRule).toBe('MANUAL')
  })

  it('S6 is the default plant in its period, and after it there is no source: NO_SOURCE', () => {
    const last = (more: object) => ({ ...from('S6'), defaultSupplyPlants: [{ ...S6, ...more }] })
    expect(sourced(last({ validTo: ORDER_DATE }))).toMatchObject({ sourceRule: 'DEFAULT_PLANT', plantId: PLANT_OF.S6 })
    expect(sourced(last({ validTo: yesterday }))).toMatchObject({
      ...{ sourceRule: null, plantId: null, sourceProblem: 'NO_SOURCE' },
    })
    const petroleum = new Set([1])
    const unlicensed = network().plants.map(each => (each.id === PLANT_OF.S6 ? { ...each, pesoLicenceNo: null } : each))
    expect(sourced({ ...last({}), plants: unlicensed, petroleum }).sourceProblem).toBe('NO_SOURCE')
    expect(sourced({ ...last({}), plants: unlicensed }).sourceProblem).toBeNull()
  })
})

describe('step S5b of sourcing, the central warehouse', () => {
  const short = (more: Partial<SourceRows> = {}, has = 49_999, there = 50_000) =>
    cnfSteps.map(step => {
      const stock = { [PLANT_OF[step]!]: has, [PLANT_OF.CW!]: there }
      return sourced(from(step, more), { stock }).sourceRule === 'CW_SHORTAGE'
    })
  const all = cnfSteps.map(() => true)
  const none = cnfSteps.map(() => false)
  const houses = (more: object) => ({ centralWarehouses: [{ ...warehouse, ...more }] })
  const houseAt = (more: object) => ({
    plants: network().plants.map(each => (each.id === PLANT_OF.CW ? { ...each, ...more } : each)),
  })

  it('replaces a CnF of S2 to S5 that has just too little when its warehouse has just enough', () => {
    expect(short()).toEqual(all)
    expect(short({}, 50_000)).toEqual(none)
    expect(short({}, 49_999, 49_999)).toEqual(none)
  })

  it('does not apply when the warehouse is switched off, inactive, closed or not licensed, or the CnF has none', () => {
    expect(short(houses({ fallbackEnabled: false }))).toEqual(none)
    expect(short(houses({ isActive: false }))).toEqual(none)
    expect(short(houseAt({ isActive: false }))).toEqual(none)
    expect(short({ unavailable: new Set([`${PLANT_OF.CW}/1`]) })).toEqual(none)
    const petroleum = new Set([1])
    expect(short({ ...houseAt({ pesoValidTo: yesterday }), petroleum })).toEqual(none)
    expect(short({ ...houseAt({ pesoValidTo: ORDER_DATE }), petroleum })).toEqual(all)
    expect(short({ cnfs: cnfSteps.map(step => site(step, { centralWarehouseId: null })) })).toEqual(none)
  })

  it('does not apply when the setting is off, nor for a plant chosen by hand, a toll centre or the default plant', () => {
    const stock = { [PLANT_OF.CW!]: 900_000 }
    expect(sourced(from('S5'), { stock: null }).sourceRule).toBe('SBU_CNF')
    expect(sourced({}, { stock, chosen: PLANT_OF.S0! }).sourceRule).toBe('MANUAL')
    expect(sourced({}, { stock }).sourceRule).toBe('TOLL_CENTER')
    expect(sourced(from('S6'), { stock }).sourceRule).toBe('DEFAULT_PLANT')
  })
})
