import { optionText } from '../../define/option-text.ts'
import type { TermName } from '../order-input.ts'

export const termTitles: Record<TermName, string> = {
  freightTerms: 'Freight terms',
  transMode: 'Mode of transport',
  paymentTermsDays: 'Payment terms',
}

/** A term as people read it: `Billed`, `Air`, `30 days`. */
export const termText = (name: TermName, value: string | number): string =>
  name !== 'paymentTermsDays' ? optionText(String(value)) : value === 0 ? 'in advance' : `${value} days`
