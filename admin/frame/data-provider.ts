import type { BaseRecord, DataProvider } from '@refinedev/core'
import simpleRest from '@refinedev/simple-rest'
import type { ListPage } from '../../resources/define/list-page.ts'
import { api } from '../shell/api.ts'
import { queryFrom } from '../shell/query.ts'
import { notePage, withLastRow } from './next-page.ts'

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
