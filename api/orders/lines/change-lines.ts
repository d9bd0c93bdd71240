import type { Knex } from 'knex'
import { aboveList } from '../../../resources/orders/approvals/changed-price.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRows } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { conflict, invalidField, refused } from '../../platform/errors.ts'
import { advanceOrder } from '../advance-order.ts'
import { cancelOpenTasks } from '../approvals/approval-tasks.ts'
import { needTask, type StepCommand } from '../approvals/decide.ts'
import { rejectDocuments } from '../documents/decide-documents.ts'
import { moveOrder } from '../move-order.ts'
import { inputOfOrder } from '../order-as-input.ts'
import { loadOrderFacts } from '../quote/order-facts.ts'
import { savedOpenLines } from '../quote/price-differences.ts'
import { recalculateTotals } from '../recalculate-totals.ts'
import { reserve } from '../reserve.ts'
import type { Taken } from '../step-fields.ts'
import { dropTerms, routeTerms } from '../terms/kept-terms.ts'
import { type ChangedLine, changeRemark, promoGoneText } from './changed-line.ts'
import { demandNoIntroducedFault, type PlannedChanges, planChanges } from './plan-changes.ts'
import { writeChangedLine } from './write-changed-line.ts'

/**
 * Applies an approver's changes of lines: writes them with the original values, recalculates the totals and routes the
 * order again. An order without lines left is rejected.
 */
export async function changeLines(trx: Knex, order: Order, command: StepCommand): Promise<Taken> {
  const { person, author, changes } = command
  const task = await needTask(trx, order.id, person)
  const plan = await planChanges(trx, order, task, changes)
  const { changed } = plan
  demandReason(plan, command)
  for (const one of changed) await writeChangedLine(trx, plan, one, person.name, author)
  if (task.step === 'EUD') await rejectLineDocuments(trx, order, changed, author)
  const remark = changeRemark(changed, command.remark)
  const { order: recalculated, left } = await recalculateTotals(trx, order, author)
  await routeTerms(trx, recalculated)
  const notKept = changed.flatMap(one => promoGoneText(one) ?? [])
  if (left.length > 0) return { orders: [await advanceOrder(trx, recalculated, 'changeLine', remark, author)], notKept }
  await cancelOpenTasks(trx, order.id, author)
  const move = { step: 'changeLine', status: 'REJECTED', remark, changes: { currentTaskId: null } } as const
  return { orders: [await moveOrder(trx, order, move, author)] }
}

/** Throws 422 where a price is set above the list price and no remark says why. */
function demandReason({ changed }: PlannedChanges, { remark }: Pick<StepCommand, 'remark'>) {
  if (remark !== null) return
  const faults = changed.flatMap(({ line, change, price: { terms } }) =>
    change.netPrice === null || change.isRejected ? [] : (aboveList(line.lineNo, terms) ?? []),
  )
  if (faults.length > 0) throw refused(faults.map(message => ({ code: 'REQUIRED', field: 'remark', message })))
}

/** Rejects the documents of the rejected lines, for the first reason that was given. */
async function rejectLineDocuments(trx: Knex, order: Order, changed: readonly ChangedLine[], author: Author) {
  const reasonCodeId = changed.find(({ change }) => change.rejectReasonId !== null)?.change.rejectReasonId ?? null
  await rejectDocuments(trx, order, author, { lineIds: changed.map(({ line }) => line.id), reasonCodeId })
}

/** Deletes single lines of an order that stays open, and routes the rest again. */
export async function deleteLines(trx: Knex, order: Order, command: StepCommand): Promise<Order> {
  const { lineNos, remark, reasonCodeId, author } = command
  const openLines = await savedOpenLines(trx, order.id)
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
  await dropTerms(trx, recalculated, deletedLines)
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
