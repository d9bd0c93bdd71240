import type { Knex } from 'knex'
import { officeMinutes } from '../../../resources/define/dates.ts'
import { type ApprovalTask, approvalTask } from '../../../resources/orders/approval-task.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { isStale } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { escalationTarget } from './escalation-target.ts'
import { notifyDeciders } from './notify-deciders.ts'
import { officeHolidays } from './office-holidays.ts'

/**
 * Reminds of due tasks, and escalates those that waited `approval.escalate_hours` of office time to a second person;
 * each once. Skips tasks that are decided meanwhile. Returns how many tasks it changed.
 */
export async function escalateTasks(db: Knex): Promise<number> {
  const hours = (await readSettings(db))['approval.escalate_hours']
  const holidays = await officeHolidays(db)
  const at = now()
  let touched = 0
  for (const task of await lateTasks(db, hours)) {
    const waited = officeMinutes(task.createdAt, at, holidays)
    const escalates = task.escalatedAt === null && task.step !== 'ACCEPTANCE' && waited >= hours * 60
    const reminds = task.remindedAt === null && task.dueAt <= at
    if ((escalates || reminds) && (await remindOrEscalate(db, task, { escalates, reminds }))) touched += 1
  }
  return touched
}

/**
 * Open tasks that may be due for a reminder or an escalation. Office time never passes faster than the clock, so this
 * finds all of them.
 */
const lateTasks = (db: Knex, hours: number): Promise<ApprovalTask[]> =>
  rowsOf(db, approvalTask, rows =>
    rows.where('status', 'PENDING').where(any =>
      any
        .where(due => due.whereNull('remindedAt').where('dueAt', '<=', now()))
        .orWhere(late =>
          late
            .whereNull('escalatedAt')
            .whereNot('step', 'ACCEPTANCE')
            .where('createdAt', '<=', secondsFromNow(-3600 * hours)),
        ),
    ),
  )

const author = systemAuthor('Tasks that wait too long')

async function remindOrEscalate(
  db: Knex,
  task: ApprovalTask,
  { escalates, reminds }: { escalates: boolean; reminds: boolean },
) {
  try {
    await transact(db, async trx => {
      const second = escalates ? await escalationTarget(trx, task) : null
      const changes: Partial<ApprovalTask> = {
        ...(reminds && { remindedAt: now() }),
        ...(escalates && { escalatedAt: now(), escalatedToUserId: second }),
      }
      const after = await updateRow(trx, approvalTask, task, changes, author)
      if (reminds) await notifyDeciders(trx, task, 'TASK_REMINDER')
      if (second !== null) await notifyDeciders(trx, after, 'TASK_ESCALATED')
    })
    return true
  } catch (error) {
    if (isStale(error)) return false
    throw error
  }
}
