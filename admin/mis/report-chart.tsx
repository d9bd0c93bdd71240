import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { ChartFigures } from '../../resources/define/report.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { listRequest } from '../derive/list/list-state.ts'
import { useShownState } from '../derive/list/use-shown-state.ts'
import { api, type Refusal } from '../shell/api.ts'
import { queryFrom } from '../shell/query.ts'
import '../shipment-tracking/dashboard/dashboard.css'
import './report-chart.css'

const Chart = lazy(() => import('./chart.tsx'))

/** The chart of a report, of the rows that its filters leave. */
export function ReportChart({ report }: { report: Resource }) {
  const { filters, query } = listRequest(report, useShownState(report))
  const params = { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query, report: report.path }
  const { data } = useQuery<ChartFigures, Refusal>({
    queryKey: ['report-chart', params],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.get<ChartFigures>('/report-charts', { params, signal })).data,
  })
  if (!data || data.groups.length === 0) return null
  return (
    <div className="report-chart">
      <Suspense fallback={null}>
        <Chart report={report} groups={data.groups} />
      </Suspense>
    </div>
  )
}
