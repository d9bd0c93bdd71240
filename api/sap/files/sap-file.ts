import type { Knex } from 'knex'
import type { SapSheet } from '../../../resources/uploads/sap/sap-sheet.ts'
import type { SapAdapter } from '../adapter.ts'
import type { EntityPage, SapRows } from '../http/entity-pages.ts'
import type { SapFields } from '../http/fields.ts'
import { type SapRow, unreadableText } from '../http/odata.ts'
import { SapError } from '../http/sap-error.ts'
import type { EntitySet } from '../identity/entity-sets.ts'
import { keyOfRow } from '../identity/key-forms.ts'
import { type Pull, type SapDocument, SapRowError } from '../reading/pull.ts'
import type { RowPull, SapItem, SavedRows, SaveHow } from '../reading/row-pull.ts'
import type { FailedDocument } from '../reading/sync-run.ts'
import { passes } from './file-filter.ts'

/** The rows of a file by service and entity set. */
type FileSets = Readonly<Record<string, readonly SapRow[]>>

/** The part of a SAP that a file is: it gives its rows as if they were read, all in one page and in the order of their keys. */
function fileSap(sets: FileSets): SapRows {
  return {
    async row({ path, identity }, key) {
      const isIt = (row: SapRow) => keyOfRow(identity.key, row) === keyOfRow(identity.key, key)
      return sets[path]?.find(isIt) ?? null
    },
    async *pages({ path, key }: EntitySet, { filter }: { filter?: string } = {}): AsyncGenerator<EntityPage> {
      const all = sets[path]
      if (!all) throw new SapError('BUSINESS', `The file has no columns of ${path}`, { httpStatus: 404 })
      const rows = all.filter(row => !filter || passes(row, filter)).sort(byKey(key))
      yield { rows, total: rows.length, missing: 0 }
    },
  }
}

const byKey = (key: readonly string[]) => (one: SapRow, other: SapRow) => {
  for (const name of key) {
    const [a, b] = [String(one[name] ?? ''), String(other[name] ?? '')]
    if (a !== b) return a < b ? -1 : 1
  }
  return 0
}

/** Items of a file, and its rows that cannot be read. */
interface FileItems {
  items: readonly SapItem[]
  unreadable: readonly FailedDocument[]
}

/** A kind of file: how its rows become items, and how these are saved, by the same functions as when SAP is read. */
export interface SapFile {
  sheet: SapSheet
  /** The key of the item that a row belongs to. */
  keyOf(row: SapRow): string
  /** What follows the item's key in the key of an error, where that names one of its rows. */
  partOf?(row: SapRow): string
  read(rows: readonly SapRow[], fields: SapFields): Promise<FileItems>
  save(trx: Knex, items: readonly SapItem[], how: SaveHow): Promise<SavedRows>
  ends(item: SapItem): boolean
}

/** A file of rows that are read in large numbers; `sets` gives the entity sets that they are in SAP. */
export function rowFile<Item extends SapItem>(
  pull: RowPull<Item>,
  sheet: SapSheet,
  how: Pick<SapFile, 'keyOf' | 'partOf'> & { sets(rows: readonly SapRow[], fields: SapFields): FileSets },
): SapFile {
  return {
    ...how,
    sheet,
    async read(rows, fields) {
      const result = { items: [] as Item[], unreadable: [] as FailedDocument[] }
      const sap = fileSap(how.sets(rows, fields)) as SapAdapter
      for await (const page of pull.pages(sap, { since: null, code: null, fields })) {
        result.items.push(...page.items)
        result.unreadable.push(...page.unreadable)
      }
      return result
    },
    save: (trx, items, saving) => pull.save(trx, items as readonly Item[], saving),
    ends: item => pull.ends?.(item as Item) ?? false,
  }
}

/** A document of a file as an item of its own. */
interface DocumentItem<Document> extends SapItem {
  document: Document
}

/** A file of documents that are saved one by one; `documents` gives them as SAP does, with what is below each. */
export function documentFile<Document extends SapDocument>(
  pull: Pull<Document>,
  sheet: SapSheet,
  {
    documents,
    read,
    ...how
  }: Pick<SapFile, 'keyOf' | 'partOf'> & {
    documents(rows: readonly SapRow[]): SapRow[]
    read(row: SapRow, fields: SapFields): Document
  },
): SapFile {
  return {
    ...how,
    sheet,
    async read(rows, fields) {
      const result = { items: [] as DocumentItem<Document>[], unreadable: [] as FailedDocument[] }
      for (const row of documents(rows)) {
        const key = how.keyOf(row)
        try {
          result.items.push({ key, document: read(row, fields) })
        } catch (error) {
          if (!(error instanceof RangeError)) throw error
          const message = unreadableText(pull.title, key, error.message)
          result.unreadable.push({ number: key, column: null, code: 'UNREADABLE', message })
        }
      }
      return result
    },
    async save(trx, items, { refuse }) {
      const saved = { created: 0, updated: 0 }
      for (const { key, document } of items as readonly DocumentItem<Document>[]) {
        try {
          const outcome = await pull.save(trx, document, { isFull: true, note: wrong => refuse(key, wrong) })
          if (outcome === 'created' || outcome === 'updated') saved[outcome]++
          if (outcome === 'later')
            refuse(
              key,
              new SapRowError(
                '',
                `${pull.title} ${key}: its rows are being updated: send the file again later`,
                'NOT_NOW',
              ),
            )
        } catch (error) {
          if (!(error instanceof SapRowError)) throw error
          refuse(key, error)
        }
      }
      return saved
    },
    ends: () => false,
  }
}
