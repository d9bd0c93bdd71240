import { occurrences } from '../../resources/platform/audit-entry.ts'
import { resources } from '../../resources/registry.ts'
import type { Person } from '../platform/person.ts'
import type { Page } from './find.ts'
import { type Call, ResourceService } from './service.ts'
import type { StoredRow } from './stored.ts'
import { told } from './told.ts'

const SIDES = ['beforeJson', 'afterJson'] as const
const byName = new Map(resources.map(resource => [resource.name, resource]))

/** The history of all rows: who reads it sees of each change only what he may read of the row itself. */
export class AuditEntryService extends ResourceService {
  override async find(call: Call = {}): Promise<Page> {
    const page = await super.find(withEntity(call))
    return { ...page, data: page.data.map(entry => entryTold(entry, call.person)) }
  }

  override async get(id: unknown, call: Call = {}): Promise<StoredRow> {
    return entryTold(await super.get(id, withEntity(call)), call.person)
  }
}

/** What a change is of must be known, whatever columns are asked for. */
function withEntity(call: Call): Call {
  const asked = call.query?.$select
  return Array.isArray(asked) ? { ...call, query: { ...call.query, $select: [...asked, 'entity', 'action'] } } : call
}

function entryTold(entry: StoredRow, person: Person | undefined): StoredRow {
  if (!person || occurrences.includes(String(entry.action))) return entry
  const resource = byName.get(String(entry.entity))
  const seen = resource && person.ability.can('read', resource.path)
  for (const side of SIDES) {
    const values = entry[side]
    if (typeof values !== 'object' || values === null) continue
    entry[side] = seen ? told(person, resource, values as Record<string, unknown>) : {}
  }
  return entry
}
