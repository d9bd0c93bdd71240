import type { SapAdapter } from '../../../api/sap/adapter.ts'
import { passes } from '../../../api/sap/files/file-filter.ts'
import type { EntityPage, PagesHow, SapRows } from '../../../api/sap/http/entity-pages.ts'
import type { SapRow } from '../../../api/sap/http/odata.ts'
import { SapError } from '../../../api/sap/http/sap-error.ts'
import type { EntitySet } from '../../../api/sap/identity/entity-sets.ts'
import { keyOfRow } from '../../../api/sap/identity/key-forms.ts'

/** What SAP holds of each entity set, in its wire form; an error stands for a service that refuses. */
export type StubRows = Record<string, SapRow[] | SapError>

interface Stub {
  /** Every request, in order. */
  asked: { path: string; filter: string | undefined; select: readonly string[] | undefined }[]
  /** Rows in a page, where fewer are to come than asked for. */
  pageSize: number | null
  /** How many rows of the end of a set get lost on the way. */
  lost: number
  /** Rows that lists leave out, and do not count, though SAP has them. */
  unlisted: (row: SapRow) => boolean
  /** Rows that lists give though they were not asked for. */
  unasked: (row: SapRow) => boolean
  /** The rows that were asked for singly, by path and key. */
  singly: string[]
}

/**
 * A SAP that only answers `pages`, from rows that a test may change between readings. It orders rows by the key of the
 * set, and takes what a row has no field for to be as the reading wants it.
 */
export function stubSap(rows: StubRows): SapAdapter & Stub {
  const stub: Stub & Partial<SapRows> = {
    asked: [],
    pageSize: null,
    lost: 0,
    unlisted: () => false,
    unasked: () => false,
    singly: [],
  }
  async function* pages({ path, key, select }: EntitySet, how: PagesHow = {}) {
    stub.asked.push({ path, filter: how.filter, select })
    const set = rows[path]
    if (set === undefined) throw new SapError('BUSINESS', `SAP refused it: no service found for ${path}`)
    if (set instanceof SapError) throw set
    const found = set
      .filter(row => (!how.filter || passes(row, how.filter) || stub.unasked(row)) && !stub.unlisted(row))
      .toSorted(byKey(key))
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
  stub.row = async ({ path, identity }, key) => {
    stub.singly.push(`${path}(${Object.values(key).join()})`)
    const set = rows[path]
    if (set instanceof SapError) throw set
    return set?.find(row => keyOfRow(identity.key, row) === keyOfRow(identity.key, key)) ?? null
  }
  return stub as SapAdapter & Stub
}

const byKey = (key: readonly string[]) => (one: SapRow, other: SapRow) => {
  const [a, b] = [one, other].map(row => key.map(name => String(row[name] ?? '')).join('\u0000')) as [string, string]
  return a < b ? -1 : a > b ? 1 : 0
}
