import { dailyTotals } from '../../resources/payments/daily-totals.ts'
import ReportPage from '../derive/list/report-page.tsx'

/** The totals of each day and account, to be compared with SAP and the bank. */
export default function DailyTotals() {
  return <ReportPage report={dailyTotals} />
}
