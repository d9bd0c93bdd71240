import type { Knex } from 'knex'
import type { ArDispute } from '../../resources/complaints/ar-dispute.ts'
import { creditTypes } from '../../resources/trade.ts'

/**
 * Why a credit note cannot settle a dispute as far as the portal knows, as a sentence; null where it can: it is none of the
 * customer, it is cancelled, or it settles another dispute or is being checked for one.
 */
export async function creditFault(trx: Knex, row: ArDispute, no: string): Promise<string | null> {
  const known = await trx('invoice').where({ invoiceNo: no }).first('invoiceType', 'soldToId', 'isCancelled')
  if (known && (!creditTypes.includes(known.invoiceType) || known.soldToId !== row.customerId || known.isCancelled))
    return `${no} is not a credit note of this customer`
  // Read with locks: two disputes that are credited at the same moment do not take the same note.
  const other = await trx('ar_dispute')
    .where({ customerId: row.customerId })
    .whereNot({ id: row.id })
    .where(any => any.where({ settlementNoteNo: no }).orWhere({ namedNoteNo: no }))
    .orderBy('id')
    .forUpdate()
    .first('disputeNo', 'settlementNoteNo')
  if (!other) return null
  return other.settlementNoteNo === null
    ? `${no} is being checked for dispute ${other.disputeNo}: enter another credit note`
    : `${no} settles dispute ${other.disputeNo} already`
}
