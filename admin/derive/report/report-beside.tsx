import { lazy, type ReactNode, Suspense } from 'react'
import { columnOf } from '../../../resources/columns.ts'
import { shareOf, sum } from '../../../resources/define/amounts.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { monthText, percentText, rupeesInShort } from '../../../resources/define/show.ts'
import { bridgedReports } from '../../../resources/mis/growth-bridge.ts'
import {
  type ChartBar,
  chartBars,
  chartedColumn,
  chartTitle,
  runsAlongTime,
} from '../../../resources/mis/report-chart.ts'
import { groupingOf, type ListState } from '../list/list-state.ts'
import type { ChangeState } from '../list/use-list-state.ts'
import { valueText } from '../value-text.ts'
import { type Fold, ReportFolds } from './report-folds.tsx'
import { namesOf, useGroups } from './use-groups.ts'

const Chart = lazy(() => import('../chart/chart.tsx'))
const GrowthBridgePanel = lazy(() => import('./growth-bridge.tsx'))
const BRIDGE = 'bridge'

/** Beside the rows of a report: its chart and its growth bridge, folded; `children` are never folded. */
export default function ReportBeside(beside: {
  report: Resource
  state: ListState
  change: ChangeState
  children: ReactNode
}) {
  return beside.report.chart ? <BesideCharted {...beside} /> : <Folds {...beside} chart={undefined} />
}

function BesideCharted(beside: Parameters<typeof ReportBeside>[0]) {
  const { report, state } = beside
  const grouping = groupingOf(report, state)
  const by = chartedColumn(report, grouping)
  const shown = grouping ? namesOf(grouping) : []
  const names = shown.includes(by) ? shown : [by]
  const { data } = useGroups(report, state, names)
  const bars = data ? chartBars(report, by, names, data) : []
  const chart: Fold | undefined =
    bars.length === 0
      ? undefined
      : {
          key: 'chart',
          title: chartTitle(report, by),
          answer: answerOf(report, by, bars),
          show: () => (
            <Suspense fallback={<p role="status">Loading...</p>}>
              <Chart report={report} by={by} bars={bars} />
            </Suspense>
          ),
        }
  return <Folds {...beside} chart={chart} />
}

/** What the chart shows in one line: which leads, or which month is the highest. */
function answerOf(report: Resource, by: string, bars: readonly ChartBar[]): string {
  const [most] = bars.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))
  const value = most?.value ?? 0
  const { field } = columnOf(report, by)!
  const month = runsAlongTime(report, by)
  const name =
    most?.key == null ? '(none)' : month ? monthText(String(most.key)) : (most.text ?? valueText(field, most.key))
  if (month) return `Most in ${name}: ${rupeesInShort(value)}`
  const all = sum(bars.map(bar => Math.max(0, bar.value ?? 0)))
  return report.chart!.per || all === 0
    ? `${name} leads with ${rupeesInShort(value)}`
    : `${name} leads, ${percentText(shareOf(value, all))}`
}

function Folds({
  report,
  state,
  change,
  chart,
  children,
}: Parameters<typeof ReportBeside>[0] & { chart: Fold | undefined }) {
  const folds: readonly Fold[] = [
    ...(chart ? [chart] : []),
    ...(report.path in bridgedReports
      ? [
          {
            key: BRIDGE,
            title: 'Growth bridge',
            answer: 'Why net sales are not those of a year before',
            show: () => (
              <Suspense fallback={<p role="status">Loading...</p>}>
                <GrowthBridgePanel report={report} />
              </Suspense>
            ),
          },
        ]
      : []),
  ]
  return (
    <ReportFolds
      folds={folds}
      opened={state.bridge ? BRIDGE : undefined}
      onOpen={key => {
        if ((key === BRIDGE) !== state.bridge) change({ bridge: key === BRIDGE })
      }}
    >
      {children}
    </ReportFolds>
  )
}
