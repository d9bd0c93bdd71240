import { Button } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { useMay } from '../../account/person.ts'
import { useAddress } from '../../shell/use-address.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { useGrid } from '../grid/use-grid.ts'
import { ROW_PARAMETER } from '../grid/use-row-path.ts'
import ListPage from './list-page.tsx'

const ReportRow = lazy(() => import('./report-row.tsx'))
const FigureCheck = lazy(() => import('../report/figure-check.tsx'))
const ReportBeside = lazy(() => import('../report/report-beside.tsx'))
const ReportFigures = lazy(() => import('../report/report-figures.tsx'))
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
  const { beside } = state
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
            {above}
            {beside !== undefined && (
              <Suspense fallback={<p role="status">Loading...</p>}>
                <TwoPeriods report={report} state={state} change={change} />
              </Suspense>
            )}
          </>
        }
        more={actions}
        report={{
          settings: (
            <Suspense fallback={null}>
              {report.groups && report.period && (
                <Button
                  aria-pressed={beside !== undefined}
                  onClick={() => change(now => ({ beside: now.beside ? undefined : 'year-before' }))}
                >
                  Two periods
                </Button>
              )}
              {report.choices && <ChoiceSwitches report={report} state={state} change={change} />}
            </Suspense>
          ),
          figures: (
            <Suspense fallback={null}>
              <ReportFigures report={report} state={state} />
            </Suspense>
          ),
          beside: (
            <Suspense fallback={null}>
              <ReportBeside report={report} state={state} change={change}>
                <FigureCheck report={report} />
                {may('export', report.path) && <ReportFiles report={report} />}
              </ReportBeside>
            </Suspense>
          ),
        }}
      />
      {Number.isSafeInteger(id) && id > 0 && (
        <Suspense fallback={<Opening onClose={close} />}>
          <ReportRow report={report} id={id} onClose={close} more={more} />
        </Suspense>
      )}
    </>
  )
}
