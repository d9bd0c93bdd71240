import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Person } from '../rights/person.ts'
import type { Author } from '../save/author.ts'
import type { Mark } from '../staging/changed-meanwhile.ts'
import type { Upload } from '../uploads/upload.ts'

/** How far an import goes: check only; save all rows or none; or save every good row, 500 at a time. */
type SaveMode = 'CHECK' | 'ALL_OR_NOTHING' | 'SKIP_BAD_ROWS'

export interface SaveContext {
  db: Knex
  resource: Resource
  /** The upload of a file that is not simply rows of one master, and the further fields of the form. */
  upload: Upload | undefined
  given: Record<string, string>
  columns: readonly (string | null)[]
  person: Person
  author: Author
  mode: SaveMode
  /** Called between batches; throws to stop the import. */
  onRows: (count: number) => void
  /** The rows are checked as of this moment: only the rule of the resource, which reads further tables, is asked again. */
  checked?: Mark
  /** Runs in the transaction that saves all rows. */
  finish?: (trx: Knex.Transaction) => Promise<void>
}

/** What is needed to check rows. */
export type Judging = Pick<SaveContext, 'resource' | 'person' | 'author'>
