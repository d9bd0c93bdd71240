import type { Knex } from 'knex'
import { type OrderHold, orderHold } from '../../../resources/orders/holds/order-hold.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRows } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'

/** Ends holds: nobody waits for them any more. */
export const endHolds = (trx: Knex, holds: readonly OrderHold[], author: Author): Promise<OrderHold[]> =>
  updateRows(trx, orderHold, holds, { endedAt: now(), openKey: null }, author)

/** Lets go of an order that has ended: its open holds end, whatever SAP still says of it. */
export async function letHoldsGo(trx: Knex, orderId: number, author: Author): Promise<void> {
  await endHolds(trx, await rowsOf(trx, orderHold, rows => rows.where({ orderId }).whereNull('endedAt')), author)
}
