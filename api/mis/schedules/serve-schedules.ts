import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import type { BodyOf } from '../../../resources/define/command.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { MyReportSchedule, Restatement } from '../../../resources/mis/commands/reports-by-mail.ts'
import * as commands from '../../../resources/mis/commands/reports-by-mail.ts'
import {
  changedRows,
  type Frequency,
  MOST_MAILINGS,
  MOST_SCHEDULES,
  nextMailing,
  type ReportMailing,
  type ReportSchedule,
  reportMailing,
  reportSchedule,
} from '../../../resources/mis/report-schedule.ts'
import { askedBy, periodIn } from '../../../resources/platform/saved-query.ts'
import { viewStateProblem } from '../../../resources/platform/view-state.ts'
import { reports } from '../../../resources/registry.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { readQuery } from '../../derive/list/query.ts'
import { limitToPeriod } from '../../derive/list/report-period.ts'
import { columnsReadBy, requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { now, today } from '../../platform/clock.ts'
import { forbidden, invalidField, notFound, refused } from '../../platform/errors.ts'
import { rightsPrint } from '../exports/rights-print.ts'
import { readFigure } from './report-figure.ts'

/** The reports that a person has mailed, and what became of their figures since, as far as they read today. */
export const scheduleCommands = (reading: Knex): Bound[] => [
  bind(commands.listSchedules, (_, { trx, person }) => mySchedules(trx, person)),
  bind(commands.addSchedule, (asked, { trx, person, author }) => addSchedule(trx, asked, person, author)),
  bind(commands.endSchedule, ({ id }, { trx, person }) => endSchedule(trx, id, person)),
  bind(commands.showRestatements, ({ report }, { trx, person }) =>
    restatementsOf({ db: trx, reading }, person, report),
  ),
]

async function mySchedules(db: Knex, person: Person, id?: number): Promise<MyReportSchedule[]> {
  const which = (rows: Knex.QueryBuilder) => {
    rows.where('ownerId', person.id).orderBy('id', 'desc').limit(100)
    if (id !== undefined) rows.where({ id })
    return rows
  }
  const schedules = (await rowsOf(db, reportSchedule, which)) as never as ReportSchedule[]
  const ids = [...new Set(schedules.flatMap(({ readers }) => readers))]
  const logins: { id: number; loginId: string }[] = await db('user').whereIn('id', ids).select('id', 'loginId')
  const names = new Map(logins.map(login => [login.id, login.loginId]))
  return schedules.map(({ id, report, name, frequency, dayNo, nextOn, endedWhy, readers }) => ({
    ...{ id, report, name, frequency, dayNo, nextOn, endedWhy },
    readers: readers.filter(reader => reader !== person.id).flatMap(reader => names.get(reader) ?? []),
  }))
}

async function addSchedule(
  trx: Knex,
  { report: path, name, query, frequency, dayNo: day, readers: names }: BodyOf<typeof commands.addSchedule>,
  person: Person,
  author: Author,
): Promise<MyReportSchedule> {
  const report = reportAt(person, path)
  const address = addressIn(report, person, query ?? '')
  const dayNo = dayIn(frequency, day)
  const readers = await readersIn(trx, person, names ?? [])
  const [{ open }] = (await trx('report_schedule')
    .where('ownerId', person.id)
    .whereNotNull('nextOn')
    .count({ open: '*' })) as [{ open: number }]
  if (Number(open) >= MOST_SCHEDULES)
    throw refused([
      { field: 'name', code: 'TOO_MANY', message: `You have ${MOST_SCHEDULES} reports mailed: end one first` },
    ])
  const nextOn = nextMailing({ frequency, dayNo }, today())
  const values = { frequency, dayNo, report: report.path, name, address, ownerId: person.id, readers, nextOn }
  const [made] = await insertRows(trx, reportSchedule, [withDefaults(reportSchedule, values)], author)
  return (await mySchedules(trx, person, made!.id))[0]!
}

function reportAt(person: Person, path: string): Resource {
  const report = reports.find(one => one.path === path)
  if (!report) throw invalidField('report', 'ENUM', 'report must be the path of a report, such as mis/orders')
  requireRight(person, report, 'read')
  return report
}

/** The filters as the report takes them from this person. */
function addressIn(report: Resource, person: Person, query: string): string {
  const problem = viewStateProblem(report, { columns: [], density: 'normal', query })
  if (problem) throw invalidField('query', 'STATE', problem)
  limitToPeriod(report, readQuery(report, askedBy(report, query, today()), columnsReadBy(person, report)))
  return query
}

function dayIn(frequency: Frequency, day: number | null): number | null {
  if (frequency === 'DAILY') return null
  const most = frequency === 'WEEKLY' ? 7 : 28
  if (day === null || day < 1 || day > most)
    throw invalidField(
      'dayNo',
      'RANGE',
      frequency === 'WEEKLY'
        ? 'Day must be 1 for Monday to 7 for Sunday'
        : 'Day must be a day of the month from 1 to 28',
    )
  return day
}

async function readersIn(db: Knex, person: Person, readers: readonly string[]): Promise<number[]> {
  const names = [...new Set(readers.map(one => one.toLowerCase()))]
  if (names.length > 0 && person.userType !== 'EMPLOYEE')
    throw forbidden('Only employees have reports mailed to others: leave the readers empty to get it yourself')
  const logins: { id: number; loginId: string }[] = await db('user')
    .whereIn('loginId', names)
    .where({ isActive: 1, userType: 'EMPLOYEE' })
    .select('id', 'loginId')
  const missing = names.find(name => !logins.some(({ loginId }) => loginId.toLowerCase() === name))
  if (missing !== undefined)
    throw invalidField('readers', 'UNKNOWN', `No employee signs in as “${missing.slice(0, 60)}”: check the login ID`)
  return logins.map(({ id }) => id)
}

async function endSchedule(db: Knex, id: number, person: Person) {
  const ended = await db('report_schedule')
    .where({ id, ownerId: person.id })
    .update({ nextOn: null, endedWhy: 'Its owner ended it', updatedAt: now() })
  if (ended !== 1) throw notFound()
  return { id }
}

async function restatementsOf(
  { db, reading }: { db: Knex; reading: Knex },
  person: Person,
  path: string,
): Promise<Restatement[]> {
  const report = reportAt(person, path)
  const which = (rows: Knex.QueryBuilder) =>
    rows
      .whereIn('scheduleId', db('report_schedule').where({ ownerId: person.id, report: report.path }).select('id'))
      .orderBy('id', 'desc')
      .limit(MOST_MAILINGS)
  const mailings = (await rowsOf(db, reportMailing, which)) as never as ReportMailing[]
  const names = new Map((await mySchedules(db, person)).map(({ id, name }) => [id, name]))
  const restatements: Restatement[] = []
  for (const mailing of mailings) {
    const { id, scheduleId, mailedOn, kept, rights } = mailing
    const address = mailing.address ?? ''
    const days = periodIn(report, address, mailedOn)
    if (!kept || !days || !columnsReadBy(person, report).includes(kept.name)) continue
    const { kept: current } = await readFigure(reading, report, person, address)
    if (current?.name !== kept.name) continue
    const [from, to] = days
    const documents = kept.rows && current.rows ? changedRows(kept.rows, current.rows) : null
    restatements.push({
      ...{ id, mailedOn, from, to, documents },
      name: names.get(scheduleId) ?? '',
      figure: columnOf(report, kept.name)!.label,
      field: kept.name,
      was: kept.sum,
      now: current.sum,
      otherRights: rights !== rightsPrint(person),
    })
  }
  return restatements
}
