import { type PdfFinding, readPdf } from './pdf-parts.ts'
import { type PlainPdf, plainPdf } from './plain-pdf.ts'

/** What is asked about a PDF: its pages and words, or a copy that does nothing by itself. */
export type Asked = { of: 'words' | 'plain'; bytes: Uint8Array }

// The process in which PDFs of others are read: one that takes too long or too much memory is killed alone.
process.on('message', ({ of, bytes }: Asked) => {
  const answer: Promise<PdfFinding | PlainPdf> = of === 'plain' ? plainPdf(bytes) : readPdf(bytes)
  void answer.then(found => process.send!(found))
})
process.on('disconnect', () => process.exit())
