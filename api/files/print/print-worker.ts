import { parentPort, workerData } from 'node:worker_threads'
import type { ListPaper } from '../../derive/export/list-paper.ts'
import { printPdf } from '../print-pdf.ts'
import { listLayout } from './list-layout.ts'

/** The thread of a printed list begins here. */
async function run(paper: ListPaper) {
  parentPort!.postMessage(await printPdf({ ...listLayout(paper), day: paper.day }))
}

void run(workerData)
