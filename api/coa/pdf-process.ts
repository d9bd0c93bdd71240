import { type PdfFinding, readPdf } from './pdf-parts.ts'

// The process in which PDFs of others are read: one that takes too long or too much memory is killed alone.
process.on('message', (bytes: Uint8Array) => {
  void readPdf(bytes).then(found => process.send!(found satisfies PdfFinding))
})
process.on('disconnect', () => process.exit())
