import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import {
  nextMailing,
  type ReportSchedule,
  reportMailing,
  reportSchedule,
} from '../../../resources/mis/report-schedule.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { fixedAddress } from '../../../resources/platform/saved-query.ts'
import { reports } from '../../../resources/registry.ts'
import { addressesFor } from '../../derive/list/shared-filters.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readPerson } from '../../derive/rights/read-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { type Mail, sendMails } from '../../mail/messages.ts'
import { now, today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { rightsPrint } from '../exports/rights-print.ts'
import { readFigure } from './report-figure.ts'

/**
 * Mails the reports that are due today, each in a transaction of its own: a link for every reader, with the filter as far
 * as they see it. It runs with the rights that the owner has today, and ends with them; figures are read from `reading`.
 * Returns how many were mailed; two processes may run it at once.
 */
export async function mailReports(db: Knex, reading = db): Promise<number> {
  const due = (await rowsOf(db, reportSchedule, rows =>
    rows.where('nextOn', '<=', today()).orderBy('id'),
  )) as never as ReportSchedule[]
  let mailed = 0
  for (const schedule of due) if (await mailOne(db, reading, schedule)) mailed += 1
  return mailed
}

async function mailOne(db: Knex, reading: Knex, schedule: ReportSchedule): Promise<boolean> {
  const report = reports.find(({ path }) => path === schedule.report)
  const owner = await readPerson(db, schedule.ownerId)
  const why = !owner
    ? 'Its owner has no login any more'
    : !report
      ? 'There is no such report any more'
      : !owner.ability.can('read', report.path)
        ? 'Its owner may no longer read the report'
        : undefined
  if (why !== undefined || !owner || !report) return end(db, schedule, why ?? '')
  const address = fixedAddress(report, schedule.address ?? '', today())
  const { rows, kept } = await readFigure(reading, report, owner, address)
  const readers = await readersOf(db, schedule, owner)
  const mails: Mail[] = []
  for (const { person, email } of readers) {
    if (!person.ability.can('read', report.path)) continue
    const [ownAddress] = await addressesFor(db, person, [{ list: report, address: schedule.address ?? '' }])
    mails.push({
      template: 'REPORT_MAILED',
      topic: 'ORDER',
      to: email,
      owner: { type: 'report-schedule', id: schedule.id },
      values: {
        name: person.name,
        reportTitle: report.title,
        viewName: schedule.name,
        ownerName: owner.name,
        link: `${PORTAL}/${report.path}${ownAddress ? `?${ownAddress}` : ''}`,
      },
    })
  }
  return transact(db, async trx => {
    if (!(await take(trx, schedule, { nextOn: nextMailing(schedule, today()) }))) return false
    const values = { scheduleId: schedule.id, mailedOn: today(), readers: mails.length, address, rowCount: rows }
    await insertRows(
      trx,
      reportMailing,
      [withDefaults(reportMailing, { ...values, rights: rightsPrint(owner), kept: report.period ? kept : null })],
      systemAuthor('reports by mail'),
    )
    await sendMails(trx, mails)
    return true
  })
}

/** The owner first, then whoever else reads it and still has a login. */
async function readersOf(db: Knex, { readers }: ReportSchedule, owner: Person) {
  const ids = [...new Set([owner.id, ...readers])]
  const logins: { id: number; email: string | null }[] = await db('user')
    .whereIn('id', ids)
    .where('isActive', 1)
    .orderBy('id')
    .select('id', 'email')
  const mailedReaders: { person: Person; email: string }[] = []
  for (const { id, email } of logins) {
    const person = id === owner.id ? owner : await readPerson(db, id)
    if (person && email) mailedReaders.push({ person, email })
  }
  return mailedReaders
}

async function end(db: Knex, schedule: ReportSchedule, endedWhy: string): Promise<false> {
  await take(db, schedule, { nextOn: null, endedWhy })
  return false
}

/** Of several processes one changes a schedule that is due. */
const take = async (db: Knex, { id, nextOn }: ReportSchedule, changes: object) =>
  (await db('report_schedule')
    .where({ id, nextOn })
    .update({ ...changes, updatedAt: now() })) === 1
