import type { SapAdapter } from '../adapter.ts'
import type { EntityPage, EntitySet } from '../http/entity-pages.ts'
import type { SapRow } from '../http/odata.ts'
import { SapError } from '../http/sap-error.ts'
import { passes } from './file-filter.ts'

/** The rows of a file by service and entity set. */
export type FileSets = Readonly<Record<string, readonly SapRow[]>>

/** The part of a SAP that a file is: it gives its rows as if they were read, all in one page and in the order of their keys. */
export function fileSap(sets: FileSets): Pick<SapAdapter, 'pages'> {
  return {
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
