import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { MyReportFile } from '../../../resources/mis/commands/report-files.ts'
import * as commands from '../../../resources/mis/commands/report-files.ts'
import { MOST_IN_WORK, type ReportFile, reportFile } from '../../../resources/mis/report-file.ts'
import { reports } from '../../../resources/registry.ts'
import { bind } from '../../derive/command/serve-commands.ts'
import { typeOf } from '../../derive/export/export.ts'
import { askFile } from '../../derive/export/file-rows.ts'
import { recordEvent } from '../../derive/history/record-event.ts'
import { readId } from '../../derive/list/query.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { listableAt, signedIn } from '../../derive/signed-in.ts'
import { now, today } from '../../platform/clock.ts'
import { forbidden, invalidField, notFound, refused } from '../../platform/errors.ts'
import { offerFile, refuseWhileViewing } from '../../platform/http/offer-file.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { removeSaved, streamSaved } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { type ReportFilesAt, ReportFileWork } from './report-file-work.ts'
import { rightsPrint } from './rights-print.ts'

/** How often files are looked for that another process left, in milliseconds. */
const LOOK_MS = 60_000
const SHOWN = ['id', 'report', 'fileName', 'status', 'rowsTotal', 'rowsDone', 'errorText', 'expiresAt', 'createdAt']

/** A person's files of reports, in the making or made; handed out if their rights are those they were made with. */
export function serveReportFiles(router: ApiRouter, at: ReportFilesAt) {
  const { db, config } = at
  const work = new ReportFileWork(at)
  const timer = setInterval(() => work.begin(), LOOK_MS).unref()
  router.get('/api/my-report-files/:id/file', async ctx => {
    const { person } = signedIn(ctx)
    refuseWhileViewing(ctx)
    const file = await fileOf(db, readId(ctx.params.id), person)
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
    commands: [
      bind(commands.listFiles, (_, { trx, person }) => myFiles(trx, person)),
      bind(commands.askForFile, async (asked, { trx, person, author }) => {
        const file = await askForFile(trx, asked, person, author)
        work.begin()
        return file
      }),
      bind(commands.dropFile, ({ id }, { trx, person }) => dropFile(trx, config.home, id, person)),
    ],
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

async function askForFile(
  db: Knex,
  { report: path, format, columns, filters }: BodyOf<typeof commands.askForFile>,
  person: Person,
  author: Author,
): Promise<MyReportFile> {
  const report = reports.find(one => one.path === path)
  if (!report) throw invalidField('report', 'ENUM', 'report must be the path of a report, such as mis/orders')
  const fileQuery = { ...filters, ...(columns !== null && { columns }) }
  const file = await askFile(db, report, person, { format, columns }, filters ?? {})
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
    const values = { report: report.path, format: file.format, requestedById: person.id, asked: fileQuery }
    const fileName = `${report.name}-${today()}.${file.format}`
    const [newFile] = await insertRows(trx, reportFile, [withDefaults(reportFile, { ...values, fileName })], author)
    const what = { format: file.format, columns: file.columns.map(({ name }) => name), filters: filters ?? {} }
    await recordEvent(trx, author, { action: 'EXPORT', entity: report.name, entityId: 0, what })
    return trx('report_file').where('id', newFile!.id).first(SHOWN)
  })
}

async function fileOf(db: Knex, id: number | undefined, person: Person): Promise<ReportFile> {
  const which = (rows: Knex.QueryBuilder) => rows.where({ id: id ?? 0, requestedById: person.id })
  const [file] = (await rowsOf(db, reportFile, which)) as never as ReportFile[]
  if (!file) throw notFound()
  return file
}

/** Cancels a file in the making; removes one that is made. */
async function dropFile(db: Knex, home: string, id: number, person: Person) {
  const file = await fileOf(db, id, person)
  const ownFile = () => db('report_file').where('id', file.id)
  const waits = await ownFile().where({ status: 'WAITING' }).update({ status: 'CANCELLED', updatedAt: now() })
  if (waits === 0) await ownFile().where({ status: 'WRITING' }).update({ cancelRequested: 1, updatedAt: now() })
  const over = ownFile().whereIn('status', ['DONE', 'FAILED'])
  const removed = waits === 0 && (await over.update({ status: 'CANCELLED', storageKey: null, updatedAt: now() })) === 1
  if (removed && file.storageKey) await removeSaved(home, file.storageKey)
  return { id: file.id }
}
