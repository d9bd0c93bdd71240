import { labelOf } from '../../resources/define/label.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { problemWith } from '../../resources/define/validate.ts'
import { type MasterWithLines, MOST_LINES } from '../../resources/masters/master-with-lines.ts'
import type { ApiRow } from '../derive/value-text.ts'

/** A line being edited: its number once saved, its values, and the text of its product. */
export interface LineRow {
  key: string
  lineNo: number | null
  values: Record<string, unknown>
  text: string | null
}

let made = 0

/** An empty line at the end. */
export const emptyLine = (): LineRow => ({ key: `n${++made}`, lineNo: null, values: {}, text: null })

/** A new line with a product and values. */
export const filledLine = (values: Record<string, unknown>, text: string): LineRow => ({ ...emptyLine(), values, text })

/** The saved lines, ready to be edited. */
export const lineRowsFrom = ({ enteredFields: said }: MasterWithLines, lines: readonly ApiRow[]): LineRow[] =>
  lines.map(line => ({
    key: `k${line.id}`,
    lineNo: line.lineNo as number,
    values: Object.fromEntries(said.map(name => [name, line[name] ?? null])),
    text: line.texts?.productId ?? null,
  }))

/** Whether nothing is entered on a line yet. */
export const isEmptyLine = ({ values }: LineRow) => Object.values(values).every(value => value === null || value === '')

/** The lines as they are sent. */
export const lineBodies = (rows: readonly LineRow[]) =>
  rows.map(({ lineNo, values }) => ({ ...(lineNo === null ? {} : { lineNo }), ...values }))

/** Validates the lines as far as the browser can; fields are named like `lines[3].rate`. */
export function lineFaults({ lines, enteredFields: said }: MasterWithLines, rows: readonly LineRow[]): Fault[] {
  const faults = rows.flatMap(({ values }, index) =>
    said.flatMap((name): Fault[] => {
      const field = lines.fields[name]!
      const problem = problemWith(field, values[name] ?? null)
      if (!problem) return []
      const message = `Line ${index + 1}: ${labelOf(name, field)} ${problem[1]}`
      return [{ field: `lines[${index}].${name}`, code: problem[0], message }]
    }),
  )
  const tooMany = { field: 'lines', code: 'RANGE', message: `There are at most ${MOST_LINES} lines` }
  return rows.length > MOST_LINES ? [tooMany, ...faults] : faults
}

/** Adds the line number to the message of a server error; an error of the header stays as it is. */
export function withLineNumber(fault: Fault): Fault {
  const [, index] = /^lines\[(\d+)\]/.exec(fault.field) ?? []
  return index === undefined ? fault : { ...fault, message: `Line ${Number(index) + 1}: ${fault.message}` }
}
