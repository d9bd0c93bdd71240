import { type Condition, fulfils, isEmpty } from './condition.ts'
import { conditionText } from './condition-text.ts'
import { isDay, isInstant } from './dates.ts'
import type { Field } from './fields.ts'
import { formatProblem, normalise } from './formats.ts'
import { labelOf } from './label.ts'
import type { Resource } from './resource.ts'
import type { RowValues } from './row-values.ts'
import { tidyText } from './sheet/signs.ts'

/** What is wrong with one field: a code for programs and a sentence for people. */
export interface Fault {
  field: string
  code: string
  message: string
}

/** A row as it would be stored: texts trimmed and normalised, absent as null. */
export function clean(resource: Resource, row: RowValues): RowValues {
  const result: RowValues = {}
  for (const [name, value] of Object.entries(row)) {
    const field = resource.fields[name]
    result[name] = field ? cleanValue(field, value) : value
  }
  return result
}

/** A value as it would be stored: a text trimmed and normalised, absent as null. */
export function cleanValue(field: Field, value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value !== 'string') return value
  if (field.asTyped) return value === '' ? null : value
  const tidy = tidyText(value)
  if (tidy === '') return null
  return field.kind === 'text' && field.format ? normalise(field.format, tidy) : tidy
}

/** The row with every declared field: defaults where absent, else null. */
export function withDefaults(resource: Resource, row: RowValues): RowValues {
  const result: RowValues = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    result[name] = row[name] === undefined || row[name] === null ? (field.default ?? null) : row[name]
  }
  return result
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The faults of a whole, cleaned row; empty when it is valid. The browser, the server and imports all call this. Of
 * `unsettled` fields, which have a fault already or wait for another row, nothing is said.
 */
export function validate(resource: Resource, row: RowValues, unsettled: ReadonlySet<string> = NONE): Fault[] {
  const faults: Fault[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    if (unsettled.has(name)) continue
    const value = row[name] ?? null
    const problem = problemInRow(resource, field, value, row, unsettled) ?? problemWith(field, value)
    if (problem) faults.push({ field: name, code: problem[0], message: `${labelOf(name, field)} ${problem[1]}` })
  }
  const unknown = faults.length === 0 ? unsettled : new Set([...unsettled, ...faults.map(({ field }) => field)])
  for (const rule of resource.rules) {
    const name = String(rule.field)
    if (unknown.has(name) || passes(rule.check, row, unknown)) continue
    const message = `${labelOf(name, resource.fields[name]!)} ${rule.message}`
    faults.push({ field: name, code: rule.code ?? 'RULE', message })
  }
  return faults
}

class UnknownValue extends Error {}

/** Whether a row passes a rule; it does where the rule reads a field whose value is not known. */
function passes(check: (row: RowValues) => boolean, row: RowValues, unknown: ReadonlySet<string>): boolean {
  if (unknown.size === 0) return check(row)
  const guardedRow = new Proxy(row, {
    get(values, name) {
      if (unknown.has(String(name))) throw new UnknownValue()
      return values[String(name)]
    },
  })
  try {
    return check(guardedRow)
  } catch (error) {
    if (error instanceof UnknownValue) return true
    throw error
  }
}

type Problem = [code: string, message: string] | undefined

/** What the rest of the row says about a value: that it is missing, or not allowed here. */
function problemInRow(
  { fields }: Resource,
  field: Field,
  value: unknown,
  row: RowValues,
  unsettled: ReadonlySet<string>,
): Problem {
  const { kind, onlyIf, requiredIf, completedLater } = field
  const isGiven = !isEmpty(value) && value !== false && value !== field.default
  if (onlyIf && isGiven && isSound(fields, onlyIf, row, unsettled) && !fulfils(onlyIf, row))
    return ['RULE', `must be ${kind === 'flag' ? 'no' : 'empty'} unless ${conditionText(onlyIf, fields)}`]
  if (requiredIf && isEmpty(value) && isSound(fields, requiredIf, row, unsettled) && fulfils(requiredIf, row))
    return ['REQUIRED', `is required if ${conditionText(requiredIf, fields)}`]
  if (completedLater && isEmpty(value) && isEmpty(row.toComplete)) return ['REQUIRED', 'is required']
  return undefined
}

/** What of a row is still to be completed, as the labels of its empty fields; null where nothing is. */
export function toCompleteOf({ fields }: Resource, row: RowValues): string | null {
  const missing = Object.entries(fields).filter(([name, field]) => field.completedLater && isEmpty(row[name]))
  return missing.map(([name, field]) => labelOf(name, field)).join(', ') || null
}

/** Whether the fields of a condition are valid themselves; otherwise nothing is concluded from them. */
const isSound = (fields: Resource['fields'], condition: Condition, row: RowValues, unsettled: ReadonlySet<string>) =>
  Object.keys(condition).every(
    name => !unsettled.has(name) && (!fields[name] || !problemWith(fields[name], row[name] ?? null)),
  )

/** The row without values that are not allowed in it: what a form leaves out is not stored. */
export function withoutInapplicable(resource: Resource, row: RowValues): RowValues {
  const idle = Object.entries(resource.fields).filter(([, { onlyIf }]) => onlyIf && !fulfils(onlyIf, row))
  const next = idle.filter(([name, field]) => !isEmpty(row[name]) && row[name] !== (field.default ?? null))
  if (next.length === 0) return row
  return withoutInapplicable(resource, {
    ...row,
    ...Object.fromEntries(next.map(([name, field]) => [name, field.default ?? null])),
  })
}

/** The problem of one value of a field, as a code and the rest of a sentence that begins with its label. */
export function problemWith(field: Field, value: unknown): Problem {
  if (value === null || value === undefined) return field.optional ? undefined : ['REQUIRED', 'is required']
  switch (field.kind) {
    case 'text':
      return problemWithText(field, value)
    case 'number':
      return problemWithNumber(field, value)
    case 'flag':
      return typeof value === 'boolean' ? undefined : ['TYPE', 'must be yes or no']
    case 'date':
      return typeof value === 'string' && isDay(value) ? undefined : ['TYPE', 'must be a day such as 2026-04-01']
    case 'instant':
      return typeof value === 'string' && (isInstant(value) || (field.orDay && isDay(value)))
        ? undefined
        : ['TYPE', 'must be a time such as 2026-04-01T05:30:00.000Z']
    case 'choice':
      return field.options!.includes(value as string)
        ? undefined
        : ['ENUM', `must be one of ${field.options!.join(', ')}`]
    case 'list':
      return problemWithList(field, value)
    case 'reference':
    case 'file':
      return Number.isSafeInteger(value) && (value as number) > 0
        ? undefined
        : ['TYPE', 'must be selected from the list']
    case 'json':
      return undefined
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

function problemWithText(field: Field, value: unknown): Problem {
  if (typeof value !== 'string') return ['TYPE', 'must be text']
  if (value.length > field.max!) return ['LENGTH', `must be at most ${field.max} characters`]
  if (field.min !== undefined && value.length < field.min) return ['LENGTH', `must be at least ${field.min} characters`]
  if (field.asTyped) return undefined
  if (CONTROL.test(value)) return ['FORMAT', 'must not contain control characters']
  if (!field.long && /[\r\n]/.test(value)) return ['FORMAT', 'must be one line']
  const problem = field.format && formatProblem(field.format, value)
  return problem ? ['FORMAT', `must be ${problem}`] : undefined
}

function problemWithNumber({ scale = 0, min, max }: Field, value: unknown): Problem {
  if (!Number.isSafeInteger(value)) {
    return ['TYPE', scale === 0 ? 'must be a whole number' : `must be a number with at most ${scale} decimals`]
  }
  const one = 10 ** scale
  if (min !== undefined && (value as number) < Math.round(min * one)) return ['RANGE', `must be at least ${min}`]
  if (max !== undefined && (value as number) > Math.round(max * one)) return ['RANGE', `must be at most ${max}`]
  if (Math.abs(value as number) > 1e15) return ['RANGE', 'is too large']
  return undefined
}

function problemWithList(field: Field, value: unknown): Problem {
  const isOffered = Array.isArray(value) && value.every(item => field.options!.includes(item as string))
  if (!isOffered || new Set(value).size !== value.length)
    return ['ENUM', `must be a list of ${field.options!.join(', ')}`]
  if (!field.optional && value.length === 0) return ['REQUIRED', 'is required']
  return undefined
}
