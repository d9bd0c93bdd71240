import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { columnsReadBy } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { redactorFor } from '../rights/redact.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { UploadLines } from '../uploads/upload.ts'
import { uploadAt } from '../uploads/upload-at.ts'
import { type SheetColumn, sheetColumns } from './sheet-columns.ts'

/** The lines that a file has below the values of their row, and the columns that are theirs. */
export interface FileLines extends UploadLines {
  names: ReadonlySet<string>
}

/**
 * The columns of a file in which each row is a line and repeats the row that it belongs to: those of its import, then the
 * `own` ones that an import passes over. Undefined for a list whose rows have no lines.
 */
export function columnsWithLines(
  person: Person,
  resource: Resource,
  own: readonly SheetColumn[],
): { columns: SheetColumn[]; lines: FileLines } | undefined {
  const upload = uploadAt(resource.path)
  if (!upload?.lines) return undefined
  const { lines, sheet } = upload
  const readable = new Set(own.map(({ name }) => name))
  const readableLines = new Set(columnsReadBy(person, lines.resource))
  const isLine = (name: string) => !(name in resource.fields) && readableLines.has(name)
  const imported = sheetColumns(sheet).filter(({ name }) => readable.has(name) || isLine(name))
  const further = sheetColumns(lines.resource).filter(({ name }) => isLine(name) && name !== lines.parent)
  const columns = [...imported]
  for (const column of [...further, ...own])
    if (!(column.name in sheet.fields) && !columns.some(({ heading }) => heading === column.heading))
      columns.push(column)
  const names = new Set(columns.map(({ name }) => name).filter(name => isLine(name)))
  return { columns, lines: { ...lines, names } }
}

/** These rows once for each of their lines, with its values; a row without lines once. */
export async function withLines(
  db: Knex,
  person: Person | undefined,
  { resource, parent, names }: FileLines,
  rows: readonly StoredRow[],
): Promise<StoredRow[]> {
  const stored: Record<string, unknown>[] = await db(tableOf(resource))
    .whereIn(
      parent,
      rows.map(({ id }) => id),
    )
    .orderBy('lineNo')
  const ids = stored.map(({ id }) => id as number)
  const redact = await redactorFor(db, resource, person, ids)
  const lines = stored.map(row => {
    const of = Number(row[parent])
    const line = redact(row.id as number, decodeRow(resource, row) as StoredRow) as Record<string, unknown>
    return { of, values: Object.fromEntries([...names].map(name => [name, line[name] ?? null])) }
  })
  const linesByRow = Map.groupBy(lines, ({ of }) => of)
  return rows.flatMap(row => linesByRow.get(row.id)?.map(({ values }) => ({ ...row, ...values })) ?? [row])
}
