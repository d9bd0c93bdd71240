import { type GstinKindName, gstinKind } from '../define/official/gstin.ts'
import { optionText } from '../define/option-text.ts'
import { type RegistrationType, registrationWords } from './gst-registration.ts'

interface Holder {
  /** Completes «the GSTIN is that of …». */
  of: string
  types: readonly RegistrationType[]
}

/** Whose a GSTIN of each kind is, and how such a customer is registered. */
const holders: Readonly<Record<GstinKindName, Holder>> = {
  UIN: { of: 'an embassy or UN body', types: ['UIN_HOLDER'] },
  NON_RESIDENT: { of: 'a non-resident', types: ['NON_RESIDENT'] },
  OIDAR: { of: 'an online supplier from abroad', types: ['OIDAR'] },
  TAX_DEDUCTOR: { of: 'a tax deductor', types: ['TAX_DEDUCTOR', 'GOVT'] },
  TAX_COLLECTOR: { of: 'a tax collector', types: ['TAX_COLLECTOR'] },
  REGULAR: { of: 'a regular registration', types: ['REGULAR', 'COMPOSITION', 'SEZ', 'GOVT'] },
  GOVERNMENT: { of: 'a government department', types: ['GOVT'] },
}

const wordsOf = (type: RegistrationType) =>
  registrationWords[type as keyof typeof registrationWords] ?? optionText(type)

/** How a customer with a GSTIN must be registered, where they are registered otherwise; undefined where both agree. */
export function registrationProblem(gstin: string, type: RegistrationType): { of: string; fits: string } | undefined {
  const kind = gstinKind(gstin)
  if (!kind || holders[kind].types.includes(type)) return undefined
  const fits = holders[kind].types
    .map(wordsOf)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ')
  return { of: holders[kind].of, fits }
}

/** The registration that a GSTIN says by itself; undefined where its kind leaves a choice. */
export function registrationBy(gstin: string): RegistrationType | undefined {
  const kind = gstinKind(gstin)
  const types = kind ? holders[kind].types : []
  return types.length === 1 ? types[0] : undefined
}
