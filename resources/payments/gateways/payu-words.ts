import type { RefundTable } from './refund-table.ts'
import type { WordTable } from './word-table.ts'

/**
 * `unmappedstatus` of PayU, whose `status` says success of what was only authorised too (docs.payu.in, payment state
 * explanations; `pending` is met in practice and not on that page).
 */
export const payuWords: WordTable = {
  SUCCESS: ['captured'],
  PENDING: ['initiated', 'in progress', 'pending'],
  AUTHORISED: ['auth'],
  CANCELLED: ['userCancelled'],
  FAILED: ['bounced', 'dropped', 'failed'],
  AUTO_REFUND: ['autoRefund'],
}

/** `status` of a refund in PayU's answer to check_action_status (docs.payu.in, check action status with PayU id). */
export const payuRefundWords: RefundTable = {
  SETTLED: ['success'],
  ACCEPTED: ['queued', 'requested', 'in progress', 'pending', 'od_hit'],
  FAILED: ['failure'],
}

/** Seconds after which PayU may be asked again for a refund that it did not take, by its code. */
export const payuPauses: Readonly<Record<string, number>> = {
  // The same amount of the same payment, within five minutes.
  214: 6 * 60,
  // The lock of the payment could not be had.
  120: 60,
  // No balance, and captured today: tomorrow, say its pages.
  225: 86_400,
  226: 86_400,
}

/**
 * `error_code` of PayU's answer to cancel_refund_transaction (docs.payu.in, error codes for refund initiation; 112, 122,
 * 128 from its page of the refund API).
 */
export const payuRefundCodes: RefundTable = {
  SETTLED: ['100'],
  ACCEPTED: ['101', '102', '112', '122', '123', '126', '127'],
  NOT_YET: Object.keys(payuPauses),
  ASK_STATUS: ['106', '109'],
  FAILED: [
    ...['103', '105', '110', '111', '113', '115', '116', '117', '128', '227', '230', '231', '232', '233'],
    ...['234', '235', '236', '237', '238', '239', '250', '251'],
  ],
}
