/** The formats of Indian business numbers: how each is normalised, and what is wrong with it. */

import { gstinKind } from './official/gstin.ts'
import { kindOfPlate } from './official/vehicle.ts'
import { plainText } from './sheet/signs.ts'
import { addressesIn, isOrigin, normalisedAddress, normalisedOrigin, webAddress } from './web-address.ts'

export type Format = keyof typeof formats

/** The formats of texts that are used as addresses, or lists of them. */
const addressFormats: readonly Format[] = ['url', 'origin', 'origins']

/** Whether texts of a format are used as addresses. */
export const isAddressFormat = (format: Format | undefined): boolean =>
  format !== undefined && addressFormats.includes(format)

interface Form {
  /** Removes what carries no meaning: spaces, hyphens and letter case. */
  clean: (text: string) => string
  pattern: RegExp
  /** Describes the right format; completes «PIN code must be …». */
  description: string
  /** A check digit or another test beyond the pattern. */
  holds?: (text: string) => boolean
}

const form = (description: string, pattern: RegExp, clean: Form['clean'] = tight, holds?: Form['holds']): Form =>
  holds ? { description, pattern, clean, holds } : { description, pattern, clean }

function tight(text: string) {
  return text.replace(/[\s-]/g, '').toUpperCase()
}
/** SAP pads numbers with zeros; the portal stores them without, and codes with letters as they are. */
const withoutZeros = (text: string) => (/^\d+$/.test(text.trim()) ? text.trim().replace(/^0+(?=\d)/, '') : upper(text))
const upper = (text: string) => text.trim().toUpperCase()
const lower = (text: string) => text.trim().toLowerCase()
const trimmed = (text: string) => text.trim()
/** `15:00` of `3:00 PM` or `15:00:00`. */
function clock(text: string): string {
  const [, hour, minute, half] = /^(\d{1,2}):(\d{2})(?::00)? ?(?:([ap])\.?m\.?)?$/i.exec(text.trim()) ?? []
  if (!hour || (half && (Number(hour) < 1 || Number(hour) > 12))) return text.trim()
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}`
}

const EMAIL = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]+\.[^\s@,;<>".]+$/

export const formats = {
  code: form('letters, digits, or any of . _ / + & -', /^[A-Z0-9][A-Z0-9._/+&-]*$/, upper),
  gstin: form(
    'a GSTIN of 15 characters with a right check character',
    /^.{15}$/,
    tight,
    text => gstinKind(text) !== undefined,
  ),
  pan: form('a PAN such as AAPFU0939F', /^[A-Z]{3}[ABCEFGHJKLPT][A-Z]\d{4}[A-Z]$/),
  tan: form('a TAN such as MUMB12345C', /^[A-Z]{4}\d{5}[A-Z]$/),
  pincode: form('a PIN code of 6 digits', /^[1-9]\d{5}$/),
  mobile: form('a mobile number of 10 digits', /^[6-9]\d{9}$/, text =>
    tight(text).replace(/^(\+?91(?=\d{10}$)|0(?=\d{10}$))/, ''),
  ),
  email: form('an e-mail address', EMAIL, lower),
  emails: form(
    'at most 10 e-mail addresses with commas between',
    /^[^\s@,;<>"]+@[^\s@,;<>"]+(,[^\s@,;<>"]+@[^\s@,;<>"]+){0,9}$/,
    text =>
      text
        .toLowerCase()
        .replace(/\s*,\s*/g, ',')
        .trim(),
    text => text.split(',').every(each => EMAIL.test(each)),
  ),
  hsn: form('an HSN code of 4, 6 or 8 digits', /^\d{4}(\d{2}(\d{2})?)?$/),
  ifsc: form('an IFSC such as HDFC0001234', /^[A-Z]{4}0[A-Z0-9]{6}$/),
  transin: form('a GSTIN or a TRANSIN of 15 characters', /^\d{2}[\dA-Z]{13}$/),
  vehicle: form(
    'a number plate such as MH12AB1234',
    /^.{5,15}$/,
    text => tight(text).replace(/\./g, '').replace(/[⬆⇧^]/g, '↑'),
    text => kindOfPlate(text) !== undefined,
  ),
  cas: form('a CAS number with a right check digit', /^\d{2,7}-\d{2}-\d$/, trimmed, isCas),
  eway: form('an e-way bill number of 12 digits', /^[1-9]\d{11}$/),
  irn: form('an IRN of 64 hexadecimal digits', /^[0-9a-f]{64}$/, lower),
  unNumber: form('a UN number such as UN1230', /^UN\d{4}$/, text => tight(text).replace(/^(?=\d{4}$)/, 'UN')),
  drugLicence: form('a licence number of 5 to 40 letters, digits, / or -', /^(?=.*\d)[A-Z0-9/\- ]{5,40}$/, upper),
  pesoLicence: form(
    'a PESO licence such as P/WC/MH/15/4410',
    /^[A-Z](\/[A-Z0-9]{1,7}){1,5}\/\d{1,7}( ?\([A-Z]\d{1,8}\))?$/,
    upper,
  ),
  batch: form('a batch number as on the label', /^\S.*$/, upper),
  /** A number or name that others give, by which rows are found. */
  reference: form('a number or name on one line', /^\S.*$/, trimmed),
  digits: form('digits only', /^\d+$/, trimmed),
  sapNumber: form('a SAP number', /^[A-Z0-9][A-Z0-9/_-]*$/, withoutZeros),
  article: form('letters, digits, or any of . _ / + & -', /^[A-Z0-9][A-Z0-9._/+&-]*$/, withoutZeros),
  time: form('a time such as 15:00', /^([01]\d|2[0-3]):[0-5]\d$/, clock),
  url: form(
    'a web address that starts with https://',
    /^[^\s"'<>]+$/,
    normalisedAddress,
    text => webAddress(text) !== null,
  ),
  origin: form(
    'a web address without a path that starts with https://, such as https://bilty.in',
    /^\S+$/,
    normalisedOrigin,
    isOrigin,
  ),
  origins: form(
    'web addresses without paths that start with https://, with spaces between',
    /./,
    text => [...new Set(addressesIn(text).map(normalisedOrigin))].join(' '),
    text => addressesIn(text).every(isOrigin),
  ),
} satisfies Record<string, Form>

/** A CAS check digit: the digits before it times their position from the right, modulo 10. */
export function isCas(text: string): boolean {
  const digits = text.replace(/-/g, '')
  let total = 0
  for (let place = 1; place < digits.length; place++) total += place * Number(digits[digits.length - 1 - place])
  return total % 10 === Number(digits.at(-1))
}

/** The text in its normalised form; an address is read as it is, every other by the plain signs that it stands for. */
export const normalise = (format: Format, text: string) =>
  (formats[format] as Form).clean(isAddressFormat(format) ? text : plainText(text))

/** Completes «GSTIN must be …» when a normalised text is not in the right format, else undefined. */
export function formatProblem(format: Format, text: string): string | undefined {
  const { pattern, holds, description: says } = formats[format] as Form
  return pattern.test(text) && (holds?.(text) ?? true) ? undefined : says
}
