import { Button } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { bridgedReports } from '../../../resources/mis/growth-bridge.ts'
import { useMay } from '../../account/person.ts'
import { useAddress } from '../../shell/use-address.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { useGrid } from '../grid/use-grid.ts'
import { ROW_PARAMETER } from '../grid/use-row-path.ts'
import ListPage from './list-page.tsx'

const ReportRow = lazy(() => import('./report-row.tsx'))
const FigureCheck = lazy(() => import('../report/figure-check.tsx'))
const GrowthBridgePanel = lazy(() => import('../report/growth-bridge.tsx'))
const TwoPeriods = lazy(() => import('../report/two-periods.tsx'))
const ChoiceSwitches = lazy(() => import('../report/choice-switches.tsx'))
const ReportFiles = lazy(() => import('../report/report-files.tsx'))

/**
 * A report: its list, and beside it the row named in the address; `above` stands over the list, `actions` are extra
 * buttons, `more` adds content below the columns of the row.
 */
export default function ReportPage({
  report,
  above,
  actions,
  more,
}: {
  report: Resource
  above?: ReactNode
  actions?: ReactNode
  more?: (id: number) => ReactNode
}) {
  const [query, setQuery] = useAddress()
  const may = useMay()
  const { state, change } = useGrid(report).shown
  const { beside, bridge } = state
  const id = Number(query.get(ROW_PARAMETER))
  const close = () =>
    setQuery(now => {
      now.delete(ROW_PARAMETER)
      return now
    })
  return (
    <>
      <ListPage
        resource={report}
        above={
          <>
            {may('export', report.path) && (
              <Suspense fallback={null}>
                <ReportFiles report={report} />
              </Suspense>
            )}
            <Suspense fallback={null}>
              <FigureCheck report={report} />
            </Suspense>
            {above}
            {beside !== undefined && (
              <Suspense fallback={<p role="status">Loading...</p>}>
                <TwoPeriods report={report} state={state} change={change} />
              </Suspense>
            )}
            {bridge && report.path in bridgedReports && (
              <Suspense fallback={<p role="status">Loading...</p>}>
                <GrowthBridgePanel report={report} />
              </Suspense>
            )}
          </>
        }
        more={
          <>
            {report.groups && report.period && (
              <Button
                aria-pressed={beside !== undefined}
                onClick={() => change(now => ({ beside: now.beside ? undefined : 'year-before' }))}
              >
                Two periods
              </Button>
            )}
            {report.path in bridgedReports && (
              <Button aria-pressed={bridge} onClick={() => change(now => ({ bridge: !now.bridge }))}>
                Growth bridge
              </Button>
            )}
            {report.choices && (
              <Suspense fallback={null}>
                <ChoiceSwitches report={report} state={state} change={change} />
              </Suspense>
            )}
            {actions}
          </>
        }
      />
      {Number.isSafeInteger(id) && id > 0 && (
        <Suspense fallback={<Opening onClose={close} />}>
          <ReportRow report={report} id={id} onClose={close} more={more} />
        </Suspense>
      )}
    </>
  )
}
