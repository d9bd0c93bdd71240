import type { Resource } from '../../../resources/define/resource.ts'
import ReportPage from '../list/report-page.tsx'
import { ReportChart } from './report-chart.tsx'

/** A report with its chart above the rows. */
export default function ChartedReport({ report }: { report: Resource }) {
  return <ReportPage report={report} above={<ReportChart report={report} />} />
}
