/** The kind of a column in an import file, which determines the possible mistakes. */
export interface Column {
  holds: 'text' | 'reference' | 'choice' | 'date' | 'number' | 'gstin' | 'pin' | 'cas'
  required?: boolean
  max?: number
  isMoney?: boolean
  isPositive?: boolean
  /** A text of digits alone, which a spreadsheet treats as a number. */
  isNumeric?: boolean
  /** The column with the day that this one must not precede. */
  from?: string
}

/** The required outcome for a cell with a mistake: refused, read as it was meant, or either of both. */
export type Outcome = 'REFUSED' | 'READ' | 'EITHER'
type Values = Readonly<Record<string, string>>

interface Mistake {
  name: string
  outcome: Outcome
  /** The allowed error codes of the refusal. */
  codes: readonly string[]
  /** The cell with the mistake, or null when the mistake is impossible in it. */
  make: (value: string, column: Column, row: Values) => string | null
}

const FORM = ['FORMAT', 'LENGTH']
const NUMBER = ['TYPE', 'FORMAT']
const UNKNOWN = ['UNKNOWN_REF', ...FORM, 'ENUM']
const HARD_SPACE = '\u00a0'

const mistake = (name: string, outcome: Outcome, codes: readonly string[], make: Mistake['make']): Mistake => ({
  name,
  outcome,
  codes,
  make,
})
const when = (is: boolean, value: string) => (is ? value : null)
const excelDay = (day: string) => String((Date.parse(day) - Date.UTC(1899, 11, 30)) / 864e5)
const isLarge = (value: string, { holds }: Column) => holds === 'number' && Number(value) >= 1000
const grouped = (value: string, groups: RegExp) => {
  const [whole, fraction] = value.split('.')
  return [whole!.replace(groups, '$&,'), fraction].join('.')
}
const nextDigit = (text: string) => text.slice(0, -1) + ((Number(text.at(-1)) + 1) % 10)

export const mistakes: readonly Mistake[] = [
  mistake('spaces around it', 'READ', [], value => `  ${value}   `),
  mistake('a space that does not break', 'READ', [], value => HARD_SPACE + value),
  mistake('a formula', 'REFUSED', ['FORMULA_NOT_ALLOWED'], value => `="${value}"`),
  mistake('a calculation', 'REFUSED', ['FORMULA_NOT_ALLOWED'], () => '=A2*1.18'),
  mistake('nothing', 'REFUSED', ['REQUIRED'], (_, { required }) => when(!!required, '')),
  mistake('spaces alone', 'REFUSED', ['REQUIRED'], (_, { required }) => when(!!required, ` ${HARD_SPACE}`)),
  mistake('too many characters', 'REFUSED', UNKNOWN, (value, { max }) => when(!!max, value.padEnd(max! + 4, 'x'))),
  mistake('a number in scientific notation', 'REFUSED', [...UNKNOWN, 'TYPE'], (value, { isNumeric }) =>
    when(!!isNumeric, Number(value).toExponential(5).replace('e', 'E')),
  ),
  mistake('a word that is no choice', 'REFUSED', ['ENUM', ...NUMBER], (_, { holds }) =>
    when(holds === 'choice', 'YES?'),
  ),
  mistake('a choice in small letters', 'EITHER', ['ENUM'], (value, { holds }) =>
    when(holds === 'choice' && value !== value.toLowerCase(), value.toLowerCase()),
  ),
  mistake('a code of nothing', 'REFUSED', UNKNOWN, (value, { holds }) => when(holds === 'reference', `${value}X`)),
  mistake('another code of nothing', 'REFUSED', UNKNOWN, (_, { holds }) => when(holds === 'reference', '99999999')),
  mistake('a code in small letters', 'EITHER', UNKNOWN, (value, { holds }) =>
    when(holds === 'reference' && value !== value.toLowerCase(), value.toLowerCase()),
  ),
  mistake('a code without its zeros', 'EITHER', UNKNOWN, (value, { holds }) =>
    when(holds === 'reference' && value.startsWith('0'), value.replace(/^0+/, '')),
  ),
  mistake('a day with strokes', 'EITHER', NUMBER, (value, { holds }) =>
    when(holds === 'date', value.split('-').reverse().join('/')),
  ),
  mistake('the number of a day', 'EITHER', NUMBER, (value, { holds }) => when(holds === 'date', excelDay(value))),
  mistake('a day that no month has', 'REFUSED', [...NUMBER, 'RANGE'], (_, { holds }) =>
    when(holds === 'date', '2026-02-31'),
  ),
  mistake('a word for a day', 'REFUSED', [...NUMBER, 'RANGE'], (_, { holds }) => when(holds === 'date', 'today')),
  mistake('an end before its beginning', 'REFUSED', ['RANGE', 'DATE_ORDER', 'FORMAT'], (_, { from }, row) =>
    when(!!from, `${Number(row[from!]?.slice(0, 4)) - 1}-01-01`),
  ),
  mistake('lakhs with commas', 'READ', [], (value, column) =>
    when(isLarge(value, column), grouped(value, /\d(?=(\d\d)*\d{3}$)/g)),
  ),
  mistake('thousands with commas', 'READ', [], (value, column) =>
    when(isLarge(value, column), grouped(value, /\d(?=(\d{3})+$)/g)),
  ),
  ...['N/A', '12 approx', '#REF!', 'l2O.50'].map(text =>
    mistake(`“${text}” for a number`, 'REFUSED', NUMBER, (_, { holds }) => when(holds === 'number', text)),
  ),
  ...['₹ ', 'Rs. ', 'INR '].map(sign =>
    mistake(`${sign}before an amount`, 'EITHER', NUMBER, (value, { isMoney }) => when(!!isMoney, sign + value)),
  ),
  mistake('a number below zero', 'REFUSED', ['RANGE'], (value, { isPositive }) => when(!!isPositive, `-${value}`)),
  mistake('a GSTIN with another check character', 'REFUSED', [...FORM, 'GSTIN'], (value, { holds }) =>
    when(holds === 'gstin', value.slice(0, 14) + (value.endsWith('7') ? '8' : '7')),
  ),
  mistake('a GSTIN that is cut off', 'REFUSED', [...FORM, 'GSTIN'], (value, { holds }) =>
    when(holds === 'gstin', value.slice(0, 14)),
  ),
  mistake('a GSTIN in small letters', 'EITHER', [...FORM, 'GSTIN'], (value, { holds }) =>
    when(holds === 'gstin', value.toLowerCase()),
  ),
  mistake('a PIN code that begins with zero', 'REFUSED', FORM, (value, { holds }) =>
    when(holds === 'pin', `0${value.slice(1)}`),
  ),
  mistake('a PIN code with the letter O', 'REFUSED', FORM, (value, { holds }) =>
    when(holds === 'pin', `${value.slice(0, 3)}O${value.slice(4)}`),
  ),
  mistake('a CAS number made a day', 'REFUSED', [...FORM, 'CAS'], (value, { holds }) =>
    when(holds === 'cas', value.replace(/(\d)$/, '0$1')),
  ),
  mistake('a CAS number with another check digit', 'REFUSED', [...FORM, 'CAS', 'RANGE'], (value, { holds }) =>
    when(holds === 'cas', nextDigit(value)),
  ),
]

/** A row of a file with one mistake: its column, description and required outcome. */
export interface FaultyRow extends Pick<Mistake, 'outcome' | 'codes'> {
  what: string
  column: string
  row: Values
}

/** Every mistake in every cell that can have it, each in a separate row; `clean(n)` is the n-th row without mistakes. */
export function rowsWithMistakes(columns: Record<string, Column>, clean: (n: number) => Values): FaultyRow[] {
  const spoiled: FaultyRow[] = []
  for (const { name, outcome, codes, make } of mistakes)
    for (const [column, kind] of Object.entries(columns)) {
      const row = clean(spoiled.length)
      const cell = row[column] === '' ? null : make(row[column]!, kind, row)
      if (cell !== null)
        spoiled.push({
          what: `${name} in ${column}: “${cell}”`,
          outcome,
          codes,
          column,
          row: { ...row, [column]: cell },
        })
    }
  return spoiled
}
