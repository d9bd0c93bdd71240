/** What a row of a settlement file is about. */
export const settlementKinds = ['SALE', 'REFUND', 'CHARGEBACK', 'ADJUSTMENT'] as const
export type SettlementKind = (typeof settlementKinds)[number]

/** What gateways write for a kind, as their settlement reports name it. */
export const settlementKindsSaid: Readonly<Partial<Record<SettlementKind, readonly string[]>>> = {
  SALE: ['capture', 'captured', 'payment', 'shipped'],
  REFUND: ['refunded', 'cancelled', 'auto-cancelled'],
  ADJUSTMENT: ['misc', 'msgchrg', 'rental', 'commission', 'gst'],
}

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
  'RETURNED_TWICE',
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
  RETURNED_TWICE: 'More returned than captured',
}

/** What Finance does about a difference before it is closed: closing books nothing. */
export const differenceAdvice: Readonly<Record<DifferenceKind, string>> = {
  NOT_IN_PORTAL: 'The gateway settled a payment that the portal has not. Find whose it is, and book it in SAP by hand.',
  NOT_PAID:
    'The gateway settled a payment that the portal had given up. Check the payment, book it in SAP against its invoice by hand, then close this.',
  AMOUNT_DIFFERS: 'Ask the gateway which amount is right. Book what is missing, or refund what is too much.',
  SETTLED_TWICE: 'The gateway settled one payment twice. It takes the second back with a later file.',
  NOT_SETTLED: 'The customer paid and the gateway has not passed it on. Ask the gateway for it.',
  REFUND_UNKNOWN: 'The gateway gave money back that the portal does not know. Enter it under Refunds.',
  NET_DIFFERS: 'Gross less charges and tax is not the net. Ask the gateway for the charges.',
  RETURNED_TWICE: 'More went back to the payer than the gateway had captured. Ask the gateway for the difference.',
  UTR_SUM: 'The rows of this transfer do not add up to it. Compare the file with the bank statement.',
}

/** How money goes back, or comes again: given by us, taken by the payer's bank or the gateway, won back from the bank. */
export const refundKinds = ['REFUND', 'CHARGEBACK', 'CHARGEBACK_WON', 'AUTO_REFUND'] as const
export type RefundKind = (typeof refundKinds)[number]

/** How a refund reaches the payer: the gateway is asked, a person sends it, or the gateway did it by itself. */
export const refundWays = ['API', 'HAND', 'GATEWAY'] as const
export type RefundWay = (typeof refundWays)[number]
