import { useList } from '@refinedev/core'
import type { Page } from '../pages.tsx'

/** How many wait in a queue; asked again each minute. Nothing while unknown or none. */
export function Count({ count, words = '' }: { count: NonNullable<Page['count']>; words?: string }) {
  const { result, query } = useList({
    resource: count.resource,
    pagination: { pageSize: 1 },
    meta: { query: count.query },
    errorNotification: false,
    queryOptions: { refetchInterval: 60_000 },
  })
  if (!query.isSuccess || !result.total) return null
  return (
    <span className="count">
      {result.total > 99 ? '99+' : result.total}
      {words || <span className="for-readers"> waiting</span>}
    </span>
  )
}
