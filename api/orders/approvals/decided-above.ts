import type { Knex } from 'knex'
import { type ApprovingLimit, approvingLimits } from '../../../resources/masters/approving-limits.ts'
import type { DecidedAbove } from '../../../resources/orders/approvals/commands.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { decodeRow } from '../../derive/row-codec.ts'
import { notFound } from '../../platform/errors.ts'
import { indianDay } from '../../platform/sql-words.ts'
import { type MeasuredKind, measuredKinds } from './measured-kinds.ts'

/** The most orders that are told of one limit. */
const MOST = 50

/**
 * The latest orders whose approved value was above a limit while it held, with everybody who approved them in that step
 * and by which rule. Its holder is told, and whoever keeps or audits all limits; others are told that they are not.
 */
export async function decidedAbove(db: Knex, limitId: number, person: Person): Promise<DecidedAbove> {
  const readable = restrict(
    db('approving_limits').where('approving_limits.id', limitId),
    db,
    approvingLimits,
    person,
    'read',
  )
  const row = await readable.first('approving_limits.*')
  if (!row) throw notFound()
  const limit = decodeRow(approvingLimits, row) as ApprovingLimit
  const seesAll = person.ability.can('export', approvingLimits.path)
  if (!seesAll && limit.employeeId !== person.employeeId) return { isTold: false, orders: [] }
  const kind = measuredKinds.find(({ limitType }) => limitType === limit.limitType)!
  const latest: { orderId: number; round: number; value: number }[] = await tasksAbove(db, limit, kind)
    .groupBy('approval_task.orderId', 'approval_task.round')
    .orderByRaw('max(approval_task.id) desc')
    .limit(MOST)
    .select('approval_task.orderId', 'approval_task.round')
    .select(db.raw(`max(${kind.value}) as ??`, ['value']))
  const decisions: Decision[] = await db('approval_task')
    .join('order', 'order.id', 'approval_task.orderId')
    .join('user', 'user.id', 'approval_task.actedById')
    .where({ step: kind.step, 'approval_task.status': 'APPROVED' })
    .whereIn('approval_task.orderId', [...new Set(latest.map(({ orderId }) => orderId))])
    .orderBy('approval_task.id')
    .select('approval_task.orderId', 'order.orderNo', 'round', 'rule', 'actedAt as at', 'user.name')
  return {
    isTold: true,
    orders: latest.flatMap(({ orderId, round, value }) => {
      const own = decisions.filter(one => one.orderId === orderId && one.round === round)
      const decided = own.map(({ name, rule, at }) => ({ name, rule, at }))
      return own[0] ? [{ orderId, orderNo: own[0].orderNo, value: Number(value), decided }] : []
    }),
  }
}

interface Decision {
  orderId: number
  orderNo: string
  round: number
  rule: DecidedAbove['orders'][number]['decided'][number]['rule']
  at: string
  name: string
}

/** The approved tasks of a value above a limit, in its SBU, while it held; a chain of managers only where it is theirs. */
function tasksAbove(db: Knex, limit: ApprovingLimit, { step, limitType, value }: MeasuredKind): Knex.QueryBuilder {
  const { sbuId, nidId, employeeId, maxValue, validFrom, validTo } = limit
  const tasks = db('approval_task')
    .join('order', 'order.id', 'approval_task.orderId')
    .where({ 'approval_task.step': step, 'approval_task.status': 'APPROVED', 'order.sbuId': sbuId })
    .whereRaw(`${value} > ?`, [maxValue])
    .whereRaw(`${indianDay(db, 'approval_task.actedAt')} between ? and ?`, [validFrom, validTo])
  if (nidId !== null)
    tasks.whereIn(
      'approval_task.orderId',
      db('order_line')
        .join('products', 'products.id', 'order_line.productId')
        .where('products.nidId', nidId)
        .select('order_line.orderId'),
    )
  if (limitType === 'LIMIT_PRICE_PCT' || limitType === 'CREDIT_AMOUNT') return tasks
  const own = db('user').where({ employeeId }).select('id')
  return tasks.where(any =>
    any
      .where('approval_task.starterEmployeeId', employeeId)
      .orWhereIn(
        'approval_task.orderId',
        db('approval_task as theirs')
          .where('theirs.step', step)
          .whereIn('theirs.actedById', own)
          .select('theirs.orderId'),
      ),
  )
}
