import type { Knex } from 'knex'
import { readableNames } from '../../../resources/access-control/readable-names.ts'
import { formats } from '../../../resources/define/formats.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { csvLine, csvText, spreadsheetCell } from '../../../resources/define/sheet/sheet-cell.ts'
import { makeTemplate } from '../../../resources/platform/commands/exports.ts'
import { offerFile } from '../../platform/http/offer-file.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { readAsked } from '../command/read-body.ts'
import { maskedFor, readableBy, requireRight, restrict } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { encodeValue } from '../row-codec.ts'
import type { ColumnHelp } from '../sheets/xlsx-help.ts'
import { lookOf } from '../sheets/xlsx-styles.ts'
import { type WritableCell, workbook } from '../sheets/xlsx-write.ts'
import { signedIn } from '../signed-in.ts'
import { sheetAt, subjectOf, uploadAt } from '../uploads/upload-at.ts'
import { exampleValue } from './example-value.ts'
import { typeOf } from './export.ts'
import { isImportable, type SheetColumn, sheetColumns } from './sheet-columns.ts'

/** The longest list that is offered as a drop-down. */
const MOST_LISTED = 500

/**
 * `GET /api/templates/<path>?format=xlsx|csv`: the headings of an import with the required ones marked, and an example
 * row that the import skips. A workbook also has drop-downs and a note for every column.
 */
export function serveTemplates(router: ApiRouter, db: Knex): void {
  router.get('/api/templates/*path', async ctx => {
    const path = ctx.params.path!
    const { person } = signedIn(ctx)
    requireRight(person, subjectOf(path), 'import')
    const resource = sheetAt(path)!
    const { format } = readAsked(makeTemplate, { ...ctx.query, ...ctx.params }, person)
    const columns = columnsFor(person, resource)
    const headings = ['Action', ...columns.map(({ heading, required }) => (required ? `${heading} *` : heading))]
    const values = await Promise.all(columns.map(column => exampleValue(db, column)))
    offerFile(ctx, `${resource.name}-template.${format ?? 'xlsx'}`, typeOf(format))
    if (format === 'csv') {
      const shown = columns.map(({ cellField: reads }, index) => csvText(reads, values[index]))
      ctx.body = `\ufeff${csvLine(headings)}${csvLine(['EXAMPLE', ...shown])}`
    } else {
      const shown = columns.map(({ cellField: reads }, index) => spreadsheetCell(reads, values[index]))
      const help = [actionHelp(resource)]
      for (const column of columns) help.push(await columnHelp(db, person, column))
      const heads = [
        { heading: headings[0]! },
        ...columns.map(({ cellField }, index) => ({ heading: headings[index + 1]!, look: lookOf(cellField) })),
      ]
      ctx.body = workbook({ title: resource.title, heads, rows: singleRow(['EXAMPLE', ...shown]), help })
    }
  })
}

/** The note and drop-down of the first column, which holds the action of each row. */
function actionHelp(resource: Resource): ColumnHelp {
  const upload = uploadAt(resource.path) !== undefined
  const ends = resource.dated ? ['END_DATE'] : []
  const list = upload ? ['UPSERT', 'EXAMPLE'] : ['UPSERT', ...ends, 'DEACTIVATE', 'EXAMPLE']
  const note = `Action: may be empty, which adds or changes the row.${upload ? '' : ` ${[...ends, 'DEACTIVATE'].join(' and ')} end a row that is there.`} A row with EXAMPLE is skipped.`
  return { required: false, note, list }
}

async function* singleRow(row: WritableCell[]) {
  yield row
}

function columnsFor(person: Person, resource: Resource): SheetColumn[] {
  const readable = new Set(
    uploadAt(resource.path)
      ? readableNames(resource)
      : [...readableBy(person, resource), ...maskedFor(person, resource)],
  )
  return sheetColumns(resource).filter(({ name, field }) => isImportable(field) && readable.has(name))
}

/** Returns the note and the drop-down of a template's column. */
async function columnHelp(db: Knex, person: Person, column: SheetColumn): Promise<ColumnHelp> {
  return { required: column.required, note: noteOf(column), list: await listOf(db, person, column) }
}

/** Describes what a column means, how a value is written, and whether it is required. */
function noteOf(column: SheetColumn): string {
  const { field, heading, required } = column
  const descriptions = [field.hint, formOf(column), field.sap && 'Maintained by SAP once the row exists']
  const sentences = descriptions.filter(Boolean).map(sentence => `${String(sentence).replace(/\.$/, '')}.`)
  return `${heading}: ${required ? 'must be filled' : 'may be empty'}. ${sentences.join(' ')}`
}

function formOf({ cellField: reads, reference, part, field }: SheetColumn): string {
  if (reference) {
    const next = reference.context.find(context => context.part === part)
    return `The code of a row of ${(next?.target ?? reference.target).title}`
  }
  const { kind, scale = 0, unit, max, format, options } = reads
  switch (kind) {
    case 'number':
      return `${scale === 0 ? 'A whole number' : `A number with at most ${scale} decimals`}${unit ? `, in ${unit}` : ''}`
    case 'flag':
      return 'Yes or No'
    case 'date':
      return 'A day such as 01-04-2026 or 2026-04-01'
    case 'instant':
      return 'A day and time such as 01-04-2026 15:30'
    case 'choice':
      return 'One of the list'
    case 'list':
      return `Any of ${options!.join(', ')}, with commas between`
    default:
      return format ? `Text: ${formats[format].description}` : `Text of at most ${max ?? field.max} characters`
  }
}

async function listOf(
  db: Knex,
  person: Person,
  { cellField: reads, reference, part }: SheetColumn,
): Promise<string[] | undefined> {
  if (!reference) {
    if (reads.kind === 'flag') return ['Yes', 'No']
    return reads.kind === 'choice' ? [...reads.options!] : undefined
  }
  const next = reference.context.find(context => context.part === part)
  if (next) return codesOf(db, person, next.target, next.own, [])
  return codesOf(db, person, reference.target, reference.own, reference.fixed)
}

/** Returns the codes to choose from; undefined where there are too many or the person may not read them. */
async function codesOf(
  db: Knex,
  person: Person,
  target: Resource,
  keyColumn: string,
  fixed: readonly (readonly [string, unknown])[],
): Promise<string[] | undefined> {
  if (!person.ability.can('read', target.path)) return undefined
  const table = tableOf(target)
  const rows = db(table).where(
    Object.fromEntries(fixed.map(([name, value]) => [`${table}.${name}`, encodeValue(value)])),
  )
  if (target.kind === 'master') rows.where(`${table}.isActive`, 1)
  restrict(rows, db, target, person, 'read')
  const codes: unknown[] = await rows
    .distinct(`${table}.${keyColumn}`)
    .orderBy(`${table}.${keyColumn}`)
    .limit(MOST_LISTED + 1)
    .pluck(`${table}.${keyColumn}`)
  return codes.length === 0 || codes.length > MOST_LISTED ? undefined : codes.map(String)
}
