import type { Knex } from 'knex'
import type { Author } from '../../derive/save/write.ts'
import { moveOrder, type Order, readOrder } from '../move-order.ts'

/** SAP has refused the order (§D.2, 12): APPROVED becomes IN_ERROR with SAP's own words. Any other state stays as it is. */
export async function refuseOrder(
  trx: Knex,
  orderId: number,
  { errorCode, errorText }: { errorCode: string; errorText: string },
  author: Author,
): Promise<Order> {
  const before = await readOrder(trx, orderId)
  if (before.status !== 'APPROVED') return before
  const changes = { errorCode: errorCode.slice(0, 40), errorText: errorText.slice(0, 500), errorTrace: null }
  return moveOrder(trx, before, { step: 'sapRefused', status: 'IN_ERROR', remark: changes.errorText, changes }, author)
}
