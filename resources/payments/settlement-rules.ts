import { rupees } from '../define/show.ts'
import { isPaid, type PaymentState } from './payment-states.ts'
import type { DifferenceKind, SettlementKind } from './settlement-words.ts'

/** A row of a settlement file, as far as it is compared; amounts in paise, negative for what was taken back. */
export interface ComparedRow {
  kind: SettlementKind
  grossAmount: number
  settlementRef: string
}

/** The payment that a row names; amounts in paise. */
export interface ComparedPayment {
  status: PaymentState
  amount: number
  settlementRef: string | null
  /** Refunds and chargebacks that the portal knows, those that wait for a second person included. */
  refundsKnown: number
  /** What settlement files took back for it, this row included. */
  takenBack: number
}

/** In what a row and the portal differ; amounts in paise. */
export interface FoundDifference {
  kind: DifferenceKind
  expectedAmount: number
  foundAmount: number
}

/** In what a row of a settlement file differs from its payment; undefined where it settles it, or is about none. */
export function differenceOf(row: ComparedRow, payment: ComparedPayment | undefined): FoundDifference | undefined {
  const difference = (kind: DifferenceKind, expectedAmount: number, foundAmount = row.grossAmount) => ({
    kind,
    expectedAmount,
    foundAmount,
  })
  if (row.kind === 'ADJUSTMENT') return undefined
  if (!payment) return difference('NOT_IN_PORTAL', 0)
  if (row.kind !== 'SALE') {
    const { refundsKnown, takenBack } = payment
    return takenBack > refundsKnown ? difference('REFUND_UNKNOWN', 0 - refundsKnown, 0 - takenBack) : undefined
  }
  if (!isPaid(payment)) return difference('NOT_PAID', 0)
  if (payment.settlementRef !== null && payment.settlementRef !== row.settlementRef)
    return difference('SETTLED_TWICE', 0)
  return payment.amount === row.grossAmount ? undefined : difference('AMOUNT_DIFFERS', payment.amount)
}

/** What a gateway pays out of a row, in paise. */
export const netOf = (row: { grossAmount: number; feeAmount: number; taxAmount: number }) =>
  row.grossAmount - row.feeAmount - row.taxAmount

/** A difference as a sentence, for the preview of a file. */
export function differenceText({ kind, expectedAmount, foundAmount }: FoundDifference): string {
  const [expected, foundText] = [rupees(expectedAmount), rupees(foundAmount)]
  const texts: Record<DifferenceKind, string> = {
    NOT_IN_PORTAL: `No payment of this account has this gateway reference: ${foundText} is noted as a difference`,
    NOT_PAID: `The portal does not know this payment as paid: ${foundText} is noted as a difference`,
    AMOUNT_DIFFERS: `The payment is ${expected}, the file says ${foundText}: noted as a difference`,
    SETTLED_TWICE: `The payment was settled under another UTR before: ${foundText} is noted as a difference`,
    NOT_SETTLED: `${expected} has not been settled within three working days`,
    REFUND_UNKNOWN: `The gateway took back ${foundText}, the portal knows ${expected}: noted as a difference`,
    NET_DIFFERS: `Amount less fee and tax is ${expected}, the file says ${foundText}: noted as a difference`,
    RETURNED_TWICE: `${foundText} went back of a capture of which ${expected} was left: noted as a difference`,
    UTR_SUM: `The rows of this UTR come to ${expected}, the bank received ${foundText}: noted as a difference`,
  }
  return texts[kind]
}
