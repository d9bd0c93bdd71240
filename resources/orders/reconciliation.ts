import type { OrderState } from '../trade.ts'
import {
  type CalledOff,
  type ReservationKind,
  type ReservedQuantity,
  type ReservingLine,
  reservationsOf,
} from './reserved-quantities.ts'
import { countsInTotals, type LineAmounts, type OrderTotals, orderTotals } from './totals.ts'

/** An order with everything that must agree with it. */
export interface OrderToReconcile {
  order: OrderTotals & { orderNo: string; status: OrderState; pendingStep: string | null }
  lines: readonly (LineAmounts & ReservingLine)[]
  /** Its history, oldest first. */
  steps: readonly { fromStatus: string | null; toStatus: string }[]
  /** The statuses of the messages that create it in SAP. */
  messages: readonly string[]
  reservations: readonly Omit<ReservedQuantity, 'lineNo'>[]
  /** Where a contract is in another unit than the product is sold in. */
  calledOff?: CalledOff
}

/**
 * What of an order does not agree, in sentences: totals, history, message to SAP, reservations; empty when all agrees.
 */
export const orderDifferences = (booked: OrderToReconcile): string[] =>
  [...totalsOff(booked), ...historyOff(booked), ...messagesOff(booked), ...reservationsOff(booked)].map(
    difference => `Order ${booked.order.orderNo}: ${difference}`,
  )

function totalsOff({ order, lines }: OrderToReconcile) {
  // An order given up as a whole keeps its value for reference.
  if (!lines.some(countsInTotals)) return []
  const right = orderTotals(lines)
  return (Object.keys(right) as (keyof OrderTotals)[])
    .filter(name => right[name] !== order[name])
    .map(name => `${name} is ${order[name]}, and its lines come to ${right[name]}`)
}

function historyOff({ order, steps }: OrderToReconcile) {
  const broken = steps.findIndex(({ fromStatus }, index) => fromStatus !== (steps[index - 1]?.toStatus ?? null))
  if (broken >= 0) return [`step ${broken + 1} of its history does not begin where the one before ended`]
  const state = order.pendingStep ? `${order.status}_${order.pendingStep}` : order.status
  const last = steps.at(-1)?.toStatus
  return last === state ? [] : [`it is ${state}, and its history ends with ${last}`]
}

const UNDERWAY = ['READY', 'SENDING', 'RETRY', 'FAILED_TECH']

function messagesOff({ order, messages }: OrderToReconcile) {
  const underway = messages.filter(status => UNDERWAY.includes(status)).length
  const right = order.status === 'APPROVED' ? 1 : 0
  const off = underway === right ? [] : [`${underway} messages to SAP are on their way, where ${right} should be`]
  const arrived = messages.filter(status => status === 'DONE').length
  return arrived > 1 ? [...off, `SAP was told of it ${arrived} times`] : off
}

function reservationsOff({ order, lines, reservations, calledOff }: OrderToReconcile) {
  const right = reservationsOf(order.status, lines, calledOff)
  const stored = new Map(reservations.map(row => [`${row.kind}/${row.heldOf}`, row]))
  return [...new Set([...right.keys(), ...stored.keys()])].flatMap(key => {
    const [expected, row] = [right.get(key), stored.get(key)]
    const names = ['uses', 'heldQty', 'usedQty'] as const
    const off = names.filter(name => (expected?.[name] ?? 0) !== (row?.[name] ?? 0))
    return off.map(
      name => `it holds ${row?.[name] ?? 0} (${name}) of ${key}, and its lines ask for ${expected?.[name] ?? 0}`,
    )
  })
}

/** The counters of a row, and the sums of its reservations. */
export interface ReservationCounter {
  kind: ReservationKind
  name: string
  recorded: Pick<ReservedQuantity, 'uses' | 'heldQty' | 'usedQty'>
  reserved: Pick<ReservedQuantity, 'uses' | 'heldQty' | 'usedQty'>
}

/** Which counters of contracts, promo codes and end-user documents differ from what orders reserve, in sentences. */
export const counterDifferences = (counters: readonly ReservationCounter[]): string[] =>
  counters.flatMap(({ kind, name, recorded: said, reserved: held }) => {
    const off = counted[kind].filter(each => said[each] !== held[each])
    const sentences = off.map(each => `${name}: ${said[each]} (${each}) are counted, and orders hold ${held[each]}`)
    // A contract's used quantity also includes what was called off outside the portal.
    return kind === 'CONTRACT' && said.usedQty < held.usedQty
      ? [...sentences, `${name}: ${said.usedQty} are used up, but orders used only ${held.usedQty}`]
      : sentences
  })

const counted: Record<ReservationKind, readonly (keyof ReservationCounter['recorded'])[]> = {
  CONTRACT: ['heldQty'],
  PROMO: ['uses'],
  EUD: ['heldQty', 'usedQty'],
}
