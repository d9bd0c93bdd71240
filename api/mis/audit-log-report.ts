import type { Knex } from 'knex'
import { occurrences } from '../../resources/platform/audit-entry.ts'
import { resources } from '../../resources/registry.ts'
import type { ReportQuery } from '../derive/extend.ts'
import { shownChanges } from '../derive/history/history.ts'
import type { Person } from '../derive/rights/person.ts'

/** Everything the product wrote down, as it stands in the trail. */
export const auditLogQuery: ReportQuery = db =>
  db('audit_entry').select(
    'id',
    'at',
    'actorId',
    'action',
    'entity',
    'businessKey',
    'entityId',
    'source',
    'reason',
    'importJobId',
    'actorIp',
    'requestId',
  )

const byName = new Map(resources.map(resource => [resource.name, resource]))

/** What a change made of a row, in the columns that the person may read of such rows; of anything else what was said of it. */
export async function auditedChange(db: Knex, person: Person, id: number) {
  const entry = await db('audit_entry')
    .where({ id })
    .first('id', 'action', 'entity', 'entityId', 'beforeJson', 'afterJson')
  if (occurrences.includes(entry.action)) return { said: parsed(entry.afterJson) }
  const resource = byName.get(entry.entity)
  if (!resource || !person.ability.can('read', resource.path)) return { said: null }
  const [change] = await shownChanges(db, resource, person, [entry])
  return { change: { path: resource.path, ...change } }
}

const parsed = (json: unknown) => (typeof json === 'string' ? JSON.parse(json) : json)
