import type { Field } from './fields.ts'
import { labelOf } from './label.ts'
import { optionText } from './option-text.ts'
import type { RowValues } from './row-values.ts'
import { show } from './show.ts'

type Plain = string | number | boolean | null

/** What a value must be: this one, one of these, or anything but. `null` is empty. */
export type Test = Plain | readonly Plain[] | { readonly not: Plain | readonly Plain[] }

/** A condition as data: every named field must pass its test. `{ plantType: ['CNF', 'DEPOT'], gstin: { not: null } }` */
export type Condition = { readonly [field: string]: Test }

/** Whether a row fulfils a condition. What is absent, and an empty text or list, is `null`. */
export const fulfils = (condition: Condition, row: RowValues): boolean =>
  Object.entries(condition).every(([name, test]) => passes(test, row[name]))

function passes(test: Test, value: unknown): boolean {
  if (isNot(test)) return !passes(test.not, value)
  const known = isEmpty(value) ? null : value
  return Array.isArray(test) ? test.includes(known as Plain) : test === known
}

export const isNot = (test: Test): test is { not: Plain | readonly Plain[] } =>
  typeof test === 'object' && test !== null && !Array.isArray(test)

/** Whether a value is empty: absent, an empty text or list. */
export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The values that a test names. */
export const valuesIn = (test: Test): readonly Plain[] => [isNot(test) ? test.not : test].flat() as Plain[]

type OptionName = (field: Field, option: string) => string

/** An option in the words of our own people. */
const nameOfOption: OptionName = ({ words }, option) => words?.staff[option] ?? optionText(option)

/** A condition in words: «Plant type is CnF or Depot and GSTIN is filled in»; `nameOf` says how options are called. */
export const conditionText = (
  condition: Condition,
  fields: Readonly<Record<string, Field>>,
  nameOf: OptionName = nameOfOption,
): string =>
  Object.entries(condition)
    .map(([name, test]) => testText(name === 'isActive' ? ACTIVE : fields[name], name, test, nameOf))
    .join(' and ')

const ACTIVE: Field = { kind: 'flag', optional: false, label: 'Active' }

function testText(field: Field | undefined, name: string, test: Test, nameOf: OptionName): string {
  const label = labelOf(name, field ?? {})
  const valueText = valuesIn(test)
    .map(value =>
      value === null ? 'empty' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : shown(field, value, nameOf),
    )
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ')
  if (!isNot(test)) return `${label} is ${valueText}`
  return valueText === 'empty' ? `${label} is filled in` : `${label} is not ${valueText}`
}

function shown(field: Field | undefined, value: Plain, nameOf: OptionName) {
  if (field && typeof value === 'number') return show(field, value)
  return field?.kind === 'choice' ? nameOf(field, String(value)) : String(value)
}
