import { rupees } from '../define/show.ts'
import type { AdjustmentKind, DifferenceKind, FileKind, SettlementKind } from './settlement-words.ts'

/** A row of a settlement file, as far as it is compared; amounts in paise, negative for what was taken back. */
export interface ComparedRow {
  kind: SettlementKind
  grossAmount: number
}

/** The capture that a row names; amounts in paise. */
export interface ComparedCapture {
  amount: number
  currency: string
  /** Another row of a file has settled it. */
  isSettled: boolean
}

/** In what a row and the portal differ; amounts in paise. */
export interface FoundDifference {
  kind: DifferenceKind
  expectedAmount: number
  foundAmount: number
}

/**
 * In what a row of a settlement file differs from its capture; undefined where it settles it, takes it back, or is about
 * none. `isPaymentKnown` says whether a payment without any capture has the order number of the row.
 */
export function differenceOf(
  row: ComparedRow,
  capture: ComparedCapture | undefined,
  isPaymentKnown = false,
): FoundDifference | undefined {
  const difference = (kind: DifferenceKind, expectedAmount: number) => ({
    kind,
    expectedAmount,
    foundAmount: row.grossAmount,
  })
  if (row.kind === 'ADJUSTMENT') return undefined
  if (row.kind !== 'SALE') return capture ? undefined : difference('REFUND_UNKNOWN', 0)
  if (!capture) return difference(isPaymentKnown ? 'NOT_PAID' : 'NOT_IN_PORTAL', 0)
  if (capture.isSettled) return difference('SETTLED_TWICE', 0)
  const isSame = capture.currency !== 'INR' || capture.amount === row.grossAmount
  return isSame ? undefined : difference('AMOUNT_DIFFERS', capture.amount)
}

/** What a gateway pays out of a row, in paise. */
export const netOf = (row: { grossAmount: number; feeAmount: number; taxAmount: number }) =>
  row.grossAmount - row.feeAmount - row.taxAmount

/** The amounts that a file writes in a row, in paise; null for what it has no column for. */
export interface WrittenAmounts {
  amount: number
  fee: number
  taxOnFee: number
  feeWithTax: number | null
  netAmount: number | null
  credit: number | null
  debit: number | null
}

/** The amounts of a row with the sign of its kind: what was taken back or is kept is negative, charges are fees. */
export function amountsOf(kind: FileKind, written: WrittenAmounts) {
  const { amount, taxOnFee, feeWithTax, credit, debit } = written
  const fee = feeWithTax === null ? written.fee : feeWithTax - taxOnFee
  const moved = credit === null && debit === null ? null : (credit ?? 0) - (debit ?? 0)
  const isKept = kind === 'RENTAL' || kind === 'FEE' || kind === 'TAX'
  const isTakenBack = kind === 'REFUND' || kind === 'CHARGEBACK' || isKept
  const signed = (value: number) => (isTakenBack ? 0 - Math.abs(value) : value)
  const gross = kind === 'ADJUSTMENT' && moved !== null ? moved + fee + taxOnFee : signed(amount)
  // A charge that stands in the amount alone is a fee, as one with a fee of its own.
  const isBare = isKept && fee === 0 && taxOnFee === 0
  const sums = isBare
    ? { grossAmount: 0, feeAmount: kind === 'TAX' ? 0 : 0 - gross, taxAmount: kind === 'TAX' ? 0 - gross : 0 }
    : { grossAmount: gross, feeAmount: fee, taxAmount: taxOnFee }
  const net = moved ?? (written.netAmount === null ? null : signed(written.netAmount))
  return { ...sums, netAmount: net ?? netOf(sums) }
}

/** As which kind a row is kept, and what it adjusts; null for what adjusts nothing. */
export function keptAs(kind: FileKind): { kind: SettlementKind; adjustment: AdjustmentKind | null } {
  if (kind === 'RENTAL' || kind === 'FEE' || kind === 'TAX') return { kind: 'ADJUSTMENT', adjustment: kind }
  if (kind === 'ADJUSTMENT' || kind === 'TRANSFER') return { kind: 'ADJUSTMENT', adjustment: 'OTHER' }
  return { kind: kind === 'CHARGEBACK_WON' ? 'CHARGEBACK' : kind, adjustment: null }
}

/** The rows that may be why a transfer differs by an amount: their net is not right, or is what is missing or twice. */
export function suspectsOf<
  Row extends { grossAmount: number; feeAmount: number; taxAmount: number; netAmount: number },
>(rows: readonly Row[], differs: number): Row[] {
  return rows.filter(row => netOf(row) !== row.netAmount || Math.abs(row.netAmount) === Math.abs(differs))
}

/** A difference as a sentence, for the preview of a file. */
export function differenceText({ kind, expectedAmount, foundAmount }: FoundDifference): string {
  const [expected, foundText] = [rupees(expectedAmount), rupees(foundAmount)]
  const texts: Record<DifferenceKind, string> = {
    NOT_IN_PORTAL: `No payment of this account has this gateway reference: ${foundText} is noted as a difference`,
    NOT_PAID: `The portal does not know this payment as paid: the gateway is asked, ${foundText} is noted as a difference`,
    AMOUNT_DIFFERS: `The payment is ${expected}, the file says ${foundText}: noted as a difference`,
    SETTLED_TWICE: `The payment was settled before: ${foundText} is noted as a difference`,
    NOT_SETTLED: `${expected} has not been settled within three working days`,
    REFUND_UNKNOWN: `The gateway took back ${foundText} of a payment that the portal does not have: noted as a difference`,
    NET_DIFFERS: `Amount less fee and tax is ${expected}, the file says ${foundText}: noted as a difference`,
    RETURNED_TWICE: `${foundText} went back of a capture of which ${expected} was left: noted as a difference`,
    UTR_SUM: `The rows of this UTR come to ${expected}, the bank received ${foundText}: noted as a difference`,
    CHANGED: `This row was taken in before with ${expected}, the file says ${foundText} now: noted as a difference`,
    RETURN_NOT_TAKEN: `The refund of ${expected} is in no settlement file after ten working days`,
    BANK_MISSING: `The bank has not received the transfer of ${expected}`,
    BANK_UNKNOWN: `The bank received ${foundText}, which no settlement file explains`,
  }
  return texts[kind]
}
