import type { ReportQuery } from '../../derive/extend.ts'
import { now } from '../../platform/clock.ts'
import { secondsBetween } from '../../platform/sql-words.ts'
import { ofOrder } from './ordered.ts'

/** One row for each open approval of the queue in which its order is. */
export const merckApprovalPendingQuery: ReportQuery = (db, reader) => {
  const at = `'${now()}'`
  return db('approval_task')
    .join('order', 'order.id', 'approval_task.orderId')
    .where({ 'approval_task.status': 'PENDING', 'order.status': 'PENDING' })
    .whereRaw('?? = ??', ['approval_task.step', 'order.pendingStep'])
    .select(
      'approval_task.id',
      ...ofOrder(db, reader, 'orderNo', 'orderDate', 'grossValue'),
      ...['step', 'level', 'assigneeUserId', 'assigneeRoleId'].map(name => `approval_task.${name}`),
      'approval_task.createdAt as since',
      db.raw(`round(${secondsBetween(db, at, 'approval_task.createdAt')} / 36.0) as ??`, ['ageHours']),
      db.raw(`case when approval_task.dueAt < ${at} then 1 else 0 end as ??`, ['isOverdue']),
    )
}
