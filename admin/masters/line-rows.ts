import { labelOf } from '../../resources/define/label.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { problemWith } from '../../resources/define/validate.ts'
import { type Lined, MOST_LINES } from '../../resources/masters/lined.ts'
import type { ApiRow } from '../derive/value-text.ts'

/** A line while it is edited: its number once it is kept, its values, and what stands for its product. */
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

/** The lines as they are kept, ready to be edited. */
export const rowsFrom = ({ said }: Lined, lines: readonly ApiRow[]): LineRow[] =>
  lines.map(line => ({
    key: `k${line.id}`,
    lineNo: line.lineNo as number,
    values: Object.fromEntries(said.map(name => [name, line[name] ?? null])),
    text: line.texts?.productId ?? null,
  }))

/** Whether nothing was entered on a line yet. */
export const isEmpty = ({ values }: LineRow) => Object.values(values).every(value => value === null || value === '')

/** The lines as they are sent. */
export const bodiesOf = (rows: readonly LineRow[]) =>
  rows.map(({ lineNo, values }) => ({ ...(lineNo === null ? {} : { lineNo }), ...values }))

/** What is wrong with the lines as far as it can be told here, each as `lines[3].rate`. */
export function lineFaults({ lines, said }: Lined, rows: readonly LineRow[]): Fault[] {
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

/** Says of which line a fault of the server is; a fault of the header stays as it is. */
export function saidOfLine(fault: Fault): Fault {
  const [, index] = /^lines\[(\d+)\]/.exec(fault.field) ?? []
  return index === undefined ? fault : { ...fault, message: `Line ${Number(index) + 1}: ${fault.message}` }
}
