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

/** Those who have a PAN: the others may be known to the tax office by a TAN, or only by their GSTIN. */
export const typesWithPan = ['REGULAR', 'COMPOSITION', 'UNREGISTERED', 'SEZ', 'TAX_COLLECTOR'] as const

/** The types whose words are not those of their codes. */
export const registrationWords = {
  GOVT: 'Government body',
  OIDAR: 'Online supplier from abroad',
} as const
