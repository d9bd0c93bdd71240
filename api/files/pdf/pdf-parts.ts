import { constants, inflateSync } from 'node:zlib'
import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { getDocumentProxy } from 'unpdf'

/** What a PDF holds, or the sentence why it is not taken. */
export type PdfFinding = { pages: number; words: string[] } | { refusal: string }

/** A certificate has few pages; what has more is something else. */
const MOST_PAGES = 50
const MOST_WORDS = 5_000
/** Longer ones are no batch numbers. */
const MOST_LETTERS = 40

/** What a PDF that strangers open must not do: run scripts, start programs, send or hold other things. */
const DANGEROUS_ACTIONS = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'Rendition',
  'Movie',
])
export const DANGEROUS_KEYS = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'RichMedia', 'RichMediaContent', 'XFA']
const DANGEROUS_KINDS = new Set(['RichMedia', 'FileAttachment', 'Screen', 'Movie', '3D'])

export const PROTECTED = 'It is protected with a password: send it without one'
export const DAMAGED = 'It is damaged or no PDF: save it as a PDF again'
export const ACTIVE =
  'It holds scripts, attachments or actions that start something: print it to a plain PDF, and send that one'

/** How far one stream of a PDF may inflate, and all together; a certificate with scans stays far below. */
const MOST_INFLATED = 64 * 1024 * 1024
const MOST_INFLATED_IN_ALL = 4 * MOST_INFLATED
export const HUGE = 'It unpacks to far too much: print it to a plain PDF, and send that one'

/**
 * Whether the streams of a PDF inflate beyond these bounds. Looked at before any library opens it: what those inflate lies
 * outside the memory that a thread may be given.
 */
export function inflatesTooFar(bytes: Buffer): boolean {
  let total = 0
  const inflated = (packed: Buffer, depth: number): boolean => {
    if (!isZlib(packed)) return false
    if (depth > 2) return true
    try {
      const plain = inflateSync(packed, { maxOutputLength: MOST_INFLATED, finishFlush: constants.Z_SYNC_FLUSH })
      total += plain.length
      return total > MOST_INFLATED_IN_ALL || inflated(plain, depth + 1)
    } catch (error) {
      return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    }
  }
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    const start = at + 6 + (bytes[at + 6] === 13 ? 1 : 0) + (bytes[at + 6] === 10 || bytes[at + 7] === 10 ? 1 : 0)
    const end = bytes.indexOf('endstream', start)
    if (end >= 0 && inflated(bytes.subarray(start, end), 1)) return true
  }
  return false
}

/** Whether bytes begin as zlib does, with any of its windows. */
const isZlib = ([method = 0, check = 0]: Buffer) => (method & 15) === 8 && (method * 256 + check) % 31 === 0

/** Reads a PDF: how many pages it has, and the words on them in upper case. Anything that acts by itself is refused. */
export async function readPdf(bytes: Uint8Array): Promise<PdfFinding> {
  if (inflatesTooFar(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) return { refusal: HUGE }
  try {
    const { context } = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false })
    for (const [, object] of context.enumerateIndirectObjects()) if (acts(object)) return { refusal: ACTIVE }
    if (acts(context.trailerInfo.Root)) return { refusal: ACTIVE }
  } catch (error) {
    if (error instanceof EncryptedPDFError) return { refusal: PROTECTED }
    return { refusal: DAMAGED }
  }
  try {
    // PDF.js takes the bytes away.
    return await wordsOf(bytes.slice())
  } catch {
    return { refusal: DAMAGED }
  }
}

async function wordsOf(bytes: Uint8Array): Promise<PdfFinding> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 })
  if (pdf.numPages > MOST_PAGES)
    return { refusal: `It has ${pdf.numPages} pages: a certificate has at most ${MOST_PAGES}` }
  const words = new Set<string>()
  for (let at = 1; at <= pdf.numPages && words.size < MOST_WORDS; at++) {
    const page = await pdf.getPage(at)
    const { items } = await page.getTextContent()
    const text = items.map(item => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(' ')
    const whole = items.map(item => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    for (const word of [...wordsIn(text), ...wordsIn(whole)]) if (words.size < MOST_WORDS) words.add(word)
    page.cleanup()
  }
  return { pages: pdf.numPages, words: [...words] }
}

/** The words of a text in upper case: whole, and the parts of those with strokes, colons or equals signs. */
const wordsIn = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;()[\]{}"'|]+/)
    .flatMap(word => [word, ...word.split(/[:=/]/)])
    .map(word => word.replace(/^[.:#*-]+|[.:*-]+$/g, ''))
    .filter(word => word !== '' && word.length <= MOST_LETTERS)

/** Whether an object of a PDF, or what lies directly in it, acts by itself. */
export function acts(object: PDFObject | undefined, depth = 0): boolean {
  if (depth > 50) return true
  if (object instanceof PDFStream) return acts(object.dict, depth + 1)
  if (object instanceof PDFArray) return object.asArray().some(one => acts(one, depth + 1))
  if (!(object instanceof PDFDict)) return false
  if (DANGEROUS_KEYS.some(key => object.has(PDFName.of(key)))) return true
  if (isDangerous(object)) return true
  return object.values().some(one => acts(one, depth + 1))
}

/** Whether a part of a PDF is an action that starts something, or a note that holds another file or a film. */
export function isDangerous(dict: PDFDict): boolean {
  const named = (key: string) => {
    // A name may stand in an object of its own.
    const value = dict.lookup(PDFName.of(key))
    return value instanceof PDFName ? value.decodeText() : ''
  }
  return DANGEROUS_ACTIONS.has(named('S')) || DANGEROUS_KINDS.has(named('Subtype'))
}
