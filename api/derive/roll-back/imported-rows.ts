import type { Knex } from 'knex'
import { type Resource, uniqueKeyOf } from '../../../resources/define/resource.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { StagingFile } from '../staging/staging-file.ts'

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

interface Written {
  entity: string
  id: number
  created: number
  before: string
  after: string
  lastEntry: number
}

const PAGE = 5_000
const TABLES =
  'create table written (entity text not null, id int not null, created int not null, before text not null, after text not null, lastEntry int not null, primary key (created, entity, id)) without rowid'

/** Every row that an import wrote, by its history, in a staging file. */
export class ImportedRows {
  readonly file: StagingFile
  constructor(path: string) {
    this.file = new StagingFile(path, TABLES)
  }

  async read(db: Knex, importJobId: number): Promise<void> {
    for (let last = 0; ; ) {
      const entries: Entry[] = await db('audit_entry')
        .where({ importJobId })
        .where('id', '>', last)
        .orderBy('id')
        .limit(PAGE)
        .select('id', 'entity', 'entityId', 'action', 'beforeJson', 'afterJson')
      for (const entry of entries) this.add(entry)
      if (entries.length < PAGE) return
      last = entries.at(-1)!.id
    }
  }

  private add({ id, entity, entityId, action, beforeJson, afterJson }: Entry) {
    const [before, after] = [beforeJson ?? '{}', afterJson ?? '{}']
    const written = this.file.first<Written>(
      'select * from written where created in (0, 1) and entity = ? and id = ?',
      entity,
      entityId,
    )
    if (written)
      this.file.run(
        'update written set before = ?, after = ?, lastEntry = ? where created = ? and entity = ? and id = ?',
        JSON.stringify({ ...JSON.parse(before), ...JSON.parse(written.before) }),
        JSON.stringify({ ...JSON.parse(written.after), ...JSON.parse(after) }),
        id,
        written.created,
        entity,
        entityId,
      )
    else
      this.file.run(
        'insert into written values (?, ?, ?, ?, ?, ?)',
        entity,
        entityId,
        action === 'CREATE' ? 1 : 0,
        before,
        after,
        id,
      )
  }

  get length(): number {
    return this.file.first<{ count: number }>('select count(*) as count from written')!.count
  }

  /** Returns the resources of the rows. */
  resources(): Resource[] {
    return this.file
      .all<{ entity: string }>('select distinct entity from written')
      .map(({ entity }) => resourceNamed(entity))
  }

  /** Whether changed rows got another key or period while other rows were created, so that their order matters. */
  depends(resource: Resource): boolean {
    const names = new Set([...uniqueKeyOf(resource), ...resource.key, 'validFrom', 'validTo', 'isActive'])
    for (const [name, { unique }] of Object.entries(resource.fields)) if (unique) names.add(name)
    const moved = this.file.first(
      'select 1 from written, json_each(?) name where created = 0 and json_type(before, name.value) is not null limit 1',
      JSON.stringify([...names].map(name => `$.${name}`)),
    )
    return moved !== undefined && this.file.first('select 1 from written where created = 1 limit 1') !== undefined
  }

  /** Whether the import created a row. */
  hasCreated({ name }: Resource, id: number): boolean {
    return this.file.first('select 1 from written where created = 1 and entity = ? and id = ?', name, id) !== undefined
  }

  /** Yields the created or the changed rows in batches of one resource each, without those that are left out. */
  *batches(created: boolean, size: number, isLeftOut: (row: ImportedRow) => boolean): Generator<ImportedRow[]> {
    for (const resource of this.resources()) {
      for (let last = 0; ; ) {
        const batch = this.file.all<Written>(
          'select * from written where created = ? and entity = ? and id > ? order by id limit ?',
          created ? 1 : 0,
          resource.name,
          last,
          size,
        )
        if (batch.length === 0) break
        last = batch.at(-1)!.id
        const rows = batch
          .map(({ id, before, after, lastEntry }) => ({
            resource,
            id,
            created,
            before: JSON.parse(before),
            after: JSON.parse(after),
            lastEntry,
          }))
          .filter(row => !isLeftOut(row))
        if (rows.length > 0) yield rows
      }
    }
  }
}
