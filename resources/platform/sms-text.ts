import { PORTAL } from './message-text.ts'

/** The most characters of a variable that DLT, the registry of SMS texts in India, lets through. */
export const DLT_VARIABLE = 30

/** The ten digits of an Indian mobile number, however it is written; null for what is none. */
export function mobileDigits(written: string | null): string | null {
  const digits = (written ?? '').replace(/[\s-]/g, '').replace(/^(\+91|0091|91(?=\d{10}$)|0)/, '')
  return /^[6-9]\d{9}$/.test(digits) ? digits : null
}

/** The values of an SMS, each cut to what a variable may have; links stay whole. */
export const smsValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isLink(value) ? value : shortened(value)]))

/**
 * The first value that no SMS can carry, as a sentence; null when there is none. A link begins with the registered
 * address, so that only what stands behind its last `/`, `#` or `=` is a variable: a token has 22 characters.
 */
export function smsFault(values: Readonly<Record<string, string>>): string | null {
  for (const [name, value] of Object.entries(values)) {
    if (/:\/\//.test(value)) return `{${name}} leads to another address than the portal's, which no SMS may`
    const variable = isLink(value) ? value.split(/[/#=]/).at(-1)! : value
    if ([...variable].length > DLT_VARIABLE)
      return `{${name}} has more than ${DLT_VARIABLE} characters, which no SMS may`
  }
  return null
}

const isLink = (value: string) => value.startsWith(PORTAL)

/** One line; where it is cut, the last word that is whole ends it. */
function shortened(value: string): string {
  const line = [...value.replace(/\s+/g, ' ').trim()]
  if (line.length <= DLT_VARIABLE) return line.join('')
  const cut = line.slice(0, DLT_VARIABLE)
  const end = line[DLT_VARIABLE] === ' ' ? DLT_VARIABLE : cut.lastIndexOf(' ')
  return (end > DLT_VARIABLE / 2 ? cut.slice(0, end) : cut).join('')
}
