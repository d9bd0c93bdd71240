import type { Fields } from './fields.ts'

/** Which fields of a callback are stored, and how; all others, names and tokens among them, are left out. */
interface Stored {
  /** As they came: numbers, codes and amounts. */
  whole: readonly string[]
  /** Words of the bank, in which card numbers and UPI ids are masked. */
  words?: readonly string[]
  /** Card numbers, of which the last four digits are kept. */
  cards?: readonly string[]
  /** UPI ids, of which the first letter and the bank are kept. */
  upi?: readonly string[]
}

/** What of a callback may be stored and shown. */
export function redacted(fields: Fields, { whole, words = [], cards = [], upi = [] }: Stored): Fields {
  const kept = (names: readonly string[], show: (text: string) => string) =>
    names.flatMap(name => (Object.hasOwn(fields, name) && fields[name] ? [[name, show(fields[name])]] : []))
  return Object.fromEntries([
    ...kept(whole, text => text),
    ...kept(words, maskedWords),
    ...kept(cards, lastFour),
    ...kept(upi, text => (text.includes('@') ? maskedIds(text) : '****')),
  ])
}

const lastFour = (text: string) => `****${/\d{4}$/.exec(text.replace(/\D+$/, ''))?.[0] ?? ''}`

// Twelve to nineteen digits, some of them perhaps hidden already, with or without spaces between.
const cardNumber = /\d(?:[ -]?[\dX*]){11,18}/gi

const maskedIds = (text: string) => text.replace(/([^\s@])[^\s@]*@/g, '$1***@')

/** Words in which card numbers keep their last four digits, and UPI ids their first letter and the bank. */
export const maskedWords = (text: string) => maskedIds(text.replace(cardNumber, lastFour))
