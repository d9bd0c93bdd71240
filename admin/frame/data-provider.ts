import type { BaseRecord, DataProvider } from '@refinedev/core'
import simpleRest from '@refinedev/simple-rest'
import type { ListPage } from '../../resources/define/list-page.ts'
import { api } from '../shell/api.ts'
import { queryFrom } from '../shell/query.ts'

/** From here on a page is asked for by the last row of the page before; the server passes few rows faster by counting. */
const DEEP = 200

type Query = Readonly<Record<string, unknown>>

let before: { list: string; next: number; lastId: unknown } | undefined

const listOf = (resource: string, { $skip: _, ...query }: Query) => JSON.stringify([resource, query])

/** Adds to the query of a page the last row of the page before it, where that was the page shown last. */
function withLastRow(resource: string, query: Query): Query {
  const isNext = before?.list === listOf(resource, query) && before.next === query.$skip && before.next >= DEEP
  return isNext ? { ...query, $after: before!.lastId } : query
}

/** Notes the rows of a page, since the next page may be asked for after it. */
function notePage(resource: string, query: Query, rows: readonly { id?: unknown }[]): void {
  const lastId = rows.at(-1)?.id
  before =
    typeof lastId === 'number'
      ? { list: listOf(resource, query), next: Number(query.$skip ?? 0) + rows.length, lastId }
      : undefined
}

type Client = NonNullable<Parameters<typeof simpleRest>[1]>

const rest = simpleRest('', api as unknown as Client)

/**
 * Refine's data provider. A resource's name is its path under `/api`. Lists use the API's own query language
 * (simple-rest would turn «less than» into «equals»); `meta.query` is passed on unchanged: `q`, `isActive`, `asOn`.
 */
export const dataProvider = {
  ...rest,
  getApiUrl: () => '/api',
  getList: async ({ resource, pagination, filters, sorters, meta }) => {
    const request = { ...queryFrom({ filters, sorters, pagination }), ...(meta?.query as object | undefined) }
    const params = withLastRow(resource, request)
    // Who leaves the page waits no longer: the server then ends what it reads for them.
    const { signal } = (meta?.queryContext ?? {}) as { signal?: AbortSignal }
    const { data } = await api.get<ListPage<BaseRecord> | BaseRecord[]>(`/${resource}`, { params, signal })
    if (Array.isArray(data)) return { data, total: data.length }
    notePage(resource, request, data.data)
    return { data: data.data, total: data.total, leftOut: data.leftOut, asOf: data.asOf }
  },
  getMany: async ({ resource, ids }) => {
    const { data } = await api.get<ListPage<BaseRecord>>(`/${resource}`, {
      params: { id: { $in: ids }, $limit: ids.length },
    })
    return { data: data.data }
  },
} as DataProvider
