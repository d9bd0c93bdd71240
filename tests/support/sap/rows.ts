import type { SapAdapter } from '../../../api/sap/adapter.ts'
import { passes } from '../../../api/sap/files/file-filter.ts'
import type { EntityPage, EntitySet } from '../../../api/sap/http/entity-pages.ts'
import type { SapRow } from '../../../api/sap/http/odata.ts'
import { SapError } from '../../../api/sap/http/sap-error.ts'

/** What SAP holds of each entity set, in its wire form; an error stands for a service that refuses. */
export type StubRows = Record<string, SapRow[] | SapError>

interface Stub {
  /** Every request, in order. */
  asked: { path: string; filter: string | undefined; select: readonly string[] | undefined }[]
  /** Rows in a page, where fewer are to come than asked for. */
  pageSize: number | null
  /** How many rows of the end of a set get lost on the way. */
  lost: number
}

/**
 * A SAP that only answers `pages`, from rows that a test may change between readings. It orders rows by the key of the
 * set, and takes what a row has no field for to be as the reading wants it.
 */
export function stubSap(rows: StubRows): SapAdapter & Stub {
  const stub: Stub & { pages?: SapAdapter['pages'] } = { asked: [], pageSize: null, lost: 0 }
  async function* pages({ path, key, select }: EntitySet, how: { filter?: string; pageSize?: number } = {}) {
    stub.asked.push({ path, filter: how.filter, select })
    const set = rows[path]
    if (set === undefined) throw new SapError('BUSINESS', `SAP refused it: no service found for ${path}`)
    if (set instanceof SapError) throw set
    const found = set.filter(row => !how.filter || passes(row, how.filter)).toSorted(byKey(key))
    const kept = found.slice(0, found.length - stub.lost)
    const size = stub.pageSize ?? how.pageSize ?? 1000
    for (let start = 0; start === 0 || start < kept.length; start += size) {
      const isLast = start + size >= kept.length
      const page: EntityPage = {
        rows: kept.slice(start, start + size),
        total: found.length,
        missing: isLast ? found.length - kept.length : null,
      }
      yield structuredClone(page)
    }
  }
  stub.pages = pages
  return stub as SapAdapter & Stub
}

const byKey = (key: readonly string[]) => (one: SapRow, other: SapRow) => {
  const [a, b] = [one, other].map(row => key.map(name => String(row[name] ?? '')).join('\u0000')) as [string, string]
  return a < b ? -1 : a > b ? 1 : 0
}
