import { CoaWork } from '../../api/coa/coa-work.ts'
import { rowsOf } from '../../api/derive/rows-of.ts'
import { printPdf } from '../../api/files/print-pdf.ts'
import { noteUpload } from '../../api/files/serve-uploads.ts'
import { today } from '../../api/platform/clock.ts'
import { createLog } from '../../api/platform/log.ts'
import { readSaved, saveFile } from '../../api/platform/stored-files.ts'
import { type CoaFile, coaBatch, coaFile } from '../../resources/coa/coa-batch.ts'
import { type CoaDocument, coaDocument } from '../../resources/coa/coa-document.ts'
import { addDays } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import { products } from '../../resources/masters/products.ts'
import { callerNamed } from '../orders.ts'
import { act, type Past } from './past.ts'

/** A document of a batch of a product: its first in stock, or its second. */
interface Paper {
  product: string
  place?: 0 | 1
  /** As the file is called, where that is not by product and batch. */
  fileName?: string
  /** Another batch than that of the file's name. */
  says?: string
  assay?: string
  isScan?: boolean
  /** The file itself as it was sent before, or no PDF at all. */
  is?: 'sent before' | 'a picture'
}

const FIRST: readonly Paper[] = [
  ...['LS-1001', 'LS-1002', 'LS-1003', 'LS-1005', 'PH-3101', 'PH-3103'].map(product => ({ product })),
  { product: 'LS-1001', place: 1 },
]
/** A corrected version among them, and the scan of an old one. */
const SECOND: readonly Paper[] = [
  { product: 'LS-1001', assay: '99.7' },
  ...['LS-1004', 'LS-1006', 'LS-1007', 'PH-3104', 'PS-2003'].map(product => ({ product })),
  { product: 'LS-1102', fileName: 'scan_0412.pdf', isScan: true },
  { product: 'LS-1002', is: 'sent before' },
  { product: 'LS-1005', fileName: 'label LS-1005.jpg', is: 'a picture' },
]
/** What waits for quality today. */
const WAITING: readonly Paper[] = [
  { product: 'LS-1103', isScan: true },
  { product: 'PH-3106', fileName: 'Certificate Ankleshwar.pdf' },
  { product: 'LS-1301', says: '26A151' },
  { product: 'LS-1104', fileName: 'LS-1104_26C112.pdf', says: '26C112' },
  { product: 'LS-1008', fileName: 'covering letter.pdf', says: 'see annexure' },
]

/** Writes into the diary how quality sends certificates, maps scans, and changes or withdraws what was published. */
export function writeCertificates(past: Past): void {
  const { diary } = past
  diary.ago(62, () => send(past, FIRST))
  diary.ago(31, () => send(past, SECOND))
  diary.ago(31, () => mapScan(past))
  diary.ago(30, () => limitToBuyers(past, 'PH-3101', 'PH-3104'))
  diary.ago(17, () => withdraw(past, 'LS-1003'))
  diary.ago(4, () => send(past, WAITING))
  diary.ago(3, () => leaveLetterOut(past))
}

async function send(past: Past, papers: readonly Paper[]) {
  const { trx, rows, home } = past
  const { person, author } = await callerNamed(trx, rows, 'qa')
  const parts: { key: string; name: string }[] = []
  for (const paper of papers) {
    const batchNo = await batchOf({ trx, rows }, paper)
    const { key } = await saveFile(home, await bytesOf(past, paper, batchNo))
    parts.push({ key, name: paper.fileName ?? `${paper.product}_${batchNo}.pdf` })
  }
  await noteUpload(trx, coaBatch, parts, person, author)
  const work = new CoaWork({ db: trx, config: { home }, log: createLog({ logLevel: 'silent' }) })
  work.begin()
  await work.done()
  // The process that read the PDFs would wait for more.
  await work.stop()
}

type Shelf = Pick<Past, 'trx' | 'rows'>

async function bytesOf(past: Past, paper: Paper, batchNo: string): Promise<Buffer> {
  if (paper.is === 'a picture') return past.pictures.clean
  if (paper.isScan) return scanned(past.pictures.clean)
  if (paper.is !== 'sent before') return printed(past, paper, batchNo)
  const [sent] = await certificatesOf(past, paper.product)
  const { storageKey } = await past.trx('attachment').where('id', sent!.attachmentId).first('storageKey')
  return readSaved(past.home, storageKey)
}

async function batchOf({ trx, rows }: Shelf, { product, place = 0 }: Paper): Promise<string> {
  const stock = trx('stock_level').where('productId', rows.idOf(products, product)).whereNotNull('batchNo')
  const batches: string[] = await stock.distinct('batchNo').orderBy('batchNo').pluck('batchNo')
  return batches[place]!
}

async function printed({ trx, rows }: Shelf, { product, says, assay = '99.4' }: Paper, batchNo: string) {
  const { code, name } = await trx('products').where('id', rows.idOf(products, product)).first('code', 'name')
  const tests = [
    ['Appearance', 'White crystalline powder', 'Complies'],
    ['Identification (IR)', 'Conforms to reference', 'Complies'],
    ['Loss on drying', 'Not more than 0.5 %', '0.2 %'],
    ['Heavy metals', 'Not more than 10 ppm', 'Less than 5 ppm'],
    ['Assay', '99.0 to 101.0 %', `${assay} %`],
  ]
  return printPdf({
    title: 'Certificate of analysis',
    content: [
      { text: 'Meridian Laboratories', bold: true, fontSize: 16 },
      { text: 'Certificate of analysis', fontSize: 12, margin: [0, 4, 0, 16] },
      { text: `Product: ${code} ${name}` },
      { text: `Batch: ${says ?? batchNo}` },
      { text: `Analysed on: ${dayText(addDays(today(), -3))}`, margin: [0, 0, 0, 12] },
      { table: { headerRows: 1, widths: ['*', '*', '*'], body: [['Test', 'Specification', 'Result'], ...tests] } },
      { text: 'Anita Ghosh, quality manager', margin: [0, 24, 0, 0] },
    ],
  })
}

/** A certificate that came on paper: a picture without text. */
async function scanned(picture: Buffer) {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  pdf.addPage([595, 842]).drawImage(await pdf.embedJpg(picture), { x: 40, y: 60, width: 515, height: 687 })
  return Buffer.from(await pdf.save())
}

/** Quality compares the scan that was sent today with its batch. */
async function mapScan(past: Past) {
  const { trx, rows } = past
  const batchNo = await batchOf(past, { product: 'LS-1102' })
  const [file] = (await rowsOf(trx, coaFile, query => query.where({ isScan: 1, result: 'TRAY' }))) as CoaFile[]
  await act(past, 'qa', coaFile, 'map', file!, {
    productId: rows.idOf(products, 'LS-1102'),
    batchNo,
    manufactureDate: addDays(today(), -200),
    expiryDate: addDays(today(), 900),
    isCompared: true,
  })
}

const certificatesOf = ({ trx, rows }: Past, product: string) =>
  rowsOf(trx, coaDocument, query =>
    query.where({ productId: rows.idOf(products, product), status: 'ACTIVE' }),
  ) as Promise<CoaDocument[]>

/** Quality lets only buyers find the certificates of these products. */
async function limitToBuyers(past: Past, ...codes: string[]) {
  for (const code of codes)
    for (const row of await certificatesOf(past, code))
      await act(past, 'qa', coaDocument, 'setVisibility', row, { visibility: 'INVOICED_ONLY' })
}

async function withdraw(past: Past, product: string) {
  const [row] = await certificatesOf(past, product)
  await act(past, 'qa', coaDocument, 'withdraw', row!, { reason: 'The assay is of another batch: a new one follows' })
}

/** A letter among the files is no certificate. */
async function leaveLetterOut(past: Past) {
  const [file] = (await rowsOf(past.trx, coaFile, rows =>
    rows.where({ fileName: 'covering letter.pdf', result: 'TRAY' }),
  )) as CoaFile[]
  await act(past, 'qa', coaFile, 'leaveOut', file!)
}
