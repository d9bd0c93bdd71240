import type { Knex } from 'knex'
import { lostSaleRules } from '../../../resources/mis/sales/lost-sale.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { withSharedId } from '../../derive/list/source.ts'
import { indianDay } from '../../platform/sql-words.ts'
import { mappedSelection } from '../mapped-selection.ts'
import { accountOwner } from '../orders/ordered.ts'

/**
 * One row for each part of a line that was not supplied: what was cancelled of it, what is overdue, or all of it where an
 * approver refused it or the order lapsed. The kinds share one range of ids.
 */
export const lostSalesQuery = ((db, reader) =>
  [cancelled(db, reader), overdue(db, reader), ofLostOrders(db, reader), refusedLines(db, reader)].map(part => {
    const reasoned = db.from(part.as('part')).select('part.*', db.raw('(?) as ??', [codeOfReason(db), 'reason']))
    return db.from(reasoned.as('lost')).select('lost.*', causeSql(db))
  })) satisfies ReportQuery

const codeOfReason = (db: Knex) =>
  db('reason_code').whereRaw('?? = ??', ['reason_code.id', 'part.reasonId']).select('reason_code.code')

/** The rules of `lostSaleCause`, in SQL. */
function causeSql(db: Knex): Knex.Raw {
  const bindings: (string | number)[] = []
  const cases = lostSaleRules.map(([cause, conditions]) => {
    const any = conditions.map(condition => {
      const all = Object.entries(condition).map(([fact, values]) => {
        bindings.push(`lost.${fact}`, ...values)
        return `?? in (${values.map(() => '?').join(', ')})`
      })
      return `(${all.join(' and ')})`
    })
    bindings.push(cause)
    return `when ${any.join(' or ')} then ?`
  })
  return db.raw(`case ${cases.join(' ')} else 'OTHER' end as ??`, [...bindings, 'cause'])
}

const SHARED = ['orderNo', 'customerId', 'sbuId', 'channelId', 'placedById'].map(name => `order.${name}`)

/** The lines that count as ordered, with what their parts have in common. */
// The id of a fact is twice that of its line.
const counted = (db: Knex, reader: Reader, part: string, place: number) =>
  withSharedId(db('order_fact'), db, reader, { column: 'order_fact.id', kinds: 2, place })
    .join('order', 'order.id', 'order_fact.orderId')
    .select(common(db, reader, part, name => ofFact(db, name)))
    .select('order_fact.day', 'order_fact.dueDay')

/** A column of the line of a fact: looked up where the fact does not repeat it, so that sums do not read the lines. */
const ofFact = (db: Knex, name: string) =>
  ['productId', 'uom', 'soldToId'].includes(name)
    ? db.raw('??', [`order_fact.${name}`])
    : db.raw('(?)', [
        db('order_line').whereRaw('?? = ??', ['order_line.id', 'order_fact.orderLineId']).select(`order_line.${name}`),
      ])

const cancelled = (db: Knex, reader: Reader) =>
  counted(db, reader, 'CANCELLED', 0)
    .where('order_fact.isCancelled', 1)
    .select(db.raw('0 as ??', ['isShort']), lateApproval(db, 'order_fact.dueDay'))
    .select(db.raw('coalesce(??, (?)) as ??', ['order.cancelReasonId', reasonOfStep(db), 'reasonId']))
    .select('order_fact.cancelledQty as unfilledQty', 'order_fact.cancelledValue as unfilledValue')

const overdue = (db: Knex, reader: Reader) =>
  counted(db, reader, 'OVERDUE', 1)
    .where('order_fact.isOpen', 1)
    .where('order_fact.dueDay', '<', reader.day)
    .select(
      db.raw('case when ? < ?? - ?? then 1 else 0 end as ??', [
        ofFact(db, 'confirmedQty'),
        ...['order_fact.qty', 'order_fact.cancelledQty', 'isShort'],
      ]),
    )
    .select(lateApproval(db, 'order_fact.dueDay'), db.raw('nullif(0, 0) as ??', ['reasonId']))
    .select('order_fact.openQty as unfilledQty', 'order_fact.openValue as unfilledValue')

const LOST = ['REJECTED', 'DEAD']

/** The lines of orders that were rejected or lapsed after they had been submitted. */
const ofLostOrders = (db: Knex, reader: Reader) =>
  unsupplied(db, reader).whereIn('order.status', LOST).whereNot('order_line.lineStatus', 'DELETED')

/** Single lines that an approver refused. */
const refusedLines = (db: Knex, reader: Reader) =>
  unsupplied(db, reader)
    .whereNotIn('order.status', [...LOST, 'DRAFT', 'DELETED'])
    .where('order_line.lineStatus', 'REJECTED')

const unsupplied = (db: Knex, reader: Reader) =>
  withSharedId(db('order_line'), db, reader, { column: 'order_line.id', kinds: 4, place: 2 })
    .join('order', 'order.id', 'order_line.orderId')
    .whereNotNull('order.submittedAt')
    .select(common(db, reader, null, name => db.raw('??', [`order_line.${name}`])))
    .select('order.orderDate as day', 'order.requestedDeliveryDate as dueDay')
    .select(db.raw('0 as ??', ['isShort']), db.raw('0 as ??', ['isApprovedLate']))
    .select(db.raw('coalesce(??, (?)) as ??', ['order_line.rejectReasonId', reasonOfStep(db), 'reasonId']))
    .select('order_line.qty as unfilledQty', 'order_line.netValue as unfilledValue')

const LAPSED =
  "case when `order`.status = 'DEAD' and order_line.lineStatus <> 'REJECTED' then 'LAPSED' else 'REJECTED' end"

/** In one order of columns, since unions go by place. */
const common = (db: Knex, reader: Reader, part: string | null, line: (name: string) => Knex.Raw) => [
  'order.id as orderId',
  ...SHARED,
  accountOwner(db, reader),
  ...mappedSelection(db, reader, 'order'),
  ...['lineNo', 'productId', 'uom', 'eudStatus'].map(name => db.raw('? as ??', [line(name), name])),
  db.raw('coalesce(?, ??) as ??', [line('soldToId'), 'order.soldToId', 'soldToId']),
  part === null ? db.raw(`${LAPSED} as ??`, ['part']) : db.raw('? as ??', [part, 'part']),
  db.raw('case when ?? is null then 0 else 1 end as ??', ['order.sapOrderNo', 'inSap']),
  db.raw('case when ? is not null or ?? in ? then 1 else 0 end as ??', [
    line('reorderedLineId'),
    'order.id',
    replaced(db),
    'orderedAgain',
  ]),
  db.raw('(?) as ??', [unapproved(db), 'stoppedAt']),
]

/** The orders that were made anew as a copy; all at once, since few orders are copies. */
const replaced = (db: Knex) =>
  db('order as copy')
    // As a comparison, for which SQLite has an index.
    .where('copy.replacesOrderId', '>', 0)
    .whereNotIn('copy.status', ['DRAFT', 'REJECTED', 'DELETED', 'DEAD', 'CANCELLED'])
    .select('copy.replacesOrderId')

/** The approval of the last task of the order, unless it was given. */
const unapproved = (db: Knex) =>
  db('approval_task as task')
    .whereRaw('?? = ??', ['task.orderId', 'order.id'])
    .orderBy('task.id', 'desc')
    .limit(1)
    .select(db.raw("case when task.status in ('APPROVED', 'SKIPPED') then null else task.step end"))

/** The reason of the step that last cancelled or refused something of the order. */
const reasonOfStep = (db: Knex) =>
  db('order_step as ending')
    .whereRaw('?? = ??', ['ending.orderId', 'order.id'])
    .whereIn('ending.step', ['reject', 'decline', 'cancel', 'cancelStuck', 'cancelOpen'])
    .whereNotNull('ending.reasonCodeId')
    .orderBy('ending.id', 'desc')
    .limit(1)
    .select('ending.reasonCodeId')

/** Whether the order was approved only after a day. */
const lateApproval = (db: Knex, day: string) => {
  const approved = db('order_step as approval')
    .whereRaw('?? = ??', ['approval.orderId', 'order.id'])
    .where('approval.toStatus', 'APPROVED')
    .select(db.raw(indianDay(db, 'max(approval.at)')))
  return db.raw('case when (?) > ?? then 1 else 0 end as ??', [approved, day, 'isApprovedLate'])
}
