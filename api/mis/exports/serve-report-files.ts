import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { showNumber } from '../../../resources/define/show.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { MOST_IN_WORK, type MyReportFile, type ReportFile, reportFile } from '../../../resources/mis/report-file.ts'
import { reports } from '../../../resources/registry.ts'
import { typeOf } from '../../derive/export/export.ts'
import { askFile } from '../../derive/export/file-rows.ts'
import { recordEvent } from '../../derive/history/record-event.ts'
import { readId } from '../../derive/list/query.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { insertRows } from '../../derive/save/write.ts'
import type { Call } from '../../derive/service.ts'
import { listableAt, signedIn } from '../../derive/signed-in.ts'
import { now, today } from '../../platform/clock.ts'
import { forbidden, invalidField, notFound, refused } from '../../platform/errors.ts'
import { offerFile, refuseWhileViewing } from '../../platform/offer-file.ts'
import type { ApiRouter } from '../../platform/router.ts'
import { removeSaved, streamSaved } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { type ReportFilesAt, ReportFileWork } from './report-file-work.ts'
import { rightsPrint } from './rights-print.ts'

/** How often files are looked for that another process left, in milliseconds. */
const LOOK_MS = 60_000
const SHOWN = ['id', 'report', 'fileName', 'status', 'rowsTotal', 'rowsDone', 'errorText', 'expiresAt', 'createdAt']

/**
 * `/api/my-report-files`: the files of reports that the person has in the making or made; a POST asks for one, a DELETE
 * cancels or removes it, and `GET /api/my-report-files/7/file` hands it out, if their rights are still those it was made
 * with.
 */
export function serveReportFiles(app: Application, router: ApiRouter, at: ReportFilesAt) {
  const { db, config } = at
  const work = new ReportFileWork(at)
  const timer = setInterval(() => work.begin(), LOOK_MS).unref()
  const service = {
    find: (call: Call) => myFiles(db, requirePerson(call)),
    async create(body: Record<string, unknown>, call: Call) {
      const file = await askForFile(db, body, call)
      work.begin()
      return file
    },
    remove: (id: unknown, call: Call) => dropFile(db, config.home, id, requirePerson(call)),
  }
  app.use('api/my-report-files', service as never, { methods: ['find', 'create', 'remove'] } as never)
  router.get('/api/my-report-files/:id/file', async ctx => {
    const { person } = signedIn(ctx)
    refuseWhileViewing(ctx)
    const file = await fileOf(db, ctx.params.id, person)
    if (file.status !== 'DONE' || !file.storageKey || (file.expiresAt ?? '') < now())
      throw notFound('This file no longer exists: create it again on the page of its report.')
    const report = listableAt(file.report)
    requireRight(person, report, 'read')
    requireRight(person, report, 'export')
    if (file.rights !== rightsPrint(person))
      throw forbidden('Your rights have changed since this file was made: make it again on the page of its report.')
    offerFile(ctx, file.fileName, typeOf(file.format))
    ctx.body = streamSaved(config.home, file.storageKey)
  })
  return {
    work,
    stop() {
      clearInterval(timer)
      return work.stop()
    },
  }
}

const myFiles = async (db: Knex, { id }: Person): Promise<MyReportFile[]> =>
  db('report_file')
    .where('requestedById', id)
    .whereNotIn('status', ['CANCELLED', 'EXPIRED'])
    .orderBy('id', 'desc')
    .limit(20)
    .select(SHOWN)

async function askForFile(db: Knex, body: Record<string, unknown>, call: Call): Promise<MyReportFile> {
  const person = requirePerson(call)
  const author = requireAuthor(call)
  const { report: path, format, columns, filters = {} } = body
  const report = reports.find(one => one.path === path)
  if (!report) throw invalidField('report', 'ENUM', 'report must be the path of a report, such as mis/orders')
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters))
    throw invalidField('filters', 'TYPE', 'filters must be the query of the report, as its list takes it')
  const asked = { ...filters, ...(columns !== undefined && { columns }) }
  const file = await askFile(db, report, person, { ...asked, format })
  return transact(db, async trx => {
    const [{ open }] = (await trx('report_file')
      .where('requestedById', person.id)
      .whereIn('status', ['WAITING', 'WRITING'])
      .count({ open: '*' })) as [{ open: number }]
    if (Number(open) >= MOST_IN_WORK)
      throw refused([
        {
          field: 'report',
          code: 'TOO_MANY',
          message: `${showNumber(MOST_IN_WORK)} of your files are in the making: wait for one, or cancel it`,
        },
      ])
    const values = { report: report.path, format: file.format, requestedById: person.id, asked }
    const fileName = `${report.name}-${today()}.${file.format}`
    const [made] = await insertRows(trx, reportFile, [withDefaults(reportFile, { ...values, fileName })], author)
    const what = { format: file.format, columns: file.columns.map(({ name }) => name), filters }
    await recordEvent(trx, author, { action: 'EXPORT', entity: report.name, entityId: 0, what })
    return trx('report_file').where('id', made!.id).first(SHOWN)
  })
}

async function fileOf(db: Knex, id: unknown, person: Person): Promise<ReportFile> {
  const fileId = readId(id)
  if (fileId === undefined) throw notFound()
  const which = (rows: Knex.QueryBuilder) => rows.where({ id: fileId, requestedById: person.id })
  const [file] = (await rowsOf(db, reportFile, which)) as never as ReportFile[]
  if (!file) throw notFound()
  return file
}

/** Cancels a file in the making; removes one that is made. */
async function dropFile(db: Knex, home: string, id: unknown, person: Person) {
  const file = await fileOf(db, id, person)
  const own = () => db('report_file').where('id', file.id)
  const waits = await own().where({ status: 'WAITING' }).update({ status: 'CANCELLED', updatedAt: now() })
  if (waits === 0) await own().where({ status: 'WRITING' }).update({ cancelRequested: 1, updatedAt: now() })
  const over = own().whereIn('status', ['DONE', 'FAILED'])
  const removed = waits === 0 && (await over.update({ status: 'CANCELLED', storageKey: null, updatedAt: now() })) === 1
  if (removed && file.storageKey) await removeSaved(home, file.storageKey)
  return { id: file.id }
}
