import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { partOf } from '../../http/asked.ts'
import { api } from '../../shell/api.ts'
import { queryFrom } from '../../shell/query.ts'
import { type ListState, listRequest } from './list-state.ts'

const CAP = 10_000

/** The number of rows. Big lists are counted completely only on request. */
export function ListTotal({ resource, state, total }: { resource: Resource; state: ListState; total: number }) {
  const { filters, query } = listRequest(resource, state)
  const params = { ...queryFrom({ filters, pagination: { pageSize: 1 } }), ...query, ...partOf({ exact: true }) }
  const [countedFor, setCountedFor] = useState('')
  const which = JSON.stringify(params)
  const counted = useQuery({
    queryKey: ['exact', resource.path, which],
    enabled: countedFor === which,
    queryFn: async () => (await api.get<{ total: number }>(`/${resource.path}`, { params })).data.total,
  })
  const rowCount = counted.data ?? (total > CAP ? undefined : total)
  return (
    <span role="status">
      {rowCount !== undefined ? `${showNumber(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}` : '10,000+ rows '}
      {rowCount === undefined && (
        <Button type="link" size="small" loading={counted.isFetching} onClick={() => setCountedFor(which)}>
          Count exactly
        </Button>
      )}
    </span>
  )
}
