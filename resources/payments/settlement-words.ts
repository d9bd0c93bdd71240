/** What a row of a settlement file is about. */
export const settlementKinds = ['SALE', 'REFUND', 'CHARGEBACK', 'ADJUSTMENT'] as const
export type SettlementKind = (typeof settlementKinds)[number]

/** In what the portal and a gateway differ. */
export const differenceKinds = [
  'NOT_IN_PORTAL',
  'NOT_PAID',
  'AMOUNT_DIFFERS',
  'SETTLED_TWICE',
  'NOT_SETTLED',
  'REFUND_UNKNOWN',
  'NET_DIFFERS',
  'UTR_SUM',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** How money goes back: given by us, or taken by the payer's bank. */
export const refundKinds = ['REFUND', 'CHARGEBACK'] as const
export type RefundKind = (typeof refundKinds)[number]
