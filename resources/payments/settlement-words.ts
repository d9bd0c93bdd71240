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

/** In what the portal and a gateway differ, in words. */
export const differenceWords: Readonly<Record<DifferenceKind, string>> = {
  NOT_IN_PORTAL: 'Not in the portal',
  NOT_PAID: 'Settled, but not paid in the portal',
  AMOUNT_DIFFERS: 'Amount differs',
  SETTLED_TWICE: 'Settled twice',
  NOT_SETTLED: 'Paid, not settled by the gateway',
  REFUND_UNKNOWN: 'Refund not in the portal',
  NET_DIFFERS: 'Net differs',
  UTR_SUM: 'Total of the UTR differs',
}

/** How money goes back: given by us, or taken by the payer's bank. */
export const refundKinds = ['REFUND', 'CHARGEBACK'] as const
