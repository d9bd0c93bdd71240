import type { Knex } from 'knex'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { followLrs } from './invoices-of-lr.ts'
import { readHeldLr } from './lr-subject.ts'
import { refusal } from './refusal.ts'
import { reportEvent } from './report-event.ts'

/** Sends goods again that came back or were lost: their invoice waits for dispatch once more. */
export const sendAgain: ActionHandler = async (trx, { rows, author }) => {
  const [line] = rows as [LrLine]
  const of = await endedLr(trx, line)
  const [billed] = await rowsOf(trx, invoice, found => found.where('id', line.invoiceId!))
  if (billed!.isCancelled)
    throw refusal(
      `Invoice ${billed!.invoiceNo} is cancelled in SAP: settle it; the new invoice is dispatched separately`,
    )
  await updateRow(trx, lrLine, line, { outcome: 'SENT_AGAIN', ewayHeld: null }, author)
  await followLrs(trx, [billed!], `LR ${of.lrNo}: to be sent again`, author)
  return `Invoice ${billed!.invoiceNo} waits for dispatch again.`
}

/** Settles goods that came back or were lost and are not sent again. */
export const settleGoods: ActionHandler = async (trx, { rows, values, author }) => {
  const [line] = rows as [LrLine]
  const of = await endedLr(trx, line)
  await updateRow(trx, lrLine, line, { outcome: 'SETTLED' }, author)
  const onIt = await rowsOf(trx, invoice, found => found.where('id', line.invoiceId!))
  await followLrs(trx, onIt, `LR ${of.lrNo}: settled`, author, {
    settlementReason: String(values.reason),
    settlementNoteNo: (values.creditNoteNo as string | null) ?? null,
  })
  return undefined
}

async function endedLr(trx: Knex, line: LrLine): Promise<Lr> {
  const of = await readHeldLr(trx, line.lrId)
  if (line.invoiceId === null) throw refusal('A Sigma shipment has no invoice of ours: nothing is to be decided')
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
    { eventCode: 'DELIVERED', eventAt: now(), location: null, remarks, source: 'PORTAL', settles: true },
    true,
    author,
  )
