import { useLocation } from 'react-router'
import { resourceAt } from '../../resources/registry.ts'
import ReportPage from '../derive/list/report-page.tsx'
import { ReportChart } from './report-chart.tsx'

/** A report with its chart above the rows, at its own address. */
export default function ChartedReport() {
  const report = resourceAt(useLocation().pathname.slice(1))!
  return <ReportPage report={report} above={<ReportChart report={report} />} />
}
