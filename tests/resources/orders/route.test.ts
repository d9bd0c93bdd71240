import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EarlierTask, RouteFacts } from '../../../resources/orders/approvals/approval-facts.ts'
import { starterOf } from '../../../resources/orders/approvals/approvers.ts'
import { type Route, route as routeWith } from '../../../resources/orders/approvals/route.ts'
import {
  ASHA,
  always,
  employee,
  HEAD,
  JOSEPH,
  limit,
  login,
  MEENA,
  ORDER_DATE,
  routeFacts,
  routeLine,
} from '../../support/orders/order-rows.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const route = (facts: RouteFacts) => routeWith(facts, sha256)
const userOf = (employeeId: number) => 100 + employeeId
const to = (employeeId: number) => ({ userIds: [userOf(employeeId)], role: null, customerId: null })

const task = (more: Partial<EarlierTask> = {}): EarlierTask => ({
  ...{ id: 1, step: 'MY_APPROVAL', level: 1, rule: 'CHAIN', round: 1, status: 'APPROVED' },
  ...{ measuredValue: 1260, limitValue: null, fingerprint: '', assignee: to(MEENA) },
  ...more,
})

const asked = (routed: Route) => routed.path.flatMap(({ levels }) => levels.map(({ name }) => name))
const people = (more: Record<number, Partial<RouteFacts['employees'][number]>>) =>
  routeFacts().employees.map(each => ({ ...each, ...more[each.id] }))

/** Approves every task until the order is approved; returns the tasks, oldest first. */
function walk(facts: RouteFacts): { end: Route; tasks: EarlierTask[] } {
  const tasks = [...facts.tasks]
  for (let turn = 0; turn < 50; turn++) {
    const end = route({ ...facts, tasks })
    if (end.status !== 'PENDING') return { end, tasks }
    const { triggerJson: _, openTaskId: __, seq: ___, ...asked } = end.task
    tasks.push(task({ id: turn + 1, ...asked }))
  }
  throw new Error('The route does not end')
}

describe('the route of the worked example', () => {
  it('needs Meena and then Joseph for 12.60 %, against Asha’s own limit of 5 %', () => {
    const routed = route(routeFacts())
    expect(routed).toMatchObject({
      status: 'PENDING',
      pendingStep: 'MY_APPROVAL',
      task: { level: 1, round: 1, assignee: to(MEENA), measuredValue: 1260, openTaskId: null },
    })
    expect(routed.path).toMatchObject([{ step: 'MY_APPROVAL', measuredValue: 1260, over: 760, lineNos: [10] }])
    expect(asked(routed)).toEqual(['Meena', 'Joseph'])
    expect(walk(routeFacts()).tasks.map(each => each.assignee)).toEqual([to(MEENA), to(JOSEPH)])
    expect(walk(routeFacts()).end.status).toBe('APPROVED')
  })

  it('needs only Meena for 8.80 %', () => {
    const routed = route(
      routeFacts({ lines: [routeLine({ netPrice: 91_200, discountPct: 880, manualDiscountPct: 400 })] }),
    )
    expect(routed.path[0]).toMatchObject({ measuredValue: 880, over: 380 })
    expect(asked(routed)).toEqual(['Meena'])
  })

  it('stays at 12.60 % with an average selling price of 960.00, a gap of only 8.96 %', () => {
    const asps = new Map([[1, { ...always(), productId: 1, asp: 96_000 }]])
    expect(route(routeFacts({ asps })).path[0]!.measuredValue).toBe(1260)
    const agreed = [routeLine({ discountPct: 0, listPrice: 87_400 })]
    expect(route(routeFacts({ asps, lines: agreed })).path[0]!.measuredValue).toBe(896)
    const settings = { ...routeFacts().settings, useAsp: false }
    expect(route(routeFacts({ asps, lines: agreed, settings })).status).toBe('APPROVED')
  })

  it('keeps the approval of Meena when she lowers the quantity, and Joseph still acts', () => {
    const routed = route(routeFacts({ tasks: [task()] }))
    expect(routed).toMatchObject({ status: 'PENDING', task: { level: 2, assignee: to(JOSEPH) } })
    expect(routed.path[0]!.levels.map(({ covered }) => covered)).toEqual([true, false])
  })

  it('names the deciding limit and the excess', () => {
    const reasons = route(routeFacts()).routeTrace.steps.map(
      ({ name, verdict, reason }) => `${name} ${verdict}: ${reason}`,
    )
    expect(reasons).toEqual([
      'MEASURE won: 12.60 % discount on line 10 is the largest to approve',
      "OWN_LIMIT lost: 12.60 % discount on line 10 is 7.60 % over Asha's own limit of 5.00 %",
      'MANAGER lost: Meena may approve 10.00 %, 2.60 % too little: escalated to the next manager',
      'MANAGER won: Joseph may approve 15.00 %, which reaches 12.60 %',
      'EXPOSURE won: Outstanding ₹ 0.00, other orders ₹ 0.00 and this one ₹ 1,03,132.00 come to ₹ 1,03,132.00, within the limit of ₹ 15,00,000.00',
    ])
  })
})

describe('whether an approval is needed', () => {
  const needs = (more: Parameters<typeof routeLine>[0], facts: Partial<RouteFacts> = {}) =>
    route(routeFacts({ lines: [routeLine(more)], ...facts })).status === 'PENDING'

  it('depends on the manual discount; a limit is inclusive', () => {
    expect(needs({ discountPct: 500, manualDiscountPct: 500 })).toBe(false)
    expect(needs({ discountPct: 501, manualDiscountPct: 501 })).toBe(true)
    expect(needs({ discountPct: 3000, manualDiscountPct: 0 })).toBe(false)
    expect(needs({ lineStatus: 'REJECTED' })).toBe(false)
  })

  it('counts a promotion only beyond its free part', () => {
    expect(needs({ manualDiscountPct: 0, promoDiscountValue: 10_000 })).toBe(false)
    expect(needs({ manualDiscountPct: 0, promoDiscountValue: 10_010 })).toBe(true)
  })

  it('requires approval of everything when the starter has no limit that is confirmed, in effect and of the SBU', () => {
    const small = { discountPct: 100, manualDiscountPct: 100 }
    const others = [limit(MEENA, 1000)]
    expect(needs(small, { limits: others })).toBe(true)
    for (const more of [
      { confirmStatus: 'PENDING' as const },
      { validTo: '2026-10-11' },
      { validFrom: '2026-10-13' },
      { isActive: false },
      { sbuId: 2 },
      { limitType: 'LIMIT_PRICE_PCT' as const },
    ]) {
      expect(needs(small, { limits: [...others, limit(ASHA, 500, more)] })).toBe(true)
    }
    const settings = { ...routeFacts().settings, fourEyes: false }
    expect(needs(small, { settings, limits: [...others, limit(ASHA, 500, { confirmStatus: 'PENDING' })] })).toBe(false)
  })

  it('names only the lines beyond the own limit', () => {
    const lines = [500, 501, 400].map((pct, at) =>
      routeLine({ lineNo: (at + 1) * 10, discountPct: pct, manualDiscountPct: pct }),
    )
    expect(route(routeFacts({ lines })).path[0]).toMatchObject({ lineNos: [20], measuredValue: 501, over: 1 })
  })

  it('reads a limit on its first and its last day, and the newer of two', () => {
    const small = { discountPct: 500, manualDiscountPct: 500 }
    const own = (...more: Parameters<typeof limit>[2][]) => ({
      limits: [limit(MEENA, 1000), ...more.map(each => limit(ASHA, 500, each))],
    })
    expect(needs(small, own({ validFrom: ORDER_DATE }))).toBe(false)
    expect(needs(small, own({ validTo: ORDER_DATE }))).toBe(false)
    const lowered = { maxValue: 100, validFrom: '2026-10-01' }
    expect(needs(small, own({}, lowered))).toBe(true)
    expect(needs(small, own(lowered, {}))).toBe(true)
  })

  it('reads a limit of the NID of the product before one for all', () => {
    const limits = [...routeFacts().limits, limit(ASHA, 2000, { nidId: 4 })]
    expect(needs({ nidId: 4 }, { limits })).toBe(false)
    expect(needs({ nidId: 5 }, { limits })).toBe(true)
    expect(needs({ nidId: 4, discountPct: 400 }, { limits: [limit(ASHA, 500), limit(ASHA, 100, { nidId: 4 })] })).toBe(
      true,
    )
  })
})

describe('the approver', () => {
  it('is every manager until one whose limit covers it; one without a limit row is skipped', () => {
    expect(asked(route(routeFacts({ limits: [limit(ASHA, 500), limit(JOSEPH, 1260)] })))).toEqual(['Joseph'])
    expect(asked(route(routeFacts({ limits: [limit(ASHA, 500), limit(MEENA, 1260)] })))).toEqual(['Meena'])
  })

  it('is the head of the SBU after the last manager, and alone where no manager has a limit', () => {
    expect(asked(route(routeFacts({ limits: [limit(MEENA, 600)] })))).toEqual(['Meena', 'Head'])
    expect(asked(route(routeFacts({ limits: [] })))).toEqual(['Head'])
    expect(asked(route(routeFacts({ starterEmployeeId: null, placedByEmployeeId: null })))).toEqual(['Head'])
  })

  it('is the head once, and last, when they are also a manager with too small a limit', () => {
    const sbu = { ...routeFacts().sbu, headEmployeeId: MEENA }
    expect(asked(route(routeFacts({ sbu, limits: [limit(MEENA, 600), limit(JOSEPH, 700)] })))).toEqual([
      'Joseph',
      'Meena',
    ])
  })

  it('is never a person who placed or owns the order', () => {
    expect(asked(route(routeFacts({ placedByEmployeeId: MEENA })))).toEqual(['Joseph'])
    expect(asked(route(routeFacts({ placedByEmployeeId: JOSEPH })))).toEqual(['Meena', 'Head'])
    const own = route(routeFacts({ starterEmployeeId: HEAD, placedByEmployeeId: HEAD }))
    expect(own).toMatchObject({ status: 'IN_ERROR', errorCode: 'APPROVER_NOT_FOUND' })
  })

  it('is nobody when there is no head either, and the order says what to do', () => {
    const routed = route(routeFacts({ limits: [], sbu: { ...routeFacts().sbu, headEmployeeId: null } }))
    expect(routed).toMatchObject({ status: 'IN_ERROR', errorCode: 'APPROVER_NOT_FOUND', path: [{ levels: [] }] })
    expect(routed.status === 'IN_ERROR' && routed.errorText).toContain('approving limit')
  })

  it('is never a manager whose limit is too small only because there is no head', () => {
    const routed = route(
      routeFacts({ limits: [limit(MEENA, 600)], sbu: { ...routeFacts().sbu, headEmployeeId: null } }),
    )
    expect(routed.status).toBe('IN_ERROR')
  })

  it('is not a person who left or is inactive', () => {
    expect(asked(route(routeFacts({ employees: people({ [MEENA]: { isActive: false } }) })))).toEqual(['Joseph'])
    expect(asked(route(routeFacts({ employees: people({ [MEENA]: { dateOfLeaving: '2026-10-11' } }) })))).toEqual([
      'Joseph',
    ])
    const today = people({ [MEENA]: { dateOfLeaving: ORDER_DATE } })
    expect(asked(route(routeFacts({ employees: today })))).toEqual(['Meena', 'Joseph'])
  })

  it('is the delegate on the days of the delegation, both included', () => {
    const away = (delegateFrom: string, delegateTo: string, delegateEmployeeId = 7) => [
      ...people({ [MEENA]: { delegateEmployeeId, delegateFrom, delegateTo } }),
      employee(7, 'Devi', null),
    ]
    const logins = [...routeFacts().logins, login(7, 'SALES_MANAGER')]
    const first = (employees: RouteFacts['employees']) => route(routeFacts({ employees, logins })).path[0]!.levels[0]
    // The task stays the approver's: the delegate is determined at every request.
    expect(first(away(ORDER_DATE, ORDER_DATE))).toMatchObject({ ...to(MEENA), name: 'Devi for Meena', limit: 1000 })
    expect(first(away('2026-10-13', '2026-10-20'))).toMatchObject({ name: 'Meena' })
    expect(first(away(ORDER_DATE, ORDER_DATE, ASHA))).toMatchObject({ name: 'Meena' })
    expect(route(routeFacts({ employees: away(ORDER_DATE, ORDER_DATE) })).path[0]!.levels[0]!.name).toBe('Meena')
  })

  it('starts from the sales employee, else from the owner of the account', () => {
    expect(starterOf({ employeeId: ASHA, roles: ['SALES_REP'] }, 5)).toBe(ASHA)
    expect(starterOf({ employeeId: 8, roles: ['CSC_AGENT'] }, 5)).toBe(5)
    expect(starterOf({ employeeId: null, roles: ['CUSTOMER'] }, 5)).toBe(5)
    expect(starterOf({ employeeId: null, roles: ['CUSTOMER'] }, null)).toBe(null)
  })
})

describe('an earlier decision', () => {
  const statusWith = (more: Partial<EarlierTask>) =>
    route(routeFacts({ tasks: [task({ level: 2, rule: 'LIMIT', ...more })] })).status

  it('holds for the same value or a lower one, in the same round, at its level and below', () => {
    expect(statusWith({})).toBe('APPROVED')
    expect(statusWith({ measuredValue: 2000 })).toBe('APPROVED')
    expect(statusWith({ measuredValue: 1259 })).toBe('PENDING')
    expect(statusWith({ round: 0 })).toBe('PENDING')
    expect(statusWith({ status: 'CANCELLED' })).toBe('PENDING')
    expect(statusWith({ step: 'LIMIT' })).toBe('PENDING')
    expect(statusWith({ level: 1 })).toBe('PENDING')
  })

  it('is not requested twice while the same task is open', () => {
    const open = task({ id: 44, status: 'PENDING' })
    expect(route(routeFacts({ tasks: [open] }))).toMatchObject({ task: { openTaskId: 44 } })
    // With other figures the task stays theirs and gets the new figures.
    const other = { ...open, measuredValue: 900 }
    expect(route(routeFacts({ tasks: [other] }))).toMatchObject({ task: { openTaskId: 44, measuredValue: 1260 } })
    const another = { ...open, assignee: to(JOSEPH) }
    expect(route(routeFacts({ tasks: [another] }))).toMatchObject({ task: { openTaskId: null } })
  })
})

describe('every route', () => {
  const ids = [1, 2, 3, 4, 5]
  const anyFacts = fc
    .record({
      managers: fc.array(fc.option(fc.constantFrom(...ids), { nil: null }), { minLength: 5, maxLength: 5 }),
      delegates: fc.array(fc.option(fc.constantFrom(...ids), { nil: null }), { minLength: 5, maxLength: 5 }),
      limits: fc.array(fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 0, max: 5000 })), { maxLength: 6 }),
      head: fc.option(fc.constantFrom(...ids), { nil: null }),
      placedBy: fc.option(fc.constantFrom(...ids), { nil: null }),
      starter: fc.option(fc.constantFrom(...ids), { nil: null }),
      discounts: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }),
    })
    .map(({ managers, delegates, limits, head, placedBy, starter, discounts }) =>
      routeFacts({
        employees: ids.map((id, index) =>
          employee(id, `E${id}`, managers[index]!, {
            delegateEmployeeId: delegates[index]!,
            delegateFrom: ORDER_DATE,
            delegateTo: ORDER_DATE,
          }),
        ),
        limits: limits.map(([id, max]) => limit(id, max)),
        logins: ids.map(id => login(id, 'SALES_MANAGER')),
        sbu: { ...routeFacts().sbu, headEmployeeId: head },
        placedByEmployeeId: placedBy,
        starterEmployeeId: starter,
        lines: discounts.map((pct, index) =>
          routeLine({ lineNo: (index + 1) * 10, discountPct: pct, manualDiscountPct: pct }),
        ),
      }),
    )

  it('ends, and asks nobody about their own order', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const { end, tasks } = walk(facts)
        expect(['APPROVED', 'IN_ERROR']).toContain(end.status)
        for (const { assignee } of tasks) {
          expect(assignee.userIds).not.toContain(userOf(facts.placedByEmployeeId ?? 0))
          expect(assignee.userIds).not.toContain(userOf(facts.starterEmployeeId ?? 0))
        }
      }),
    )
  })

  it('ends with a person whose limit covers the value, or with the head of the SBU', () => {
    let looks = 0
    fc.assert(
      fc.property(anyFacts, facts => {
        for (const { levels, measuredValue } of route(facts).path) {
          looks += levels.length
          const last = levels.at(-1)
          const byHead = last?.userIds[0] === userOf(facts.sbu.headEmployeeId ?? 0)
          if (last) expect(last.limit === null ? byHead : last.limit >= measuredValue!).toBe(true)
          expect(new Set(levels.map(({ userIds }) => userIds.join())).size).toBe(levels.length)
        }
      }),
    )
    expect(looks).toBeGreaterThan(20)
  })

  it('needs no new approval for a lower value', () => {
    fc.assert(
      fc.property(anyFacts, fc.integer({ min: 0, max: 5000 }), (facts, less) => {
        const { end, tasks } = walk(facts)
        if (end.status !== 'APPROVED') return
        const lower = facts.lines.map(line => ({ ...line, discountPct: Math.max(0, line.discountPct - less) }))
        expect(route({ ...facts, lines: lower, tasks }).status).toBe('APPROVED')
      }),
    )
  })

  it('is the same for the same facts', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        expect(route(facts)).toEqual(route(structuredClone(facts)))
      }),
    )
  })
})
