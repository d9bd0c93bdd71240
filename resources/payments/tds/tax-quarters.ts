import { addDays, fyOf } from '../../define/dates.ts'

export const taxQuarters = ['Q1', 'Q2', 'Q3', 'Q4'] as const
type Quarter = (typeof taxQuarters)[number]

/** A quarter of a tax year from April to March; the year as `2627`. */
export interface TaxQuarter {
  taxYear: string
  quarter: Quarter
}

/** The forms of certificates: 131 for what is deducted from 1 April 2026, under the Income-tax Act 2025. */
export const tdsForms = ['FORM_16A', 'FORM_131'] as const
const FIRST_OF_131 = '2627'

/** Days after the deductor's return by which they issue the certificate. */
const ISSUED_AFTER_DAYS = 15

/** The last days of deductors' returns, by quarter; that of the last falls after the year. */
const returnDays: Record<Quarter, string> = { Q1: '07-31', Q2: '10-31', Q3: '01-31', Q4: '05-31' }

/** The quarter of the tax year in which an Indian day lies. */
export const taxQuarterOf = (day: string): TaxQuarter => ({
  taxYear: fyOf(day),
  quarter: taxQuarters[Math.floor(((Number(day.slice(5, 7)) + 8) % 12) / 3)]!,
})

export const formOf = ({ taxYear }: Pick<TaxQuarter, 'taxYear'>): (typeof tdsForms)[number] =>
  taxYear < FIRST_OF_131 ? 'FORM_16A' : 'FORM_131'

/** The day by which the certificate of a quarter is to be issued. */
export function certificateDueOn({ taxYear, quarter }: TaxQuarter): string {
  const year = 2000 + Number(taxYear.slice(0, 2)) + (quarter === 'Q3' || quarter === 'Q4' ? 1 : 0)
  return addDays(`${year}-${returnDays[quarter]}`, ISSUED_AFTER_DAYS)
}

/** What a certificate says beside what payers deducted; paise. */
export interface CertificateAmounts {
  expectedAmount: number
  receivedAmount: number | null
  /** What of the difference two people wrote off. */
  writtenOffAmount: number | null
}

/** How far a certificate is: what differs from what was written off has to be looked at again. */
export function certificateStateOf({ expectedAmount, receivedAmount, writtenOffAmount }: CertificateAmounts) {
  const missing = expectedAmount - (receivedAmount ?? 0)
  if (missing === 0) return 'CLOSED'
  if (missing === writtenOffAmount) return 'WRITTEN_OFF'
  return receivedAmount === null ? 'EXPECTED' : 'DIFFERS'
}
