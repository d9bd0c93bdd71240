import { type GstinKindName, gstinKind, gstinKinds } from '../define/official/gstin.ts'
import type { Rule } from '../define/resource.ts'

/** How customers are registered for GST. */
export const registrationTypes = [
  'REGULAR',
  'COMPOSITION',
  'UNREGISTERED',
  'SEZ',
  'GOVT',
  'UIN_HOLDER',
  'TAX_DEDUCTOR',
  'TAX_COLLECTOR',
  'NON_RESIDENT',
  'OIDAR',
] as const
export type RegistrationType = (typeof registrationTypes)[number]

/** Those of which a GSTIN is known: of a government body there may be none. */
export const registeredTypes = registrationTypes.filter(type => type !== 'UNREGISTERED' && type !== 'GOVT')

/** Those who have a PAN: the others may be known to the tax office by a TAN, or only by their GSTIN. */
export const typesWithPan = ['REGULAR', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'TAX_COLLECTOR'] as const

const kinds = Object.entries(gstinKinds)

/** The types whose words are not those of their codes. */
export const registrationWords = {
  GOVT: gstinKinds.GOVERNMENT.types.GOVT,
  UIN_HOLDER: gstinKinds.UIN.types.UIN_HOLDER,
  NON_RESIDENT: gstinKinds.NON_RESIDENT.types.NON_RESIDENT,
  OIDAR: gstinKinds.OIDAR.types.OIDAR,
} as const

interface Registered {
  gstin: string | null
  gstRegistrationType: RegistrationType | null
}

/** A GSTIN is of a kind that agrees with the registration; the refusal says which type fits. */
export const registrationRules: readonly Rule<Registered>[] = kinds.map(([name, { of, types }]) => ({
  field: 'gstRegistrationType',
  code: 'GSTIN_KIND',
  message: `must be ${Object.values(types)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ')}: the GSTIN is that of ${of}`,
  check: ({ gstin, gstRegistrationType: type }) =>
    gstin === null || type === null || type in types || gstinKind(gstin) !== name,
}))

/** The registration that a GSTIN says by itself; undefined where its kind leaves a choice. */
export function registrationBy(kind: GstinKindName | undefined): RegistrationType | undefined {
  const types = kind ? (Object.keys(gstinKinds[kind].types) as RegistrationType[]) : []
  return types.length === 1 ? types[0] : undefined
}
