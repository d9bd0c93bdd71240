import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { dayText } from '../../resources/define/show.ts'
import type { showDashboard } from '../../resources/shipment-tracking/commands/lanes.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useAddress } from '../shell/use-address.ts'
import { Waiting } from '../shell/waiting.tsx'
import { DashboardFilters, filterNames } from './dashboard/dashboard-filters.tsx'
import { Tiles } from './dashboard/tiles.tsx'
import './dashboard/dashboard.css'

const dashboard = at<typeof showDashboard>('GET shipment-tracking/dashboard')
const Charts = lazy(() => import('./dashboard/charts.tsx'))

/** How the shipments that the person follows fare: figures, and charts that can be read as tables. */
export default function TrackingDashboard() {
  const [query] = useAddress()
  // The address of the page says what the question says.
  const filters = Object.fromEntries(filterNames.map(name => [name, query.get(name) || null]))
  const { data, error, isFetching, refetch } = useAsk(dashboard, filters, { placeholderData: keepPreviousData })
  return (
    <PageFrame purpose="In transit, delivered, on time, and by transporter.">
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
