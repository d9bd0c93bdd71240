import { feedback } from '../../resources/shipment-tracking/feedback.ts'
import { feedbackReport } from '../../resources/shipment-tracking/feedback-report.ts'
import { RowActionsBeside } from '../derive/action/row-actions-beside.tsx'
import ReportPage from '../derive/list/report-page.tsx'
import { FeedbackComplaint } from './feedback/feedback-complaint.tsx'
import { FeedbackFiguresPanel } from './feedback/figures.tsx'

/** What customers say about deliveries: figures by transporter, then each answer with what is to be done about it. */
export default function FeedbackReport() {
  return (
    <ReportPage
      report={feedbackReport}
      above={<FeedbackFiguresPanel />}
      more={id => (
        <>
          <RowActionsBeside resource={feedback} id={id} />
          <FeedbackComplaint id={id} />
        </>
      )}
    />
  )
}
