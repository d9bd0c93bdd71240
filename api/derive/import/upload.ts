import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { notFound } from '../../platform/errors.ts'
import { attachedUploads } from '../extend.ts'
import type { Person } from '../rights/person.ts'
import type { Author } from '../save/write.ts'
import type { ImportRow } from './rows.ts'

/** In whose name the rows of an upload are kept, and what the form said besides the file. */
export interface UploadSaving {
  person: Person
  author: Author
  given: Readonly<Record<string, string>>
  /** For each cell of a row the field it was read into, null where none. */
  columns: readonly (string | null)[]
}

/** A file that is not simply rows of one master: the lines of contracts, a list that replaces another (§K.3, K.11, K.13). */
export interface Upload {
  /** Its columns, declared with `resource()` like a master that has no table; its path is that of the page. */
  sheet: Resource
  /** The resource whose import right it takes. */
  subject: Resource
  /** Rows alike in these fields are judged and kept together. */
  together?: readonly string[]
  /**
   * Keeps rows, each read and found sound by itself (`row.row`; references are ids), within the transaction given: sets
   * `before`, `unchanged` and `entityId` of a row for its verdict, and refuses those that cannot stand. All rows of one
   * `together` come in one call. A dry run calls it too and takes everything back.
   */
  keep: (trx: Knex.Transaction, rows: ImportRow[], saving: UploadSaving) => Promise<void>
  /** What becomes of rows that are left out, in the transaction that keeps the others; it gets whole groups. */
  leave?: (trx: Knex.Transaction, rows: ImportRow[], saving: UploadSaving) => Promise<void>
  /** What follows once the whole file is kept, in the transaction that says so. */
  done?: (trx: Knex, importJobId: number) => Promise<void>
}

/** The upload that is declared at a path, if there is one. */
export const uploadAt = (path: string): Upload | undefined => attachedUploads().find(({ sheet }) => sheet.path === path)

/** What a file at this path brings: a master, or the columns of an upload; undefined when there is neither. */
export const sheetAt = (path: string): Resource | undefined => uploadAt(path)?.sheet ?? resourceAt(path)

/** The resource whose import right a file at this path takes. Throws 404 when there is none. */
export function subjectOf(path: unknown): Resource {
  const subject = typeof path === 'string' ? (uploadAt(path)?.subject ?? resourceAt(path)) : undefined
  if (!subject) throw notFound()
  return subject
}
