import type { Knex } from 'knex'
import { pick } from '../../../resources/define/pick.ts'
import { samePrice } from '../../../resources/orders/approvals/changed-price.ts'
import type { LineChangesAsked, LineChangesPreview } from '../../../resources/orders/commands/line-changes.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { orderTotals } from '../../../resources/orders/totals.ts'
import { readableColumnsOfRow } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { pickColumns } from '../../derive/save/write.ts'
import { needTask } from '../approvals/decide.ts'
import { readOrder } from '../move-order.ts'
import { demandReadableOrder } from '../take-step.ts'
import { type ChangedLine, promoGoneText } from './changed-line.ts'
import { type PlannedChanges, planChanges } from './plan-changes.ts'
import { columnsAfter } from './write-changed-line.ts'

/** What these changes would make of an order that the person may decide. Throws 4xx as the change itself does. */
export async function previewChanges(
  db: Knex,
  { orderId, lines: changes }: LineChangesAsked,
  person: Person,
): Promise<LineChangesPreview> {
  await demandReadableOrder(db, orderId, person)
  const order = await readOrder(db, orderId)
  const plan = await planChanges(db, order, await needTask(db, orderId, person), changes)
  const ofOrder = await readableColumnsOfRow(db, orders, person, orderId)
  const lines: ShownLine[] = []
  for (const one of plan.changed.filter(({ change }) => !change.isRejected))
    lines.push(shownLine(one, await readableColumnsOfRow(db, orderLine, person, one.line.id)))
  const left = linesAfter(plan, person.name)
  return {
    lines,
    was: pickColumns(ofOrder, pick(order, totals)),
    now: left.length > 0 ? pickColumns(ofOrder, pick(orderTotals(left), totals)) : null,
  }
}

type ShownLine = LineChangesPreview['lines'][number]
const totals = ['taxableValue', 'grossValue'] as const
const terms = ['netPrice', 'priceUnit', 'priceSource', 'manualDiscountPct', 'discountPct'] as const

function shownLine(changed: ChangedLine, readable: readonly string[]): ShownLine {
  const { line, price } = changed
  const { fresh, kept } = price.prices
  return {
    lineNo: line.lineNo,
    was: pickColumns(readable, pick(line, ['qty', ...terms])),
    fresh: pickColumns(readable, pick(fresh, terms)),
    kept: pickColumns(readable, pick(kept, terms)),
    differs: !samePrice(fresh, kept),
    why: readable.includes('netPrice') ? price.why : null,
    notKept: promoGoneText(changed),
  }
}

/** The lines that the changes leave in the order, with the amounts that they would have. */
const linesAfter = (plan: PlannedChanges, who: string) =>
  plan.openLines.flatMap(line => {
    const changed = plan.changed.find(one => one.line.id === line.id)
    if (!changed) return [line]
    return changed.change.isRejected ? [] : [{ ...line, ...columnsAfter(plan, changed, who) }]
  })
