import { SaxesParser } from 'saxes'
import { SheetError } from './sheet-error.ts'
import { unpack, type ZipEntry } from './zip-read.ts'

/** Receives the events of an XML parser: tags by their names without prefix, and the texts between them. */
export interface XmlReader {
  open(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** The deepest nesting of elements; workbooks have less than ten. */
const MOST_DEPTH = 50

export const unreadableWorkbook = () =>
  new SheetError('The file is not a workbook that can be read: save it again as xlsx, or as CSV.')

/**
 * Parses one part of a workbook while it is unpacked, and yields the length of each piece. Throws SheetError for XML
 * that is not well-formed, and for a DOCTYPE, which could declare entities.
 */
export async function* readXml(entry: ZipEntry, reader: XmlReader): AsyncGenerator<number> {
  const parser = new SaxesParser({ position: false })
  const refuse = () => {
    throw unreadableWorkbook()
  }
  let depth = 0
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MOST_DEPTH) refuse()
    reader.open(localName(name), attributes as Record<string, string>)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    reader.close?.(localName(name))
  })
  if (reader.text) parser.on('text', text => reader.text!(text))
  for await (const piece of unpack(entry)) {
    parser.write(piece)
    yield piece.length
  }
  parser.close()
}

/** Parses a small part of a workbook to its end; a missing part counts as empty. */
export async function readWholeXml(entry: ZipEntry | undefined, reader: XmlReader): Promise<void> {
  if (entry) for await (const _ of readXml(entry, reader));
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Decodes characters that spreadsheets write as `_x000D_`. */
export const unescapeXml = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
