import type { Knex } from 'knex'
import { complaint } from '../../resources/complaints/complaint.ts'
import { dayOf } from '../../resources/define/dates.ts'
import type { Invoice } from '../../resources/dispatches/invoice.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Author, updateRow } from '../derive/save/write.ts'

/**
 * Notes a credit note that came from SAP on the complaint that was resolved by one: that of the same customer and
 * product, and batch where both name one, resolved on or before its day. Where several fit, people enter it.
 */
export async function noteCreditNote(
  trx: Knex,
  { id, invoiceNo, invoiceType, invoiceDate, soldToId }: Invoice,
  author: Author,
): Promise<void> {
  if (invoiceType !== 'CREDIT_NOTE') return
  const waiting = await rowsOf(trx, complaint, rows =>
    rows
      .where({ customerId: soldToId, resolution: 'CREDIT_NOTE' })
      .whereIn('status', ['RESOLVED', 'CLOSED'])
      .whereNull('settlementNoteNo'),
  )
  if (waiting.length === 0) return
  const lines: { productId: number; batchNo: string | null }[] = await trx('invoice_line')
    .where({ invoiceId: id })
    .select('productId', 'batchNo')
  const fitting = waiting.filter(
    ({ productId, batchNo, resolvedAt }) =>
      dayOf(resolvedAt!) <= invoiceDate &&
      lines.some(
        line => line.productId === productId && (line.batchNo === null || batchNo === null || line.batchNo === batchNo),
      ),
  )
  if (fitting.length === 1) await updateRow(trx, complaint, fitting[0]!, { settlementNoteNo: invoiceNo }, author)
}
