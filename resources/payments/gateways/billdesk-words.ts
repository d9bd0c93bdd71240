import type { RefundTable } from './refund-table.ts'
import type { WordTable } from './word-table.ts'

/**
 * AuthStatus of BillDesk (docs.billdesk.io, manage payments; 0001 from Jagdish-J-P/billdesk-hmac). In an answer a refund
 * status beside 0300 says that the money has gone back, and NA that the payment is not found.
 */
export const billdeskWords: WordTable = { SUCCESS: ['0300'], PENDING: ['0002'], FAILED: ['0399', '0001'] }

/** AuthStatus of what BillDesk posts back, where NA is a failure. */
export const billdeskClaims: WordTable = { ...billdeskWords, FAILED: ['0399', '0001', 'NA'] }

/**
 * `refund_status` of BillDesk (docs.billdesk.io, create refund and retrieve refund): 0699 gives back a whole payment
 * before it is settled, 0799 any other. Neither says that the money has arrived, which only its files do.
 */
export const billdeskRefundWords: RefundTable = { ACCEPTED: ['0699', '0799'] }
