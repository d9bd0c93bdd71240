import type { Knex } from 'knex'
import type { ApprovalTask } from '../../../resources/orders/approval-task.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import { changeableFields } from '../../../resources/orders/line-change.ts'
import type { Order } from '../../../resources/orders/order.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import type { LineChangeInput } from '../../../resources/orders/step-body.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { refused } from '../../platform/errors.ts'
import { inputByItsTerms } from '../order-as-input.ts'
import { loadOrderFacts, type OrderFacts } from '../quote/order-facts.ts'
import { findingsOfAll } from '../quote/order-findings.ts'
import { savedOpenLines } from '../quote/price-differences.ts'
import { quote } from '../quote/quote.ts'
import { applyLineChange, type ChangedLine, demandActivePlants, demandChangesAllowed } from './changed-line.ts'

/** An approver's changes of an order, before any of them is written. */
export interface PlannedChanges {
  /** By the masters of the order's day. */
  facts: OrderFacts
  openLines: OrderLine[]
  /** The order as it is. */
  before: OrderInput
  changed: ChangedLine[]
}

/** Works out what these changes make of an order that waits in a queue. Throws 4xx for a change that is not possible. */
export async function planChanges(
  db: Knex,
  order: Order,
  { step }: Pick<ApprovalTask, 'step'>,
  changes: readonly LineChangeInput[],
): Promise<PlannedChanges> {
  const openLines = await savedOpenLines(db, order.id)
  demandChangesAllowed(changes, changeableFields[step], queueOf(step).title)
  const before = await inputByItsTerms(db, order)
  const deliveries = await rowsOf(db, scheduleLine, rows => rows.where({ orderId: order.id }).orderBy('scheduleNo'))
  const facts = await loadOrderFacts(db, before, order.orderDate, order.id)
  const changed = changes.map((change, position) =>
    applyLineChange(facts, order, openLines, before, deliveries, change, position),
  )
  demandActivePlants(facts, changed)
  const remaining = changed.filter(({ change }) => !change.isRejected)
  const rejected = new Set(changed.filter(({ change }) => change.isRejected).map(({ index }) => index))
  const after = lineInputs(before, remaining).filter((_, index) => !rejected.has(index))
  if (after.length > 0) demandNoIntroducedFault(facts, before, { ...before, lines: after }, order.placedForCustomer)
  return { facts, openLines, before, changed }
}

const lineInputs = ({ lines }: OrderInput, changed: readonly ChangedLine[]) =>
  lines.map((line, index) => changed.find(one => one.index === index)?.input ?? line)

/** Throws 422 when a change of an order breaks a rule that the order did not break before. */
export function demandNoIntroducedFault(
  facts: OrderFacts,
  before: OrderInput,
  after: OrderInput,
  placedByEmployee: boolean,
) {
  const faultsIn = (input: OrderInput) =>
    findingsOfAll(facts, input, quote(facts, input), placedByEmployee).filter(({ warns }) => !warns)
  const codesBefore = new Set(faultsIn(before).map(({ code }) => code))
  const faults = faultsIn(after).filter(({ code }) => !codesBefore.has(code))
  if (faults.length > 0) throw refused(faults.map(({ code, field, message }) => ({ code, field, message })))
}
