import type { Knex } from 'knex'
import { keepHoldsOf } from '../../orders/holds/keep-holds.ts'
import { sapAuthor } from '../sap-author.ts'

/** Keeps the holds of the orders of these deliveries, once they are saved, after SAP blocked or released one. */
export async function holdsOfDeliveries(trx: Knex, deliveryIds: readonly number[]): Promise<void> {
  const orderIds: number[] = await trx('sap_delivery_line')
    .whereIn('deliveryId', [...deliveryIds])
    .whereNotNull('orderId')
    .distinct()
    .pluck('orderId')
  await keepHoldsOf(trx, orderIds, sapAuthor)
}
