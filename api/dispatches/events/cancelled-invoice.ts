import type { Knex } from 'knex'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { followGoodsOf } from './invoices-of-lr.ts'
import { readHeldLr } from './lr-subject.ts'
import { renewTasks } from './lr-tasks.ts'
import { refusal } from './refusal.ts'

const notMoving: readonly Lr['deliveryStatus'][] = ['BOOKED']
/** Brings an invoice that SAP has cancelled, and its orders, where what was booked under it is. */
export const followCancelled = (trx: Knex, cancelled: Invoice, author: Author): Promise<void> =>
  followGoodsOf(
    trx,
    { invoiceIds: [cancelled.id], deliveryLineIds: [] },
    `Invoice ${cancelled.invoiceNo} cancelled in SAP`,
    author,
  )

/** The line with its LR and its cancelled invoice. Throws 422 when the invoice is not cancelled. */
export async function cancelledLine(trx: Knex, line: LrLine): Promise<{ of: Lr; cancelled: Invoice }> {
  const of = await readHeldLr(trx, line.lrId)
  const [cancelled] = await rowsOf(trx, invoice, rows => rows.where('id', line.invoiceId ?? 0))
  if (!cancelled?.isCancelled)
    throw refusal('The invoice counts: only one that SAP has cancelled is replaced or recalled')
  return { of, cancelled }
}

/** Calls the goods of a cancelled invoice back while they are on their way; they count as sent until they are back. */
export const recallGoods: ActionHandler = async (trx, { rows, author }) => {
  const [line] = rows as [LrLine]
  const { of } = await cancelledLine(trx, line)
  if (notMoving.includes(of.deliveryStatus))
    throw refusal('The goods have not left: remove the invoice from the LR, or replace it')
  await updateRow(trx, lrLine, line, { outcome: 'RECALLED' }, author)
  await renewTasks(trx, [of.id])
  return 'Tell the transporter to bring the goods back, and report the return when they are here.'
}
