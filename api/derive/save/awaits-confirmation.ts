import type { Knex } from 'knex'
import { awaitsSecondPerson } from '../../../resources/define/confirmation.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { encodeValue } from '../row-codec.ts'
import type { Author } from './author.ts'
import { needsConfirmation } from './second-person.ts'

interface Change {
  before?: RowValues | undefined
  row: RowValues
}

/** Whether any of these changes counts only once a second person has confirmed it. */
export async function awaitsConfirmation(
  db: Knex,
  resource: Resource,
  changes: Iterable<Change>,
  author: Pick<Author, 'id'>,
): Promise<boolean> {
  if (!(await needsConfirmation(db, resource, author))) return false
  for (const change of changes) if (isWaiting(resource, change)) return true
  return false
}

function isWaiting(resource: Resource, { before, row }: Change): boolean {
  if (!before || row.confirmStatus === 'PENDING') return row.confirmStatus !== 'CONFIRMED' && row.isActive !== false
  const isBeingConfirmed = row.confirmStatus === 'CONFIRMED' && before.confirmStatus !== 'CONFIRMED'
  if (isBeingConfirmed || row.isActive === false) return false
  const { fields } = resource
  const names = Object.keys(fields).filter(
    name => !fields[name]!.server && encodeValue(row[name] ?? null) !== encodeValue(before[name] ?? null),
  )
  return awaitsSecondPerson(resource, before, Object.fromEntries(names.map(name => [name, row[name]])))
}
