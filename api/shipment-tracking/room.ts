import { shipment } from '../../resources/dispatches/shipment.ts'
import { messageLog } from '../../resources/platform/message-log.ts'
import { banner } from '../../resources/shipment-tracking/banner.ts'
import { expectedDeliveryDays } from '../../resources/shipment-tracking/expected-delivery-days.ts'
import { feedback } from '../../resources/shipment-tracking/feedback.ts'
import { feedbackReport } from '../../resources/shipment-tracking/feedback-report.ts'
import { optOutEmail } from '../../resources/shipment-tracking/opt-out-email.ts'
import { optOutSms } from '../../resources/shipment-tracking/opt-out-sms.ts'
import { searchShipments } from '../../resources/shipment-tracking/search-shipments.ts'
import { transporterMapping } from '../../resources/shipment-tracking/transporter-mapping.ts'
import { sigmaShipmentSheet } from '../../resources/uploads/sigma-shipments.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { lrCorrected, shipmentNews, shipmentTakenBack } from '../dispatches/events/shipment-told.ts'
import { lanesTo } from '../orders/quote/lanes-to.ts'
import { checkCityState } from '../settings/gstin-state.ts'
import { tellGuardedChanges } from '../settings/tell-guarded-changes.ts'
import { checkBanners, isBannerRunning } from './banner.ts'
import { feedbackReportQuery } from './feedback-report.ts'
import { closeFollowUp, proposeComplaint } from './follow-up.ts'
import { laneRecordsTo } from './lane-records.ts'
import { endFeedbackRequest, expireFeedbackLinks } from './news/feedback-link.ts'
import { mailCorrection } from './news/mail-correction.ts'
import { mailDelays } from './news/mail-delays.ts'
import { mailShipment } from './news/mail-shipment.ts'
import { resendMessages } from './news/resend-messages.ts'
import { markImported, resubscribe } from './opt-out.ts'
import { searchShipmentsQuery } from './search-shipments.ts'
import { importSigmaShipments } from './sigma/import-sigma-shipments.ts'

extend(messageLog, { actions: { resend: resendMessages } })
extend(banner, { check: checkBanners, computed: { isRunning: isBannerRunning } })
extend(expectedDeliveryDays, { check: checkCityState })
extend(feedbackReport, { query: feedbackReportQuery })
extend(feedback, { actions: { closeFollowUp, proposeComplaint } })
extend(optOutEmail, { check: markImported, actions: { resubscribe } })
extend(optOutSms, { check: markImported, actions: { resubscribe } })
extend(searchShipments, { query: searchShipmentsQuery })
extend(transporterMapping, { check: checkCityState, guardedChange: tellGuardedChanges(transporterMapping) })

extend(shipment, {
  upload: {
    sheet: sigmaShipmentSheet,
    groupBy: () => ({ fields: ['lrNo', 'transporterId'], name: 'LR' }),
    save: importSigmaShipments,
  },
})
shipmentNews.hear(mailShipment)
lrCorrected.hear(mailCorrection)
shipmentTakenBack.hear(endFeedbackRequest)
lanesTo.answerBy(laneRecordsTo)

/** What customers follow: shipments, messages about them, feedback, banners. */
export const trackingRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: () => [
    { name: 'feedback-links', at: '03:30', work: expireFeedbackLinks },
    { name: 'mail-delays', at: '05:30', work: mailDelays },
  ],
}
