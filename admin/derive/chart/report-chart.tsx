import { lazy, Suspense } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { chartBars, chartedColumn } from '../../../resources/mis/report-chart.ts'
import { groupingOf } from '../list/list-state.ts'
import { useShownState } from '../list/use-shown-state.ts'
import { namesOf, useGroups } from '../report/use-groups.ts'
import './report-chart.css'

const Chart = lazy(() => import('./chart.tsx'))

/** The chart of a report, of the rows that its filters leave, by the column that they are grouped by where it follows it. */
export function ReportChart({ report }: { report: Resource }) {
  const state = useShownState(report)
  const grouping = groupingOf(report, state)
  const by = chartedColumn(report, grouping)
  const shown = grouping ? namesOf(grouping) : []
  const names = shown.includes(by) ? shown : [by]
  const { data } = useGroups(report, state, names)
  const bars = data ? chartBars(report, by, names, data) : []
  if (bars.length === 0) return null
  return (
    <div className="report-chart">
      <Suspense fallback={null}>
        <Chart report={report} by={by} bars={bars} />
      </Suspense>
    </div>
  )
}
