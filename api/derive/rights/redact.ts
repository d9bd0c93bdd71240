import type { Knex } from 'knex'
import { maskOf } from '../../../resources/define/mask.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { pickColumns } from '../save/write.ts'
import { maskedFor, readableBy } from './conditions.ts'
import { closedFieldsOn } from './field-conditions.ts'
import type { Person } from './person.ts'

/** Removes from the values of a row, given by its id, what its reader may not see. */
export type Redact = <V extends RowValues>(id: number, values: V) => V

/**
 * Returns the redactor of these rows for a person: it leaves each row the columns that the person reads on it, replaces
 * masked columns by their mask, and removes all others. Without a person nothing is removed.
 */
export async function redactorFor(
  db: Knex,
  resource: Resource,
  person: Person | undefined,
  ids: readonly number[],
  day?: string,
): Promise<Redact> {
  if (!person) return (_, values) => values
  const closed = await closedFieldsOn(db, resource, person, ids, day ? { day } : {})
  return redactorWith(resource, person, closed)
}

/** Returns the redactor for rows whose closed columns are known already. */
export function redactorWith(resource: Resource, person: Person, closed: (id: number) => ReadonlySet<string>): Redact {
  const masked = maskedFor(person, resource)
  return (id, values) => {
    const shut = closed(id)
    if (masked.length + shut.size === 0) return values
    const redacted: RowValues = { ...values }
    for (const name of [...masked, ...shut]) {
      if (!(name in values)) continue
      const field = resource.fields[name]
      if (field?.maskedFor) redacted[name] = maskOf(field, values[name])
      else delete redacted[name]
    }
    return redacted as typeof values
  }
}

/** Returns the redactor for rows read with all their columns: it also removes columns that the person reads on no row. */
export async function ownColumnsRedactor(
  db: Knex,
  resource: Resource,
  person: Person,
  ids: readonly number[],
): Promise<Redact> {
  const redact = await redactorFor(db, resource, person, ids)
  const own = [...readableBy(person, resource), ...maskedFor(person, resource)]
  return (id, values) => redact(id, pickColumns(own, values) as typeof values)
}
