import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Author, systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { notifyDesk } from './desk-notes.ts'

/** Within how many days of booking the transporter must have the notice, and when the desk is reminded of it. */
const NOTICE_DAYS = 180
const REMIND_DAYS = 150

/** What a new claim says of the notice that the transporter must have. */
export const noticeDue = ({ lrDate }: Lr): Partial<Lr> => ({
  claimStatus: 'NOTICE_DUE',
  claimDue: addDays(lrDate, NOTICE_DAYS),
})

/** What an event changes of the claim: a loss, or a balance that is given up, opens one where there is none. */
export function claimFor(before: Lr, eventCode: DeliveryStatus, settles: boolean): Partial<Lr> {
  return (eventCode === 'LOST' || settles) && before.claimStatus === 'NONE' ? noticeDue(before) : {}
}

/** What another day of its LR makes of a claim: the notice falls due on another day, and one that lapsed may be given. */
export function claimOn(before: Lr, lrDate: string): Partial<Lr> {
  if (before.claimDue === null) return {}
  const { claimDue } = noticeDue({ ...before, lrDate }) as { claimDue: string }
  const isOpenAgain = before.claimStatus === 'LAPSED' && claimDue >= today()
  return { claimDue, ...done(before), ...(isOpenAgain && { claimStatus: 'NOTICE_DUE' as const }) }
}

/** Ends a claim that nobody has noticed to the transporter yet, since the loss is taken back. */
export const withoutClaim = (before: Lr): Partial<Lr> =>
  before.claimStatus === 'NOTICE_DUE' ? { claimStatus: 'NONE', claimDue: null, ...done(before) } : {}

/** Opens a claim against the transporter for loss or damage; nothing happens where there is one already. */
async function openClaim(trx: Knex, before: Lr, author: Author): Promise<void> {
  if (before.claimStatus === 'NONE') await updateRow(trx, lr, before, noticeDue(before), author)
}

/** Opens a claim by hand, for damage that no event tells of. */
export const claimDamage: ActionHandler = async (trx, { rows, author }) => {
  await openClaim(trx, rows[0] as Lr, author)
  return undefined
}

/**
 * Notes that the transporter has the notice of loss or damage, even where it was given too late. Throws 400 for a day before
 * the LR or after today.
 */
export const giveNotice: ActionHandler = async (trx, { rows, values, author }) => {
  const [before] = rows as [Lr]
  const claimNoticeOn = String(values.noticeOn)
  if (claimNoticeOn < before.lrDate || claimNoticeOn > today())
    throw invalidField('noticeOn', 'RANGE', 'Notice given on must be from the day of the LR to today')
  await updateRow(trx, lr, before, { claimStatus: 'NOTICE_GIVEN', claimNoticeOn, ...done(before) }, author)
  return undefined
}

/** Notes what the transporter or the insurer pays. */
export const settleClaim: ActionHandler = async (trx, { rows, values, author }) => {
  const claimAmount = Number(values.claimAmount)
  await updateRow(trx, lr, rows[0] as Lr, { claimStatus: 'SETTLED', claimAmount }, author)
  return undefined
}

/** Notes that the transporter refuses the claim. */
export const refuseClaim: ActionHandler = async (trx, { rows, author }) => {
  await updateRow(trx, lr, rows[0] as Lr, { claimStatus: 'REFUSED' }, author)
  return undefined
}

/** What the desk has to do while a notice is due. */
const task = ({ claimDue }: Lr) => `Give the transporter notice of the loss by ${dayText(claimDue!)}`

/** Takes the reminder of a notice off the desk. */
const done = (row: Lr): Partial<Lr> => (row.claimDue && row.deskTask === task(row) ? { deskTask: null } : {})

/** Once a night: reminds the desk of notices that fall due, once for each, and lets claims lapse without a notice. */
export async function remindOfClaims(db: Knex): Promise<number> {
  const due = await rowsOf(db, lr, rows =>
    rows
      .where('claimStatus', 'NOTICE_DUE')
      .where('claimDue', '<=', addDays(today(), NOTICE_DAYS - REMIND_DAYS))
      .where(open => open.whereNull('deskTask').orWhere('claimDue', '<', today()))
      .orderBy('id'),
  )
  for (const { id } of due) await transact(db, trx => remind(trx, id))
  return due.length
}

async function remind(trx: Knex, id: number) {
  const [row] = await rowsOf(trx, lr, rows => rows.where({ id, claimStatus: 'NOTICE_DUE' }))
  if (!row?.claimDue) return
  if (row.claimDue < today()) {
    const lapsed = { claimStatus: 'LAPSED' as const, ...done(row) }
    await updateRow(trx, lr, row, lapsed, systemAuthor('notice not given in time'))
    await notifyDesk(trx, row, { title: `The claim for LR ${row.lrNo} has expired: no notice was given`, body: null })
  } else if (row.deskTask === null) {
    await updateRow(trx, lr, row, { deskTask: task(row) }, systemAuthor('notice to the transporter due'))
    await notifyDesk(trx, row, { title: `LR ${row.lrNo}: notice to the transporter is due`, body: task(row) })
  }
}
