import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ListPaper } from '../../derive/export/list-paper.ts'

/** The most memory that the thread of one list may take; it ends with its list. */
const MEGABYTES = 384

let before: Promise<unknown> = Promise.resolve()

/**
 * Prints a list in a thread of its own, so that nobody waits for its pages, and one list after the other, so that many
 * readers take the memory of one.
 */
export function printListApart(paper: ListPaper): Promise<Buffer> {
  const printed = before.then(() => printInThread(paper))
  before = printed.catch(() => undefined)
  return printed
}

async function printInThread(paper: ListPaper): Promise<Buffer> {
  const worker = new Worker(new URL('./print-worker.ts', import.meta.url), {
    workerData: paper,
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  })
  // An error of the thread is thrown here.
  const [pdf] = (await once(worker, 'message')) as [Uint8Array]
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
}
