import { sum } from '../../define/amounts.ts'
import { isIn } from '../../define/process/states.ts'
import type { PaymentState } from '../payment-states.ts'
import { refundProcess } from '../refund-process.ts'
import type { RefundKind } from '../settlement-words.ts'
import { type AllocationTarget, type CaptureState, captureStates } from './capture-states.ts'

/** A row of a capture's allocations; paise. */
interface AllocatedRow {
  target: AllocationTarget
  amount: number
  clearingStatus: string
}

/** Money that went back from a capture, or is to; paise. */
interface ReturnedRow {
  kind: RefundKind
  amount: number
  status: string
}

/** A capture with its rows. */
export interface CaptureMoney {
  amount: number
  currency: string
  allocations: readonly AllocatedRow[]
  refunds: readonly ReturnedRow[]
}

/** What follows from the rows of a capture; paise. */
export interface CaptureSums {
  status: CaptureState
  returnedAmount: number
  unresolvedAmount: number
}

export const isLive = ({ clearingStatus }: Pick<AllocatedRow, 'clearingStatus'>): boolean =>
  clearingStatus !== 'RELEASED'

/** How a capture ends by the kind of the largest return, once all is back. */
const endings: Partial<Record<RefundKind, CaptureState>> = {
  REFUND: 'REFUNDED',
  CHARGEBACK: 'CHARGED_BACK',
  AUTO_REFUND: 'AUTO_REFUNDED',
}

/** What of a capture was won back, is allocated and has returned. */
export function captureSums({ amount, allocations, refunds }: CaptureMoney): CaptureSums {
  const settled = refunds.filter(({ status }) => status === 'SETTLED')
  const back = settled.filter(({ kind }) => kind !== 'CHARGEBACK_WON')
  const won = sum(settled.filter(({ kind }) => kind === 'CHARGEBACK_WON').map(one => one.amount))
  const returnedAmount = sum(back.map(one => one.amount)) - won
  const allocated = sum(allocations.filter(isLive).map(one => one.amount))
  return {
    status: captureStateOf(amount, returnedAmount, back),
    returnedAmount,
    unresolvedAmount: amount + won - allocated,
  }
}

function captureStateOf(amount: number, returned: number, back: readonly ReturnedRow[]): CaptureState {
  if (returned <= 0) return 'CAPTURED'
  if (returned < amount) return 'PART_RETURNED'
  const largest = back.reduce((most, one) => (one.amount > most.amount ? one : most))
  return endings[largest.kind] ?? 'REFUNDED'
}

/** The sums of a payment; paise, of captures in rupees. */
export interface PaymentSums {
  capturedAmount: number
  unallocatedAmount: number
  unresolvedAmount: number
  refundedAmount: number
}

export function paymentSums(captures: readonly CaptureMoney[]): PaymentSums {
  const inRupees = captures.filter(({ currency }) => currency === 'INR')
  const sums = inRupees.map(captureSums)
  const onAccount = inRupees.flatMap(({ allocations }) =>
    allocations.filter(row => isLive(row) && row.target === 'ON_ACCOUNT').map(row => row.amount),
  )
  return {
    capturedAmount: sum(inRupees.map(({ amount }) => amount)),
    unallocatedAmount: sum(onAccount),
    unresolvedAmount: sum(sums.map(one => one.unresolvedAmount)),
    refundedAmount: sum(sums.map(one => one.returnedAmount)),
  }
}

/**
 * The state of a payment. `word` is the last definite word of its gateways, which stands while there is no capture:
 * all rupees back is refunded, or failed where they never served anything and the gateway returned them by itself; a
 * rupee on an item or on account is paid; else somebody has to decide.
 */
export function paymentStateOf(word: PaymentState, captures: readonly CaptureMoney[]): PaymentState {
  if (captures.length === 0) return word
  const states = captures.map(one => captureSums(one).status)
  if (states.every(state => isIn(captureStates.sets.returned, { status: state }))) {
    const served = captures.some(({ allocations }) => allocations.some(row => row.target !== 'TO_REFUND'))
    return !served && states.every(state => state === 'AUTO_REFUNDED') ? 'FAILED' : 'REFUNDED'
  }
  const serves = captures.some(({ allocations }) =>
    allocations.some(row => isLive(row) && row.target !== 'TO_REFUND' && row.amount !== 0),
  )
  return serves ? 'SUCCESS' : 'CHECKING'
}

/** Whether a refund holds rupees of its capture. */
export const isOnItsWay = (refund: { status: string }): boolean => isIn(refundProcess.sets.live, refund)
