import type { Knex } from 'knex'
import { pick } from '../../../resources/define/pick.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import { changeableFields } from '../../../resources/orders/line-change.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { type OrderInput, termNames } from '../../../resources/orders/order-input.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
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
import { loadOrderFacts, type OrderFacts } from '../quote/order-facts.ts'
import { findingsOfAll } from '../quote/order-findings.ts'
import { quote } from '../quote/quote.ts'
import { recalculateTotals } from '../recalculate-totals.ts'
import { reserve } from '../reserve.ts'
import {
  applyLineChange,
  type ChangedLine,
  changeRemark,
  demandActivePlants,
  demandChangesAllowed,
} from './changed-line.ts'
import { writeChangedLine } from './write-changed-line.ts'

/**
 * Applies an approver's changes of lines: writes them with the original values, recalculates the totals and routes the
 * order again. An order without lines left is rejected.
 */
export async function changeLines(trx: Knex, order: Order, command: StepCommand): Promise<Order> {
  const { person, author, changes } = command
  const task = await needTask(trx, order.id, person)
  const openLines = await rowsOf(trx, orderLine, rows =>
    rows.where({ orderId: order.id, lineStatus: 'OPEN' }).orderBy('lineNo'),
  )
  demandChangesAllowed(changes, changeableFields[task.step], queueOf(task.step).title)
  // An approver decides by the terms that the order has, whatever is agreed by now.
  const before = { ...(await inputOfOrder(trx, order)), ...pick(order, termNames) }
  const deliveries = await rowsOf(trx, scheduleLine, rows => rows.where({ orderId: order.id }).orderBy('scheduleNo'))
  const facts = await loadOrderFacts(trx, before, order.orderDate, order.id)
  const changed = changes.map((change, position) =>
    applyLineChange(order, openLines, before, deliveries, change, position),
  )
  demandActivePlants(facts, changed)
  const remaining = changed.filter(({ change }) => !change.isRejected)
  const rejected = new Set(changed.filter(({ change }) => change.isRejected).map(({ index }) => index))
  const after = lineInputs(before, remaining).filter((_, index) => !rejected.has(index))
  if (after.length > 0) demandNoIntroducedFault(facts, before, { ...before, lines: after }, order.placedForCustomer)
  for (const one of changed) await writeChangedLine(trx, facts, before, one, person.name, author)
  if (task.step === 'EUD') await rejectLineDocuments(trx, order, changed, author)
  const remark = changeRemark(changed, command.remark)
  const { order: recalculated, left } = await recalculateTotals(trx, order, author)
  if (left.length > 0) return advanceOrder(trx, recalculated, 'changeLine', remark, author)
  await cancelOpenTasks(trx, order.id, author)
  const move = { step: 'changeLine', status: 'REJECTED', remark, changes: { currentTaskId: null } } as const
  return moveOrder(trx, order, move, author)
}

/** Rejects the documents of the rejected lines, for the first reason that was given. */
async function rejectLineDocuments(trx: Knex, order: Order, changed: readonly ChangedLine[], author: Author) {
  const reasonCodeId = changed.find(({ change }) => change.rejectReasonId !== null)?.change.rejectReasonId ?? null
  await rejectDocuments(trx, order, author, { lineIds: changed.map(({ line }) => line.id), reasonCodeId })
}

const lineInputs = ({ lines }: OrderInput, changed: readonly ChangedLine[]) =>
  lines.map((line, index) => changed.find(one => one.index === index)?.input ?? line)

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

/** Throws 422 when a change of an order breaks a rule that the order did not break before. */
function demandNoIntroducedFault(facts: OrderFacts, before: OrderInput, after: OrderInput, placedByEmployee: boolean) {
  const faultsIn = (input: OrderInput) =>
    findingsOfAll(facts, input, quote(facts, input), placedByEmployee).filter(({ warns }) => !warns)
  const codesBefore = new Set(faultsIn(before).map(({ code }) => code))
  const faults = faultsIn(after).filter(({ code }) => !codesBefore.has(code))
  if (faults.length > 0) throw refused(faults.map(({ code, field, message }) => ({ code, field, message })))
}
