import { Readable } from 'node:stream'
import type { GroupedRows } from '../../../resources/define/report.ts'
import type { Grouping } from '../../../resources/define/resource.ts'
import { csvLine, csvText, spreadsheetCell, withoutFormula } from '../../../resources/define/sheet/sheet-cell.ts'
import { type GroupHead, type GroupTable, groupTable } from '../../../resources/mis/group-table.ts'
import { optionLabel, optionReaderOf } from '../../../resources/option-words.ts'
import { exportGroups } from '../../../resources/platform/commands/report-groups.ts'
import { reports } from '../../../resources/registry.ts'
import { now, today } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { offerFile, refuseWhileViewing } from '../../platform/http/offer-file.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { readFiltered } from '../command/read-body.ts'
import { recordEvent } from '../history/record-event.ts'
import { readQuery } from '../list/query.ts'
import { groupRows } from '../list/report-groups.ts'
import { limitToPeriod } from '../list/report-period.ts'
import { columnsReadBy, requireRight } from '../rights/conditions.ts'
import { lookOf } from '../sheets/xlsx-styles.ts'
import { workbook } from '../sheets/xlsx-write.ts'
import { signedIn } from '../signed-in.ts'
import { type AboutFile, aboutFile } from './about-file.ts'
import { type Databases, typeOf } from './export.ts'
import { aboutLines } from './file-rows.ts'
import { paperOfGroups, printList, requireFitsOnPaper } from './list-paper.ts'

/**
 * `GET /api/export-groups/<path>?by=…&across=…&of=…&format=xlsx|csv|pdf` with the filters of a report: its groups as a
 * file, in the lines and columns of its page, in a workbook and on paper with their totals. `check=true` answers only with
 * the number of lines.
 */
export function serveGroupExports(router: ApiRouter, { db, reading }: Databases, files: RateLimit): void {
  router.get('/api/export-groups/*path', async ctx => {
    const { person, author } = signedIn(ctx)
    refuseWhileViewing(ctx)
    const report = reports.find(({ path }) => path === ctx.params.path)
    if (!report?.groups) throw notFound()
    requireRight(person, report, 'read')
    requireRight(person, report, 'export')
    const { asked, filters } = readFiltered(exportGroups, { ...ctx.query, ...ctx.params }, person)
    const { by, across, of, check } = asked
    const format = asked.format ?? 'xlsx'
    const grouping: Grouping = { by: by.split(','), across: across ?? undefined, of: of ?? undefined }
    const names = across === null ? by : `${by},${across}`
    const grouped: GroupedRows = await groupRows(reading, report, person, names, filters)
    const reader = optionReaderOf(person.userType)
    const table = groupTable(report, grouping, grouped, (field, option) => optionLabel(field, option, reader))
    if (format === 'pdf') requireFitsOnPaper(table.lines.length)
    if (check) {
      ctx.body = { rows: table.lines.length }
      return
    }
    await files.take(String(person.id))
    const what = { format, rows: table.lines.length, by: names, of, filters }
    await recordEvent(db, author, { action: 'EXPORT', entity: report.name, entityId: 0, what })
    const query = limitToPeriod(report, readQuery(report, filters, columnsReadBy(person, report)))
    const about = await aboutFile(reading, report, person, query, { at: now(), rows: grouped.rows })
    offerFile(ctx, `${report.name}-by-${today()}.${format}`, typeOf(format))
    if (format === 'pdf') ctx.body = await printList(await paperOfGroups(reading, report.title, table, person, about))
    else ctx.body = format === 'csv' ? csv(table, asked.about ? about : undefined) : xlsx(report.title, table, about)
  })
}

type Line = { head: GroupHead; value: unknown; text: string | null }[]

function linesOf({ dimensions, figures, lines, totals }: GroupTable, { withTotal }: { withTotal: boolean }): Line[] {
  const cells = (values: GroupTable['totals']): Line =>
    values.map((value, at) => ({ head: figures[at]!, value, text: null }))
  const total: Line = dimensions.map((head, at) => ({ head, value: null, text: at === 0 ? 'Total' : '' }))
  const rows = lines.map(line => [
    ...line.keys.map(({ value, text }, at) => ({ head: dimensions[at]!, value, text })),
    ...cells(line.figures),
  ])
  return withTotal ? [...rows, [...total, ...cells(totals)]] : rows
}

const headings = ({ dimensions, figures }: GroupTable) => [...dimensions, ...figures].map(({ label }) => label)

function csv(table: GroupTable, about: AboutFile | undefined): Readable {
  const lines = linesOf(table, { withTotal: false }).map(line =>
    csvLine(line.map(({ head, value, text }) => (text === null ? csvText(head.field, value) : withoutFormula(text)))),
  )
  return Readable.from([
    Buffer.from(`\ufeff${csvLine(headings(table).map(withoutFormula))}${lines.join('')}${aboutLines(about)}`),
  ])
}

function xlsx(title: string, table: GroupTable, about: AboutFile): Readable {
  async function* cells() {
    for (const line of linesOf(table, { withTotal: true }))
      yield line.map(({ head, value, text }) => text ?? spreadsheetCell(head.field, value))
  }
  const heads = [
    ...table.dimensions.map(({ label }) => ({ heading: label, look: 'text' as const })),
    ...table.figures.map(({ label, field }) => ({ heading: label, look: lookOf(field) })),
  ]
  return workbook({ title, heads, rows: cells(), about })
}
