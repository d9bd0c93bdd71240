import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { ewayTakenFault } from '../../../resources/dispatches/lr-faults.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { invalid, invalidField } from '../../platform/errors.ts'
import { holdEwayBills, takenEwayBills } from '../booking/eway-numbers.ts'
import { recalculateFreight } from '../freight/recalculate-freight.ts'
import { notifyDesk } from './desk-notes.ts'
import { followLrs } from './invoices-of-lr.ts'
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
    // What carries goods of deliveries is told by those.
    const goods = await trx('lr_line_item').where({ lrId }).whereNotNull('deliveryLineId').first('id')
    if (goods || over.includes(row!.deliveryStatus)) continue
    const flagged = await renewTask(trx, lrId, author)
    if (flagged.deskTask !== null)
      await notifyDesk(trx, flagged, { title: `LR ${flagged.lrNo}: an invoice is cancelled`, body: flagged.deskTask })
  }
  if (cancelled.dispatchStatus !== 'PENDING')
    await followLrs(trx, [cancelled], `Invoice ${cancelled.invoiceNo} cancelled in SAP`, author)
}

/** Says on an LR which of its invoices are cancelled; nothing once none is left. Other tasks stay. */
async function renewTask(trx: Knex, lrId: number, author: Author): Promise<Lr> {
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
async function cancelledLine(trx: Knex, line: LrLine): Promise<{ of: Lr; cancelled: Invoice }> {
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

/**
 * Puts the new invoice of the same goods in the place of a cancelled one, with its e-way bill. Throws 400 unless it
 * waits for dispatch from the same plant to the same ship-to.
 */
export const replaceInvoice: ActionHandler = async (trx, { rows, values, author, person }) => {
  const [line] = rows as [LrLine]
  const { of, cancelled } = await cancelledLine(trx, line)
  const [next] = await rowsOf(trx, invoice, found => found.where('id', Number(values.invoiceId)))
  const fault = faultOf(next!, cancelled)
  if (fault) throw invalidField('invoiceId', 'NOT_ALLOWED_STATE', fault)
  const goods = await rowsOf(trx, invoiceLine, found => found.where('invoiceId', next!.id))
  await trx('lr_line_item').where('lrLineId', line.id).delete()
  const replaced = {
    invoiceId: next!.id,
    invoiceValue: next!.grossValue,
    weightKg: sum(goods.map(({ grossWeightKg }) => grossWeightKg)),
    ewayBillNo: (values.ewayBillNo as string | null) ?? next!.ewayBillNo,
    ewayValidTo: null,
  }
  const [taken] = await takenEwayBills(trx, [replaced], { person }, of.id)
  if (taken) throw invalid([ewayTakenFault('ewayBillNo', replaced.ewayBillNo!, taken)])
  await updateRow(trx, lrLine, line, replaced, author)
  await holdEwayBills(trx, of.id)
  const items = goods.map(({ id: invoiceLineId, qty, grossWeightKg: weightKg }) =>
    withDefaults(lrLineItem, { lrLineId: line.id, lrId: of.id, invoiceLineId, qty, weightKg }),
  )
  await insertRows(trx, lrLineItem, items, author)
  await recalculateFreight(trx, of.id, author)
  await renewTask(trx, of.id, author)
  await followLrs(
    trx,
    [cancelled, next!],
    `LR ${of.lrNo}: invoice ${next!.invoiceNo} for ${cancelled.invoiceNo}`,
    author,
  )
  return undefined
}

function faultOf(next: Invoice, cancelled: Invoice): string | undefined {
  if (next.isCancelled || next.invoiceType !== 'INVOICE' || next.dispatchStatus !== 'PENDING')
    return `Invoice ${next.invoiceNo} does not wait for dispatch: choose another`
  if (next.plantId !== cancelled.plantId) return `Invoice ${next.invoiceNo} is of another plant: choose another`
  return next.shipToId === cancelled.shipToId
    ? undefined
    : `Invoice ${next.invoiceNo} goes to another ship-to: choose another`
}
