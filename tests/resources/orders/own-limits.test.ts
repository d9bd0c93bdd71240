import { describe, expect, it } from 'vitest'
import type { EarlierTask, RouteFacts } from '../../../resources/orders/approvals/approval-facts.ts'
import { approveAll, decidedTask, route } from '../../support/approval-example.ts'
import {
  ASHA,
  JOSEPH,
  limit,
  login,
  MEENA,
  routeFacts,
  routeLine,
  routeOrder,
} from '../../support/orders/order-rows.ts'

const freight = (value: number | null) => ({ value, freight: value, carrying: 0, says: 'Freight is not billed' })
const own = (employeeId: number, ofFreight: number, ofGoods: number) => [
  limit(employeeId, ofFreight, { limitType: 'FREIGHT_VALUE' }),
  limit(employeeId, ofGoods, { limitType: 'FOC_VALUE' }),
]
const withLimits = (more: Partial<RouteFacts> = {}) => {
  const base = routeFacts()
  return {
    ...base,
    lines: [routeLine({ manualDiscountPct: 0, discountPct: 0, netPrice: 100_000 })],
    limits: [
      ...base.limits,
      ...own(ASHA, 500_00, 1_000_00),
      ...own(MEENA, 5_000_00, 10_000_00),
      ...own(JOSEPH, 25_000_00, 50_000_00),
    ],
    ...more,
  } as RouteFacts
}
const namesOf = (facts: RouteFacts) => route(facts).path.flatMap(({ levels }) => levels.map(({ name }) => name))
const stepOf = (facts: RouteFacts) => route(facts).path.find(({ step }) => step === 'MY_APPROVAL')
const approved = (facts: RouteFacts): EarlierTask[] => approveAll(facts).tasks

describe('freight that is not as agreed', () => {
  it('needs nobody within the own limit, the next manager beyond it, and the head beyond all limits', () => {
    expect(route(withLimits({ deviation: freight(500_00) })).status).toBe('APPROVED')
    const over = withLimits({ deviation: freight(1_800_00) })
    expect(namesOf(over)).toEqual(['Meena'])
    expect(stepOf(over)).toMatchObject({
      measuredValue: null,
      over: 0,
      lineNos: [],
      values: { FREIGHT_VALUE: 1_800_00 },
    })
    expect(stepOf(over)!.reason).toBe("Freight is not billed, ₹ 1,300.00 over Asha's own limit of ₹ 500.00")
    expect(namesOf(withLimits({ deviation: freight(5_000_01) }))).toEqual(['Meena', 'Joseph'])
    expect(namesOf(withLimits({ deviation: freight(25_000_01) }))).toEqual(['Meena', 'Joseph', 'Head'])
  })

  it('needs the whole chain and the head where nobody knows what it costs', () => {
    const unknown = withLimits({ deviation: freight(null) })
    expect(namesOf(unknown)).toEqual(['Meena', 'Joseph', 'Head'])
    expect(stepOf(unknown)!.reason).toBe('Freight is not billed; the head of the SBU decides')
  })

  it('goes with a discount to the first manager whose limits reach both', () => {
    const both = withLimits({ lines: [routeLine()], deviation: freight(800_00) })
    expect(namesOf(both)).toEqual(['Meena', 'Joseph'])
    expect(stepOf(both)).toMatchObject({ measuredValue: 1260, over: 760, lineNos: [10] })
    expect(stepOf(both)!.reason).toContain('12.60 % discount on line 10 is 7.60 % over')
    expect(stepOf(both)!.reason).toContain('; Freight is not billed, ₹ 300.00 over')
    expect(namesOf({ ...both, deviation: freight(25_000_01) })).toEqual(['Meena', 'Joseph', 'Head'])
  })

  it('keeps an approval of at least as much of each, and none of what was not asked', () => {
    const before = withLimits({ lines: [routeLine({ discountPct: 900 })], deviation: freight(1_800_00) })
    const tasks = approved(before)
    expect(route({ ...before, tasks }).status).toBe('APPROVED')
    expect(route({ ...before, tasks, deviation: freight(900_00) }).status).toBe('APPROVED')
    expect(route({ ...before, tasks, deviation: null }).status).toBe('APPROVED')
    expect(route({ ...before, tasks, deviation: freight(1_800_01) }).status).toBe('PENDING')
    expect(route({ ...before, tasks, deviation: freight(null) }).status).toBe('PENDING')
    const onlyDiscount = approved({ ...before, deviation: null })
    expect(route({ ...before, tasks: onlyDiscount }).status).toBe('PENDING')
  })

  it('keeps an approval of what nobody knew only while nobody knows it', () => {
    const unknown = withLimits({ deviation: freight(null) })
    const tasks = approved(unknown)
    expect(route({ ...unknown, tasks }).status).toBe('APPROVED')
    expect(route({ ...unknown, tasks, deviation: freight(600_00) }).status).toBe('PENDING')
  })

  it('counts a task from before several values were measured as one of the discount', () => {
    const facts = withLimits({ lines: [routeLine({ discountPct: 900 })] })
    const routed = route(facts)
    if (routed.status !== 'PENDING') throw new Error('Nothing is asked')
    const { values: _, ...old } = decidedTask(routed.task)
    expect(route({ ...facts, tasks: [old] }).status).toBe('APPROVED')
    expect(route({ ...facts, tasks: [old], deviation: freight(600_00) }).status).toBe('PENDING')
  })
})

describe('free goods', () => {
  const orderType = { ...routeOrder().orderType, isFreeOfCharge: true }
  const free = (qty: number, more: Partial<RouteFacts> = {}) =>
    withLimits({
      order: routeOrder({ orderType, taxableValue: 0, grossValue: 0 }),
      lines: [routeLine({ qty, priceSource: 'FREE', netPrice: 0, manualDiscountPct: 0, discountPct: 10_000 })],
      freeGoods: { budget: 25_000_00, used: 0 },
      ...more,
    })

  it('are measured at list price against the limit for free goods', () => {
    expect(route(free(1_000)).status).toBe('APPROVED')
    const two = free(2_000)
    expect(namesOf(two)).toEqual(['Meena'])
    expect(stepOf(two)!.reason).toBe(
      "Free goods of ₹ 2,000.00 at list price, ₹ 1,000.00 over Asha's own limit of ₹ 1,000.00",
    )
  })

  it('beyond the budget of the customer are decided by the head, whatever the limits', () => {
    const exactly = { budget: 25_000_00, used: 24_000_00 }
    expect(route(free(1_000, { freeGoods: exactly })).status).toBe('APPROVED')
    const over = free(1_000, { freeGoods: { ...exactly, used: 24_000_01 } })
    expect(namesOf(over)).toEqual(['Head'])
    expect(stepOf(over)!.reason).toBe(
      'Sahyadri Biologics: ₹ 24,000.01 of free goods in this quarter and ₹ 1,000.00 on this order are over the budget of ₹ 25,000.00, so the head of the SBU decides',
    )
    expect(namesOf(free(2_000, { freeGoods: { budget: 0, used: 0 } }))).toEqual(['Meena', 'Head'])
  })

  it('that come to be beyond the budget after the manager approved go to the head too', () => {
    const tasks = approved(free(2_000))
    expect(route(free(2_000, { tasks })).status).toBe('APPROVED')
    const later = free(2_000, { tasks, freeGoods: { budget: 25_000_00, used: 25_000_00 } })
    expect(route(later)).toMatchObject({ status: 'PENDING', task: { level: 2 } })
  })

  it('without a list price are decided by the head, and say to enter one', () => {
    const unlisted = routeLine({ listPrice: 0, netPrice: 0, priceSource: 'FREE', manualDiscountPct: 0 })
    expect(namesOf(free(1_000, { lines: [unlisted] }))).toEqual(['Meena', 'Joseph', 'Head'])
    expect(stepOf(free(1_000, { lines: [unlisted] }))!.reason).toContain('enter a list price for line 10')
  })

  it('are worth their list price where the CSC check has a second level', () => {
    const checked = { ...orderType, requiresCsc: true }
    const csc = (level: number, minOrderValue: number, employeeId: number) => ({
      ...{ id: level, rowVersion: 1, isActive: true, sbuId: 1, zoneId: null, mvgr1Id: null, level },
      ...{ minOrderValue, employeeId },
    })
    const cscApprovers = [csc(1, 0, MEENA), csc(2, 1_000_00, JOSEPH)]
    const logins = [login(ASHA, 'SALES_REP'), login(MEENA, 'CSC_AGENT'), login(JOSEPH, 'CSC_AGENT')]
    const order = routeOrder({ orderType: checked, taxableValue: 0, grossValue: 0 })
    const levels = (qty: number) =>
      route(free(qty, { order, cscApprovers, logins })).path.find(({ step }) => step === 'CSC')!.levels.length
    expect(levels(1_000)).toBe(2)
    expect(levels(999)).toBe(1)
  })
})
