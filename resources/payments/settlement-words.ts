/** What a row of a settlement file is about. */
export const settlementKinds = ['SALE', 'REFUND', 'CHARGEBACK', 'ADJUSTMENT'] as const
export type SettlementKind = (typeof settlementKinds)[number]

/** What a row of a file says it is: a kind, which thing was adjusted, or the transfer that its other rows come to. */
export const fileKinds = [...settlementKinds, 'CHARGEBACK_WON', 'RENTAL', 'FEE', 'TAX', 'TRANSFER'] as const
export type FileKind = (typeof fileKinds)[number]

/** What gateways write for a kind, as their settlement reports name it; words that none of them lists are asked once. */
export const settlementKindsSaid: Readonly<Partial<Record<FileKind, readonly string[]>>> = {
  SALE: ['capture', 'captured', 'payment', 'shipped'],
  REFUND: ['refunded', 'cancelled', 'auto-cancelled'],
  CHARGEBACK_WON: ['chargeback reversed', 'chargeback reversal'],
  ADJUSTMENT: ['misc'],
  RENTAL: [],
  FEE: ['commission', 'msgchrg'],
  TAX: ['gst', 'gst on commission'],
}

/** What a row of a file says it is, in words. */
export const fileKindWords: Readonly<Partial<Record<FileKind, string>>> = {
  CHARGEBACK_WON: 'Chargeback won back',
  ADJUSTMENT: 'Other adjustment',
  FEE: 'Commission or charge',
  TAX: 'GST on commission',
  TRANSFER: 'Total of the transfer',
}

/** What a gateway keeps, or gives, beside payments. */
export const adjustmentKinds = ['RENTAL', 'FEE', 'TAX', 'OTHER'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

/** In what the portal, a gateway and the bank differ. */
export const differenceKinds = [
  'NOT_IN_PORTAL',
  'NOT_PAID',
  'AMOUNT_DIFFERS',
  'SETTLED_TWICE',
  'NOT_SETTLED',
  'REFUND_UNKNOWN',
  'NET_DIFFERS',
  'UTR_SUM',
  'CHANGED',
  'RETURN_NOT_TAKEN',
  'RETURNED_TWICE',
  'BANK_MISSING',
  'BANK_UNKNOWN',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** In what the portal, a gateway and the bank differ, in words. */
export const differenceWords: Readonly<Record<DifferenceKind, string>> = {
  NOT_IN_PORTAL: 'Not in the portal',
  NOT_PAID: 'Settled, but not paid in the portal',
  AMOUNT_DIFFERS: 'Amount differs',
  SETTLED_TWICE: 'Settled twice',
  NOT_SETTLED: 'Paid, not settled by the gateway',
  REFUND_UNKNOWN: 'Taken back of an unknown payment',
  NET_DIFFERS: 'Net differs',
  UTR_SUM: 'Total of the UTR differs',
  CHANGED: 'Changed in a later file',
  RETURN_NOT_TAKEN: 'Refund not taken by the gateway',
  RETURNED_TWICE: 'More returned than captured',
  BANK_MISSING: 'Not received by the bank',
  BANK_UNKNOWN: 'Received, not in a file',
}

/** What Finance does about a difference before it is closed: closing books nothing. */
export const differenceAdvice: Readonly<Record<DifferenceKind, string>> = {
  NOT_IN_PORTAL: 'The gateway settled a payment that the portal has not. Find whose it is, and book it in SAP by hand.',
  NOT_PAID:
    'The portal asks the gateway about it. Where the gateway denies the payment, ask it for proof, then decide the payment by hand.',
  AMOUNT_DIFFERS: 'Ask the gateway which amount is right. Book what is missing, or refund what is too much.',
  SETTLED_TWICE: 'The gateway settled one payment twice. It takes the second back with a later file.',
  NOT_SETTLED: 'The customer paid and the gateway has not passed it on. Ask the gateway for it.',
  REFUND_UNKNOWN: 'The gateway took back money of a payment that the portal does not have. Find whose it is.',
  NET_DIFFERS: 'Gross less charges and tax is not the net. Ask the gateway for the charges.',
  UTR_SUM: 'The rows of this transfer do not add up to it. Compare the file with the bank statement.',
  CHANGED: 'A later file says other figures of a row that was taken in. Ask the gateway which are right.',
  RETURN_NOT_TAKEN: 'The refund is in no settlement file after ten working days. Ask the gateway whether it was paid.',
  RETURNED_TWICE: 'More went back to the payer than the gateway had captured. Ask the gateway for the difference.',
  BANK_MISSING: 'The gateway says it paid, and the bank statement has no such line. Ask the bank with the UTR.',
  BANK_UNKNOWN: 'The bank received money of a gateway that no file explains. Ask the gateway for its file.',
}

/** How money goes back, or comes again: given by us, taken by the payer's bank or the gateway, won back from the bank. */
export const refundKinds = ['REFUND', 'CHARGEBACK', 'CHARGEBACK_WON', 'AUTO_REFUND'] as const
export type RefundKind = (typeof refundKinds)[number]

/** How a refund reaches the payer: the gateway is asked, a person sends it, or the gateway did it by itself. */
export const refundWays = ['API', 'HAND', 'GATEWAY'] as const
export type RefundWay = (typeof refundWays)[number]
