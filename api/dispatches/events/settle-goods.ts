import type { Knex } from 'knex'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import type { ActionHandler, BeforeAction } from '../../derive/extend.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, today } from '../../platform/clock.ts'
import { type Fact, notAsked } from '../../sap/facts/fact.ts'
import { demandNotDenied, sapFact } from '../../sap/facts/sap-fact.ts'
import { followGoodsOf } from './invoices-of-lr.ts'
import { readHeldLr } from './lr-subject.ts'
import { refusal } from './refusal.ts'
import { reportEvent } from './report-event.ts'

/**
 * Sends goods again that came back or were lost: the invoices that bill them wait for dispatch once more. Of a cancelled
 * one that SAP has not billed again yet, the goods wait for their new invoice.
 */
export const sendAgain: ActionHandler = async (trx, { rows, author }) => {
  const [line] = rows as [LrLine]
  const of = await endedLr(trx, line)
  await updateRow(trx, lrLine, line, { outcome: 'SENT_AGAIN', ewayHeld: null }, author)
  await followLine(trx, line, `LR ${of.lrNo}: to be sent again`, author)
  const [billing, booked] = [await invoicesOf(trx, line), line.invoiceId]
  if (billing.length > 0) return `Invoice ${billing.join(', ')} waits for dispatch again.`
  return booked === null
    ? 'The delivery waits for dispatch again.'
    : 'The goods wait for the invoice that replaces the cancelled one.'
}

/**
 * Settles goods that came back or were lost and are not sent again. A credit note that SAP could not tell of is named in
 * the reason alone.
 */
export const settleGoods: ActionHandler = async (trx, { rows, values, author, known = notAsked }) => {
  const [line] = rows as [LrLine]
  const { creditNoteNo: named, reason } = values as { creditNoteNo: string | null; reason: string }
  const fact = known as Fact
  const of = await endedLr(trx, line)
  await updateRow(trx, lrLine, line, { outcome: 'SETTLED' }, author)
  const isKnown = named === null || fact.is === 'CONFIRMED'
  await followLine(trx, line, `LR ${of.lrNo}: settled`, author, {
    settlementReason: isKnown ? reason : `${reason} (credit note ${named} to be checked)`.slice(0, 255),
    settlementNoteNo: named !== null && fact.is === 'CONFIRMED' ? fact.number : null,
  })
  return isKnown ? undefined : `Credit note ${named} is to be checked: ${fact.why}.`
}

/** Asks SAP for the credit note by which goods are settled. Throws 422 where SAP denies it. */
export const readCreditNote: BeforeAction = async (db, { rows, values }) => {
  const { creditNoteNo: number } = values as { creditNoteNo: string | null }
  if (number === null) return undefined
  const [{ invoiceId, deliveryId }] = rows as [LrLine]
  const sold = invoiceId === null ? db('sap_delivery').where('id', deliveryId) : db('invoice').where('id', invoiceId)
  const buyer = await db('customer').whereIn('id', sold.select('soldToId')).first('code')
  // Nobody knows whose the goods were, so that nothing can be compared.
  if (!buyer) return undefined
  const asked = {
    kind: 'SETTLEMENT',
    companyCode: null,
    year: null,
    number,
    customer: buyer.code,
    amount: null,
  } as const
  const fact = await sapFact(db, asked)
  demandNotDenied(fact, 'creditNoteNo')
  return fact
}

async function followLine(
  trx: Knex,
  { id, lrId, invoiceId }: LrLine,
  remark: string,
  author: Author,
  settlement: Parameters<typeof followGoodsOf>[4] = {},
): Promise<void> {
  const deliveryLineIds: number[] = await trx('lr_line_item').where('lrLineId', id).pluck('deliveryLineId')
  const moved = { invoiceIds: invoiceId === null ? [] : [invoiceId], deliveryLineIds, lrId }
  await followGoodsOf(trx, moved, remark, author, settlement)
}

/** The numbers of the invoices that bill the goods of a line now. */
const invoicesOf = (trx: Knex, { id }: LrLine): Promise<string[]> =>
  trx('invoice_line_goods as link')
    .join('invoice', 'invoice.id', 'link.invoiceId')
    .whereIn('link.deliveryLineId', trx('lr_line_item').where('lrLineId', id).select('deliveryLineId'))
    .where('invoice.isCancelled', 0)
    .distinct('invoice.invoiceNo')
    .orderBy('invoice.invoiceNo')
    .pluck('invoice.invoiceNo')

async function endedLr(trx: Knex, line: LrLine): Promise<Lr> {
  const of = await readHeldLr(trx, line.lrId)
  if (line.deliveryId === null && line.invoiceId === null)
    throw refusal('A Sigma shipment has no goods of ours: nothing is to be decided')
  if (of.deliveryStatus !== 'RETURNED' && of.deliveryStatus !== 'LOST')
    throw refusal(`The LR is “${statusLabels[of.deliveryStatus]}”: this is for goods that came back or were lost`)
  return of
}

/** Gives up what is missing of a partly delivered consignment, with a reason: it counts as delivered. */
export const settleBalance: ActionHandler = async (trx, { rows, values, author }) => {
  const [row] = rows as [Lr]
  const before = await readHeldLr(trx, row.id)
  const remarks = [values.reason, values.caseNo].filter(Boolean).join('; ')
  await reportSettled(trx, before, remarks, author)
  return undefined
}

const reportSettled = (trx: Knex, before: Lr, remarks: string, author: Author) =>
  reportEvent(
    trx,
    before,
    {
      eventCode: 'DELIVERED',
      eventOn: today(),
      eventAt: now(),
      location: null,
      remarks,
      source: 'PORTAL',
      settles: true,
    },
    true,
    author,
  )
