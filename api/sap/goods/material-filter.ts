import { odataLiteral } from '../http/odata.ts'

/** The digits to which SAP pads the number of a material. */
const DIGITS = 18

/** A filter for one material by its code: a numeric one as people write it, and as SAP may store it. */
export function materialFilter(code: string, field = 'Material'): string {
  const texts = /^\d+$/.test(code) ? [code, code.padStart(DIGITS, '0')] : [code]
  return `(${texts.map(text => `${field} eq ${odataLiteral(text)}`).join(' or ')})`
}
