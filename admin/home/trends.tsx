import { lazy, Suspense } from 'react'
import { useTrends } from './use-trends.ts'

const TrendCharts = lazy(() => import('./trend-charts.tsx'))

/** The small charts; their code is loaded only for whoever has one with figures. */
export default function Trends() {
  const trends = useTrends()
  if (!trends) return null
  const { orders, deliveries, outstanding } = trends
  const shown = {
    orders: orders?.some(week => week.orders > 0) ? orders : null,
    deliveries: deliveries?.some(week => week.due > 0) ? deliveries : null,
    outstanding: outstanding && Object.values(outstanding.buckets).some(Boolean) ? outstanding : null,
  }
  if (Object.values(shown).every(one => one === null)) return null
  return (
    <Suspense fallback={<div className="home-charts-to-come" />}>
      <TrendCharts trends={shown} />
    </Suspense>
  )
}
