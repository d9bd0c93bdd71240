import type { Knex } from 'knex'
import type { Refund } from '../../../resources/payments/refund.ts'
import type { RefundKind } from '../../../resources/payments/settlement-words.ts'
import type { Author } from '../../derive/save/author.ts'

interface Returned {
  kind: RefundKind
  amount: number
  eventId: string | null
  bankArn?: string | null
  refundNo?: string | null
  gatewayRequestId?: string | null
  text: string
}

/** Takes in that money of a capture went back. */
export const takeReturn = async (
  _trx: Knex,
  _captureId: number,
  _returned: Returned,
  _author: Author,
): Promise<Refund> => {
  throw new Error('Part F writes this')
}
