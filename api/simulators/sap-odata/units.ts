/** Units whose code depends on the language (SAP's conversion exit CUNIT): how SAP stores it, and its code in English. */
const english: readonly (readonly [stored: string, inEnglish: string])[] = [
  ['ST', 'PC'],
  ['KAR', 'CAR'],
  ['PAK', 'PAC'],
  ['FLA', 'BT'],
]
const toEnglish = new Map(english)
const fromEnglish = new Map(english.map(([stored, inEnglish]) => [inEnglish, stored]))

/** The language of a call; SAP falls back to that of its user, which is German here. */
export type Language = 'EN' | 'DE'

export const languageOf = (code: string | null): Language => (code?.toUpperCase() === 'EN' ? 'EN' : 'DE')

export const shownUnit = (stored: string, language: Language) =>
  language === 'EN' ? (toEnglish.get(stored) ?? stored) : stored

/** The stored code of a unit in whichever language it is written. */
export const storedUnit = (code: string) => fromEnglish.get(code) ?? code
