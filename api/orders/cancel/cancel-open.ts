import type { Knex } from 'knex'
import { cancellable, cancelText, cancelTexts, remainingInSap } from '../../../resources/orders/cancel/cancellable.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import type { LineCancelInput } from '../../../resources/orders/step-body.ts'
import type { ItemCancelMessage } from '../../../resources/sap/messages.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { linesBeingCancelled } from '../../outbox/messages-of-order.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { conflict, invalidField, refused } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import type { StepCommand } from '../approvals/decide.ts'
import { moveOrder, placeOf } from '../move-order.ts'
import { isFreeOfCharge } from '../sap/free-of-charge.ts'

/** The payload in the outbox: the request to SAP, and the quantity that is cancelled once SAP agrees. */
export type LineCancelMessage = ItemCancelMessage & { orderId: number; cancelQty: number }

/**
 * Asks SAP to cancel the open quantity of an order or of single lines, with one message per line in the transaction of
 * the step. Nothing counts as cancelled until SAP has agreed.
 */
export async function cancelOpen(trx: Knex, order: Order, command: StepCommand): Promise<Order> {
  const { cancels, remark, reasonCodeId, author } = command
  const rejectionCode = await rejectionCodeOf(trx, reasonCodeId)
  const lines = await rowsOf(trx, orderLine, rows => rows.where('orderId', order.id).orderBy('lineNo'))
  const beingCancelled = new Set(await linesBeingCancelled(trx, order.id))
  const cancellations =
    cancels.length > 0 ? namedLines(lines, beingCancelled, cancels) : openLines(lines, beingCancelled)
  if (cancellations.length === 0) throw conflict('NOT_ALLOWED_STATE', 'Nothing of the order can be cancelled any more')
  const summary = cancelTexts(cancellations.map(({ line, qty }) => ({ ...line, qty })))
  const move = {
    step: 'cancelOpen',
    ...placeOf(order),
    remark: [summary, remark].filter(Boolean).join('. ').slice(0, 500),
    reasonCodeId,
  } as const
  const moved = await moveOrder(trx, order, move, author)
  const isFree = await isFreeOfCharge(trx, order)
  for (const { line, qty } of cancellations) {
    const payload: LineCancelMessage = {
      orderId: order.id,
      sapOrderNo: order.sapOrderNo!,
      isFreeOfCharge: isFree,
      sapItemNo: line.sapItemNo!,
      rejectionCode,
      remainingQty: remainingInSap(line, qty),
      cancelQty: qty,
    }
    await enqueueForSap(trx, {
      messageType: 'ORDER_ITEM_CANCEL',
      ownerType: 'ORDER_LINE',
      ownerId: line.id,
      orderId: order.id,
      idempotencyKey: `ORDER_ITEM_CANCEL-${order.orderNo}-${line.lineNo}-${moved.rowVersion}`,
      payload,
    })
  }
  return moved
}

interface Cancellation {
  line: OrderLine
  qty: number
}

const openLines = (lines: readonly OrderLine[], beingCancelled: ReadonlySet<number>): Cancellation[] =>
  lines.flatMap(line => {
    const open = cancellable(line, beingCancelled.has(line.id))
    return 'qty' in open ? [{ line, qty: open.qty }] : []
  })

function namedLines(
  lines: readonly OrderLine[],
  beingCancelled: ReadonlySet<number>,
  cancels: readonly LineCancelInput[],
): Cancellation[] {
  return cancels.map(({ lineNo, cancelQty }, index) => {
    const line = lines.find(one => one.lineNo === lineNo)
    if (!line || cancels.findIndex(one => one.lineNo === lineNo) !== index)
      throw invalidField(`lines[${index}].lineNo`, 'UNKNOWN_REF', `Line ${lineNo} is not on the order, or named twice`)
    const open = cancellable(line, beingCancelled.has(line.id))
    const field = `lines[${index}].cancelQty`
    if ('why' in open) throw refused([{ field, code: 'NOT_ALLOWED_STATE', message: `Line ${lineNo}: ${open.why}` }])
    const qty = cancelQty ?? open.qty
    if (qty > open.qty) {
      const message = `${cancelText(lineNo, open.qty, line.uom)} can be cancelled, and no more`
      throw invalidField(field, 'RANGE', message)
    }
    return { line, qty }
  })
}

/** The rejection code that SAP requires for each cancelled item. Throws 422 where the reason has none. */
async function rejectionCodeOf(trx: Knex, reasonCodeId: number | null): Promise<string> {
  if (reasonCodeId === null)
    throw invalidField('reasonCodeId', 'REQUIRED', 'Reason is required: SAP keeps it with the line')
  const reason = await trx('reason_code').where({ id: reasonCodeId }).first('name', 'sapRejectionCode')
  const pending = (await readSettings(trx))['sap.rejection_pending'].split(',').map(code => code.trim())
  if (pending.includes(reason?.sapRejectionCode)) {
    const message = `Reason “${reason.name}” has SAP rejection code ${reason.sapRejectionCode}, by which SAP only checks the line: choose another reason`
    throw refused([{ field: 'reasonCodeId', code: 'NO_SAP_REASON', message }])
  }
  if (reason?.sapRejectionCode) return reason.sapRejectionCode
  const message = `Reason “${reason?.name}” has no SAP rejection code: choose another, or have one entered under Reason Codes`
  throw refused([{ field: 'reasonCodeId', code: 'NO_SAP_REASON', message }])
}
