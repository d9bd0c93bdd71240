import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { FileShape } from '../../../resources/define/sheet/file-shape.ts'
import type { ImportRow } from '../import/import-row.ts'
import type { Person } from '../rights/person.ts'
import type { Author } from '../save/author.ts'

/** The author of the changes an upload makes, and the further fields of its form. */
export interface UploadContext {
  person: Person
  author: Author
  given: Readonly<Record<string, string>>
  /** For each cell of a row the field it was read into; null where there is none. */
  columns: readonly (string | null)[]
}

/** Rows with equal values in these fields are saved together or not at all; `name` says what they are: a contract. */
export interface RowGroups {
  fields: readonly string[]
  name: string
  /** They only come in one call: a wrong one holds no other back. */
  eachAlone?: true
}

/** The lines of the rows of a list: their resource, and its column that refers to the row. */
export interface UploadLines {
  resource: Resource
  parent: string
}

/** A file that is not simply rows of one master: the lines of contracts, or a list that replaces another. */
export interface Upload {
  /** Its columns, declared with `resource()` like a master without a table; its path is that of the page. */
  sheet: Resource
  /** The resource whose import right is needed. */
  subject: Resource
  /** Each row of the file is one of these lines and repeats the row of the list: so the list is exported, too. */
  lines?: UploadLines
  /** Its columns that the form may say for all rows, where the file has none. */
  says?: readonly string[]
  /** What of these columns follows from the sender, whatever their form says. */
  saidBySender?: (db: Knex, person: Person) => Promise<Record<string, string>>
  /** How others write such files: their headings are offered, and kept once a person has agreed. */
  shapes?: readonly FileShape[]
  /** The field of the form by whose value it is kept what headings and words mean: each sender of files has their own. */
  wordsBy?: string
  /** Rows with an equal key are several things, which `save` tells apart. */
  mayRepeat?: true
  /** Which rows are checked and saved together, by the further fields of the form. */
  groupBy?: (given: UploadContext['given']) => RowGroups
  /**
   * Saves validated rows (`row.row`, with ids as references) in the given transaction. It sets `before`, `unchanged`
   * and `entityId` of a row for its verdict, and refuses rows that cannot be saved. All rows of one `together` group
   * come in one call. A dry run calls it too and rolls back.
   */
  save: (trx: Knex.Transaction, rows: ImportRow[], saving: UploadContext) => Promise<void>
  /** Sentences about the file as a whole, which its sender reads before its new rows are saved. */
  foresees?: (db: Knex, rows: readonly ImportRow[], saving: Pick<UploadContext, 'given'>) => Promise<string[]>
  /** Handles rows that are left out, in the transaction that saves the others; it gets whole groups. */
  onLeftOut?: (trx: Knex.Transaction, rows: ImportRow[], saving: UploadContext) => Promise<void>
  /** Runs when the whole file is saved, in the transaction that sets its status. */
  onDone?: (trx: Knex, importJobId: number) => Promise<void>
}
