/**
 * How SAP writes the parts of keys: A is a number that SAP pads with zeros, or a text in capitals (conversion exit ALPHA);
 * N are digits alone; M is a material, whose number is padded as that of A and whose text stays as given; T stays as given
 * with its zeros.
 */
export type KeyForm = 'A' | 'N' | 'M' | 'T'

export interface KeyPart {
  name: string
  form: KeyForm
  /** Its characters in SAP; of a material that is a number the setting decides, `sap.material_digits`. */
  length: number
}

const isNumber = (text: string) => /^\d+$/.test(text)
const withoutZeros = (text: string) => text.replace(/^0+(?=\d)/, '')

/** A part of a key as the portal keeps and compares it. Throws RangeError for digits that are none. */
export function keptPart({ name, form }: Pick<KeyPart, 'name' | 'form'>, value: unknown): string {
  const text = String(value ?? '').trim()
  if (form === 'T') return text
  if (isNumber(text)) return withoutZeros(text)
  if (form === 'N' && text !== '') throw new RangeError(`${name} is ${text}, and must be digits`)
  return form === 'M' ? text : text.toUpperCase()
}

/** A part of a key as SAP is asked for it; `materialDigits` are the places of a material number, 18 or 40. */
export function askedPart({ name, form, length }: KeyPart, value: string, materialDigits: number): string {
  const kept = keptPart({ name, form }, value)
  if (form === 'T' || !isNumber(kept)) return kept
  return kept.padStart(form === 'M' ? materialDigits : length, '0')
}

/** A number of a document, customer or account as the portal keeps it: without leading zeros, texts in capitals. */
export const keptCode = (value: unknown): string => keptPart({ name: 'A code', form: 'A' }, value)

/** A material as the portal keeps it: a number without leading zeros, a text as given. */
export const keptMaterial = (value: unknown): string => keptPart({ name: 'A material', form: 'M' }, value)

/** The whole key of a row as the portal keeps it: `1000/2026/1400000001/1`. A part that cannot be is left as it is. */
export function keyOfRow(parts: readonly KeyPart[], row: Readonly<Record<string, unknown>>): string {
  const kept = (part: KeyPart) => {
    try {
      return keptPart(part, row[part.name])
    } catch {
      return String(row[part.name])
    }
  }
  return parts.map(kept).join('/')
}
