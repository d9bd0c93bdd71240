import type { RefundTable } from './refund-table.ts'
import type { WordTable } from './word-table.ts'

/**
 * `order_status` of CCAvenue’s answers (nermalcat69/ccavenue-api, docs/api, status). Successful is authorised: an order
 * that is not confirmed lapses after twelve days.
 */
export const ccavenueWords: WordTable = {
  SUCCESS: ['Shipped'],
  PENDING: ['Awaited', 'Initiated'],
  AUTHORISED: ['Successful'],
  CANCELLED: ['Aborted', 'Cancelled', 'Auto-Cancelled'],
  FAILED: ['Unsuccessful', 'Invalid', 'Timeout'],
  REVERSED: ['Auto-Reversed'],
  REFUND: ['Refunded', 'System refund'],
  CHARGEBACK: ['Chargeback'],
  FRAUD: ['Fraud'],
}

/** `order_status` of what CCAvenue posts back, which has words of its own (the same pages, billing page). */
export const ccavenueClaims: WordTable = {
  SUCCESS: ['Success'],
  PENDING: ['Awaited', 'Initiated'],
  CANCELLED: ['Aborted'],
  FAILED: ['Failure', 'Invalid', 'Timeout'],
}

/** `refund_status` of CCAvenue’s answer to getRefundDetails (the same pages, get-refund-details). */
export const ccavenueRefundWords: RefundTable = {
  SETTLED: ['TS-REFC'],
  ACCEPTED: ['TS-REFA'],
  FAILED: ['TS-REFF', 'TS-REFD'],
}

/** `error_code` of CCAvenue’s refusal of refundOrder (the same pages, error codes). */
export const ccavenueRefundCodes: RefundTable = {
  ASK_STATUS: ['51309'],
  FAILED: ['51310', '51311', '51312', '51314', '51315', '51328'],
}
