import type { ListPage } from '../../../resources/define/list-page.ts'
import { occurrences } from '../../../resources/platform/audit-entry.ts'
import { resources } from '../../../resources/registry.ts'
import type { Call } from '../call.ts'
import type { Person } from '../rights/person.ts'
import type { StoredRow } from '../row-codec.ts'
import { ResourceService } from '../service.ts'
import { entryReaderOf } from './readable-entries.ts'

const SIDES = ['before', 'after'] as const
interface Change extends StoredRow {
  entityId: number
  beforeJson?: Record<string, unknown> | null
  afterJson?: Record<string, unknown> | null
}
const byName = new Map(resources.map(resource => [resource.name, resource]))

/** Serves the history of all rows. Each reader sees of a change only what they may read of the row itself. */
export class AuditEntryService extends ResourceService {
  override async find(call: Call = {}): Promise<ListPage<StoredRow>> {
    const page = await super.find(withEntity(call))
    return { ...page, data: await this.changesRead(page.data, call.person) }
  }

  override async get(id: unknown, call: Call = {}): Promise<StoredRow> {
    return (await this.changesRead([await super.get(id, withEntity(call))], call.person))[0]!
  }

  private async changesRead(entries: StoredRow[], person: Person | undefined): Promise<StoredRow[]> {
    if (!person) return entries
    const changes = entries.filter(({ action }) => !occurrences.includes(String(action)))
    for (const [entity, entriesOfEntity] of Map.groupBy(changes, entry => String(entry.entity))) {
      const resource = byName.get(entity)
      const isRead = resource && person.ability.can('read', resource.path)
      const readSide = isRead
        ? await entryReaderOf(this.Model, resource, person, entriesOfEntity as Change[])
        : undefined
      for (const entry of entriesOfEntity as Change[]) {
        for (const side of SIDES) {
          const values = entry[`${side}Json`]
          if (values) entry[`${side}Json`] = readSide?.(entry, side, values) || {}
        }
      }
    }
    return entries
  }
}

/** The columns by which the changed row is found; they are selected whatever the request names. */
function withEntity(call: Call): Call {
  const asked = call.query?.$select
  return Array.isArray(asked)
    ? { ...call, query: { ...call.query, $select: [...asked, 'entity', 'entityId', 'action'] } }
    : call
}
