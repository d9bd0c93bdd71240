import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Context, Next } from 'koa'
import type { Field } from '../../resources/define/fields.ts'
import type { Format } from '../../resources/define/formats.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { csvLine, csvText, spreadsheetCell } from '../../resources/define/sheet-cell.ts'
import { today } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { downloadAs } from '../platform/files.ts'
import type { Person } from '../platform/person.ts'
import { readableNames } from './ability.ts'
import { demand, readableBy } from './conditions.ts'
import { XLSX } from './export.ts'
import { sheetAt, subjectOf, uploadAt } from './import-upload.ts'
import { isImportable, type SheetColumn, sheetColumns } from './sheet-columns.ts'
import { restOfPath, signedIn } from './signed-in.ts'
import { type WrittenCell, workbook } from './xlsx-write.ts'

/** `GET /api/templates/<path>?format=xlsx|csv`: the headings of an import, required ones marked, and an example row that the import passes over. */
export function serveTemplates(app: Application, db: Knex): void {
  app.use(async (ctx: Context, next: Next) => {
    const path = restOfPath(ctx, 'GET', '/api/templates/')
    if (!path) return next()
    const { person } = signedIn(ctx)
    demand(person, subjectOf(path), 'import')
    const resource = sheetAt(path)!
    const { format = 'xlsx' } = ctx.query
    if (format !== 'xlsx' && format !== 'csv') throw invalidField('format', 'ENUM', 'format must be xlsx or csv')
    const columns = columnsFor(person, resource)
    const headings = ['Action', ...columns.map(({ heading, required }) => (required ? `${heading} *` : heading))]
    const values = await Promise.all(columns.map(column => example(db, column)))
    ctx.set('Content-Disposition', downloadAs(`${resource.name}-template.${format}`))
    ctx.type = format === 'csv' ? 'text/csv; charset=utf-8' : XLSX
    if (format === 'csv') {
      const shown = columns.map(({ reads }, index) => csvText(reads, values[index]))
      ctx.body = `\ufeff${csvLine(headings)}${csvLine(['EXAMPLE', ...shown])}`
    } else {
      const shown = columns.map(({ reads }, index) => spreadsheetCell(reads, values[index]))
      ctx.body = workbook(headings, one(['EXAMPLE', ...shown]))
    }
  })
}

async function* one(row: WrittenCell[]) {
  yield row
}

function columnsFor(person: Person, resource: Resource): SheetColumn[] {
  const readable = new Set(uploadAt(resource.path) ? readableNames(resource) : readableBy(person, resource))
  return sheetColumns(resource).filter(({ name, field }) => isImportable(field) && readable.has(name))
}

/** A value that would do: of a reference the code of a row that stands, of anything else one of its form. */
async function example(db: Knex, { reads, field, reference, part }: SheetColumn): Promise<unknown> {
  if (reference) {
    const { target, own, context } = reference
    const next = context.find(other => other.part === part)
    const [shown, column] = next ? [next.target, next.own] : [target, own]
    const rows = db(tableOf(shown)).orderBy('id')
    const row = await (shown.kind === 'master' ? rows.where('isActive', 1) : rows).first(`${column} as own`)
    return row?.own ?? null
  }
  return field.default ?? sample(reads)
}

const SAMPLES: Partial<Record<Format, string>> = {
  gstin: '27AAPFU0939F1ZV',
  pan: 'AAPFU0939F',
  pincode: '400001',
  mobile: '9820012345',
  email: 'name@company.example',
  emails: 'one@company.example,two@company.example',
  hsn: '29420090',
  ifsc: 'HDFC0001234',
  vehicle: 'MH12AB1234',
  cas: '64-17-5',
  time: '15:00',
  url: 'https://company.example',
  digits: '123',
}

function sample(field: Field): unknown {
  const { kind, format, min, max, scale = 0, options } = field
  if (kind === 'number') return Math.round(Math.max(min ?? 1, 0) * 10 ** scale)
  if (kind === 'flag') return false
  if (kind === 'date') return today()
  if (kind === 'instant') return `${today()}T04:30:00.000Z`
  if (kind === 'choice') return options![0]
  if (kind === 'list') return options!.slice(0, 2)
  return ((format && SAMPLES[format]) ?? 'ABC1234567').slice(0, max)
}
