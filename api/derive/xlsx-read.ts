import type { Cell } from '../../resources/define/sheet.ts'
import { SheetError } from './sheet-error.ts'
import { columnName } from './xlsx-write.ts'
import { readZip, textOf, unpack, type ZipEntry } from './zip-read.ts'

/** What a workbook may unpack to; a sheet of 20,000 rows and 40 columns takes about 60 MB. */
const MOST_BYTES = 120_000_000
/** One row of a sheet, as text. */
const LONGEST_ROW = 2_000_000

export interface SheetRow {
  /** The row's number as the spreadsheet shows it. */
  rowNo: number
  cells: Cell[]
}

const broken = () => new SheetError('The file is not a workbook that can be read: save it again as xlsx, or as CSV.')

/**
 * The rows of the first sheet of a workbook, one by one, empty ones left out. Cells with formulas arrive as such. Throws
 * SheetError for macros, links to other files, entities, and more than `mostColumns` columns; adds to `warnings` what is
 * not read or is hidden.
 */
export async function* readWorkbook(
  file: Buffer,
  mostColumns: number,
  warnings: string[] = [],
): AsyncGenerator<SheetRow> {
  const parts = readZip(file, MOST_BYTES)
  refuseActive(parts)
  const book = await xmlOf(parts, 'xl/workbook.xml')
  const [first, ...others] = visibleSheets(book)
  const sheet = first && parts.get(await sheetPart(parts, first.id))
  if (!sheet) throw broken()
  if (others.length > 0)
    warnings.push(
      `The workbook has ${others.length + 1} sheets: only the first, «${first.name}», is read; ${others.map(({ name }) => `«${name}»`).join(', ')} is left out.`,
    )
  const hidden = await hiddenColumns(sheet)
  if (hidden.length > 0) warnings.push(`Hidden columns are read like the others: ${hidden.map(columnName).join(', ')}.`)
  const forms = await formsOf(parts)
  const shared = await sharedStrings(parts)
  const shift = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(1|true)"/.test(book) ? 1462 : 0
  let rowNo = 0
  for await (const { attributes, body } of rowsOf(sheet)) {
    rowNo = Number(attributeOf(attributes, 'r') ?? rowNo + 1)
    const cells = cellsOf(body, { shared, forms, shift, mostColumns })
    if (cells.length > 0) yield { rowNo, cells }
  }
}

function refuseActive(parts: Map<string, ZipEntry>) {
  for (const name of parts.keys()) {
    if (/vbaProject|macrosheets|activeX/i.test(name)) {
      throw new SheetError('The workbook holds macros: save it as xlsx without macros.')
    }
    if (/externalLinks/i.test(name)) {
      throw new SheetError('The workbook refers to other files: paste the values only and save it again.')
    }
  }
}

async function xmlOf(parts: Map<string, ZipEntry>, name: string): Promise<string> {
  const xml = await textOf(parts.get(name))
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw broken()
  return xml
}

interface NamedSheet {
  id: string
  name: string
}

function visibleSheets(book: string): NamedSheet[] {
  const tags = [...book.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => tag)
  return tags
    .filter(tag => !/\bstate="(hidden|veryHidden)"/.test(tag))
    .flatMap(tag => {
      const id = attributeOf(tag, 'r:id')
      return id ? [{ id, name: entities(attributeOf(tag, 'name') ?? '') }] : []
    })
}

async function sheetPart(parts: Map<string, ZipEntry>, id: string): Promise<string> {
  const relations = await xmlOf(parts, 'xl/_rels/workbook.xml.rels')
  const found = [...relations.matchAll(/<Relationship\b[^>]*>/g)].find(([tag]) => attributeOf(tag, 'Id') === id)
  const target = found && attributeOf(found[0], 'Target')
  if (!target) throw broken()
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** The columns that the sheet hides, from what stands before its rows. */
async function hiddenColumns(sheet: ZipEntry): Promise<number[]> {
  let head = ''
  for await (const piece of unpack(sheet)) {
    head += piece
    if (head.includes('<sheetData') || head.length > 100_000) break
  }
  return [...(head.split(/<(?:\w+:)?sheetData/)[0] ?? '').matchAll(/<(?:\w+:)?col\b[^>]*>/g)].flatMap(([tag]) => {
    if (!/\bhidden="(1|true)"/.test(tag)) return []
    const [from, to] = [Number(attributeOf(tag, 'min')), Number(attributeOf(tag, 'max'))]
    // «To the end of the sheet» hides nothing that is there.
    return to - from < 200 ? Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index) : []
  })
}

type Form = 'date' | 'percent' | undefined

/** For each style of a cell, whether it shows a number as a date or in per cent. */
async function formsOf(parts: Map<string, ZipEntry>): Promise<Form[]> {
  const xml = await xmlOf(parts, 'xl/styles.xml')
  const own = new Map<string, string>()
  for (const [tag] of xml.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g)) {
    own.set(attributeOf(tag, 'numFmtId') ?? '', entities(attributeOf(tag, 'formatCode') ?? ''))
  }
  const styles = /<(?:\w+:)?cellXfs\b[^>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(xml)?.[1] ?? ''
  return [...styles.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].map(([tag]) => formOf(attributeOf(tag, 'numFmtId') ?? '0', own))
}

function formOf(id: string, own: Map<string, string>): Form {
  const number = Number(id)
  if (number === 9 || number === 10) return 'percent'
  if ((number >= 14 && number <= 22) || (number >= 45 && number <= 47)) return 'date'
  const code = (own.get(id) ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (code.includes('%')) return 'percent'
  return /[dmyh]/i.test(code) && !/general/i.test(code) ? 'date' : undefined
}

async function sharedStrings(parts: Map<string, ZipEntry>): Promise<string[]> {
  const strings: string[] = []
  const entry = parts.get('xl/sharedStrings.xml')
  if (!entry) return strings
  for await (const { body } of elementsOf(entry, 'si')) strings.push(textIn(body))
  return strings
}

const rowsOf = (sheet: ZipEntry) => elementsOf(sheet, 'row')

/** The elements of one name, as the text of their attributes and of what they hold. */
async function* elementsOf(entry: ZipEntry, name: string): AsyncGenerator<{ attributes: string; body: string }> {
  const element = new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, 'g')
  let text = ''
  for await (const piece of unpack(entry)) {
    text += piece
    if (/<!DOCTYPE|<!ENTITY/i.test(text.slice(0, 2000))) throw broken()
    let used = 0
    for (const found of text.matchAll(element)) {
      yield { attributes: found[1] ?? '', body: found[2] ?? '' }
      used = found.index + found[0].length
    }
    text =
      text.includes(`${name} `, used) || text.includes(`${name}>`, used)
        ? text.slice(used)
        : text.slice(Math.max(used, text.length - 64))
    if (text.length > LONGEST_ROW)
      throw new SheetError('One row of the sheet is far too long: save the file again as CSV.')
  }
}

interface Reading {
  shared: string[]
  forms: Form[]
  shift: number
  mostColumns: number
}

function cellsOf(row: string, reading: Reading): Cell[] {
  const cells: Cell[] = []
  let column = -1
  for (const [, attributes = '', body = ''] of row.matchAll(
    /<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g,
  )) {
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
  const formula = /<(?:\w+:)?f\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?f>)/.exec(body)
  if (formula) return { formula: `=${entities(formula[1] ?? '')}` }
  const type = attributeOf(attributes, 't')
  if (type === 'inlineStr') return textIn(body)
  const value = /<(?:\w+:)?v\b[^>]*>([\s\S]*?)<\/(?:\w+:)?v>/.exec(body)?.[1]
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

/** The text of a string, its differently formatted pieces joined, without what only tells its pronunciation. */
const textIn = (xml: string) =>
  [
    ...xml
      .replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
      .matchAll(/<(?:\w+:)?t\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?t>)/g),
  ]
    .map(([, text]) => entities(text ?? ''))
    .join('')

const attributeOf = (attributes: string, name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const entities = (text: string) =>
  text.includes('&') || text.includes('_x')
    ? text
        .replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
          if (name) return NAMED[name] ?? whole
          const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole
        })
        .replace(/_x([\dA-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
