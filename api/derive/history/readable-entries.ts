import type { Knex } from 'knex'
import { readsInternal } from '../../../resources/access.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { maskedFor, readableBy } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { redactorWith } from '../rights/redact.ts'
import { pickColumns } from '../save/write.ts'
import { readableThen, readsAlikeEver } from './readable-then.ts'

interface Entry {
  id: number
  entityId: number
}
/** Redacts one side of a history entry; null when its reader could not have read the row then. */
export type ReadSide = (entry: Entry, side: 'before' | 'after', values: RowValues) => RowValues | null

/**
 * Returns how a person reads the history entries of rows: each side as far as they may read the row as it was at that
 * moment. People who read all rows alike cost no query.
 */
export async function entryReaderOf(
  db: Knex,
  resource: Resource,
  person: Person,
  entries: readonly Entry[],
): Promise<ReadSide> {
  const own = [...readableBy(person, resource), ...maskedFor(person, resource)]
  const tell = (closed: ReadonlySet<string>, values: RowValues) =>
    redactorWith(resource, person, () => closed)(0, pickColumns(own, values))
  if (entries.length === 0 || readsAlikeEver(resource, person)) return (_, __, values) => tell(new Set(), values)
  const moments = entries.flatMap(({ id, entityId: rowId }) => [
    { rowId, entryId: id - 1 },
    { rowId, entryId: id },
  ])
  const readable = await readableThen(db, resource, person, moments)
  const places = new Map(entries.map(({ id }, at) => [id, at * 2]))
  return ({ id }, side, values) => {
    const { reached, closed } = readable[places.get(id)! + (side === 'after' ? 1 : 0)]!
    return reached ? tell(closed, values) : null
  }
}

/** Who wrote an entry: the kind of their login, and their company. */
export interface EntryAuthor {
  actorType: string | null
  actorCustomerId: number | null
  actorTransporterId: number | null
}

/**
 * Whether the person reads who wrote an entry, and why: our own people read all, a site what is not from our own people,
 * others what is from their own company.
 */
export function readsWho({ roles, userType, customerId, transporterId }: Person, author: EntryAuthor): boolean {
  const { actorType, actorCustomerId, actorTransporterId } = author
  if (readsInternal(roles)) return true
  if (actorType === null || actorType === 'EMPLOYEE' || actorType === 'SYSTEM') return false
  if (userType === 'EMPLOYEE' || userType === 'PARTNER_SITE') return true
  if (transporterId !== null) return actorTransporterId === transporterId
  return customerId !== null && actorCustomerId === customerId
}
