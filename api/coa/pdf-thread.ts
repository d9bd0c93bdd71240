import { parentPort } from 'node:worker_threads'
import { type PdfFinding, readPdf } from './pdf-parts.ts'

// The thread in which PDFs of others are read: one that takes too long or too much memory ends the thread alone.
parentPort!.on('message', (bytes: Uint8Array) => {
  void readPdf(bytes).then(found => parentPort!.postMessage(found satisfies PdfFinding))
})
