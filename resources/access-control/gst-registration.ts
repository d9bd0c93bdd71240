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

/** Those who have a PAN: that of a tax collector stands in their GSTIN, the others are known by a TAN or by that alone. */
export const typesWithPan = registrationTypes.slice(0, 4)

/** The types whose words are not those of their codes. */
export const registrationWords = {
  GOVT: 'Government body',
  OIDAR: 'Online supplier from abroad',
} as const
