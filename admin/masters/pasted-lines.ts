import type { Resource } from '../../resources/define/resource.ts'
import { readCell } from '../../resources/define/sheet/sheet.ts'
import { plainText } from '../../resources/define/sheet/signs.ts'
import { parseScaled } from '../derive/form/scaled.ts'

/**
 * A pasted row, split into the columns of a line: the first is the code of the product, numbers are in stored units.
 */
interface PastedLine {
  row: number
  code: string
  values: Record<string, unknown>
}

/** Whether pasted text is spreadsheet rows rather than a value for one box. */
export const isPastedRows = (text: string) => /[\t\n\r]/.test(text.trim())

/**
 * Parses pasted spreadsheet rows: one line each, columns in the order of `columns`, separated by tabs or semicolons. A
 * first row without numbers in its number columns is a heading and left out; what cannot be read stays as typed, for
 * its cell to be marked.
 */
export function readPastedLines(text: string, lines: Resource, columns: readonly string[]): PastedLine[] {
  const rows = text
    .split(/\r\n|\n|\r/)
    .map((raw, index) => ({ row: index + 1, cells: raw.split(/\t|;/).map(cell => cell.trim()) }))
    .filter(({ cells }) => cells.some(cell => cell !== ''))
  const [, ...rest] = columns
  const read = rows.map(({ row, cells }) => ({
    row,
    code: plainText(cells[0] ?? '').toUpperCase(),
    values: Object.fromEntries(rest.map((name, index) => [name, cellOf(lines, name, cells[index + 1] ?? '')])),
  }))
  return read.filter((line, index) => index > 0 || !isHeading(line, lines, rest))
}

function cellOf({ fields }: Resource, name: string, text: string): unknown {
  const field = fields[name]!
  if (field.kind === 'number') return parseScaled(text, field.scale ?? 0)
  const reading = readCell(field, text)
  return 'value' in reading ? reading.value : text
}

const isHeading = ({ values }: PastedLine, { fields }: Resource, names: readonly string[]) =>
  names.some(name => fields[name]!.kind === 'number' && typeof values[name] === 'string')
