import { addDays } from '../../define/dates.ts'
import { dayText, percentText, rupees } from '../../define/show.ts'
import type { Role } from '../../roles.ts'
import type { RouteEmployee, RouteLimit } from '../approvals/approval-facts.ts'
import { rolesDeciding } from '../approvals/approvers-by-step.ts'
import type { RuleSbu } from '../rows.ts'
import type { FoundRuleGap } from '../rule-gap.ts'
import {
  fixEndingLimit,
  fixMissingFinalApprover,
  fixMissingHead,
  fixMissingLimit,
  fixMissingRole,
} from './fix-rule-gap.ts'

/** An employee who holds a role today for orders of these SBUs. */
export interface RoleHolder {
  role: Role
  sbuIds: readonly number[]
}

export interface ApproverMasters {
  today: string
  sbus: readonly RuleSbu[]
  /** With whether each has a working login. */
  employees: readonly (RouteEmployee & { hasLogin: boolean })[]
  /** Of any day. */
  limits: readonly RouteLimit[]
  holders: readonly RoleHolder[]
  /** `limits.four_eyes`: whether only confirmed limits count. */
  fourEyes: boolean
  /** `approval.final_approver`: null where none is named. */
  finalApproverId: number | null
}

/** A limit that ends within so many days is reported. */
const SOON = 30

/** The roles that decide in a queue without an approving limit. */
const queueRoles = [
  'EUD_APPROVER',
  'CSC_AGENT',
  'PRICING_APPROVER',
  'CREDIT_CONTROLLER',
] as const satisfies readonly Role[]

const kinds = [
  { limitType: 'DISCOUNT_PCT', of: 'discounts', text: percentText },
  { limitType: 'LIMIT_PRICE_PCT', of: 'prices below the limit price', text: percentText },
  { limitType: 'CREDIT_AMOUNT', of: 'credit beyond the limit', text: rupees },
] as const

/**
 * Rule gaps in which an order of an SBU would find no approver: heads, limits and roles that are missing or end soon.
 */
export function approverGaps(masters: ApproverMasters): FoundRuleGap[] {
  const people = new Map(masters.employees.map(employee => [employee.id, employee]))
  const absence = (id: number | null) => whyAbsent(id === null ? undefined : people.get(id), masters.today)
  return masters.sbus
    .filter(({ isActive }) => isActive)
    .flatMap(sbu => {
      const headless = sbu.headEmployeeId === null ? 'has no head' : absence(sbu.headEmployeeId)
      return [
        ...headGaps(sbu, headless, people),
        ...kinds.flatMap(kind => limitGaps(masters, sbu, kind, headless, absence)),
        ...endingLimits(masters, sbu, people),
        ...roleGaps(masters, sbu),
      ]
    })
}

const nameOf = (sbu: RuleSbu) => `SBU ${sbu.code} ${sbu.name}`

/** Why somebody cannot decide, as the end of a sentence; undefined when they can. */
function whyAbsent(employee: (RouteEmployee & { hasLogin: boolean }) | undefined, today: string): string | undefined {
  if (!employee?.isActive) return 'is not active'
  if (employee.dateOfLeaving !== null && employee.dateOfLeaving < today)
    return `left on ${dayText(employee.dateOfLeaving)}`
  return employee.hasLogin ? undefined : 'has no login'
}

function headGaps(
  sbu: RuleSbu,
  headless: string | undefined,
  people: ReadonlyMap<number, RouteEmployee>,
): FoundRuleGap[] {
  if (!headless) return []
  const head = sbu.headEmployeeId === null ? undefined : people.get(sbu.headEmployeeId)
  const what = head ? `The head of ${nameOf(sbu)}, ${head.name}, ${headless}` : `${nameOf(sbu)} has no head`
  const message = `${what}: no approver where all others may not decide. Name one`
  const mends = fixMissingHead(sbu.id)
  return [{ kind: 'NO_HEAD', stopsOrders: true, sbuId: sbu.id, employeeId: head ? head.id : null, message, mends }]
}

/** How far the limits of an SBU reach, and what happens beyond. */
function limitGaps(
  { limits, today, fourEyes, finalApproverId }: ApproverMasters,
  sbu: RuleSbu,
  { limitType, of, text }: (typeof kinds)[number],
  headless: string | undefined,
  absence: (id: number | null) => string | undefined,
): FoundRuleGap[] {
  const counting = limits.filter(
    row =>
      row.limitType === limitType &&
      row.sbuId === sbu.id &&
      row.isActive &&
      (!fourEyes || row.confirmStatus !== 'PENDING') &&
      row.validFrom <= today &&
      today <= row.validTo &&
      !absence(row.employeeId),
  )
  const highest = Math.max(0, ...counting.map(({ maxValue }) => maxValue))
  if (limitType !== 'CREDIT_AMOUNT' && highest >= 10_000) return []
  const what =
    counting.length === 0
      ? `${nameOf(sbu)}: no person has a limit for ${of}`
      : `${nameOf(sbu)}: no limit for ${of} reaches above ${text(highest)}`
  const isDirect = counting.length > 0 && limitType !== 'DISCOUNT_PCT'
  const stopped = isDirect ? absence(finalApproverId) !== undefined : headless
  // Above the highest limit the head of the SBU decides, and after them the final approver.
  const beyond =
    isDirect && !stopped
      ? 'the head of the SBU and the final approver decide after the highest level'
      : stopped
        ? 'such orders find no approver'
        : 'all of them go to the head of the SBU'
  const stopsOrders = beyond === 'such orders find no approver'
  const limit = { sbuId: sbu.id, limitType, level: Math.min(5, 1 + Math.max(0, ...counting.map(({ level }) => level))) }
  const mends = [...fixMissingLimit(limit), ...(isDirect && stopped ? fixMissingFinalApprover() : [])]
  const message = `${what}, ${beyond}. Enter a limit`
  return [{ kind: 'NO_APPROVER', stopsOrders, sbuId: sbu.id, about: limitType, message, mends }]
}

const others = [
  { limitType: 'FREIGHT_VALUE', of: 'freight and payment terms', text: rupees },
  { limitType: 'FOC_VALUE', of: 'free goods', text: rupees },
] as const

/** Limits that end soon and are not followed by another of the same person. */
function endingLimits(
  { limits, today }: ApproverMasters,
  sbu: RuleSbu,
  people: ReadonlyMap<number, RouteEmployee>,
): FoundRuleGap[] {
  const last = addDays(today, SOON)
  const own = limits.filter(row => row.sbuId === sbu.id && row.isActive)
  const follows = (ending: RouteLimit) =>
    own.some(
      row =>
        row.limitType === ending.limitType &&
        row.employeeId === ending.employeeId &&
        row.nidId === ending.nidId &&
        row.validFrom > ending.validFrom &&
        row.validTo > ending.validTo,
    )
  return own
    .filter(row => row.validFrom <= today && today <= row.validTo && row.validTo <= last && !follows(row))
    .map(row => {
      const { of, text } = [...kinds, ...others].find(({ limitType }) => limitType === row.limitType)!
      const who = people.get(row.employeeId)?.name ?? 'somebody'
      const message = `The limit of ${who} for ${of} in ${nameOf(sbu)}, ${text(row.maxValue)}, ends on ${dayText(row.validTo)}: enter the next one`
      const [about, mends] = [`${row.limitType}/${row.nidId ?? ''}`, fixEndingLimit(row)]
      return {
        kind: 'LIMIT_ENDS',
        stopsOrders: false,
        sbuId: sbu.id,
        employeeId: row.employeeId,
        about,
        message,
        mends,
      }
    })
}

function roleGaps({ holders }: ApproverMasters, sbu: RuleSbu): FoundRuleGap[] {
  return queueRoles
    .filter(role => !holders.some(holder => holder.role === role && holder.sbuIds.includes(sbu.id)))
    .map(role => {
      // In other queues others may decide instead.
      const alone = Object.values(rolesDeciding).some(roles => roles.length === 1 && roles[0] === role)
      const message = `${nameOf(sbu)}: no person holds the role ${role}, who decides in its queue. Assign it, with the SBU mapped to the person`
      return { kind: 'NO_ROLE', stopsOrders: alone, sbuId: sbu.id, about: role, message, mends: fixMissingRole() }
    })
}
