import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { resourceNamed } from '../../../resources/registry.ts'

/** A row that an import wrote: whether it was created, and the changed values before and after. */
export interface ImportedRow {
  resource: Resource
  id: number
  created: boolean
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** The id of the last history entry of this import for the row. */
  lastEntry: number
}

interface Entry {
  id: number
  entity: string
  entityId: number
  action: string
  beforeJson: string | null
  afterJson: string | null
}

const PAGE = 5_000

/** Returns every row that an import wrote, by its history. */
export async function rowsWrittenBy(db: Knex, importJobId: number): Promise<ImportedRow[]> {
  const rows = new Map<string, ImportedRow>()
  for (let last = 0; ; ) {
    const entries: Entry[] = await db('audit_entry')
      .where({ importJobId })
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .select('id', 'entity', 'entityId', 'action', 'beforeJson', 'afterJson')
    for (const entry of entries) add(rows, entry)
    if (entries.length < PAGE) return [...rows.values()]
    last = entries.at(-1)!.id
  }
}

function add(rows: Map<string, ImportedRow>, { id, entity, entityId, action, beforeJson, afterJson }: Entry) {
  const key = `${entity}/${entityId}`
  const known = rows.get(key)
  const before = beforeJson === null ? {} : JSON.parse(beforeJson)
  const after = afterJson === null ? {} : JSON.parse(afterJson)
  if (known) {
    known.before = { ...before, ...known.before }
    known.after = { ...known.after, ...after }
    known.lastEntry = id
  } else {
    const resource = resourceNamed(entity)
    rows.set(key, { resource, id: entityId, created: action === 'CREATE', before, after, lastEntry: id })
  }
}
