import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource, Row } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { clean, type Fault, problemWith } from '../../../resources/define/validate.ts'
import { invalidField } from '../../platform/errors.ts'

/** The body of a request as an object. Throws 400 for anything else; the message names it `what`, the field is `at`. */
export function bodyObject(body: unknown, what: string, at = ''): RowValues {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as RowValues
  throw invalidField(at, 'TYPE', `${what} must be sent as a JSON object`)
}

/**
 * Reads the named fields of a request body, with their defaults where they are absent. Adds a fault for every field
 * that is invalid, unknown or not among `names`; `at` is the prefix of field names, such as `lines[2].`. The result is
 * valid only when there are no faults.
 */
export function readBody<R extends Resource, Name extends keyof Row<R> & string>(
  resource: R,
  names: readonly Name[],
  body: RowValues,
  faults: Fault[],
  at = '',
): Pick<Row<R>, Name> {
  const fieldOf = (name: string): Field => resource.fields[name]!
  for (const name of Object.keys(body)) {
    if ((names as readonly string[]).includes(name)) continue
    const field = `${at}${name}`.slice(0, 80)
    faults.push({ field, code: 'UNKNOWN_FIELD', message: `${field} cannot be set here` })
  }
  const values = clean(
    resource,
    Object.fromEntries(names.map(name => [name, body[name] ?? fieldOf(name).default ?? null])),
  )
  for (const name of names) {
    const problem = problemWith(fieldOf(name), values[name])
    if (!problem) continue
    const message = `${labelOf(name, fieldOf(name))} ${problem[1]}`
    faults.push({ field: `${at}${name}`, code: problem[0], message })
  }
  return values as Pick<Row<R>, Name>
}
