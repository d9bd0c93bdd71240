import type { ReportQuery } from '../../derive/extend.ts'
import { indianDay } from '../../platform/sql-words.ts'
import { holidaysFor, officeHours } from './moments.ts'
import { ofOrder } from './ordered.ts'

/** One row for each approval by the customer service centre. */
export const cscApprovedOrdersQuery: ReportQuery = (db, reader) =>
  db('approval_task')
    .join('order', 'order.id', 'approval_task.orderId')
    .where({ 'approval_task.step': 'CSC', 'approval_task.status': 'APPROVED' })
    .select(
      'approval_task.id',
      ...ofOrder(db, reader, 'orderNo', 'orderDate', 'grossValue', 'submittedAt'),
      'approval_task.actedById as approverId',
      'approval_task.actedAt as approvedAt',
      'approval_task.level',
      db.raw(`${indianDay(db, 'approval_task.actedAt')} as ??`, ['approvedOn']),
      db.raw(`${officeHours(db, holidaysFor(reader), 'approval_task.createdAt', 'approval_task.actedAt')} as ??`, [
        'hours',
      ]),
      db.raw('case when exists ? then 1 else 0 end as ??', [
        db('message_log')
          .where({ ownerType: 'order', templateCode: 'CSC_APPROVED', status: 'SENT' })
          .whereRaw('?? = ??', ['message_log.ownerId', 'order.id'])
          .select(db.raw('1')),
        'mailSent',
      ]),
    )
