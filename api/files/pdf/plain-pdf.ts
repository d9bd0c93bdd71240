import {
  EncryptedPDFError,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { ACTIVE, acts, DAMAGED, DANGEROUS_KEYS, HUGE, inflatesTooFar, isDangerous, PROTECTED } from './pdf-parts.ts'

/** A PDF that does nothing by itself, or the sentence why it is not taken. */
export type PlainPdf = { bytes: Uint8Array } | { refusal: string }

/** What is taken out besides: what is done when it is opened, and what its maker wrote beside the pages. */
const OPENING = ['OpenAction', 'AA', 'AF', 'Metadata', 'PieceInfo']
const TAKEN_OUT = [...DANGEROUS_KEYS, ...OPENING].map(key => PDFName.of(key))

/**
 * Takes scripts, actions that start something, other files and the notes of its maker out of a PDF, such as a scan from a
 * phone. One without any of them stays as it is, byte by byte.
 */
export async function plainPdf(bytes: Uint8Array): Promise<PlainPdf> {
  if (inflatesTooFar(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) return { refusal: HUGE }
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false })
    if (pdf.getPageCount() === 0) return { refusal: DAMAGED }
    const { context } = pdf
    let isPlain = true
    for (const [ref, object] of context.enumerateIndirectObjects()) {
      const dict = object instanceof PDFStream ? object.dict : object
      if (dict instanceof PDFDict && isDangerous(dict)) {
        context.delete(ref)
        isPlain = false
      } else if (takesOut(context, object)) isPlain = false
    }
    if (isPlain) return { bytes }
    // A new document has what the pages need, and nothing that is left behind.
    const plain = await PDFDocument.create({ updateMetadata: false })
    for (const page of await plain.copyPages(pdf, pdf.getPageIndices())) plain.addPage(page)
    const written = await plain.save({ useObjectStreams: false })
    // What could not be taken out is not taken in.
    const again = await PDFDocument.load(written, { updateMetadata: false })
    const isActive = again.context.enumerateIndirectObjects().some(([, object]) => acts(object))
    return isActive ? { refusal: ACTIVE } : { bytes: written }
  } catch (error) {
    return { refusal: error instanceof EncryptedPDFError ? PROTECTED : DAMAGED }
  }
}

/** Takes out of an object, and of what lies directly in it, what does something. Returns whether there was any. */
function takesOut(context: PDFContext, object: PDFObject | undefined, depth = 0): boolean {
  if (depth > 50) throw new Error('It is nested too deeply')
  if (object instanceof PDFStream) return takesOut(context, object.dict, depth + 1)
  if (object instanceof PDFArray) {
    let found = false
    for (let at = object.size() - 1; at >= 0; at--) {
      const one = object.get(at)
      if (isDangerousPart(context.lookup(one))) {
        object.remove(at)
        found = true
      } else if (!(one instanceof PDFRef)) found = takesOut(context, one, depth + 1) || found
    }
    return found
  }
  if (!(object instanceof PDFDict)) return false
  let found = false
  for (const [key, value] of object.entries()) {
    const isTaken = TAKEN_OUT.includes(key) || isDangerousPart(context.lookup(value))
    if (isTaken) object.delete(key)
    else if (!(value instanceof PDFRef)) found = takesOut(context, value, depth + 1) || found
    found ||= isTaken
  }
  return found
}

const isDangerousPart = (part: PDFObject | undefined) => part instanceof PDFDict && isDangerous(part)
