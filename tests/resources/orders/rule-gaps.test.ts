import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RouteEmployee, RouteLimit } from '../../../resources/orders/approvals/approval-facts.ts'
import { sourceLine } from '../../../resources/orders/quote/source.ts'
import { sourceBook } from '../../../resources/orders/quote/sourcing-rules.ts'
import { type RowUsed, type TraceStep, trace } from '../../../resources/orders/trace.ts'
import { type ApproverMasters, approverGaps } from '../../../resources/orders/what-if/approver-gaps.ts'
import { type ProductMasters, type ProductPage, productGaps } from '../../../resources/orders/what-if/product-gaps.ts'
import { decidedBy } from '../../../resources/orders/what-if/rule-coverage.ts'
import { always, ORDER_DATE, row } from '../../support/orders/order-rows.ts'

const person = (id: number, more: Partial<RouteEmployee> = {}) => ({
  ...row(),
  id,
  name: `Person ${id}`,
  managerId: null,
  dateOfLeaving: null,
  delegateEmployeeId: null,
  delegateFrom: null,
  delegateTo: null,
  hasLogin: true,
  ...more,
})
const limit = (more: Partial<RouteLimit>): RouteLimit => ({
  ...always(),
  limitType: 'DISCOUNT_PCT',
  sbuId: 1,
  nidId: null,
  employeeId: 1,
  level: 1,
  maxValue: 1500,
  confirmStatus: 'CONFIRMED',
  ...more,
})
const masters = (more: Partial<ApproverMasters> = {}): ApproverMasters => ({
  today: ORDER_DATE,
  sbus: [
    {
      ...row(),
      id: 1,
      code: 'LS',
      name: 'Life Science',
      salesOrg: '1000',
      division: '10',
      headEmployeeId: 2,
      minOrderValue: 0,
    },
  ],
  employees: [person(1), person(2)],
  limits: [
    limit({}),
    limit({ limitType: 'LIMIT_PRICE_PCT' }),
    limit({ limitType: 'CREDIT_AMOUNT', maxValue: 5_000_000 }),
  ],
  holders: (['EUD_APPROVER', 'CSC_AGENT', 'PRICING_APPROVER', 'CREDIT_CONTROLLER'] as const).map(role => ({
    role,
    sbuIds: [1],
  })),
  fourEyes: true,
  finalApproverId: 1,
  ...more,
})
const told = (more: Partial<ApproverMasters>) => approverGaps(masters(more)).map(({ kind }) => kind)

describe('gaps among the approvers', () => {
  it('give the highest limit of an SBU', () => {
    const [discounts, below, credit] = approverGaps(masters())
    expect(discounts!.message).toBe(
      'SBU LS Life Science: no limit for discounts reaches above 15.00 %, all of them go to the head of the SBU. Enter a limit',
    )
    expect(below!.message).toContain('prices below the limit price reaches above 15.00 %')
    expect(credit!.message).toContain('credit beyond the limit reaches above ₹ 50,000.00')
    expect(approverGaps(masters()).every(({ stopsOrders }) => !stopsOrders)).toBe(true)
  })

  it('say that orders above the highest limit go on to the head and the final approver, or stop without one', () => {
    const credit = (more: Partial<ApproverMasters>) => approverGaps(masters(more))[2]!
    expect(credit({})).toMatchObject({
      stopsOrders: false,
      message:
        'SBU LS Life Science: no limit for credit beyond the limit reaches above ₹ 50,000.00, the head of the SBU and the final approver decide after the highest level. Enter a limit',
    })
    const left = [person(1), person(2), person(3, { dateOfLeaving: '2026-10-11' })]
    for (const more of [{ finalApproverId: null }, { finalApproverId: 3, employees: left }])
      expect(credit(more)).toMatchObject({
        stopsOrders: true,
        message: expect.stringContaining('such orders find no approver'),
      })
  })

  it('block orders when the head is missing, has left or cannot sign in', () => {
    for (const head of [
      person(2, { isActive: false }),
      person(2, { dateOfLeaving: '2026-10-11' }),
      { ...person(2), hasLogin: false },
    ]) {
      const found = approverGaps(masters({ employees: [person(1), head], limits: [] }))
      expect(found[0]).toMatchObject({ kind: 'NO_HEAD', stopsOrders: true })
      expect(found.filter(({ kind }) => kind === 'NO_APPROVER').every(({ stopsOrders }) => stopsOrders)).toBe(true)
    }
  })

  it('count a limit only when it is confirmed, in effect, and of somebody who can decide', () => {
    const none = (more: Partial<RouteLimit>) => approverGaps(masters({ limits: [limit(more)] }))[0]!.message
    for (const more of [
      { confirmStatus: 'PENDING' as const },
      { isActive: false },
      { validFrom: '2027-01-01' },
      { employeeId: 9 },
    ])
      expect(none(more)).toContain('no person has a limit for discounts')
    expect(none({})).toContain('reaches above 15.00 %')
  })

  it('include a role that nobody holds for the SBU', () => {
    expect(told({ holders: [] }).filter(kind => kind === 'NO_ROLE')).toHaveLength(4)
    expect(told({}).includes('NO_ROLE')).toBe(false)
  })

  it('include a limit that ends within 30 days, unless the next one is entered', () => {
    const ending = limit({ validTo: '2026-10-31' })
    expect(told({ limits: [ending] })).toContain('LIMIT_ENDS')
    expect(told({ limits: [ending, limit({ validFrom: '2026-11-01' })] })).not.toContain('LIMIT_ENDS')
    expect(told({ limits: [limit({ validTo: '2027-10-31' })] })).not.toContain('LIMIT_ENDS')
  })
})

const plant = {
  ...row(),
  id: 5,
  code: '1201',
  name: 'Bhiwandi',
  stateId: 27,
  isUnionTerritory: false,
  pesoLicenceNo: null,
  pesoValidTo: null,
}
const cnf = {
  ...row(),
  id: 7,
  code: 'BHW',
  name: 'Bhiwandi CnF',
  plantId: 5,
  agreementFrom: '2020-01-01',
  agreementTo: '9999-12-31',
  drugLicenceNo: null,
  drugLicenceValidTo: null,
  centralWarehouseId: null,
  pesoLicenceNo: null,
  pesoValidTo: null,
}
const nothing = {
  plants: [plant],
  cnfs: [cnf],
  cnfStates: [],
  tollCenters: [],
  centralWarehouses: [],
  sbuCnfs: [],
  defaultSupplyPlants: [],
} as unknown as ProductMasters['sources']
const market = new Map([[1, new Map([[11, new Set([24, 27])]])]])
const shop = (sources: Partial<ProductMasters['sources']> = {}): ProductMasters => ({
  today: ORDER_DATE,
  market,
  channels: new Map([[11, { code: '11' }]]),
  states: new Map([
    [24, { name: 'Gujarat' }],
    [27, { name: 'Maharashtra' }],
  ]),
  sbus: new Map([[1, { code: 'LS' }]]),
  sources: { ...nothing, ...sources },
})
const page = (more: Partial<ProductPage> = {}): ProductPage => ({
  products: [{ id: 1, code: 'LS-1001', name: 'Acetonitrile', sbuId: 1, isDrug: false, uom: 'KG' }],
  priced: new Set(['1/11']),
  petroleum: new Set(),
  productTollCenters: [],
  customerProductCnfs: [],
  channelProductCnfs: [],
  cnfProducts: [],
  exclusions: [],
  ...more,
})
const mapped = (stateId: number) => ({ ...always(), sbuId: 1, stateId, cnfId: 7 })
const standing = { ...always(), sbuId: 1, channelId: null, plantId: 5 }

const holesIn = (masters: ProductMasters, own = page(), look = productGaps(masters)) => own.products.flatMap(look(own))

describe('gaps among the products', () => {
  it('are products without a price or a plant in a channel or state of their SBU', () => {
    expect(holesIn(shop(), page({ priced: new Set() })).map(({ kind }) => kind)).toEqual(['NO_PRICE', 'NO_SOURCE'])
    expect(holesIn(shop({ defaultSupplyPlants: [standing] }))).toEqual([])
  })

  it('name the states that no plant supplies', () => {
    const [hole] = holesIn(shop({ sbuCnfs: [mapped(27)] }))
    expect(hole!.message).toBe(
      'No plant may supply LS-1001 Acetonitrile in channel 11 to Gujarat: map a CnF, or give the SBU a default plant',
    )
  })

  it('include an article that its CnF may not supply', () => {
    const masters = shop({ sbuCnfs: [mapped(27), mapped(24)] })
    const look = productGaps(masters)
    expect(holesIn(masters, page(), look)).toEqual([])
    const excluded = { ...always(), cnfId: 7, productId: 1, reason: 'Cold chain' }
    expect(holesIn(masters, page({ exclusions: [excluded] }), look).map(({ kind }) => kind)).toEqual(['NO_SOURCE'])
  })

  it('are the very lines for which sourcing finds no plant, whatever the maps say', () => {
    const maps = fc.record({
      defaults: fc.boolean(),
      states: fc.subarray([24, 27]),
      excluded: fc.boolean(),
      stocked: fc.boolean(),
      isDrug: fc.boolean(),
    })
    fc.assert(
      fc.property(maps, ({ defaults, states, excluded, stocked, isDrug }) => {
        const sources = {
          ...nothing,
          sbuCnfs: states.map(mapped),
          defaultSupplyPlants: defaults ? [standing] : [],
          cnfStates: [{ ...row(), cnfId: 7, stateId: 24 }],
        }
        const own = page({
          products: [{ id: 1, code: 'LS-1001', name: 'Acetonitrile', sbuId: 1, isDrug, uom: 'KG' }],
          exclusions: excluded ? [{ ...always(), cnfId: 7, productId: 1, reason: 'Cold chain' }] : [],
          cnfProducts: stocked ? [{ ...always(), cnfId: 7, productId: 1, priority: 1 }] : [],
        })
        const book = sourceBook({ ...sources, ...own })
        const missing = [24, 27].filter(
          shipToStateId =>
            sourceLine(
              book,
              { orderDate: ORDER_DATE, sbuId: 1, channelId: 11, soldToId: 0, shipToStateId },
              { product: own.products[0]!, qty: 1000, manualPlantId: null },
            ).plantId === null,
        )
        const message = holesIn({ ...shop(), sources }, own)[0]?.message ?? ''
        expect(message.includes('Gujarat')).toBe(missing.includes(24))
        expect(message.includes('Maharashtra')).toBe(missing.includes(27))
      }),
    )
  })
})

describe('overlapping rows', () => {
  const step = (verdict: TraceStep['verdict'], id: number, values: RowUsed['values']): TraceStep => ({
    step: 'S4',
    name: 'CNF_PRODUCT',
    verdict,
    row: { resource: 'cnf-product-map', id, rowVersion: 1, validFrom: null, validTo: null, values },
    reason: '',
  })
  const of = (...steps: TraceStep[]) => decidedBy(trace('source', ORDER_DATE, steps), 'CNF_PRODUCT')

  it('are two CnFs of one priority, and not two of different ones', () => {
    const won = step('won', 1, { cnfId: 7, priority: 1 })
    expect(of(won, step('lost', 2, { cnfId: 8, priority: 1 })).overlaps).toEqual([
      { resource: 'cnf-product-map', id: 2 },
    ])
    expect(of(won, step('lost', 2, { cnfId: 8, priority: 2 })).overlaps).toEqual([])
    expect(of(won, step('skipped', 2, { cnfId: 8, priority: 1 }))).toEqual({
      row: { resource: 'cnf-product-map', id: 1 },
      overlaps: [],
    })
    expect(of(step('lost', 2, {}))).toEqual({ row: null, overlaps: [] })
  })
})
