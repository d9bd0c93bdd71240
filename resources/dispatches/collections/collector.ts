import type { Fault } from '../../define/validate.ts'

/** The papers by which a collector shows who they are. */
export const collectorIds = ['AADHAAR_LAST4', 'DL', 'PAN', 'COMPANY_ID'] as const
export type CollectorId = (typeof collectorIds)[number]

export const collectorIdLabels: Record<CollectorId, string> = {
  AADHAAR_LAST4: 'Aadhaar, its last four digits',
  DL: 'Driving licence',
  PAN: 'PAN card',
  COMPANY_ID: 'Company identity card',
}

/** How the number of each paper is written, as the end of «must be». */
const forms: Record<CollectorId, [RegExp, string]> = {
  AADHAAR_LAST4: [/^\d{4}$/, 'the last four digits of the Aadhaar number, and no more'],
  DL: [/^[A-Z]{2}\d{2}[A-Z0-9]{5,14}$/, 'a driving licence number such as MH1220110012345'],
  PAN: [/^[A-Z]{3}[ABCEFGHJKLPT][A-Z]\d{4}[A-Z]$/, 'a PAN such as ABCPE1234F'],
  COMPANY_ID: [/^[A-Z0-9/]{2,20}$/, 'the 2 to 20 letters and digits of the card'],
}

/** A number as it is compared: without spaces and hyphens, in capitals. */
export const cleanCollectorId = (written: string): string => written.replace(/[\s-]/g, '').toUpperCase()

/** The fault of a cleaned number of a paper; null when it is one. */
export function collectorIdFault(type: CollectorId, number: string): Fault | null {
  const [form, words] = forms[type]
  return form.test(number)
    ? null
    : { field: 'collectorIdNo', code: 'FORMAT', message: `Document number must be ${words}` }
}

/** What the gate compares with the paper, and all that people read: the last four characters. */
export const collectorIdMark = (number: string): string => `****${number.slice(-4)}`
