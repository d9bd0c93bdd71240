interface GstinKind {
  pattern: RegExp
  /** Its last sign is the check sign of the other fourteen. */
  checked?: true
  /** It begins with the GST code of a state. */
  inState?: true
}

/** Signs 1 and 2 of a number that belongs to a state. */
const STATE = /^(0[1-9]|[12]\d|3[0-8]|97)/

/**
 * The kinds of GSTIN in the order in which they are told apart, for their patterns overlap: developer.gst.gov.in; the last
 * is that of departments without a PAN (india-compliance, GOVT_DEPTID), whose check sign not every source has as a digit.
 */
export const gstinKinds = {
  UIN: {
    pattern: /^\d{4}[A-Z]{3}\d{5}[UO]N[A-Z\d]$/,
    checked: true,
  },
  NON_RESIDENT: {
    pattern: /^\d{4}[A-Z]{3}\d{5}NR[\dA-Z]$/,
    checked: true,
  },
  OIDAR: {
    pattern: /^99\d{2}[A-Z]{3}\d{5}OS[\dA-Z]$/,
  },
  TAX_DEDUCTOR: {
    pattern: /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z]D[\dA-Z]$/,
    checked: true,
    inState: true,
  },
  TAX_COLLECTOR: {
    pattern: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]C[\dA-Z]$/,
    inState: true,
  },
  REGULAR: {
    pattern: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9A-J][\dA-Z]$/,
    checked: true,
    inState: true,
  },
  GOVERNMENT: {
    pattern: /^\d{2}[A-Z]{4}\d{5}[A-Z]\dZ[\dA-Z]$/,
    inState: true,
  },
} satisfies Record<string, GstinKind>
export type GstinKindName = keyof typeof gstinKinds

const kinds = Object.entries(gstinKinds) as [GstinKindName, GstinKind][]

/** The kind of a normalised GSTIN; undefined where it is none. */
export function gstinKind(text: string): GstinKindName | undefined {
  const [name, kind] = kinds.find(([, { pattern }]) => pattern.test(text)) ?? []
  if (!name || (kind!.inState && !STATE.test(text))) return undefined
  const isChecked = kind!.checked || (name === 'GOVERNMENT' && /\D$/.test(text))
  return isChecked && !hasCheckSign(text) ? undefined : name
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
  return name && 'inState' in gstinKinds[name] ? text.slice(0, 2) : null
}

/** The PAN of its owner in characters 3 to 12; null for kinds that hold none, or a TAN. */
export function panOfGstin(text: string): string | null {
  const pan = text.slice(2, 12)
  return stateOfGstin(text) !== null && /^[A-Z]{5}\d{4}[A-Z]$/.test(pan) ? pan : null
}
