import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import {
  changedRows,
  type Frequency,
  frequencies,
  MOST_READERS,
  MOST_SCHEDULES,
  type MyReportSchedule,
  nextMailing,
  type ReportMailing,
  type ReportSchedule,
  type Restatement,
  reportMailing,
  reportSchedule,
} from '../../../resources/mis/report-schedule.ts'
import { askedBy, periodIn } from '../../../resources/platform/saved-query.ts'
import { viewStateProblem } from '../../../resources/platform/view-state.ts'
import { reports } from '../../../resources/registry.ts'
import { readId, readQuery } from '../../derive/list/query.ts'
import { limitToPeriod } from '../../derive/list/report-period.ts'
import { columnsReadBy, requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { insertRows } from '../../derive/save/write.ts'
import type { Call } from '../../derive/service.ts'
import { now, today } from '../../platform/clock.ts'
import { forbidden, invalidField, notFound, refused } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { rightsPrint } from '../exports/rights-print.ts'
import { readFigure } from './report-figure.ts'

type Body = Record<string, unknown>

/**
 * `/api/my-report-schedules`: the reports that the person has mailed; a POST adds one, a DELETE ends it. `GET
 * /api/my-restatements?report=mis/invoices` compares what was mailed with what it is now, as far as they read today.
 */
export function serveSchedules(app: Application, { db, reading }: { db: Knex; reading: Knex }) {
  const schedules = {
    find: (call: Call) => mySchedules(db, requirePerson(call)),
    create: (body: Body, call: Call) => addSchedule(db, body, call),
    remove: (id: unknown, call: Call) => endSchedule(db, id, requirePerson(call)),
  }
  const restatements = {
    find: (call: Call) => restatementsOf({ db, reading }, requirePerson(call), call.query?.report),
  }
  app.use('api/my-report-schedules', schedules as never, { methods: ['find', 'create', 'remove'] } as never)
  app.use('api/my-restatements', restatements as never, { methods: ['find'] } as never)
}

async function mySchedules(db: Knex, person: Person, id?: number): Promise<MyReportSchedule[]> {
  const which = (rows: Knex.QueryBuilder) => {
    rows.where('ownerId', person.id).orderBy('id', 'desc').limit(100)
    if (id !== undefined) rows.where({ id })
    return rows
  }
  const found = (await rowsOf(db, reportSchedule, which)) as never as ReportSchedule[]
  const ids = [...new Set(found.flatMap(({ readers }) => readers))]
  const logins: { id: number; loginId: string }[] = await db('user').whereIn('id', ids).select('id', 'loginId')
  const names = new Map(logins.map(login => [login.id, login.loginId]))
  return found.map(({ id, report, name, frequency, dayNo, nextOn, endedWhy, readers }) => ({
    ...{ id, report, name, frequency, dayNo, nextOn, endedWhy },
    readers: readers.filter(reader => reader !== person.id).flatMap(reader => names.get(reader) ?? []),
  }))
}

async function addSchedule(db: Knex, body: Body, call: Call) {
  const person = requirePerson(call)
  const author = requireAuthor(call)
  const report = reportAt(person, body.report)
  const address = addressIn(report, person, body.query)
  const name = typeof body.name === 'string' ? body.name.trim() : ''
  if (!name || name.length > 60) throw invalidField('name', 'REQUIRED', 'Name the mail, in at most 60 characters')
  const { frequency } = body
  if (!frequencies.includes(frequency as Frequency))
    throw invalidField('frequency', 'ENUM', 'How often must be DAILY, WEEKLY or MONTHLY')
  const dayNo = dayIn(frequency as Frequency, body.dayNo)
  const readers = await readersIn(db, person, body.readers)
  return transact(db, async trx => {
    const [{ open }] = (await trx('report_schedule')
      .where('ownerId', person.id)
      .whereNotNull('nextOn')
      .count({ open: '*' })) as [{ open: number }]
    if (Number(open) >= MOST_SCHEDULES)
      throw refused([
        { field: 'name', code: 'TOO_MANY', message: `You have ${MOST_SCHEDULES} reports mailed: end one first` },
      ])
    const kind = { frequency: frequency as Frequency, dayNo }
    const nextOn = nextMailing(kind, today())
    const values = { ...kind, report: report.path, name, address, ownerId: person.id, readers, nextOn }
    const [made] = await insertRows(trx, reportSchedule, [withDefaults(reportSchedule, values)], author)
    return (await mySchedules(trx, person, made!.id))[0]
  })
}

function reportAt(person: Person, path: unknown): Resource {
  const report = reports.find(one => one.path === path)
  if (!report) throw invalidField('report', 'ENUM', 'report must be the path of a report, such as mis/orders')
  requireRight(person, report, 'read')
  return report
}

/** The filters as the report takes them from this person. */
function addressIn(report: Resource, person: Person, query: unknown): string {
  const problem = viewStateProblem(report, { columns: [], density: 'normal', query })
  if (problem) throw invalidField('query', 'STATE', problem)
  limitToPeriod(report, readQuery(report, askedBy(report, query as string, today()), columnsReadBy(person, report)))
  return query as string
}

function dayIn(frequency: Frequency, day: unknown): number | null {
  if (frequency === 'DAILY') return null
  const most = frequency === 'WEEKLY' ? 7 : 28
  if (!Number.isInteger(day) || Number(day) < 1 || Number(day) > most)
    throw invalidField(
      'dayNo',
      'RANGE',
      frequency === 'WEEKLY'
        ? 'Day must be 1 for Monday to 7 for Sunday'
        : 'Day must be a day of the month from 1 to 28',
    )
  return Number(day)
}

async function readersIn(db: Knex, person: Person, readers: unknown = []): Promise<number[]> {
  if (!Array.isArray(readers) || !readers.every(one => typeof one === 'string') || readers.length > MOST_READERS)
    throw invalidField('readers', 'TYPE', `Readers must be at most ${MOST_READERS} login IDs`)
  const names = [...new Set(readers.map(one => one.trim().toLowerCase()).filter(Boolean))]
  if (names.length > 0 && person.userType !== 'EMPLOYEE')
    throw forbidden('Only employees have reports mailed to others: leave the readers empty to get it yourself')
  const found: { id: number; loginId: string }[] = await db('user')
    .whereIn('loginId', names)
    .where({ isActive: 1, userType: 'EMPLOYEE' })
    .select('id', 'loginId')
  const missing = names.find(name => !found.some(({ loginId }) => loginId.toLowerCase() === name))
  if (missing !== undefined)
    throw invalidField('readers', 'UNKNOWN', `No employee signs in as «${missing.slice(0, 60)}»: check the login ID`)
  return found.map(({ id }) => id)
}

async function endSchedule(db: Knex, id: unknown, person: Person) {
  const scheduleId = readId(id)
  if (scheduleId === undefined) throw notFound()
  const ended = await db('report_schedule')
    .where({ id: scheduleId, ownerId: person.id })
    .update({ nextOn: null, endedWhy: 'Its owner ended it', updatedAt: now() })
  if (ended !== 1) throw notFound()
  return { id: scheduleId }
}

/** How many mailings are looked at again. */
const LOOKED_AT = 12

async function restatementsOf(
  { db, reading }: { db: Knex; reading: Knex },
  person: Person,
  path: unknown,
): Promise<Restatement[]> {
  const report = reportAt(person, path)
  const which = (rows: Knex.QueryBuilder) =>
    rows
      .whereIn('scheduleId', db('report_schedule').where({ ownerId: person.id, report: report.path }).select('id'))
      .orderBy('id', 'desc')
      .limit(LOOKED_AT)
  const mailings = (await rowsOf(db, reportMailing, which)) as never as ReportMailing[]
  const names = new Map((await mySchedules(db, person)).map(({ id, name }) => [id, name]))
  const found: Restatement[] = []
  for (const mailing of mailings) {
    const { id, scheduleId, mailedOn, kept, rights } = mailing
    const address = mailing.address ?? ''
    const days = periodIn(report, address, mailedOn)
    if (!kept || !days || !columnsReadBy(person, report).includes(kept.name)) continue
    const { kept: current } = await readFigure(reading, report, person, address)
    if (current?.name !== kept.name) continue
    const [from, to] = days
    const documents = kept.rows && current.rows ? changedRows(kept.rows, current.rows) : null
    found.push({
      ...{ id, mailedOn, from, to, documents },
      name: names.get(scheduleId) ?? '',
      figure: columnOf(report, kept.name)!.label,
      field: kept.name,
      was: kept.sum,
      now: current.sum,
      otherRights: rights !== rightsPrint(person),
    })
  }
  return found
}
