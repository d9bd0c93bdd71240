import { mulDiv, percentOf, sum } from '../../define/amounts.ts'
import { daysBetween } from '../../define/dates.ts'
import { dayText, rupees } from '../../define/show.ts'
import type { Settings } from '../../settings/settings.ts'
import type { GtaTaxMode } from '../../trade.ts'
import type { Lr } from '../lr.ts'

/** The days after the LR within which the transporter bills it; later needs the leave of Finance. */
export const MOST_DAYS_TO_BILL = 180
/** A paisa here and there on the way to a rupee: sums and taxes agree within one rupee, in paise. */
const ONE_RUPEE = 100

const taxRates: Record<GtaTaxMode, number | null> = { RCM: 0, FORWARD_5: 500, FORWARD_18: 1800, NOT_GTA: null }
/** What we pay ourselves by reverse charge, in hundredths of a percent. */
const REVERSE_CHARGE = 500

/** Paise of two amounts that agree within one rupee. */
export const agrees = (one: number, other: number) => Math.abs(one - other) <= ONE_RUPEE

/** Whether the GST of a bill is what its rate gives; a transporter that is no goods transport agency charges what it charges. */
export function taxFits(mode: GtaTaxMode, base: number, gst: number): boolean {
  const rate = taxRates[mode]
  return rate === null || agrees(gst, percentOf(base, rate))
}

/** The GST that a bill charges on a part of its base, in paise: by its rate, else in its own proportion. */
export function taxOn(mode: GtaTaxMode, part: number, bill: { baseAmount: number; gstAmount: number }): number {
  const rate = taxRates[mode]
  return rate === null ? mulDiv(bill.gstAmount, part, bill.baseAmount) : percentOf(part, rate)
}

/** The GST that we pay to the state ourselves for a bill, in paise; it is no part of the bill. */
export const reverseCharge = (mode: GtaTaxMode, base: number) => (mode === 'RCM' ? percentOf(base, REVERSE_CHARGE) : 0)

/** Amounts in paise and shares in hundredths of a percent; the larger of both counts. */
export interface BillTolerance {
  /** Of one LR, of what was agreed for it. */
  line: { amount: number; pct: number }
  /** Of all that is over what was agreed, of what was agreed for the bill. */
  whole: { amount: number; pct: number }
}

/** The tolerances as Settings have them. */
export const billTolerance = (settings: Settings): BillTolerance => ({
  line: { amount: settings['bill.tolerance_amount'], pct: settings['bill.tolerance_pct'] },
  whole: { amount: settings['bill.tolerance_sum'], pct: settings['bill.tolerance_sum_pct'] },
})

interface LineAmounts {
  billedFreight: number
  billedOther: number
  expectedFreight: number
  expectedOther: number
}

/** What an LR says was agreed for it, in paise: by contract or lane, else as it states. */
export const agreedOn = ({
  expectedFreight,
  expectedOther,
  freightAmount,
  otherCharges,
}: Pick<Lr, 'expectedFreight' | 'expectedOther' | 'freightAmount' | 'otherCharges'>) => ({
  expectedFreight: expectedFreight ?? freightAmount,
  expectedOther: expectedOther ?? otherCharges,
})

/** What was agreed for an LR, in paise. */
export const agreedFor = (line: LineAmounts) => line.expectedFreight + line.expectedOther
/** What is billed for an LR, in paise. */
export const billedFor = (line: LineAmounts) => line.billedFreight + line.billedOther

const most = ({ amount, pct }: BillTolerance['line'], of: number) => Math.max(amount, percentOf(of, pct))

/** What was agreed for a bill, and what of it is over and under, never netted, in paise. */
export function differencesOf(lines: readonly LineAmounts[]) {
  const variances = lines.map(line => billedFor(line) - agreedFor(line))
  return {
    agreed: sum(lines.map(agreedFor)),
    over: sum(variances.map(variance => Math.max(0, variance))),
    under: sum(variances.map(variance => Math.max(0, -variance))),
    lrsOver: variances.filter(variance => variance > 0).length,
  }
}

/**
 * How each LR of a bill differs from what was agreed, in paise. Less than agreed always matches; what is over matches
 * within the tolerance of its line, as long as all that is over on the bill is within that of the whole (§E.6).
 */
export function matchLines(
  lines: readonly LineAmounts[],
  tolerance: BillTolerance,
): { variance: number; isMatched: boolean }[] {
  const { agreed, over } = differencesOf(lines)
  const isWholeWithin = over <= most(tolerance.whole, agreed)
  return lines.map(line => {
    const variance = billedFor(line) - agreedFor(line)
    const isWithin = isWholeWithin && variance <= most(tolerance.line, agreedFor(line))
    return { variance, isMatched: variance <= 0 || isWithin }
  })
}

type BillableLr = Pick<
  Lr,
  'lrNo' | 'lrDate' | 'transporterId' | 'businessLine' | 'freightTerms' | 'deliveryStatus' | 'lateBillReason'
>

/** Why an LR cannot be on a bill of this transporter and day, as a code and a sentence; undefined when it can. */
export function whyNotBillable(
  lr: BillableLr,
  bill: { transporterId: number; billDate: string },
): { code: string; message: string } | undefined {
  const refuse = (code: string, message: string) => ({ code, message: `LR ${lr.lrNo} ${message}` })
  if (lr.transporterId !== bill.transporterId)
    return refuse('OTHER_TRANSPORTER', 'was carried by another transporter: leave it out')
  if (lr.businessLine === 'SIGMA') return refuse('NOT_BILLED', 'is a Sigma shipment, which is not billed to us')
  if (lr.freightTerms === 'TO_PAY') return refuse('NOT_BILLED', 'is to pay: its consignee pays the freight')
  if (lr.deliveryStatus === 'CANCELLED') return refuse('NOT_BILLED', 'is cancelled: leave it out')
  if (bill.billDate < lr.lrDate)
    return refuse('RANGE', `is of ${dayText(lr.lrDate)}: the bill must not be dated before it`)
  if (daysBetween(lr.lrDate, bill.billDate) > MOST_DAYS_TO_BILL && lr.lateBillReason === null)
    return refuse('TOO_OLD', `is older than ${MOST_DAYS_TO_BILL} days on the bill date: ask Finance to allow it`)
  return undefined
}

/** Whether an LR needs an accepted proof of delivery before its bill is approved; what came back or was lost has none. */
export const lacksPod = ({ podStatus, deliveryStatus }: Pick<Lr, 'podStatus' | 'deliveryStatus'>) =>
  podStatus !== 'ACCEPTED' && deliveryStatus !== 'LOST' && deliveryStatus !== 'RETURNED'

/** «Billed ₹ 1,200.00, agreed ₹ 1,000.00». */
export const differenceText = (line: LineAmounts) =>
  `Billed ${rupees(billedFor(line))}, agreed ${rupees(agreedFor(line))}`
