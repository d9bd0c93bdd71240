import type { Cell } from '../../../resources/define/sheet.ts'
import { SheetError } from './sheet-error.ts'
import { attributeOf, elementsIn, entities, firstIn, textIn } from './xlsx-elements.ts'
import type { Form } from './xlsx-forms.ts'

/** What the cells of a sheet need to be read: the workbook's texts, styles and first day, and how many there may be. */
export interface Reading {
  shared: string[]
  forms: Form[]
  shift: number
  mostColumns: number
}

/** The cells of one row, by their places. */
export function cellsOf(row: string, reading: Reading): Cell[] {
  const cells: Cell[] = []
  let column = -1
  for (const { attributes, body } of elementsIn(row, 'c')) {
    const reference = attributeOf(attributes, 'r')
    column = reference ? columnOf(reference) : column + 1
    const cell = cellOf(attributes, body, reading)
    if (cell === null) continue
    if (column >= reading.mostColumns) throw new SheetError(`The sheet has more than ${reading.mostColumns} columns.`)
    while (cells.length < column) cells.push(null)
    cells[column] = cell
  }
  return cells
}

function cellOf(attributes: string, body: string, { shared, forms, shift }: Reading): Cell {
  const formula = firstIn(body, 'f')
  if (formula !== undefined) return { formula: `=${entities(formula)}` }
  const type = attributeOf(attributes, 't')
  if (type === 'inlineStr') return textIn(body)
  const value = firstIn(body, 'v')
  if (value === undefined || value === '') return null
  if (type === 's') return shared[Number(value)] ?? null
  if (type === 'e') return { formula: value }
  if (type === 'str' || type === 'd') return entities(value)
  if (type === 'b') return value === '1'
  const number = Number(value)
  const form = forms[Number(attributeOf(attributes, 's') ?? 0)]
  if (form === 'date') return { serial: number + shift }
  return form === 'percent' ? { percent: number } : number
}

const A = 64

/** The place of a cell such as `AB12` in its row, from 0. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{0,4}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - A
  return column - 1
}
