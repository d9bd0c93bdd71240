import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RouteFacts } from '../../../resources/orders/approvals/approval-facts.ts'
import { rolesDeciding } from '../../../resources/orders/approvals/approvers-by-step.ts'
import type { Role } from '../../../resources/roles.ts'
import {
  ANIL,
  approvalsOf,
  approveAll,
  CHARU,
  COLIN,
  contractLine,
  decidedTask,
  example,
  FARAH,
  LEELA,
  listLine,
  RAVI,
  route,
} from '../../support/approval-example.ts'
import {
  ASHA,
  creditFacts,
  cutLine,
  employee,
  HEAD,
  JOSEPH,
  limit,
  login,
  MEENA,
  ORDER_DATE,
  routeContract,
  routeLine,
  routeOrder,
  row,
} from '../../support/orders/order-rows.ts'

const plain = (more: Partial<RouteFacts> = {}) =>
  example({
    order: routeOrder(),
    lines: [routeLine({ manualDiscountPct: 0 })],
    credit: creditFacts(),
    asps: new Map(),
    ...more,
  })
const only = (facts: RouteFacts) => {
  const { path } = route(facts)
  expect(path.length).toBeLessThanOrEqual(1)
  return path[0]
}
const names = (facts: RouteFacts) => route(facts).path.flatMap(({ levels }) => levels.map(({ name }) => name))
const without = (facts: RouteFacts, ...ids: number[]) => ({
  ...facts,
  logins: facts.logins.filter(({ employeeId }) => !ids.includes(employeeId)),
})
const noHead = { id: 1, rowVersion: 1, headEmployeeId: null, requiresAcceptance: false }

describe('the worked example', () => {
  it('passes pricing for the contract and the limit price, Meena, Joseph, and the second credit level', () => {
    expect(approvalsOf(route(example()))).toEqual([
      ['RATE_CONTRACT', 'Pricing desk (Ravi)', 50_000],
      ['LIMIT_PRICE', 'Ravi', 68],
      ['MY_APPROVAL', 'Meena', 1260],
      ['MY_APPROVAL', 'Joseph', 1260],
      ['LIMIT', 'Colin', 91_574_00],
    ])
    const { asked, end } = approveAll(example())
    expect(asked.map(({ step, level }) => `${step} ${level}`)).toEqual([
      'RATE_CONTRACT 1',
      'LIMIT_PRICE 1',
      'MY_APPROVAL 1',
      'MY_APPROVAL 2',
      'LIMIT 2',
    ])
    expect(end.status).toBe('APPROVED')
  })

  it('gives the reasons, to the paisa', () => {
    const { steps } = route(example()).routeTrace
    const said = steps.filter(({ step }) => step === 'LIMIT').map(({ verdict, reason }) => `${verdict}: ${reason}`)
    expect(said).toEqual([
      'lost: Outstanding ₹ 13,20,000.00, other orders ₹ 60,000.00 and this one ₹ 2,11,574.00 come to ₹ 15,91,574.00, ₹ 91,574.00 over the limit of ₹ 15,00,000.00',
      'lost: Charu may approve ₹ 50,000.00, ₹ 41,574.00 too little',
      'won: Colin may approve ₹ 5,00,000.00, which reaches ₹ 91,574.00',
    ])
    expect(route(example()).path.map(({ reason }) => reason)).toEqual([
      '200 on contract RC/1, 50 more than is open',
      'Line 10 is 0.68 % below its limit price',
      "12.60 % discount on line 10 is 7.60 % over Asha's own limit of 5.00 %",
      'Sahyadri Biologics: ₹ 91,574.00 over the credit limit of ₹ 15,00,000.00',
    ])
  })

  it('changes when Meena lowers line 10 to 60: earlier approvals hold, the first credit level is enough, and the customer accepts', () => {
    const before = example()
    const first = approveAll(before).tasks.slice(0, 3)
    const lowered = example({
      order: routeOrder({ taxableValue: 1_43_860_00, grossValue: 1_69_754_80 }),
      lines: [listLine(60_000), contractLine()],
      unseen: [cutLine],
      tasks: first,
    })
    const { asked, end } = approveAll(lowered)
    expect(asked.map(({ step, level, assignee }) => [step, level, assignee.userIds, assignee.customerId])).toEqual([
      ['MY_APPROVAL', 2, [100 + JOSEPH], null],
      ['LIMIT', 1, [100 + CHARU], null],
      ['ACCEPTANCE', 1, [], 1],
    ])
    expect(asked[1]!.measuredValue).toBe(49_754_80)
    expect(end.status).toBe('APPROVED')
  })
})

describe('an end-user document', () => {
  const eud = (more = {}) => plain({ lines: [routeLine({ manualDiscountPct: 0, eudStatus: 'SUBMITTED', ...more })] })

  it('is decided by the regulatory officers of the SBU while it is required or submitted', () => {
    expect(names(eud())).toEqual(['Regulatory officer (Leela)'])
    expect(names(eud({ eudStatus: 'REQUIRED' }))).toEqual(['Regulatory officer (Leela)'])
    for (const eudStatus of ['APPROVED', 'NOT_REQUIRED', 'REJECTED'] as const)
      expect(route(eud({ eudStatus })).status).toBe('APPROVED')
  })

  it('stays approved only for the same document and quantity', () => {
    const { tasks } = approveAll(eud({ eudDocumentId: 3 }))
    expect(route({ ...eud({ eudDocumentId: 3, lineNo: 20 }), tasks }).status).toBe('APPROVED')
    expect(route({ ...eud({ eudDocumentId: 4 }), tasks }).status).toBe('PENDING')
    expect(route({ ...eud({ eudDocumentId: 3, qty: 90_000 }), tasks }).status).toBe('PENDING')
  })

  it('goes to the head of the SBU when no officer can decide, and to nobody when there is no head', () => {
    expect(names(without(eud(), LEELA))).toEqual(['Head'])
    const elsewhere = eud()
    const logins = elsewhere.logins.map(each => (each.employeeId === LEELA ? { ...each, rolesHere: [] } : each))
    expect(names({ ...elsewhere, logins })).toEqual(['Head'])
    expect(route({ ...without(eud(), LEELA), sbu: noHead })).toMatchObject({
      status: 'IN_ERROR',
      errorCode: 'APPROVER_NOT_FOUND',
    })
  })
})

describe('a rate contract', () => {
  const called = (more = {}, openQty = 150_000, line = {}) =>
    plain({ lines: [contractLine(line)], contracts: new Map([[7, routeContract({ openQty, ...more })]]) })

  it('needs no approval within its open quantity, unless every order of it needs one', () => {
    expect(route(called({}, 200_000)).status).toBe('APPROVED')
    expect(only(called({}, 199_999))).toMatchObject({ measuredValue: 1 })
    expect(only(called({ autoRelease: false }, 500_000))).toMatchObject({ measuredValue: 0, step: 'RATE_CONTRACT' })
  })

  it('adds up all order lines of the same contract line', () => {
    const facts = { ...called(), lines: [contractLine({ qty: 100_000 }), contractLine({ lineNo: 30, qty: 90_000 })] }
    expect(only(facts)).toMatchObject({ measuredValue: 40_000, lineNos: [20, 30] })
  })

  it('goes to its named approver; one who may not decide is replaced by the pricing desk, and that by the head', () => {
    expect(names(called({ approverEmployeeId: MEENA }))).toEqual(['Meena'])
    expect(names(called({ approverEmployeeId: FARAH }))).toEqual(['Pricing desk (Ravi)'])
    expect(names(called({ approverEmployeeId: ASHA }))).toEqual(['Pricing desk (Ravi)'])
    expect(names(without(called(), RAVI))).toEqual(['Head'])
  })

  it('goes to the approvers of several contracts one after the other', () => {
    const contracts = new Map([
      [7, routeContract({ approverEmployeeId: MEENA })],
      [8, routeContract({ approverEmployeeId: JOSEPH })],
    ])
    const lines = [contractLine(), contractLine({ lineNo: 30, productId: 3, priceSourceId: 8 })]
    expect(names(plain({ contracts, lines }))).toEqual(['Meena', 'Joseph'])
  })

  it('needs a new approval for another quantity or rate', () => {
    const { tasks } = approveAll(called())
    expect(route({ ...called(), tasks }).status).toBe('APPROVED')
    expect(route({ ...called({}, 150_000, { qty: 190_000 }), tasks }).status).toBe('PENDING')
    const dearer = { ...routeContract().line, rate: 46_000 }
    expect(route({ ...called({ line: dearer }), tasks }).status).toBe('PENDING')
  })
})

describe('the customer service centre', () => {
  const checked = (more: Partial<RouteFacts> = {}) =>
    plain({ order: routeOrder({ channel: { ...routeOrder().channel, requiresCsc: true } }), ...more })
  const approver = (employeeId: number, more = {}) => ({
    ...row(),
    ...{ sbuId: 1, zoneId: null, mvgr1Id: null, level: 1, employeeId, minOrderValue: 0 },
    ...more,
  })

  it('approves by channel, order type or kit, or when a shipping instruction requires it', () => {
    const type = { ...routeOrder().orderType, requiresCsc: true }
    const asksFor = { ...row(), productId: 1, sbuId: null, instruction: 'Gate 4', needsCscReview: true }
    const general = { ...row(), productId: null, sbuId: null, instruction: 'Upright', needsCscReview: false }
    expect(only(checked())).toMatchObject({ step: 'CSC', lineNos: [10] })
    expect(only(plain({ order: routeOrder({ orderType: type }) }))?.step).toBe('CSC')
    expect(only(plain({ lines: [routeLine({ manualDiscountPct: 0, isMultiplexingKit: true })] }))?.step).toBe('CSC')
    expect(only(plain({ order: routeOrder({ instructions: [general, asksFor] }) }))?.step).toBe('CSC')
    const milder = [
      { ...general, needsCscReview: true },
      { ...asksFor, needsCscReview: false },
    ]
    expect(route(plain({ order: routeOrder({ instructions: milder }) })).status).toBe('APPROVED')
  })

  it('is the role when no approver is named, any one of several on a level, the second level from its value on', () => {
    expect(names(checked())).toEqual(['CSC agent (Farah)'])
    const logins = [...example().logins, login(LEELA, 'CSC_AGENT')].filter(each => !each.roles.includes('EUD_APPROVER'))
    const both = checked({ logins, cscApprovers: [approver(FARAH), approver(LEELA)] })
    expect(names(both)).toEqual(['Farah or Leela'])
    expect(approveAll(both).asked[0]!.assignee.userIds).toEqual([100 + FARAH, 100 + LEELA])
    const second = (minOrderValue: number) =>
      names(checked({ logins, cscApprovers: [approver(FARAH), approver(LEELA, { level: 2, minOrderValue })] }))
    expect(second(8_740_000)).toEqual(['Farah', 'Leela'])
    expect(second(8_740_001)).toEqual(['Farah'])
  })

  it('is chosen by the most specific row: group and zone, group, zone, any', () => {
    const rows = [
      approver(MEENA),
      approver(JOSEPH, { zoneId: 1 }),
      approver(RAVI, { mvgr1Id: 5 }),
      approver(FARAH, { mvgr1Id: 5, zoneId: 1 }),
      approver(LEELA, { mvgr1Id: 6, zoneId: 1 }),
    ]
    const logins = example().logins.map(each => ({ ...each, roles: [...each.roles, 'CSC_AGENT' as const] }))
    const named = (mvgr1Id: number | null, zoneId: number | null) =>
      names({
        ...checked({ logins, cscApprovers: rows, lines: [routeLine({ manualDiscountPct: 0, mvgr1Id })] }),
        order: { ...checked().order, zoneId },
      })
    expect(named(5, 1)).toEqual(['Farah'])
    expect(named(5, 2)).toEqual(['Ravi'])
    expect(named(null, 1)).toEqual(['Joseph'])
    expect(named(null, null)).toEqual(['Meena'])
  })

  it('excludes people whose roles do not decide there, and is the head when a level has nobody left', () => {
    expect(names(checked({ cscApprovers: [approver(MEENA)] }))).toEqual(['Head'])
    expect(names(checked({ cscApprovers: [approver(FARAH), approver(MEENA, { level: 2 })] }))).toEqual([
      'Farah',
      'Head',
    ])
  })

  it('approves again after another PO number, product or quantity, and not after another discount', () => {
    const { tasks } = approveAll(checked())
    const again = (facts: RouteFacts) => route({ ...facts, tasks }).status
    expect(again(checked({ lines: [routeLine({ manualDiscountPct: 0, netPrice: 99_000 })] }))).toBe('APPROVED')
    expect(again({ ...checked(), order: { ...checked().order, customerPoNo: 'OTHER' } })).toBe('PENDING')
    expect(again(checked({ lines: [routeLine({ manualDiscountPct: 0, qty: 99_000 })] }))).toBe('PENDING')
  })
})

describe('a limit price', () => {
  const below = (more = {}, facts: Partial<RouteFacts> = {}) =>
    plain({ lines: [listLine(100_000, { manualDiscountPct: 0, ...more })], ...facts })
  const pct = (employeeId: number, max: number, level = 1) =>
    limit(employeeId, max, { limitType: 'LIMIT_PRICE_PCT', level })

  it('applies to list prices, and to others only with a manual discount', () => {
    expect(only(below())).toMatchObject({ step: 'LIMIT_PRICE', measuredValue: 68 })
    expect(route(below({ priceSource: 'SHIP_TO_PRICE' })).status).toBe('APPROVED')
    expect(route(below({ netPrice: 88_000, limitGapPct: 0 })).status).toBe('APPROVED')
    const byHand = { priceSource: 'CUSTOMER_PRICE' as const, manualDiscountPct: 100, discountPct: 100 }
    expect(only(below(byHand))?.step).toBe('LIMIT_PRICE')
  })

  it('is measured by the line furthest below it, at any position', () => {
    const gaps = (...each: number[]) =>
      plain({
        lines: each.map((limitGapPct, at) => listLine(100_000, { lineNo: (at + 1) * 10, limitGapPct, ...ownHands })),
      })
    const ownHands = { manualDiscountPct: 0 }
    for (const facts of [gaps(10, 68, 30), gaps(68, 10), gaps(10, 68)])
      expect(only(facts)).toMatchObject({ measuredValue: 68 })
    expect(only(gaps(10, 68, 30))).toMatchObject({ lineNos: [10, 20, 30] })
  })

  it('goes to the lowest level whose limit covers it; limits are inclusive', () => {
    const limits = [pct(RAVI, 68), pct(JOSEPH, 500, 2), pct(MEENA, 900, 3)]
    const asked = (limitGapPct: number) => names(below({ limitGapPct }, { limits }))
    expect(asked(68)).toEqual(['Ravi'])
    expect(asked(69)).toEqual(['Joseph'])
    expect(asked(501)).toEqual(['Meena'])
    expect(asked(900)).toEqual(['Meena'])
  })

  it('skips the person who placed the order, and goes to the head when nobody has a limit', () => {
    const limits = [pct(ASHA, 900), pct(RAVI, 900, 2)]
    expect(names(below({}, { limits }))).toEqual(['Ravi'])
    expect(names(below({}, { limits: [] }))).toEqual(['Head'])
    expect(names(below({}, { limits: [pct(ASHA, 900)] }))).toEqual(['Head'])
  })
})

describe('the credit limit', () => {
  const owes = (outstanding: number, more: Partial<RouteFacts['credit']> = {}, facts: Partial<RouteFacts> = {}) =>
    plain({ credit: creditFacts({ outstanding, ...more }), ...facts })
  const room = 15_00_000_00 - routeOrder().grossValue
  const stepsOf = (facts: RouteFacts) => route(facts).path.map(({ step }) => step)
  const invoice = (dueDate: string) => ({ id: 9, rowVersion: 1, documentNo: 'INV9', dueDate, balanceAmount: 1 })

  it('needs an approval of the excess, and only then', () => {
    expect(route(owes(room)).status).toBe('APPROVED')
    expect(only(owes(room + 1))).toMatchObject({ step: 'LIMIT', measuredValue: 1, over: 1 })
    expect(only(owes(room, { otherOrders: 5 }))).toMatchObject({ measuredValue: 5 })
  })

  it('needs an approval without an excess for an invoice overdue by more than the allowed days', () => {
    expect(route(owes(0, { oldestInvoice: invoice('2026-09-27') })).status).toBe('APPROVED')
    const late = owes(0, { oldestInvoice: invoice('2026-09-26') })
    expect(only(late)).toMatchObject({ measuredValue: 0, over: 0 })
    expect(names(late)).toEqual(['Charu'])
    expect(only(late)?.reason).toContain('invoice INV9 is overdue by 16 days')
    const settings = { ...late.settings, overdueDays: 16 }
    expect(route({ ...late, settings }).status).toBe('APPROVED')
  })

  it('needs no approval for free goods or payment in advance', () => {
    const free = routeOrder({ orderType: { ...routeOrder().orderType, isFreeOfCharge: true } })
    expect(stepsOf(owes(room + 1, {}, { order: free }))).not.toContain('LIMIT')
    const advance = routeOrder().grossValue
    expect(route(owes(room + 1, { onAccount: advance })).status).toBe('APPROVED')
    expect(route(owes(room + 1, { onAccount: advance - 1 })).status).toBe('PENDING')
    // No advance is paid for an order without value: the outstanding is still too high.
    const nothing = routeOrder({ grossValue: 0 })
    expect(route(owes(15_00_000_01, {}, { order: nothing })).status).toBe('PENDING')
    // An advance used by other orders is not counted twice.
    expect(route(owes(room + 1, { onAccount: advance, otherOrders: 1 })).status).toBe('PENDING')
  })

  it('counts as zero from the day after its validity in SAP, with the reason', () => {
    const payer = (creditLimitTo: string) => ({ ...creditFacts().payer, creditLimitTo })
    expect(route(owes(0, { payer: payer('2026-10-12') })).status).toBe('APPROVED')
    const ended = owes(0, { payer: payer('2026-10-11') })
    expect(only(ended)).toMatchObject({ step: 'LIMIT', over: routeOrder().grossValue })
    expect(only(ended)?.reason).toContain('over the credit limit of ₹ 0.00')
    expect(JSON.stringify(route(ended))).toContain('whose validity in SAP has ended')
  })

  it('needs an approval of every order where the credit account is blocked in SAP, paid in advance or not', () => {
    const payer = { ...creditFacts().payer, creditBlocked: true }
    expect(only(owes(0, { payer }))).toMatchObject({ step: 'LIMIT', measuredValue: 0, over: 0 })
    expect(only(owes(0, { payer }))?.reason).toBe('Sahyadri Biologics: their credit account is blocked in SAP')
    expect(only(owes(room + 1, { payer, onAccount: routeOrder().grossValue }))).toMatchObject({ over: 0 })
    const free = routeOrder({ orderType: { ...routeOrder().orderType, isFreeOfCharge: true } })
    expect(stepsOf(owes(0, { payer }, { order: free }))).not.toContain('LIMIT')
  })

  it('goes to the credit desk when nobody has a limit', () => {
    expect(names(owes(room + 1, {}, { limits: [] }))).toEqual(['Credit desk (Charu, Colin)'])
  })

  it('needs no new approval for less, and the next level for more', () => {
    const { tasks } = approveAll(owes(room + 50_000_00))
    expect(route({ ...owes(room + 1), tasks }).status).toBe('APPROVED')
    const more = route({ ...owes(room + 50_000_01), tasks })
    expect(more).toMatchObject({ status: 'PENDING', task: { level: 2, assignee: { userIds: [100 + COLIN] } } })
  })
})

describe('a value above every limit of its step', () => {
  const above = (more: Partial<RouteFacts> = {}) =>
    plain({ credit: creditFacts({ outstanding: 85_90_000_00 + 15_00_000_00 - routeOrder().grossValue }), ...more })
  const asked = (facts: RouteFacts) =>
    approveAll(facts).asked.map(({ level, rule, limitValue, assignee }) => [
      ...[level, rule, limitValue, assignee.userIds.map(id => id - 100)],
    ])
  const notNamed = { ...example().settings, finalApproverId: null }

  it('is decided by the highest level, then by the head of the SBU, then by the final approver', () => {
    expect(asked(above())).toEqual([
      [2, 'HIGHEST_LIMIT', 5_00_000_00, [COLIN]],
      [3, 'SBU_HEAD', 0, [HEAD]],
      [4, 'FINAL_APPROVER', null, [ANIL]],
    ])
    const { steps } = route(above()).routeTrace
    expect(steps.find(({ name }) => name === 'CEILING')?.reason).toBe(
      '₹ 85,90,000.00 is above every limit of this step: Colin decides first, then Head as head of the SBU, then Anil as final approver',
    )
  })

  it('of a limit price goes the same way', () => {
    const facts = plain({ lines: [listLine(100_000, { manualDiscountPct: 0, limitGapPct: 17_95 })] })
    expect(names(facts)).toEqual(['Ravi', 'Head', 'Anil'])
  })

  it('ends with the head where their own limit reaches it', () => {
    const own = limit(HEAD, 90_00_000_00, { limitType: 'CREDIT_AMOUNT', level: 3 })
    const limits = [...example().limits, own]
    const role = (held: Role) => example().logins.map(each => (each.employeeId === HEAD ? login(HEAD, held) : each))
    expect(asked(above({ limits, logins: role('SALES_REP') }))).toEqual([
      [2, 'HIGHEST_LIMIT', 5_00_000_00, [COLIN]],
      [3, 'SBU_HEAD', 90_00_000_00, [HEAD]],
    ])
    expect(asked(above({ limits, settings: notNamed, logins: role('SALES_REP') }))).toHaveLength(2)
    // Who decides in the queue by role and reaches it is asked as any holder of a limit.
    expect(asked(above({ limits }))).toEqual([[3, 'LIMIT', 90_00_000_00, [HEAD]]])
  })

  it('asks nobody twice in a row', () => {
    const isHead = { ...above().sbu, headEmployeeId: COLIN }
    expect(asked(above({ sbu: isHead }))).toEqual([
      [1, 'SBU_HEAD', 5_00_000_00, [COLIN]],
      [2, 'FINAL_APPROVER', null, [ANIL]],
    ])
    const second = [...example().limits, limit(CHARU, 1_00, { limitType: 'CREDIT_AMOUNT', level: 2 })]
    const both = second.filter(({ employeeId, level }) => employeeId !== CHARU || level === 2)
    expect(names(above({ sbu: isHead, limits: both }))).toEqual(['Charu', 'Colin', 'Anil'])
    const headToo = { ...example().settings, finalApproverId: HEAD }
    expect(asked(above({ settings: headToo })).map(([, rule]) => rule)).toEqual(['HIGHEST_LIMIT', 'FINAL_APPROVER'])
  })

  it('is in error where the setting names no person, or one who may not decide this order', () => {
    const refused = (facts: RouteFacts) => {
      const routed = route(facts)
      return routed.status === 'IN_ERROR' ? routed.errorText : routed.status
    }
    expect(refused(above({ settings: notNamed }))).toBe(
      'Credit limit approval: ₹ 85,90,000.00 is above every limit of this step, and the setting “Final approver” names no person: name an employee there who may decide this order, or enter an approving limit that reaches it',
    )
    const why = (more: Partial<RouteFacts>) => /names, (.*?):/.exec(refused(above(more)))?.[1]
    expect(why({ starterEmployeeId: ANIL })).toBe('is the one whose order it is')
    expect(why({ placedByEmployeeId: ANIL })).toBe('placed the order')
    const changed = (more: Partial<RouteFacts['employees'][number]>) => ({
      employees: example().employees.map(each => (each.id === ANIL ? { ...each, ...more } : each)),
    })
    expect(why(changed({ isActive: false }))).toBe('is inactive')
    expect(why(changed({ dateOfLeaving: '2026-10-11' }))).toBe('left on 11-10-2026')
    expect(why(changed({ dateOfLeaving: ORDER_DATE }))).toBeUndefined()
    expect(refused(without(above(), ANIL))).toContain('has no login that works')
  })

  it('is asked again of a limit that reaches, where the one who approved it had a smaller one', () => {
    const { tasks } = approveAll(above())
    const raised = [
      ...example().limits.filter(({ employeeId }) => employeeId !== COLIN),
      limit(JOSEPH, 90_00_000_00, { limitType: 'CREDIT_AMOUNT', level: 2 }),
    ]
    const first = route({ ...above(), limits: raised, tasks: tasks.slice(0, 1) })
    expect(first).toMatchObject({ status: 'PENDING', task: { rule: 'LIMIT', assignee: { userIds: [100 + JOSEPH] } } })
    expect(route({ ...above(), limits: raised, tasks: [...tasks] }).status).toBe('APPROVED')
  })

  it('does not pass by a manager who left: their approval stands for no one whose limit reaches', () => {
    const meena = approveAll(example()).tasks.slice(0, 3)
    const gone = example().employees.map(each => (each.id === MEENA ? { ...each, isActive: false } : each))
    const now = route(example({ tasks: meena, employees: gone }))
    expect(now).toMatchObject({ task: { step: 'MY_APPROVAL', level: 1, assignee: { userIds: [100 + JOSEPH] } } })
  })
})

describe('acceptance', () => {
  const accepted = (order = {}, line = {}) =>
    plain({ order: routeOrder(order), lines: [routeLine({ manualDiscountPct: 0, ...line })] })
  const wants = { customer: { ...routeOrder().customer, requiresAcceptance: true } }

  it('is required of the customer for whom an order was placed, where the customer or the SBU requires it', () => {
    expect(route(accepted()).status).toBe('APPROVED')
    expect(only(accepted(wants))).toMatchObject({ step: 'ACCEPTANCE', levels: [{ name: 'Sahyadri Biologics' }] })
    expect(approveAll(accepted(wants)).asked[0]!.assignee).toEqual({ userIds: [], role: null, customerId: 1 })
    const sbu = { ...noHead, requiresAcceptance: true }
    expect(route({ ...accepted(), sbu }).status).toBe('PENDING')
    expect(route(accepted({ ...wants, placedForCustomer: false })).status).toBe('APPROVED')
  })

  it('is required of the person who placed the order when the customer cannot sign in or placed it themselves', () => {
    const alone = { ...wants, customerSignsIn: false }
    expect(approveAll(accepted(alone)).asked[0]!.assignee.userIds).toEqual([100 + ASHA])
    const own = accepted({ placedForCustomer: false, placedById: 55, placedByName: 'Rohan' })
    const changed = { ...own, unseen: [cutLine] }
    expect(approveAll(changed).asked[0]!.assignee.userIds).toEqual([55])
    expect(names(accepted({ ...alone, placedByName: null }))).toEqual(['Head'])
  })

  it('is required again when a quantity, a price or a day changed', () => {
    const { tasks } = approveAll(accepted(wants))
    for (const line of [{ qty: 1_000 }, { netPrice: 1 }, { dates: ['2026-12-01'] }])
      expect(route({ ...accepted(wants, line), tasks }).status).toBe('PENDING')
    expect(route({ ...accepted(wants, { limitGapPct: 7 }), tasks }).status).toBe('APPROVED')
  })
})

describe('every kind of approval', () => {
  const people = [ASHA, MEENA, JOSEPH, RAVI, CHARU, COLIN, FARAH, LEELA, HEAD]
  const anybody = fc.constantFrom(...people)
  const maybe = fc.option(anybody, { nil: null })
  const amount = fc.integer({ min: 0, max: 20_00_000_00 })
  const anyLine = fc.record({
    qty: fc.integer({ min: 1, max: 300_000 }),
    priceSource: fc.constantFrom('LIST' as const, 'RATE_CONTRACT' as const, 'FREE' as const),
    pct: fc.integer({ min: 0, max: 3000 }),
    limitPrice: fc.option(fc.integer({ min: 80_000, max: 100_000 }), { nil: null }),
    limitGapPct: fc.integer({ min: 0, max: 1500 }),
    eudStatus: fc.constantFrom('NOT_REQUIRED' as const, 'REQUIRED' as const, 'SUBMITTED' as const),
    isMultiplexingKit: fc.boolean(),
  })
  const role = fc.constantFrom<Role>(
    ...(['SALES_MANAGER', 'PRICING_APPROVER', 'CSC_AGENT', 'EUD_APPROVER', 'CREDIT_CONTROLLER', 'SALES_REP'] as const),
  )
  const anyFacts = fc
    .record({
      lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
      managers: fc.array(maybe, { minLength: people.length, maxLength: people.length }),
      delegates: fc.array(maybe, { minLength: people.length, maxLength: people.length }),
      roles: fc.array(fc.array(role, { maxLength: 2 }), { minLength: people.length, maxLength: people.length }),
      limits: fc.array(
        fc.record({
          employeeId: anybody,
          limitType: fc.constantFrom(
            ...(['DISCOUNT_PCT', 'LIMIT_PRICE_PCT', 'CREDIT_AMOUNT', 'FREIGHT_VALUE', 'FOC_VALUE'] as const),
          ),
          level: fc.integer({ min: 1, max: 5 }),
          maxValue: fc.integer({ min: 0, max: 3000 }),
        }),
        { maxLength: 8 },
      ),
      csc: fc.array(fc.record({ employeeId: anybody, level: fc.constantFrom(1, 2), minOrderValue: amount }), {
        maxLength: 3,
      }),
      contract: fc.record({
        approverEmployeeId: maybe,
        autoRelease: fc.boolean(),
        openQty: fc.integer({ min: -1, max: 300_000 }),
      }),
      deviation: fc.option(fc.record({ value: fc.option(fc.integer({ min: 0, max: 5000 })) })),
      free: fc.option(fc.record({ budget: amount, used: amount })),
      credit: fc.record({ outstanding: amount, otherOrders: amount, onAccount: amount }),
      head: maybe,
      finalApprover: maybe,
      placedBy: maybe,
      starter: maybe,
      customer: fc.record({ requiresAcceptance: fc.boolean() }),
      customerSignsIn: fc.boolean(),
    })
    .map(any =>
      example({
        order: routeOrder({
          customer: { ...routeOrder().customer, ...any.customer },
          customerSignsIn: any.customerSignsIn,
          placedById: any.placedBy === null ? 999 : 100 + any.placedBy,
          orderType: { ...routeOrder().orderType, isFreeOfCharge: any.free !== null },
        }),
        deviation: any.deviation && { ...any.deviation, freight: any.deviation.value, carrying: 0, says: 'Freight' },
        ...(any.free && { freeGoods: any.free }),
        lines: any.lines.map(({ pct, ...line }, at) =>
          routeLine({
            ...{ ...line, lineNo: (at + 1) * 10, productId: at + 1, priceSourceId: 7 },
            ...{ discountPct: pct, manualDiscountPct: pct },
          }),
        ),
        employees: people.map((id, at) =>
          employee(id, `E${id}`, any.managers[at]!, {
            ...{ delegateEmployeeId: any.delegates[at]!, delegateFrom: ORDER_DATE, delegateTo: ORDER_DATE },
          }),
        ),
        logins: people.map((id, at) => login(id, 'QA', { roles: any.roles[at]!, rolesHere: any.roles[at]! })),
        limits: any.limits.map(({ employeeId, maxValue, ...more }) => limit(employeeId, maxValue, more)),
        cscApprovers: any.csc.map(each => ({ ...row(), sbuId: 1, zoneId: null, mvgr1Id: null, ...each })),
        contracts: new Map([[7, routeContract(any.contract)]]),
        credit: creditFacts(any.credit),
        sbu: { ...noHead, headEmployeeId: any.head },
        settings: { ...example().settings, finalApproverId: any.finalApprover },
        placedByEmployeeId: any.placedBy,
        starterEmployeeId: any.starter,
      }),
    )

  it('ends in at most one task for each level, and then everything is covered', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const { end, asked, tasks } = approveAll(facts)
        expect(['APPROVED', 'IN_ERROR']).toContain(end.status)
        expect(new Set(asked.map(({ step, level }) => `${step}/${level}`)).size).toBe(asked.length)
        const levels = end.path.flatMap(step => step.levels)
        if (end.status === 'APPROVED') expect(levels.every(({ covered }) => covered)).toBe(true)
        expect(route({ ...facts, tasks }).status).toBe(end.status)
      }),
    )
  })

  it('asks nobody about their own order, except for acceptance, and nobody without login or right, except the head and the final approver', () => {
    let looks = 0
    fc.assert(
      fc.property(anyFacts, facts => {
        for (const { step, rule, assignee } of approveAll(facts).asked) {
          if (step === 'ACCEPTANCE') continue
          looks += assignee.userIds.length
          const own = [facts.placedByEmployeeId, facts.starterEmployeeId].map(id => 100 + (id ?? 0))
          for (const userId of assignee.userIds) {
            expect(own).not.toContain(userId)
            const held = facts.logins.find(each => each.userId === userId)!.roles
            const may = rolesDeciding[step].some(each => held.includes(each))
            const isFinal = rule === 'FINAL_APPROVER' && userId === 100 + facts.settings.finalApproverId!
            expect(may || isFinal || userId === 100 + facts.sbu.headEmployeeId!).toBe(true)
          }
          if (assignee.role === null) expect(assignee.userIds.length).toBeGreaterThan(0)
        }
      }),
    )
    expect(looks).toBeGreaterThan(20)
  })

  it('needs no new approval when a measured value is lower', () => {
    fc.assert(
      fc.property(anyFacts, fc.integer({ min: 0, max: 3000 }), amount, (facts, less, paid) => {
        const { end, tasks } = approveAll(facts)
        if (end.status !== 'APPROVED') return
        const lines = facts.lines.map(line => ({
          ...line,
          discountPct: Math.max(0, line.discountPct - less),
          limitGapPct: Math.max(0, line.limitGapPct - less),
        }))
        const outstanding = Math.max(0, facts.credit.outstanding - paid)
        const lower = { ...facts, lines, tasks, credit: { ...facts.credit, outstanding } }
        expect(route(lower).status).toBe('APPROVED')
      }),
    )
  })

  it('ends no direct step with somebody whose limit does not reach the value', () => {
    let looks = 0
    fc.assert(
      fc.property(anyFacts, facts => {
        for (const { step, levels, measuredValue } of route(facts).path) {
          const last = levels.at(-1)
          if (!last || (step !== 'LIMIT_PRICE' && step !== 'LIMIT') || last.limit === null) continue
          looks++
          expect(last.limit).toBeGreaterThanOrEqual(measuredValue ?? 0)
        }
      }),
      { numRuns: 400 },
    )
    expect(looks).toBeGreaterThan(10)
  })

  it('is the same for the same facts, and has one open task at a time', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const first = route(facts)
        expect(first).toEqual(route(structuredClone(facts)))
        if (first.status !== 'PENDING') return
        const open = decidedTask(first.task, { id: 5, status: 'PENDING' })
        expect(route({ ...facts, tasks: [open] })).toMatchObject({ task: { openTaskId: 5 } })
      }),
    )
  })

  it('starts again in a new round', () => {
    const { tasks } = approveAll(example())
    expect(route(example({ tasks })).status).toBe('APPROVED')
    expect(approveAll(example({ tasks, round: 2 })).asked).toHaveLength(5)
  })

  it('keeps the open task of the current approvers, with current figures', () => {
    const [first] = approveAll(example()).asked
    const open = decidedTask(first!, { id: 44, status: 'PENDING' })
    expect(route(example({ tasks: [open] }))).toMatchObject({ task: { openTaskId: 44 } })
    const fewer = example({ tasks: [open], lines: [contractLine({ qty: 190_000 })] })
    expect(route(fewer)).toMatchObject({ task: { openTaskId: 44, measuredValue: 40_000 } })
  })

  it('names in its trace the row of each master that decided', () => {
    const rows = route(example()).routeTrace.steps.flatMap(({ row: used }) => (used ? [used.resource] : []))
    expect(new Set(rows)).toEqual(new Set(['rate-contract-line', 'approving-limits', 'customer']))
  })
})
