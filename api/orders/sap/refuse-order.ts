import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import { errorWords } from '../../../resources/orders/sap/error-words.ts'
import type { Author } from '../../derive/save/author.ts'
import { moveOrder, readOrder } from '../move-order.ts'

/** Moves an APPROVED order to IN_ERROR with SAP's text, which buyers get in our words. Others are left alone. */
export async function refuseOrder(
  trx: Knex,
  orderId: number,
  { errorCode, errorText }: { errorCode: string; errorText: string },
  author: Author,
): Promise<Order> {
  const before = await readOrder(trx, orderId)
  if (before.status !== 'APPROVED') return before
  const changes = {
    errorCode: errorCode.slice(0, 40),
    errorText: errorText.slice(0, 500),
    buyerErrorText: errorWords(errorCode, errorText).means,
    errorTrace: null,
  }
  return moveOrder(trx, before, { step: 'sapRefused', status: 'IN_ERROR', remark: changes.errorText, changes }, author)
}
