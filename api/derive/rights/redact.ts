import type { Knex } from 'knex'
import { maskOf } from '../../../resources/define/mask.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { pickColumns } from '../save/write.ts'
import { maskedFor, readableBy } from './conditions.ts'
import { closedFieldsOn } from './field-conditions.ts'
import type { Person } from './person.ts'

/** What of the values of a row somebody is told; `id` says which row. */
export type Redact = <V extends RowValues>(id: number, values: V) => V

/**
 * How the person is told these rows, of which the columns were read that he has on some row: on each he keeps those that
 * a grant gives him there. A column that is masked comes as its mask, any other that he lacks is absent.
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
  return tellerWith(resource, person, closed)
}

/** How the person is told rows of which it is known already what is closed to him on each. */
export function tellerWith(resource: Resource, person: Person, closed: (id: number) => ReadonlySet<string>): Redact {
  const masked = maskedFor(person, resource)
  return (id, values) => {
    const shut = closed(id)
    if (masked.length + shut.size === 0) return values
    const told: RowValues = { ...values }
    for (const name of [...masked, ...shut]) {
      if (!(name in values)) continue
      const field = resource.fields[name]
      if (field?.maskedFor) told[name] = maskOf(field, values[name])
      else delete told[name]
    }
    return told as typeof values
  }
}

/** The same of rows with all that is kept of them: of their own columns only those that the person has, on whatever row. */
export async function ownColumnsRedactor(
  db: Knex,
  resource: Resource,
  person: Person,
  ids: readonly number[],
): Promise<Redact> {
  const tell = await redactorFor(db, resource, person, ids)
  const own = [...readableBy(person, resource), ...maskedFor(person, resource)]
  return (id, values) => tell(id, pickColumns(own, values) as typeof values)
}
