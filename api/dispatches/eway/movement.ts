import type { Knex } from 'knex'
import { momentText } from '../../../resources/define/show.ts'
import { type EwayBillRow, ewayBill, type transporterTasks } from '../../../resources/dispatches/eway/eway-bill.ts'
import { actorOf, type EwayDeed, type Holder } from '../../../resources/dispatches/eway/holder.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { notify } from '../../mail/notify.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'

/** Within a day, and before the e-way bill ends. */
const TASK_SECONDS = 24 * 3600

/** Who does something with an e-way bill now. */
export const whoDoes = (deed: EwayDeed, bill: EwayBillRow, gstin: string): Holder =>
  actorOf(deed, {
    madeByUs: bill.gstin === gstin,
    transporterId: bill.namedTransporter === gstin ? null : bill.namedTransporter || null,
    partBBy: bill.partBBy,
  })

type Task = Exclude<(typeof transporterTasks)[number], 'NONE'>

/** Gives the transporter of an e-way bill a task with a deadline, and tells its people. Returns the deadline. */
export async function askTransporter(trx: Knex, id: number, task: Task, taskText: string): Promise<string> {
  const [before] = await rowsOf(trx, ewayBill, rows => rows.where({ id }))
  const day = secondsFromNow(TASK_SECONDS)
  const ends = before!.validTo
  const taskDue = ends !== null && ends > now() && ends < day ? ends : day
  const asked = { task, taskText: taskText.slice(0, 255), taskDue }
  await updateRow(trx, ewayBill, before!, asked, systemAuthor('only the transporter may'))
  const theirs: number[] = await trx('user')
    .where({ transporterId: before!.transporterId ?? 0, isActive: 1 })
    .pluck('id')
  await notify(trx, theirs, {
    title: `E-way bill ${before!.ewayBillNo}: ${taskText}`.slice(0, 120),
    body: `Please do so on the portal by ${momentText(taskDue)}.`,
    link: `/dispatches/eway-bills/show/${id}`,
  })
  return taskDue
}
