import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateRows } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { advanceOrder } from '../advance-order.ts'
import type { StepCommand } from '../approvals/decide.ts'
import { moveOrder } from '../move-order.ts'
import { inputOfOrder } from '../order-as-input.ts'
import { demandNoIntroducedFault } from '../quote/introduced-faults.ts'
import { loadOrderFacts } from '../quote/order-facts.ts'
import { recalculateTotals } from '../recalculate-totals.ts'
import { reserve } from '../reserve.ts'

/** Deletes single lines of an order that stays open, and routes the rest again. */
export async function deleteLines(trx: Knex, order: Order, command: StepCommand): Promise<Order> {
  const { lineNos, remark, reasonCodeId, author } = command
  const openLines = await rowsOf(trx, orderLine, rows =>
    rows.where({ orderId: order.id, lineStatus: 'OPEN' }).orderBy('lineNo'),
  )
  if (lineNos.length === 0) throw invalidField('lineNos', 'REQUIRED', 'Lines are missing: choose the lines to delete')
  const openNumbers = openLines.map(({ lineNo }) => lineNo)
  const unknown = lineNos.findIndex(lineNo => !openNumbers.includes(lineNo))
  if (unknown >= 0)
    throw invalidField(`lineNos[${unknown}]`, 'UNKNOWN_REF', `The order has no open line ${lineNos[unknown]}`)
  const input = await inputOfOrder(trx, order)
  const left = input.lines.filter((_, index) => !lineNos.includes(openLines[index]!.lineNo))
  if (left.length === 0) throw conflict('NOT_ALLOWED_STATE', 'No line would be left: delete the order instead')
  const facts = await loadOrderFacts(trx, input, order.orderDate, order.id)
  demandNoIntroducedFault(facts, input, { ...input, lines: left }, order.placedForCustomer)
  const deleted = { lineStatus: 'DELETED' as const, deletedAt: now(), deletedById: author.id }
  const deletedLines = openLines.filter(({ lineNo }) => lineNos.includes(lineNo))
  await updateRows(trx, orderLine, deletedLines, deleted, author)
  const remarkText = [`Line ${lineNos.join(', ')}`, remark].filter(Boolean).join(': ').slice(0, 500)
  const { order: recalculated } = await recalculateTotals(trx, order, author)
  if (order.status === 'PENDING')
    return advanceOrder(trx, recalculated, 'deleteLines', remarkText, author, reasonCodeId)
  await reserve(trx, recalculated)
  return moveOrder(
    trx,
    recalculated,
    { step: 'deleteLines', status: 'IN_ERROR', remark: remarkText, reasonCodeId },
    author,
  )
}
