import { backgroundWork } from '../../resources/settings/background-work.ts'
import ReportPage from '../derive/list/report-page.tsx'

/** What the portal does by itself and is not done. */
export default function BackgroundWork() {
  return <ReportPage report={backgroundWork} />
}
