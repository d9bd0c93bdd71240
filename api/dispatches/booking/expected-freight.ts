import type { Knex } from 'knex'
import { expectedFreight, lanesTo, type TransporterLane } from '../../../resources/dispatches/lane.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import type { TransMode } from '../../../resources/trade.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'

export interface Way {
  plantId: number
  stateId: number
  cityId: number | null
  transMode: TransMode
  lrDate: string
}

/** The lanes valid on the day of an LR towards a place, one per transporter: the city's before the state's, then by priority. */
export async function lanesOf(
  db: Knex,
  { plantId, stateId, cityId, transMode, lrDate }: Way,
): Promise<TransporterLane[]> {
  const rows = await rowsOf(db, transporterMapping, rows =>
    whereValidOn(rows, lrDate).where({ plantId, stateId, transMode }).orderBy('id'),
  )
  return lanesTo(rows, cityId)
}

/** What the transporter of an LR should charge by its lane on the day of the LR, in paise; null without one, and where the consignee pays. */
export async function expectedFreightOf(
  db: Knex,
  lr: Way & Pick<Lr, 'transporterId' | 'chargedWeightKg' | 'freightTerms'>,
): Promise<number | null> {
  if (lr.freightTerms === 'TO_PAY') return null
  const lane = (await lanesOf(db, lr)).find(({ transporterId }) => transporterId === lr.transporterId)
  return lane ? expectedFreight(lane, lr.chargedWeightKg) : null
}
