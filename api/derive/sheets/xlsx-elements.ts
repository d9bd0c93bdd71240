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

/** An element of a text: the text of its attributes and of what it holds, and where it begins and ends. */
interface Element {
  attributes: string
  body: string
  start: number
  end: number
}

const begins = new Map<string, RegExp>()
const ends = new Map<string, RegExp>()

/** The next match from a place on; the words of a name are shared, so their place is set each time. */
function next(known: Map<string, RegExp>, name: string, pattern: string, text: string, from: number) {
  const word = known.get(name) ?? new RegExp(pattern, 'g')
  known.set(name, word)
  word.lastIndex = from
  return word.exec(text)
}
const beginOf = (name: string, text: string, from: number) =>
  next(begins, name, `<(?:\\w+:)?${name}(?=[\\s/>])`, text, from)
const endOf = (name: string, text: string, from: number) => next(ends, name, `</(?:\\w+:)?${name}>`, text, from)

/**
 * The elements of one name in a text, one after the other. Whoever writes tags that never end must not have the rest of
 * the text looked through for each of them: the first one ends the search.
 */
export function* elementsIn(text: string, name: string): Generator<Element> {
  for (let begin = beginOf(name, text, 0), end = 0; begin; begin = beginOf(name, text, end)) {
    const named = begin.index + begin[0].length
    const close = text.indexOf('>', named)
    if (close < 0) return
    const empty = text[close - 1] === '/'
    const last = empty ? null : endOf(name, text, close + 1)
    if (!empty && !last) return
    end = last ? last.index + last[0].length : close + 1
    const attributes = text.slice(named, empty ? close - 1 : close)
    yield { attributes, body: last ? text.slice(close + 1, last.index) : '', start: begin.index, end }
  }
}

/** What the first element of a name holds; undefined where there is none. */
export const firstIn = (text: string, name: string): string | undefined => elementsIn(text, name).next().value?.body

/** The tags of one name in a text, each with its attributes. */
export function tagsIn(text: string, name: string): string[] {
  const tags: string[] = []
  for (let begin = beginOf(name, text, 0); begin; ) {
    const named = begin.index + begin[0].length
    const close = text.indexOf('>', named)
    if (close < 0) break
    tags.push(text.slice(named, close))
    begin = beginOf(name, text, close)
  }
  return tags
}

/** The elements of one name in a part of a workbook, as it is unpacked. Throws SheetError beyond `most` of them. */
export async function* elementsOf(entry: ZipEntry, name: string, most: number): AsyncGenerator<Element> {
  let text = ''
  let count = 0
  for await (const piece of unpack(entry)) {
    text += piece
    if (/<!DOCTYPE|<!ENTITY/i.test(text.slice(0, 2000))) throw broken()
    let used = 0
    for (const found of elementsIn(text, name)) {
      if (++count > most)
        throw new SheetError(`The file holds more than ${most.toLocaleString('en-IN')} rows or texts.`)
      yield found
      used = found.end
    }
    // The rest is kept from an element on that has not ended yet, else as much as half a tag may take.
    text = text.slice(beginOf(name, text, used)?.index ?? Math.max(used, text.length - 64))
    if (text.length > LONGEST_ROW)
      throw new SheetError('One row of the sheet is far too long: save the file again as CSV.')
  }
}

/** The text of a string, its differently formatted pieces joined, without what only tells its pronunciation. */
export function textIn(xml: string): string {
  let shown = ''
  let read = 0
  for (const { start, end } of elementsIn(xml, 'rPh')) {
    shown += xml.slice(read, start)
    read = end
  }
  return [...elementsIn(shown + xml.slice(read), 't')].map(({ body }) => entities(body)).join('')
}

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
