import type { Knex } from 'knex'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { ewayTakenFault } from '../../../resources/dispatches/lr-faults.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { partOf } from '../../../resources/dispatches/parts.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { invalid, invalidField } from '../../platform/errors.ts'
import { takenEwayBills } from '../booking/eway-numbers.ts'
import { describeInvoices } from '../booking/invoices-to-dispatch.ts'
import { partsByDelivery, writeLines } from '../booking/write-lines.ts'
import { recalculateFreight } from '../freight/recalculate-freight.ts'
import { forgetGoodsOfPods, writeGoodsOfPod } from '../pods/goods-of-pod.ts'
import { cancelledLine } from './cancelled-invoice.ts'
import { followGoodsOf } from './invoices-of-lr.ts'
import { renewTasks } from './lr-tasks.ts'

/**
 * Puts another invoice in the place of a cancelled one, with its goods and its e-way bill, where SAP billed it for another
 * delivery. Throws 400 unless it waits for dispatch from the same plant to the same ship-to.
 */
export const replaceInvoice: ActionHandler = async (trx, { rows, values, author, person }) => {
  const [line] = rows as [LrLine]
  const { of, cancelled } = await cancelledLine(trx, line)
  const [next] = await rowsOf(trx, invoice, found => found.where('id', Number(values.invoiceId)))
  const fault = faultOf(next!, cancelled)
  if (fault) throw invalidField('invoiceId', 'NOT_ALLOWED_STATE', fault)
  const ewayBillNo = (values.ewayBillNo as string | null) ?? next!.ewayBillNo
  const [taken] = await takenEwayBills(trx, [{ invoiceId: next!.id, ewayBillNo }], { person }, of.id)
  if (taken) throw invalid([ewayTakenFault('ewayBillNo', ewayBillNo!, taken)])
  const goods: number[] = await trx('lr_line_item').where('lrLineId', line.id).pluck('deliveryLineId')
  await forgetGoodsOfPods(trx, of.id)
  await putInPlace(trx, of, line, next!, ewayBillNo, author)
  await writeGoodsOfPod(trx, of.id, null, author)
  await recalculateFreight(trx, of.id, author)
  await renewTasks(trx, [of.id])
  const remark = `LR ${of.lrNo}: invoice ${next!.invoiceNo} for ${cancelled.invoiceNo}`
  await followGoodsOf(trx, { invoiceIds: [cancelled.id, next!.id], deliveryLineIds: goods }, remark, author)
  return undefined
}

async function putInPlace(
  trx: Knex,
  of: Lr,
  line: LrLine,
  next: Invoice,
  ewayBillNo: string | null,
  author: Author,
): Promise<void> {
  await trx('lr_line_item').where('lrLineId', line.id).delete()
  const [chosen] = await describeInvoices(trx, [next])
  const entered = {
    ...{ invoiceId: next.id, deliveryId: null, packages: line.packages, packagesInAll: null, items: null },
    ...{ challanNo: line.challanNo, ewayBillNo, ewayValidTo: null },
  }
  const part = partOf(chosen!.goods, next.grossValue, chosen!.sent)
  const dispatched = { chosen: chosen!, line: entered, part }
  const [first] = partsByDelivery(dispatched, line.packages)
  const { deliveryId, invoiceId } = first!.row
  const staying = await updateRow(trx, lrLine, line, { deliveryId, invoiceId }, author)
  const [lrRow] = await rowsOf(trx, lr, rows => rows.where('id', of.id))
  await writeLines(trx, lrRow!, [dispatched], author, [staying])
}

function faultOf(next: Invoice, cancelled: Invoice): string | undefined {
  if (next.isCancelled || next.invoiceType !== 'INVOICE' || next.dispatchStatus !== 'PENDING')
    return `Invoice ${next.invoiceNo} does not wait for dispatch: choose another`
  if (next.plantId !== cancelled.plantId) return `Invoice ${next.invoiceNo} is of another plant: choose another`
  return next.shipToId === cancelled.shipToId
    ? undefined
    : `Invoice ${next.invoiceNo} goes to another ship-to: choose another`
}
