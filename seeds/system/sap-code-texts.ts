import { type CodeField, sapCodeText } from '../../resources/masters/sap-code-text.ts'
import { productRowsOf } from './give-rows.ts'

/** What the codes of an unchanged SAP say; a company enters its own beside them. */
const texts: Readonly<Record<CodeField, Readonly<Record<string, string>>>> = {
  DELIVERY_BLOCK: {
    '01': 'credit limit',
    '02': 'political reasons',
    '03': 'bottleneck material',
    '04': 'export papers missing',
    '05': 'free goods to be checked',
  },
  BILLING_BLOCK: { '08': 'credit memo to be checked', '09': 'debit memo to be checked' },
  REJECTION: {
    '00': 'assigned by the system',
    '01': 'delivered too late',
    '02': 'poor quality',
    '03': 'too expensive',
    '04': 'competitor is better',
    '05': 'guarantee',
    '10': 'unreasonable request',
    '11': 'replaced by another item',
    '20': 'credit',
    '50': 'being checked',
  },
}

export const sapCodeTexts = productRowsOf(
  sapCodeText,
  (Object.keys(texts) as CodeField[]).flatMap(field =>
    Object.entries(texts[field]).map(([code, staff]) => ({ field, code, staff })),
  ),
)
