/** The gateways that take payments. */
export const gateways = ['MOCK', 'PAYU', 'CCAVENUE', 'BILLDESK'] as const
export type GatewayName = (typeof gateways)[number]

/** How the payer paid at the gateway. */
export const paymentModes = ['CARD', 'NETBANKING', 'UPI', 'NEFT', 'WALLET', 'OTHER'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** What happened to a payment in SAP. */
export const postingStates = ['NOT_DUE', 'QUEUED', 'POSTED', 'CLEARED', 'STUCK', 'MANUAL'] as const
export type PostingState = (typeof postingStates)[number]

/** What happened to a payment in SAP, in words. */
export const postingWords: Readonly<Record<PostingState, string>> = {
  NOT_DUE: 'Nothing to post',
  QUEUED: 'Waiting',
  POSTED: 'Posted',
  CLEARED: 'Cleared',
  STUCK: 'Stuck',
  MANUAL: 'Posted by hand',
}

/** How far the request is by which SAP clears what a payment settles; NONE where finance clears it by hand. */
export const clearingRequests = ['NONE', 'QUEUED', 'DONE', 'STUCK'] as const

/** How far the request to clear a payment is, in words. */
export const clearingWords: Readonly<Record<(typeof clearingRequests)[number], string>> = {
  NONE: 'Not asked',
  QUEUED: 'Waiting',
  DONE: 'Asked',
  STUCK: 'Stuck',
}

/** How a callback or an answer reached the portal. */
export const callbackKinds = ['RETURN', 'NOTIFY', 'POLL'] as const
export type CallbackKind = (typeof callbackKinds)[number]

/** What became of a callback. */
export const callbackResults = [
  'APPLIED',
  'UNCHANGED',
  'UNKNOWN_ANSWER',
  'BAD_SIGNATURE',
  'AMOUNT_MISMATCH',
  'UNKNOWN_TXN',
  'DUPLICATE_CAPTURE',
  'TASK',
] as const
export type CallbackResult = (typeof callbackResults)[number]

/** Why Finance has to look at a payment. */
export const paymentTaskKinds = [
  'AMOUNT_MISMATCH',
  'DUPLICATE_CAPTURE',
  'UNALLOCATED',
  'SHORT_CLEARING',
  'CLEARING_RESET',
  'FRAUD',
  'REVERSED',
  'REFUNDED',
  'CHARGEBACK',
] as const
export type PaymentTaskKind = (typeof paymentTaskKinds)[number]

/** Kinds of tasks that are still given: all else is a state of a capture, and stands in tasks of before. */
export type GivenTaskKind = Extract<PaymentTaskKind, 'SHORT_CLEARING' | 'CLEARING_RESET'>

/** What happened, as Finance reads it. */
export const paymentTaskWords: Readonly<Record<PaymentTaskKind, string>> = {
  AMOUNT_MISMATCH: 'The gateway took another amount',
  DUPLICATE_CAPTURE: 'The gateway took it twice',
  UNALLOCATED: 'Paid, but no invoice takes it',
  SHORT_CLEARING: 'SAP cleared less than was paid',
  CLEARING_RESET: 'SAP took the clearing back',
  FRAUD: 'The gateway calls it fraud',
  REVERSED: 'The gateway took it back',
  REFUNDED: 'The gateway gave it back',
  CHARGEBACK: 'The payer’s bank took it back',
}
