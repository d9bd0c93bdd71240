import type { ShipmentNews } from '../../../resources/dispatches/shipment-news.ts'
import { news } from '../../platform/news.ts'

/** A shipment has reached a status of which its receivers may want to know. */
export const shipmentNews = news<[lrId: number, what: ShipmentNews]>()

/** A shipment is not delivered, or no longer. */
export const shipmentTakenBack = news<[shipmentId: number]>()
