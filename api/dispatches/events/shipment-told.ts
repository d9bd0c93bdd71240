import type { ShipmentNews } from '../../../resources/dispatches/shipment-news.ts'
import { news } from '../../platform/news.ts'

/** A shipment has reached a status of which its receivers may want to know. */
export const shipmentNews = news<[lrId: number, what: ShipmentNews]>()

/** A shipment is not delivered, or no longer. */
export const shipmentTakenBack = news<[shipmentId: number]>()

/** A fact of an LR that messages tell, as it was told and as it is. */
export interface ToldFact {
  what: 'lrNo' | 'transporterName' | 'expectedDate'
  former: string
  is: string
}

/** Facts of an LR are corrected, of which its receivers may have been told the former. */
export const lrCorrected = news<[lrId: number, facts: readonly ToldFact[]]>()
