import type { RowValues } from './row-values.ts'

export type Plain = string | number | boolean | null

/** What a value must be: this one, one of these, or anything but. `null` is empty. */
export type Test = Plain | readonly Plain[] | { readonly not: Plain | readonly Plain[] }

/** A condition as data: every named field must pass its test. `{ plantType: ['CNF', 'DEPOT'], gstin: { not: null } }` */
export type Condition = { readonly [field: string]: Test }

/** Whether a row fulfils a condition. What is absent, and an empty text or list, is `null`. */
export const fulfils = (condition: Condition, row: RowValues): boolean =>
  Object.entries(condition).every(([name, test]) => passes(test, row[name]))

function passes(test: Test, value: unknown): boolean {
  if (isNot(test)) return !passes(test.not, value)
  const comparable = isEmpty(value) ? null : value
  return Array.isArray(test) ? test.includes(comparable as Plain) : test === comparable
}

export const isNot = (test: Test): test is { not: Plain | readonly Plain[] } =>
  typeof test === 'object' && test !== null && !Array.isArray(test)

/** Whether a value is empty: absent, an empty text or list. */
export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The values that a test names. */
export const valuesIn = (test: Test): readonly Plain[] => [isNot(test) ? test.not : test].flat() as Plain[]
