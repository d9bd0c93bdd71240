/** Signs 1 and 2 of a number that belongs to a state. */
const STATE = /^(0[1-9]|[12]\d|3[0-8]|97)/

/**
 * The kinds of GSTIN in the order in which they are told apart, for their patterns overlap: developer.gst.gov.in; the last
 * is that of departments without a PAN (india-compliance, GOVT_DEPTID), whose check sign not every source has as a digit.
 */
const kinds = [
  ['UIN', /^\d{4}[A-Z]{3}\d{5}[UO]N[A-Z\d]$/],
  ['NON_RESIDENT', /^\d{4}[A-Z]{3}\d{5}NR[\dA-Z]$/],
  ['OIDAR', /^99\d{2}[A-Z]{3}\d{5}OS[\dA-Z]$/],
  ['TAX_DEDUCTOR', /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z]D[\dA-Z]$/],
  ['TAX_COLLECTOR', /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]C[\dA-Z]$/],
  ['REGULAR', /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9A-J][\dA-Z]$/],
  ['GOVERNMENT', /^\d{2}[A-Z]{4}\d{5}[A-Z]\dZ[\dA-Z]$/],
] as const
export type GstinKindName = (typeof kinds)[number][0]

/** Kinds of which no source says how their last sign is worked out. */
const unchecked: readonly GstinKindName[] = ['OIDAR', 'TAX_COLLECTOR']
/** Kinds that begin with no state. */
const stateless: readonly GstinKindName[] = ['UIN', 'NON_RESIDENT', 'OIDAR']

/** The kind of a normalised GSTIN; undefined where it is none. */
export function gstinKind(text: string): GstinKindName | undefined {
  const name = kinds.find(([, pattern]) => pattern.test(text))?.[0]
  if (!name || (!stateless.includes(name) && !STATE.test(text))) return undefined
  const isSigned = unchecked.includes(name) || (name === 'GOVERNMENT' && /\d$/.test(text)) || hasCheckSign(text)
  return isSigned ? name : undefined
}

/** Whether the last sign is the check sign of the GSTN: base 36, weights 1 and 2 in turn, digits of each product added. */
export function hasCheckSign(text: string): boolean {
  let total = 0
  for (let place = 0; place < 14; place++) {
    const product = Number.parseInt(text[place]!, 36) * (place % 2 ? 2 : 1)
    total += Math.floor(product / 36) + (product % 36)
  }
  return Number.parseInt(text[14]!, 36) === (36 - (total % 36)) % 36
}

/** The GST code of the state with which a GSTIN begins; null for kinds that belong to no state. */
export function stateOfGstin(text: string): string | null {
  const name = gstinKind(text)
  return name && !stateless.includes(name) ? text.slice(0, 2) : null
}

/** The PAN of its owner in characters 3 to 12; null for kinds that hold none, or a TAN. */
export function panOfGstin(text: string): string | null {
  const pan = text.slice(2, 12)
  return stateOfGstin(text) !== null && /^[A-Z]{5}\d{4}[A-Z]$/.test(pan) ? pan : null
}
