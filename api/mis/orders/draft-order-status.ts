import type { Knex } from 'knex'
import { order } from '../../../resources/orders/order.ts'
import { NO_LINES } from '../../../resources/orders/order-guards.ts'
import { settings } from '../../../resources/settings/settings.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { inputOfOrder } from '../../orders/order-as-input.ts'
import { loadOrderFacts } from '../../orders/quote/order-facts.ts'
import { findingsOfAll } from '../../orders/quote/order-findings.ts'
import { quote } from '../../orders/quote/quote.ts'
import { today } from '../../platform/clock.ts'
import { daysBetween, indianDay } from '../../platform/sql-words.ts'
import { ofOrder } from './ordered.ts'

const LIFETIME = 'dead.draft_days'

/** One row for each draft; it lapses so many days after its last change. */
export const draftOrderStatusQuery: ReportQuery = (db, reader) => {
  const { day } = reader
  const lives = db('app_setting').where({ key: LIFETIME, isActive: 1 }).select('value')
  const idle = daysBetween(db, `'${day}'`, indianDay(db, '`order`.updatedAt'))
  return db('order')
    .where('order.status', 'DRAFT')
    .select(
      'order.id',
      ...ofOrder(db, reader, 'draftNo', 'grossValue'),
      db.raw('null as missing'),
      db.raw(`${indianDay(db, '`order`.createdAt')} as ??`, ['createdOn']),
      db.raw(`${indianDay(db, '`order`.updatedAt')} as ??`, ['changedOn']),
      db.raw(`${daysBetween(db, `'${day}'`, indianDay(db, '`order`.createdAt'))} as ??`, ['ageDays']),
      db.raw(`coalesce(cast((?) as decimal(10, 0)), ?) - ${idle} as ??`, [
        lives,
        Number(settings[LIFETIME].standard),
        'daysLeft',
      ]),
      db.raw('(?) as ??', [
        db('order_line').whereRaw('?? = ??', ['order_line.orderId', 'order.id']).count('*'),
        'lineCount',
      ]),
    )
}

/** What stops each of these drafts from being submitted today: the rules of a submission, by their codes and in sentences. */
export async function missingOfDrafts(db: Knex, ids: readonly number[]) {
  const missingByOrder = new Map<number, { missing: string }>()
  for (const draft of await rowsOf(db, order, rows => rows.whereIn('id', ids))) {
    const input = await inputOfOrder(db, draft)
    const facts = await loadOrderFacts(db, input, today(), draft.id)
    const findings = findingsOfAll(facts, input, quote(facts, input), draft.placedForCustomer)
    const faults = findings.filter(({ warns }) => !warns).map(({ rule, message }) => `${rule}: ${message}`)
    // Without lines there is no order that could be checked.
    const missing = input.lines.length === 0 ? NO_LINES : faults.join('\n') || 'Nothing'
    missingByOrder.set(draft.id, { missing })
  }
  return missingByOrder
}
