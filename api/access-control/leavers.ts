import type { Knex } from 'knex'
import { approvalTask } from '../../resources/orders/approval-task.ts'
import { taskAssignee } from '../../resources/orders/task-assignee.ts'
import { user } from '../../resources/settings/user.ts'
import { recordEvent } from '../derive/history/record-event.ts'
import { isLastAdministrator } from '../derive/rights/has-left.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor } from '../derive/save/author.ts'
import { updateRow, updateRows } from '../derive/save/write.ts'
import { now, today } from '../platform/clock.ts'
import { transact } from '../platform/transact.ts'

/** How many levels up a manager is looked for. */
const DEEPEST = 8

/**
 * The night after a person's last day their login is closed with its sessions, and what waits for their decision goes
 * to the next manager above them who can sign in. The last IT administrator keeps their login until there is another,
 * since nobody else could make one; each night this is noted in the history. Returns how many logins were closed.
 */
export async function closeLeavers(db: Knex): Promise<number> {
  const left: { id: number; managerId: number | null }[] = await db('user')
    .join('employee', 'employee.id', 'user.employeeId')
    .where('user.isActive', 1)
    .where('employee.dateOfLeaving', '<', today())
    .select('user.id', 'employee.managerId')
  let closed = 0
  for (const { id, managerId } of left) {
    closed += await transact(db, async trx => {
      const last = await isLastAdministrator(trx, id)
      await (last ? keepLogin(trx, id) : close(trx, id, managerId))
      return last ? 0 : 1
    })
  }
  return closed
}

async function keepLogin(trx: Knex, userId: number) {
  const { loginId } = await trx('user').where({ id: userId }).first('loginId')
  const reason = 'Left the company, but is the last IT administrator: make another one, then this login is closed'
  const act = { action: 'STATUS', entity: user.name, entityId: userId, businessKey: loginId } as const
  await recordEvent(trx, { ...systemAuthor('left the company'), reason }, act)
}

async function close(trx: Knex, userId: number, managerId: number | null) {
  const author = systemAuthor('left the company')
  const [login] = await rowsOf(trx, user, rows => rows.where('id', userId))
  await updateRow(trx, user, login!, { isActive: false, resetTokenHash: null }, author)
  await trx('login_session').where({ userId }).whereNull('logoutAt').update({ logoutAt: now(), logoutType: 'FORCED' })
  const successor = await nextLogin(trx, managerId)
  if (successor === null) return
  const waiting = await rowsOf(trx, approvalTask, rows => rows.where({ assigneeUserId: userId, status: 'PENDING' }))
  await updateRows(trx, approvalTask, waiting, { assigneeUserId: successor }, author)
  const open = trx('approval_task').where({ status: 'PENDING' }).select('id')
  const shared = await rowsOf(trx, taskAssignee, rows => rows.where({ userId }).whereIn('approvalTaskId', open))
  for (const row of shared) {
    const existing = await trx('task_assignee')
      .where({ approvalTaskId: row.approvalTaskId, userId: successor })
      .first('id')
    if (!existing) await updateRow(trx, taskAssignee, row, { userId: successor }, author)
  }
}

/** The login of the first manager, from here upwards, who has one and has not left. */
async function nextLogin(trx: Knex, managerId: number | null): Promise<number | null> {
  let above = managerId
  for (let steps = 0; above !== null && steps < DEEPEST; steps++) {
    const login = await trx('user').where({ employeeId: above, isActive: 1 }).orderBy('id').first('id')
    const manager = await trx('employee').where({ id: above }).first('managerId', 'dateOfLeaving')
    if (login && !(manager.dateOfLeaving && manager.dateOfLeaving < today())) return login.id
    above = manager.managerId
  }
  return null
}
