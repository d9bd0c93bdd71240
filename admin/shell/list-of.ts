import { api } from './api.ts'

/** The largest page size of the API (`$limit`). */
const PAGE_SIZE = 500

/** All rows of a list, page by page. */
export async function listOf<Row>(path: string, query: Record<string, unknown>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data } = await api.get<{ data: Row[] }>(`/${path}`, {
      params: { ...query, $limit: PAGE_SIZE, $skip: rows.length },
    })
    rows.push(...data.data)
    if (data.data.length < PAGE_SIZE) return rows
  }
}
