import type { Knex } from 'knex'
import { approvalSteps } from '../../resources/trade.ts'
import { standsInFor } from '../access-control/delegate.ts'
import type { Call } from '../derive/service.ts'
import { invalidField } from '../platform/errors.ts'
import { needPerson } from '../platform/need-person.ts'

/** `GET /api/approval-queue?step=MY_APPROVAL`: the open tasks the person may decide, as assignee or as his delegate, oldest first. */
export const approvalQueue = (db: Knex) => ({
  async find(call: Call) {
    const person = needPerson(call)
    const { step } = call.query ?? {}
    if (typeof step !== 'string' || !(approvalSteps as readonly string[]).includes(step)) {
      throw invalidField('step', 'ENUM', `step must be one of ${approvalSteps.join(', ')}`)
    }
    return db('approval_task')
      .join('order', 'order.id', 'approval_task.orderId')
      .join('customer', 'customer.id', 'order.customerId')
      .join('sbu', 'sbu.id', 'order.sbuId')
      .join('user', 'user.id', 'order.placedById')
      .where({ 'approval_task.step': step, 'approval_task.status': 'PENDING' })
      .where(any =>
        any
          .where('approval_task.assigneeUserId', person.id)
          .orWhereIn('approval_task.assigneeUserId', standsInFor(db, person.employeeId)),
      )
      .orderBy('approval_task.dueAt')
      .limit(500)
      .select(
        'approval_task.id',
        'approval_task.taskNo',
        'approval_task.level',
        'approval_task.measuredValue',
        'approval_task.dueAt',
        'approval_task.createdAt',
        'order.id as orderId',
        'order.orderNo',
        'order.orderDate',
        'order.grossValue',
        'order.rowVersion',
        'customer.code as customerCode',
        'customer.name as customerName',
        'sbu.code as sbu',
        'user.name as placedBy',
      )
  },
})
