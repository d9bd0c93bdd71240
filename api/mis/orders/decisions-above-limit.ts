import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { withSharedId } from '../../derive/list/source.ts'
import { type MeasuredKind, measuredKinds } from '../../orders/approvals/measured-kinds.ts'
import { indianDay } from '../../platform/sql-words.ts'
import { ofOrder } from './ordered.ts'

/** One row for each approval of a value above the own limit of its decider, of each kind of limit. */
export const decisionsAboveLimitQuery: ReportQuery = (db, reader) =>
  measuredKinds.map((kind, at) => approvalsAbove(db, reader, kind, at))

function approvalsAbove(db: Knex, reader: Reader, { step, limitType, value }: MeasuredKind, at: number) {
  const own = db.raw('(?)', [ownLimit(db, limitType)])
  const isShare = limitType.endsWith('_PCT')
  const nothing = db.raw('nullif(0, 0)')
  const figure = (of: Knex.Raw, shares: boolean, name: string) =>
    db.raw('? as ??', [shares === isShare ? of : nothing, name])
  const measured = db.raw(value)
  const tasks = withSharedId(db('approval_task'), db, reader, {
    column: 'approval_task.id',
    kinds: measuredKinds.length,
    place: at,
  })
  return tasks
    .join('order', 'order.id', 'approval_task.orderId')
    .join('user as decider', 'decider.id', 'approval_task.actedById')
    .where({ 'approval_task.step': step, 'approval_task.status': 'APPROVED' })
    .whereRaw('? > coalesce(?, 0)', [measured, own])
    .select(
      ...ofOrder(db, reader, 'orderNo', 'orderDate'),
      'approval_task.step',
      db.raw('? as ??', [db.raw(`'${limitType}'`), 'limitType']),
      'approval_task.actedById as deciderId',
      'approval_task.rule',
      figure(measured, true, 'valuePct'),
      figure(own, true, 'limitPct'),
      figure(measured, false, 'valueAmount'),
      figure(own, false, 'limitAmount'),
      'approval_task.actedAt as decidedAt',
      db.raw(`${indianDay(db, 'approval_task.actedAt')} as ??`, ['decidedOn']),
      db.raw('(?) as ??', [lastApproval(db, 'actedById'), 'lastDeciderId']),
      db.raw('(?) as ??', [lastApproval(db, 'rule'), 'lastRule']),
      db.raw('case when exists ? then 1 else 0 end as ??', [withoutAuthority(db), 'isAlone']),
    )
}

/** The largest limit of the decider in the SBU that counted on the day of the decision, for the goods of the order. */
const ownLimit = (db: Knex, limitType: string) =>
  db('approving_limits as own')
    .where({ 'own.limitType': limitType, 'own.isActive': 1 })
    .whereNot('own.confirmStatus', 'PENDING')
    .whereRaw('own.employeeId = decider.employeeId')
    .whereRaw('?? = ??', ['own.sbuId', 'order.sbuId'])
    .whereRaw(`${indianDay(db, 'approval_task.actedAt')} between own.validFrom and own.validTo`)
    .where(goods =>
      goods
        .whereNull('own.nidId')
        .orWhereIn(
          'own.nidId',
          db('order_line as line')
            .join('products', 'products.id', 'line.productId')
            .whereRaw('line.orderId = approval_task.orderId')
            .select('products.nidId'),
        ),
    )
    .select(db.raw('max(own.maxValue)'))

const ofSameStep = (db: Knex) =>
  db('approval_task as after')
    .whereRaw('after.orderId = approval_task.orderId')
    .whereRaw('after.step = approval_task.step')
    .whereRaw('after.round = approval_task.round')

const lastApproval = (db: Knex, column: string) =>
  ofSameStep(db).where('after.status', 'APPROVED').orderBy('after.id', 'desc').limit(1).select(`after.${column}`)

/**
 * The last task of the step, where it was approved by somebody whom others had to follow, and the order went on all the
 * same. A task that was closed means that the value fell, or that the order ended.
 */
const withoutAuthority = (db: Knex) =>
  ofSameStep(db)
    .where('after.status', 'APPROVED')
    .whereRaw('after.id = (?)', [ofSameStep(db).select(db.raw('max(after.id)'))])
    .whereRaw("coalesce(after.rule, '') not in ('LIMIT', 'FINAL_APPROVER', 'ROLE')")
    .whereRaw(
      "not (coalesce(after.rule, '') = 'SBU_HEAD' and (after.limitValue is null or after.limitValue >= after.measuredValue))",
    )
    .whereNotIn(db.ref('order.status') as never, ['DRAFT', 'IN_ERROR', 'REJECTED', 'CANCELLED', 'DEAD', 'DELETED'])
    .select(db.raw('1'))
