import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { reports } from '../../../resources/registry.ts'
import { notFound } from '../../platform/errors.ts'
import type { Call } from '../call.ts'
import { behaviourOf } from '../extend.ts'
import { columnsReadBy, requireRight } from '../rights/conditions.ts'
import { requirePerson } from '../rights/require-person.ts'
import { findPage } from './find.ts'
import { readId, readQuery } from './query.ts'
import { limitToPeriod } from './report-period.ts'

/** Where reports are read: rows, groups, charts and files of them. */
const READS_REPORTS =
  /^\/api\/(?:report-groups|growth-bridge|my-restatements|(?:export\/|export-groups\/)?([a-z].*?)(?:\/\d+)?)$/

/** Whether a request to this path reads a report. */
export function isOfReport(path: string): boolean {
  const found = READS_REPORTS.exec(path)
  return found !== null && (found[1] === undefined || reports.some(report => report.path === found[1]))
}

/**
 * `GET /api/mis/<report>?…` with the query of every list (page by key: `id[$lt]=…`), and `GET /api/mis/<report>/7` for
 * one row with its details.
 */
export function serveReports(app: Application, db: Knex) {
  for (const report of reports)
    app.use(`api/${report.path}`, service(db, report) as never, { methods: ['find', 'get'] } as never)
}

const service = (db: Knex, report: Resource) => ({
  async find(call: Call) {
    const person = requirePerson(call)
    requireRight(person, report, 'read')
    const query = readQuery(report, call.query ?? {}, columnsReadBy(person, report))
    return findPage(db, report, limitToPeriod(report, query), person)
  },

  async get(rowId: unknown, call: Call) {
    const person = requirePerson(call)
    requireRight(person, report, 'read')
    const id = readId(rowId)
    if (id === undefined) throw notFound()
    const query = readQuery(
      report,
      { id, $limit: 1, ...asOnOf(report, call), ...choicesOf(report, call) },
      columnsReadBy(person, report),
    )
    const [row] = (await findPage(db, report, query, person)).data
    if (!row) throw notFound()
    return { ...row, ...(await behaviourOf(report).details?.(db, person, id)) }
  },
})

/** A row of a past day has an id of its own. */
const asOnOf = ({ keptDaily }: Resource, { query }: Call) =>
  keptDaily && query?.asOn !== undefined ? { asOn: query.asOn } : {}

/** A row says what the reader chose. */
const choicesOf = ({ choices = {} }: Resource, { query = {} }: Call) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name in choices))
