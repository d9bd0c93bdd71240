import { fulfils } from '../../../resources/define/condition.ts'
import { dayOf, FOREVER } from '../../../resources/define/dates.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { isMask } from '../../../resources/define/mask.ts'
import { type Resource, uniqueKeyOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { clean, type Fault, problemWith, validate, withDefaults } from '../../../resources/define/validate.ts'
import type { FormField } from './fields-of.ts'

/**
 * The fields that apply to a row with these values. What is locked depends on the row as it was loaded; a new row has
 * no such state.
 */
export function applicableFields(
  fields: readonly FormField[],
  values: RowValues,
  loaded: RowValues | undefined,
): FormField[] {
  return fields.flatMap((one): FormField[] => {
    const { onlyIf, requiredIf, lockedIf, optional, completedLater, kind } = one.field
    if (onlyIf && !fulfils(onlyIf, values)) return []
    // What the product has not written yet tells nobody anything who fills in a form.
    if (one.readOnlyBy === 'Bilty' && (values[one.name] ?? '') === '') return []
    // What is typed over a mask would replace a value that the person does not see.
    if (loaded && isMask(one.field, loaded[one.name])) return [{ ...one, editable: false, readOnlyBy: 'mask' }]
    if (!one.editable) return [one]
    if (lockedIf && loaded && fulfils(lockedIf, loaded)) return [{ ...one, editable: false, readOnlyBy: 'state' }]
    const isNeeded = !optional || completedLater || (requiredIf !== undefined && fulfils(requiredIf, values))
    // An empty last day is saved as no end.
    const required = kind !== 'flag' && isNeeded && one.field.default !== FOREVER
    return [{ ...one, required }]
  })
}

/** The values a new row starts with: the declared defaults, and those in the address (`?sbuId=1`) that are valid. */
export function initialValues(resource: Resource, query: URLSearchParams): RowValues {
  const given: RowValues = {}
  for (const [name, text] of query) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name]! : undefined
    if (!field || field.server || field.secret || text.trim() === '') continue
    const value = parseValue(field, text.trim())
    if (value !== undefined && !problemWith(field, value)) given[name] = value
  }
  return startingToday(resource, withDefaults(resource, given))
}

/** A new period begins today unless it is given another first day. */
const startingToday = (resource: Resource, values: RowValues): RowValues =>
  resource.dated ? { ...values, validFrom: values.validFrom ?? dayOf(new Date().toISOString()) } : values

/** Parses a value of an address; numbers are in their stored units (paise, thousandths). */
function parseValue({ kind }: Field, text: string): unknown {
  if (kind === 'flag') return text === 'true'
  if (kind === 'number' || kind === 'reference') return Number(text)
  return kind === 'list' || kind === 'json' || kind === 'file' ? undefined : text
}

/** The values a copy of a row starts with: without the key, what no two rows share, and what the person sees masked. */
export function copyValues(resource: Resource, row: RowValues): RowValues {
  const copied = Object.entries(resource.fields).filter(
    ([name, field]) =>
      !field.server && !field.unique && !uniqueKeyOf(resource).includes(name) && !isMask(field, row[name]),
  )
  const values = Object.fromEntries(copied.map(([name]) => [name, row[name] ?? null]))
  return startingToday(resource, withDefaults(resource, values))
}

/** The values of a loaded row that a form edits. */
export const formValues = (resource: Resource, row: RowValues): RowValues =>
  Object.fromEntries(Object.keys(resource.fields).map(name => [name, row[name] ?? null]))

/** Validates the values as far as the browser can; the server validates them again. */
export function formFaults(resource: Resource, values: RowValues, fields: readonly FormField[]): Fault[] {
  const entered = new Set(fields.filter(one => one.editable).map(one => one.name))
  const own = Object.entries(resource.fields).map(([name, field]) => [
    name,
    entered.has(name) ? field : withoutConditions(field),
  ])
  const rules = resource.rules.filter(rule => entered.has(String(rule.field)))
  return validate({ ...resource, fields: Object.fromEntries(own), rules }, values)
}

/** A field without its conditions: values that only others may write are not validated. */
function withoutConditions({ onlyIf, requiredIf, ...field }: Field): Field {
  return { ...field, kind: 'json', optional: true }
}

/** The fields whose cleaned values differ from the base, with their new values. */
export function changedValues(resource: Resource, base: RowValues, values: RowValues): RowValues {
  const [before, after] = [clean(resource, base), clean(resource, values)]
  const changed = Object.keys(resource.fields).filter(name => !sameValue(before[name], after[name]))
  return Object.fromEntries(changed.map(name => [name, after[name] ?? null]))
}

export const sameValue = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
