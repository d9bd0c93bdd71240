import { SheetError } from './sheet-error.ts'
import { textOf, unpack, type ZipEntry } from './zip-read.ts'

/** One row of a sheet, as text. */
const LONGEST_ROW = 2_000_000

export const broken = () =>
  new SheetError('The file is not a workbook that can be read: save it again as xlsx, or as CSV.')

/** The text of a small part of a workbook; empty when there is none. Throws SheetError for entities. */
export async function xmlOf(parts: Map<string, ZipEntry>, name: string): Promise<string> {
  const xml = await textOf(parts.get(name))
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw broken()
  return xml
}

/** The elements of one name, as the text of their attributes and of what they hold. */
export async function* elementsOf(entry: ZipEntry, name: string): AsyncGenerator<{ attributes: string; body: string }> {
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

/** The text of a string, its differently formatted pieces joined, without what only tells its pronunciation. */
export const textIn = (xml: string) =>
  [
    ...xml
      .replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
      .matchAll(/<(?:\w+:)?t\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?t>)/g),
  ]
    .map(([, text]) => entities(text ?? ''))
    .join('')

/** The value of an attribute in a tag. */
export const attributeOf = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** XML text as it reads. */
export const entities = (text: string) =>
  text.includes('&') || text.includes('_x')
    ? text
        .replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
          if (name) return NAMED[name] ?? whole
          const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole
        })
        .replace(/_x([\dA-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
