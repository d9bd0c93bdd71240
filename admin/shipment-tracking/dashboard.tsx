import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { dayText } from '../../resources/define/show.ts'
import type { Dashboard } from '../../resources/shipment-tracking/dashboard.ts'
import { api, type Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useAddress } from '../shell/use-address.ts'
import { Waiting } from '../shell/waiting.tsx'
import { DashboardFilters, filterNames } from './dashboard/dashboard-filters.tsx'
import { Tiles } from './dashboard/tiles.tsx'
import './dashboard/dashboard.css'

const Charts = lazy(() => import('./dashboard/charts.tsx'))

/** How the shipments that the person follows fare: figures, and charts that can be read as tables. */
export default function TrackingDashboard() {
  const [query] = useAddress()
  const params = Object.fromEntries(filterNames.flatMap(name => (query.get(name) ? [[name, query.get(name)]] : [])))
  const { data, error, isFetching, refetch } = useQuery<Dashboard, Refusal>({
    queryKey: ['tracking-dashboard', params],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.get<Dashboard>('/shipment-tracking/dashboard', { params, signal })).data,
  })
  return (
    <PageFrame title="Dashboard" purpose="Your shipments at a glance: in transit, delivered, on time, by transporter.">
      <DashboardFilters shown={data} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && !error && (
        <div aria-busy={isFetching}>
          <p className="for-readers" role="status">
            Figures from {dayText(data.from)} to {dayText(data.to)}
          </p>
          <Tiles figures={data} />
          <Suspense fallback={<Waiting />}>
            <Charts figures={data} />
          </Suspense>
        </div>
      )}
    </PageFrame>
  )
}
