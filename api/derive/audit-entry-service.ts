import { resources } from '../../resources/registry.ts'
import type { Person } from '../platform/person.ts'
import { readableBy } from './conditions.ts'
import type { Page } from './find.ts'
import { type Call, ResourceService } from './service.ts'
import type { StoredRow } from './stored.ts'
import { only } from './write.ts'

const SIDES = ['beforeJson', 'afterJson'] as const
const byName = new Map(resources.map(resource => [resource.name, resource]))

/** The history of all rows: who reads it sees of each change only what he may read of the row itself. */
export class AuditEntryService extends ResourceService {
  override async find(call: Call = {}): Promise<Page> {
    const page = await super.find(withEntity(call))
    return { ...page, data: page.data.map(entry => told(entry, call.person)) }
  }

  override async get(id: unknown, call: Call = {}): Promise<StoredRow> {
    return told(await super.get(id, withEntity(call)), call.person)
  }
}

/** What a change is of must be known, whatever columns are asked for. */
function withEntity(call: Call): Call {
  const asked = call.query?.$select
  return Array.isArray(asked) ? { ...call, query: { ...call.query, $select: [...asked, 'entity', 'action'] } } : call
}

function told(entry: StoredRow, person: Person | undefined): StoredRow {
  // An export holds no row, only how many of them went out.
  if (!person || entry.action === 'EXPORT') return entry
  const resource = byName.get(String(entry.entity))
  const readable = resource && person.ability.can('read', resource.path) ? readableBy(person, resource) : []
  for (const side of SIDES) {
    const values = entry[side]
    if (typeof values === 'object' && values !== null) entry[side] = only(readable, values as Record<string, unknown>)
  }
  return entry
}
