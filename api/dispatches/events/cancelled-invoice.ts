import type { Knex } from 'knex'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { notifyDesk } from './desk-notes.ts'
import { followGoodsOf } from './invoices-of-lr.ts'
import { readHeldLr } from './lr-subject.ts'
import { refusal } from './refusal.ts'

const notMoving: readonly Lr['deliveryStatus'][] = ['BOOKED']
const over: readonly Lr['deliveryStatus'][] = ['CANCELLED', 'RETURNED', 'LOST']

const taskFor = (invoiceNos: readonly string[], { deliveryStatus }: Lr) =>
  `Invoice ${invoiceNos.join(', ')} is cancelled in SAP: ${notMoving.includes(deliveryStatus) ? 'remove or replace it' : 'call the goods back or replace it'}`.slice(
    0,
    255,
  )

/**
 * Flags the LRs of an invoice that SAP has cancelled, and rings the bell of their desk; the orders count their goods
 * again. No line leaves an LR by itself.
 */
export async function flagCancelledInvoice(trx: Knex, cancelled: Invoice, author: Author): Promise<void> {
  const lines = await rowsOf(trx, lrLine, rows => rows.where('invoiceId', cancelled.id))
  for (const lrId of new Set(lines.map(line => line.lrId))) {
    const [row] = await rowsOf(trx, lr, rows => rows.where('id', lrId))
    if (over.includes(row!.deliveryStatus)) continue
    const flagged = await renewTask(trx, lrId, author)
    if (flagged.deskTask !== null)
      await notifyDesk(trx, flagged, { title: `LR ${flagged.lrNo}: an invoice is cancelled`, body: flagged.deskTask })
  }
  if (cancelled.dispatchStatus !== 'PENDING')
    await followGoodsOf(
      trx,
      { invoiceIds: [cancelled.id], deliveryLineIds: [] },
      `Invoice ${cancelled.invoiceNo} cancelled in SAP`,
      author,
    )
}

/** Says on an LR which of its invoices are cancelled; nothing once none is left. Other tasks stay. */
export async function renewTask(trx: Knex, lrId: number, author: Author): Promise<Lr> {
  const [found] = await rowsOf(trx, lr, rows => rows.where('id', lrId))
  const row = found!
  const cancelled: string[] = await trx('lr_line')
    .join('invoice', 'invoice.id', 'lr_line.invoiceId')
    .where({ 'lr_line.lrId': row.id, 'invoice.isCancelled': 1, 'lr_line.outcome': 'NONE' })
    .orderBy('invoice.invoiceNo')
    .pluck('invoice.invoiceNo')
  const deskTask = cancelled.length === 0 ? null : taskFor(cancelled, row)
  if (deskTask === null && !row.deskTask?.startsWith('Invoice ')) return row
  return deskTask === row.deskTask ? row : updateRow(trx, lr, row, { deskTask }, author)
}

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
  await renewTask(trx, of.id, author)
  return 'Tell the transporter to bring the goods back, and report the return when they are here.'
}
