import type { ListPage } from '../../resources/define/list-page.ts'
import type { Resource, Row } from '../../resources/define/resource.ts'
import { type Asked, type ColumnOf, isForNone, paramsOf, partOf, type ValueOf, type Where } from '../http/asked.ts'
import { api } from './api.ts'

/** A row of a list as everybody gets it, with the texts of its references. */
export type Listed<R extends Resource> = Row<R> & { id: number; texts: { [C in keyof Row<R>]?: string } }

/** The largest page of the API. */
const PAGE_SIZE = 500
/** So many values stand in one address. */
const VALUES = 100

/**
 * Reads the list of a declared resource: the compiler refuses a column that it does not have. `T` is what this reader
 * gets of a row, where that is not all of it.
 */
export function rowsOf<const R extends Resource>(resource: R) {
  async function page<T = Listed<R>>(asked: Asked<R> = {}, signal?: AbortSignal): Promise<ListPage<T>> {
    if (isForNone(asked)) return { total: 0, limit: 0, skip: 0, data: [] }
    return (await api.get<ListPage<T>>(`/${resource.path}`, { params: paramsOf(asked), signal })).data
  }
  async function all<T = Listed<R>>(asked: Omit<Asked<R>, 'most' | 'skip'> = {}): Promise<T[]> {
    const rows: T[] = []
    for (;;) {
      const { data } = await page<T>({ ...asked, most: PAGE_SIZE, skip: rows.length })
      rows.push(...data)
      if (data.length < PAGE_SIZE) return rows
    }
  }
  return {
    /** One page with the count of all rows that match. */
    page,
    /** Every row, page by page. */
    all,
    /** The first row, or null. */
    first: async <T = Listed<R>>(asked: Omit<Asked<R>, 'most'> = {}): Promise<T | null> =>
      (await page<T>({ ...asked, most: 1 })).data[0] ?? null,
    /** How many rows match; more than 10,000 count as 10,001. */
    total: async (asked: Pick<Asked<R>, 'where' | 'q'> = {}): Promise<number> =>
      (await page({ ...asked, most: 0 })).total,
    /** Every row with one of these values in a column, however many they are; in the order of the values by the hundred. */
    whose: async <C extends ColumnOf<R>, T = Listed<R>>(
      column: C,
      values: readonly ValueOf<R, C>[],
      asked: Omit<Asked<R>, 'most' | 'skip'> = {},
    ): Promise<T[]> => {
      const wanted = [...new Set(values)]
      const parts = Array.from({ length: Math.ceil(wanted.length / VALUES) }, (_, at) =>
        wanted.slice(at * VALUES, (at + 1) * VALUES),
      )
      const found = await Promise.all(
        parts.map($in => all<T>({ ...asked, where: { ...asked.where, [column]: { $in } } as Where<R> })),
      )
      return found.flat()
    },
    /** The row with an id. Rejects with a `Refusal` where the reader has none. */
    at: async <T = Listed<R>>(id: number, { select }: Pick<Asked<R>, 'select'> = {}): Promise<T> =>
      (await api.get<T>(`/${resource.path}/${id}`, select && { params: partOf({ select }) })).data,
  }
}
