import { Readable } from 'node:stream'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import { type ComparedRows, changeWords, type KeyDifference } from '../../../resources/define/compare.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { csvLine, csvText, spreadsheetCell } from '../../../resources/define/sheet/sheet-cell.ts'
import { dayText } from '../../../resources/define/show.ts'
import { offerFile } from '../../platform/http/offer-file.ts'
import { typeOf } from '../export/export.ts'
import { withTexts } from '../list/texts.ts'
import type { Person } from '../rights/person.ts'
import { ownColumnsRedactor } from '../rights/redact.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { Author } from '../save/author.ts'
import { type WritableCell, workbook } from '../sheets/xlsx-write.ts'
import { recordEvent } from './record-event.ts'

const PAGE = 500
const TEXT: Field = { kind: 'text', optional: true, max: 4000 }

/** A value, and the field that says how it is written. */
type Part = [field: Field, value: unknown]

/** Sends the comparison as a file with one line for each field that differs, and records the export. */
export async function sendComparison(
  ctx: Context,
  db: Knex,
  comparison: Comparison,
  { author, format, filters }: { author: Author; format: 'xlsx' | 'csv'; filters: unknown },
) {
  const { resource, from, to, differences: found } = comparison
  const what = { format, rows: found.length, compared: [from, to], filters }
  await recordEvent(db, author, { action: 'EXPORT', entity: resource.name, entityId: 0, what })
  offerFile(ctx, `${resource.name}-${from}-to-${to}.${format}`, typeOf(format))
  const headings = ['Change', 'Row', 'Field', `On ${dayText(from)}`, `On ${dayText(to)}`]
  ctx.body =
    format === 'csv' ? csv(headings, linesOf(db, comparison)) : xlsx(resource.title, headings, linesOf(db, comparison))
}

async function* linesOf(db: Knex, { resource, person, differences: found }: Comparison): AsyncGenerator<Part[]> {
  for (let start = 0; start < found.length; start += PAGE) {
    for (const compared of await comparedRows(db, resource, person, found.slice(start, start + PAGE)))
      yield* lines(resource, compared)
  }
}

function* lines(resource: Resource, { kind, before, after }: ComparedRows<StoredRow>): Generator<Part[]> {
  const row = resource.key.map(name => csvText(...partOf(resource, name, after ?? before)) || 'any').join(' · ')
  for (const [name, field] of Object.entries(resource.fields)) {
    const [earlier, later] = [partOf(resource, name, before), partOf(resource, name, after)]
    if (resource.key.includes(name) || JSON.stringify(earlier[1]) === JSON.stringify(later[1])) continue
    yield [[TEXT, changeWords[kind]], [TEXT, row], [TEXT, labelOf(name, field)], earlier, later]
  }
}

/** Returns the value of a field on one side; references as the text of their row. */
function partOf({ fields }: Resource, name: string, row: StoredRow | null): Part {
  const field = fields[name]!
  const value = row?.[name] ?? null
  if (field.kind !== 'reference') return [field, value]
  return [TEXT, (row?.texts as Record<string, string> | undefined)?.[name] ?? value]
}

const csv = (headings: string[], lines: AsyncIterable<Part[]>) =>
  Readable.from(
    (async function* () {
      yield `\ufeff${csvLine(headings)}`
      for await (const line of lines) yield csvLine(line.map(([field, value]) => csvText(field, value)))
    })(),
  )

const xlsx = (title: string, headings: string[], lines: AsyncIterable<Part[]>) =>
  workbook({
    title,
    heads: headings.map(heading => ({ heading })),
    rows: (async function* (): AsyncGenerator<WritableCell[]> {
      for await (const line of lines) yield line.map(([field, value]) => spreadsheetCell(field, value))
    })(),
  })

/** Two days of a dated resource, and the differences between them that the person may read. */
export interface Comparison {
  resource: Resource
  person: Person
  from: string
  to: string
  differences: KeyDifference[]
}

/**
 * Returns the rows on both sides of the differences, redacted for the person and with reference texts, in two queries.
 */
export async function comparedRows(
  db: Knex,
  resource: Resource,
  person: Person,
  differences: KeyDifference[],
): Promise<ComparedRows<StoredRow>[]> {
  const ids = differences.flatMap(({ before, after }) => [before, after]).filter(id => id !== null)
  const storedRows: StoredRow[] = ids.length === 0 ? [] : await db(tableOf(resource)).whereIn('id', ids)
  const redact = await ownColumnsRedactor(db, resource, person, ids)
  const shownRows = storedRows.map(row => ({ ...redact(row.id, decodeRow(resource, row)), id: row.id }))
  const rows = new Map((await withTexts(db, resource, shownRows)).map(row => [row.id, row]))
  const side = (id: number | null) => (id === null ? null : (rows.get(id) ?? null))
  return differences.map(({ kind, before, after }) => ({ kind, before: side(before), after: side(after) }))
}
