import { sum } from '../../../resources/define/amounts.ts'
import { isLive, isOnItsWay } from '../../../resources/payments/money/payment-sums.ts'
import type { CaptureRow, PlacedRow, RefundRow } from './payment-api.ts'

/** A capture with where its rupees are and what of it goes back. */
export interface CaptureMoney {
  capture: CaptureRow
  placed: readonly PlacedRow[]
  refunds: readonly RefundRow[]
}

/** What of a capture may still be put somewhere or sent back; paise. */
export interface Free {
  unresolved: number
  onAccount: number
  /** What has neither gone back nor is on its way. */
  refundable: number
}

/** What of a capture is free for an act. */
export function freeOf({ capture, placed, refunds }: CaptureMoney): Free {
  const onAccount = placed.filter(row => isLive(row) && row.target === 'ON_ACCOUNT')
  const back = refunds.filter(row => isOnItsWay(row) && row.kind !== 'CHARGEBACK_WON')
  const won = refunds.filter(row => row.status === 'SETTLED' && row.kind === 'CHARGEBACK_WON')
  return {
    unresolved: capture.unresolvedAmount,
    onAccount: sum(onAccount.map(({ amount }) => amount)),
    refundable: capture.amount + sum(won.map(({ amount }) => amount)) - sum(back.map(({ amount }) => amount)),
  }
}
