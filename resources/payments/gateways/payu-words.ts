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
