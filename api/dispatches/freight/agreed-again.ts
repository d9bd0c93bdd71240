import type { Knex } from 'knex'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { type AgreedColumns, agreeFreight, isOnPricedTrip, sizesOf } from './agree-freight.ts'

/** Where the goods of LRs go: the ship-to of their invoices, else of their deliveries. */
export async function placesOf(db: Knex, lrIds: readonly number[]) {
  const rows: { lrId: number; stateId: number; cityId: number | null; pincode: string }[] = await db('lr_line')
    .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
    .leftJoin('sap_delivery', 'sap_delivery.id', 'lr_line.deliveryId')
    .joinRaw('join ship_to on ship_to.id = coalesce(invoice.shipToId, sap_delivery.shipToId)')
    .whereIn('lr_line.lrId', [...lrIds])
    .orderBy('lr_line.id', 'desc')
    .select('lr_line.lrId', 'ship_to.stateId', 'ship_to.cityId', 'ship_to.pincode')
  return new Map(rows.map(({ lrId, ...place }) => [lrId, place]))
}

/** What is agreed for an LR as it is now; nothing new where it left on a priced trip, or nobody knows where its goods go. */
export async function agreedAgain(db: Knex, { id, plantId, ...row }: Lr): Promise<Partial<AgreedColumns>> {
  if (await isOnPricedTrip(db, id)) return {}
  const place = (await placesOf(db, [id])).get(id)
  if (plantId === null || !place) return {}
  return agreeFreight(db, { ...row, ...place, plantId }, await sizesOf(db, id))
}
