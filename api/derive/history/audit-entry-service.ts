import type { ListPage } from '../../../resources/define/list-page.ts'
import { occurrences } from '../../../resources/platform/audit-entry.ts'
import { resources } from '../../../resources/registry.ts'
import type { Person } from '../rights/person.ts'
import { ownTellerOf } from '../rights/redact.ts'
import type { StoredRow } from '../row-codec.ts'
import { type Call, ResourceService } from '../service.ts'

const SIDES = ['beforeJson', 'afterJson'] as const
const byName = new Map(resources.map(resource => [resource.name, resource]))

/** The history of all rows: who reads it sees of each change only what he may read of the row itself. */
export class AuditEntryService extends ResourceService {
  override async find(call: Call = {}): Promise<ListPage<StoredRow>> {
    const page = await super.find(withEntity(call))
    const data: StoredRow[] = []
    for (const entry of page.data) data.push(await this.entryTold(entry, call.person))
    return { ...page, data }
  }

  override async get(id: unknown, call: Call = {}): Promise<StoredRow> {
    return this.entryTold(await super.get(id, withEntity(call)), call.person)
  }

  private async entryTold(entry: StoredRow, person: Person | undefined): Promise<StoredRow> {
    if (!person || occurrences.includes(String(entry.action))) return entry
    const resource = byName.get(String(entry.entity))
    const seen = resource && person.ability.can('read', resource.path)
    const of = Number(entry.entityId)
    const tell = seen && (await ownTellerOf(this.Model, resource, person, [of]))
    for (const side of SIDES) {
      const values = entry[side]
      if (typeof values !== 'object' || values === null) continue
      entry[side] = tell ? tell(of, values as Record<string, unknown>) : {}
    }
    return entry
  }
}

/** What a change is of must be known, whatever columns are asked for. */
function withEntity(call: Call): Call {
  const asked = call.query?.$select
  return Array.isArray(asked)
    ? { ...call, query: { ...call.query, $select: [...asked, 'entity', 'entityId', 'action'] } }
    : call
}
