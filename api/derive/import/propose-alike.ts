import type { Knex } from 'knex'
import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { alikeColumns } from '../../../resources/define/sheet/heading-words.ts'
import { isEmptyCell, readCell } from '../../../resources/define/sheet/sheet.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import type { ColumnMapping } from '../../../resources/platform/imports/imports.ts'
import { acceptedHeadings, isImportable, type SheetColumn } from '../export/sheet-columns.ts'
import { CodeLookup } from '../save/code-lookup.ts'
import { columnKey, isPassedOver } from './file-columns.ts'

/**
 * Proposes columns for the headings that name none exactly: by their words, as offices write them, else by what stands
 * below them, where all of it fits the choices or the rows of one field. `cells` are those of the first rows. Only a
 * person who confirms the mapping gets such a proposal.
 */
export async function proposeAlike(
  db: Knex,
  resource: Resource,
  columns: readonly SheetColumn[],
  headings: readonly string[],
  named: ColumnMapping,
  cells: readonly (readonly SheetCell[])[],
): Promise<ColumnMapping> {
  const open = headings.map(heading => (isPassedOver(resource, columns, heading) ? '' : heading))
  const isOpen = (place: number) => named[place] === null && open[place] !== ''
  const byWords = proposeByWords(columns, open, named)
  const mapping = headings.map((_, place) => (isOpen(place) ? byWords[place]! : (named[place] ?? null)))
  const lookup = new CodeLookup()
  for (const place of mapping.keys()) {
    if (mapping[place] !== null || !isOpen(place)) continue
    const values = cells.map(row => row[place] ?? null).filter(cell => !isEmptyCell(cell))
    const fitting: SheetColumn[] = []
    for (const column of freeColumns(columns, mapping))
      if (await holds(db, lookup, column, values)) fitting.push(column)
    if (fitting.length === 1) mapping[place] = columnKey(fitting[0]!)
  }
  return mapping
}

const isMoney = ({ kind, unit }: Field) => kind === 'number' && unit === '₹'

/** The columns that headings name in other words, beside those that are named already. */
export function proposeByWords(
  columns: readonly SheetColumn[],
  headings: readonly string[],
  named: ColumnMapping,
): ColumnMapping {
  const free = freeColumns(columns, named)
  const alike = alikeColumns(
    headings.map((heading, place) => (named[place] === null ? heading : '')),
    free.map(acceptedHeadings),
    index => isMoney(free[index]!.cellField),
  )
  return alike.map((index, place) => (index === null ? (named[place] ?? null) : columnKey(free[index]!)))
}

const freeColumns = (columns: readonly SheetColumn[], mapping: ColumnMapping) =>
  columns.filter(column => isImportable(column.field) && !mapping.includes(columnKey(column)))

/** Whether all values of a column of the file are choices of a field, or name rows that it refers to. */
async function holds(db: Knex, lookup: CodeLookup, column: SheetColumn, values: readonly SheetCell[]) {
  const { cellField, reference, part } = column
  const readings = values.map(value => readCell(cellField, value))
  const isRead = values.length > 0 && readings.every(reading => 'value' in reading)
  if (cellField.kind === 'choice' && !reference) return isRead
  if (!reference || part !== reference.own || part === 'id' || !isRead) return false
  const codes = readings.map(reading => ('value' in reading ? reading.value : null))
  await lookup.read(db, reference.target, reference.own, reference, codes)
  const isFound = (code: unknown) => lookup.rows(reference.target, reference, code).length > 0
  const names = codes.filter(code => !isFound(code)).map(String)
  if (names.length > 0) await lookup.readNames(db, reference.target, reference, names)
  return codes.every(isFound)
}
