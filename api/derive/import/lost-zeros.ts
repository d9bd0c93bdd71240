/** Codes whose leading zeros a spreadsheet took away, or that SAP filled up with zeros. */

/** The most digits of a code: SAP's material numbers. */
const MOST_DIGITS = 18
const PAIRS_NAMED = 5

const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '')

/**
 * The other codes of at most so many digits that a code of digits can stand for: `1` for `01` and `001`, `0042` for `42`;
 * none for other texts.
 */
export function zeroForms(code: unknown, max = MOST_DIGITS): string[] {
  const text = String(code)
  const longest = Math.min(max, MOST_DIGITS)
  const digits = withoutZeros(text)
  if (!/^\d+$/.test(text) || digits.length > longest) return []
  const forms = Array.from({ length: longest - digits.length + 1 }, (_, zeros) => '0'.repeat(zeros) + digits)
  return forms.filter(form => form !== text)
}

/** Whether a saved text is one that a spreadsheet shows without its leading zeros. */
export const isShortenedOf = (text: unknown, saved: unknown): boolean =>
  typeof text === 'string' && typeof saved === 'string' && text !== saved && /^0\d+$/.test(saved) && /^\d+$/.test(text)
    ? withoutZeros(saved) === text
    : false

/** Whether a text is the word `true` or `false` that is saved, as a spreadsheet writes it. */
export const isCapitalsOf = (text: unknown, saved: unknown): boolean =>
  (text === 'TRUE' || text === 'FALSE') && text.toLowerCase() === saved

/** Notes which codes were read as others, and says so once for each column. */
export class ReadAs {
  private readonly byHeading = new Map<string, Map<string, string>>()

  note(heading: string, written: unknown, found: unknown) {
    const pairs = this.byHeading.get(heading) ?? new Map<string, string>()
    this.byHeading.set(heading, pairs.set(String(written), String(found)))
  }

  warnings(): string[] {
    return [...this.byHeading].map(([heading, pairs]) => {
      const named = [...pairs].slice(0, PAIRS_NAMED).map(([written, found]) => `“${written}” is read as ${found}`)
      const more = pairs.size > PAIRS_NAMED ? ` and ${pairs.size - PAIRS_NAMED} more` : ''
      return `${heading}: ${named.join(', ')}${more}, with the leading zeros of the saved code.`
    })
  }
}
