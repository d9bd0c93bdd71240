import type { Knex } from 'knex'
import { lostSaleRules } from '../../resources/mis/lost-sale.ts'
import type { ReportQuery } from '../derive/extend.ts'
import { istDay } from './moments.ts'
import { accountOwner } from './ordered.ts'

/**
 * One row for each part of a line that was not supplied: what was cancelled of it, what is overdue, or all of it where an
 * approver refused it or the order lapsed. The kinds share one row of ids.
 */
export const lostSalesQuery: ReportQuery = (db, { day }) => {
  const parts = db.unionAll([cancelled(db), overdue(db, day), refused(db)])
  const reasoned = db
    .from(parts.as('part'))
    .leftJoin('reason_code', 'reason_code.id', 'part.reasonId')
    .select('part.*', 'reason_code.code as reason')
  return db.from(reasoned.as('lost')).select('lost.*', causeSql(db))
}

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
const SUPPLIED =
  'case when order_fact.invoicedQty < order_fact.qty - order_fact.cancelledQty then order_fact.invoicedQty else order_fact.qty - order_fact.cancelledQty end'
/** As in Orders V/S Sales: of a cancelled line, or order, nothing more comes. */
const ENDED = "(order_line.lineStatus = 'CANCELLED' or `order`.status = 'CANCELLED')"

/** The lines that count as ordered, with what their parts have in common. */
const counted = (db: Knex, part: string, kind: number) =>
  db('order_fact')
    .join('order_line', 'order_line.id', 'order_fact.orderLineId')
    .join('order', 'order.id', 'order_fact.orderId')
    .select(db.raw(`order_fact.orderLineId * 4 + ${kind} as id`), ...common(db, part))
    .select('order_fact.day', 'order_fact.dueDay')

function cancelled(db: Knex): Knex.QueryBuilder {
  const value = `case when not ${ENDED} then order_fact.cancelledValue when order_fact.invoicedQty >= order_fact.qty then 0 else order_fact.netValue - order_fact.invoicedValue end`
  const qty = `case when not ${ENDED} then order_fact.cancelledQty when order_fact.invoicedQty >= order_fact.qty then 0 else order_fact.qty - order_fact.invoicedQty end`
  return (
    counted(db, 'CANCELLED', 0)
      // Told by the narrow facts, so that lines are read of few.
      .whereRaw('(order_fact.cancelledQty > 0 or order_fact.invoicedQty < order_fact.qty)')
      .whereRaw(`${qty} > 0`)
      .select(db.raw('0 as ??', ['isShort']), lateApproval(db, 'order_fact.dueDay'))
      .select(db.raw('coalesce(??, (?)) as ??', ['order.cancelReasonId', reasonOfStep(db), 'reasonId']))
      .select(db.raw(`${qty} as ??`, ['unfilledQty']), db.raw(`${value} as ??`, ['unfilledValue']))
  )
}

function overdue(db: Knex, day: string): Knex.QueryBuilder {
  const wanted = 'order_fact.qty - order_fact.cancelledQty'
  return (
    counted(db, 'OVERDUE', 1)
      .where('order_fact.dueDay', '<', day)
      .whereRaw(`not ${ENDED}`)
      .whereNot('order_line.lineStatus', 'CLOSED')
      .whereRaw(`${wanted} > ${SUPPLIED}`)
      .select(db.raw(`case when order_line.confirmedQty < ${wanted} then 1 else 0 end as ??`, ['isShort']))
      .select(lateApproval(db, 'order_fact.dueDay'), db.raw('null as ??', ['reasonId']))
      .select(db.raw(`${wanted} - ${SUPPLIED} as ??`, ['unfilledQty']))
      // The paise that rounding leaves over belong to what is open.
      .select(
        db.raw('order_fact.netValue - order_fact.cancelledValue - order_fact.filledValue as ??', ['unfilledValue']),
      )
  )
}

/** Whole orders that were rejected or lapsed after they had been submitted, and single lines that an approver refused. */
const refused = (db: Knex) =>
  db('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .whereNotNull('order.submittedAt')
    .whereNot('order_line.lineStatus', 'DELETED')
    .where(any =>
      any
        .whereIn('order.status', ['REJECTED', 'DEAD'])
        .orWhere(line =>
          line.where('order_line.lineStatus', 'REJECTED').whereNotIn('order.status', ['DRAFT', 'DELETED']),
        ),
    )
    .select(db.raw('order_line.id * 4 + 2 as id'), ...common(db, null))
    .select('order.orderDate as day', 'order.requestedDeliveryDate as dueDay')
    .select(db.raw('0 as ??', ['isShort']), db.raw('0 as ??', ['isApprovedLate']))
    .select(db.raw('coalesce(??, (?)) as ??', ['order_line.rejectReasonId', reasonOfStep(db), 'reasonId']))
    .select('order_line.qty as unfilledQty', 'order_line.netValue as unfilledValue')

const LAPSED =
  "case when `order`.status = 'DEAD' and order_line.lineStatus <> 'REJECTED' then 'LAPSED' else 'REJECTED' end"

/** In one order of columns, since unions go by place. */
const common = (db: Knex, part: string | null) => [
  'order.id as orderId',
  ...SHARED,
  accountOwner(db),
  'order_line.lineNo',
  'order_line.productId',
  'order_line.uom',
  'order_line.eudStatus',
  db.raw('coalesce(order_line.soldToId, ??) as ??', ['order.soldToId', 'soldToId']),
  part === null ? db.raw(`${LAPSED} as ??`, ['part']) : db.raw('? as ??', [part, 'part']),
  db.raw('case when ?? is null then 0 else 1 end as ??', ['order.sapOrderNo', 'inSap']),
  db.raw('case when order_line.reorderedLineId is not null or exists ? then 1 else 0 end as ??', [
    copies(db),
    'orderedAgain',
  ]),
  db.raw('(?) as ??', [unapproved(db), 'stoppedAt']),
]

const copies = (db: Knex) =>
  db('order as copy')
    .whereRaw('?? = ??', ['copy.replacesOrderId', 'order.id'])
    .whereNotIn('copy.status', ['DRAFT', 'REJECTED', 'DELETED', 'DEAD', 'CANCELLED'])
    .select(db.raw('1'))

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
    .select(db.raw(istDay(db, 'max(approval.at)')))
  return db.raw('case when (?) > ?? then 1 else 0 end as ??', [approved, day, 'isApprovedLate'])
}
