import { degrees, PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import type { Knex } from 'knex'
import { dayText } from '../../../resources/define/show.ts'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import { lossText } from '../../../resources/dispatches/pods/pod-rules.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Content } from '../../files/pdf-content.ts'
import { printPdf } from '../../files/print-pdf.ts'
import { notFound } from '../../platform/errors.ts'
import { readSaved } from '../../platform/stored-files.ts'

/** An A4 sheet and its margin, in points. */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 28]
/** Pixels of the longer side at which a stamp and a signature are still read well on paper. */
const LONGEST = 2000

interface Scan {
  pageNo: number
  quarterTurns: number
  mimeType: string
  storageKey: string
}

/**
 * Prints a POD that the person reads: a sheet with what it says, then all its pages, upright. Throws 404 for another. A page
 * whose file cannot be opened is left out, and the first sheet says so.
 */
export async function printPod(db: Knex, home: string, id: number, person: Person) {
  const [row] = (await rowsOf(db, pod, rows => restrict(rows.where('pod.id', id), db, pod, person, 'read'))) as Pod[]
  if (!row) throw notFound()
  const { lrNo } = await db('lr').where('id', row.lrId).first('lrNo')
  const scans: Scan[] = await db('pod_page as page')
    .join('attachment as file', 'file.id', 'page.attachmentId')
    .where('page.podId', id)
    .orderBy('page.pageNo')
    .select('page.pageNo', 'page.quarterTurns', 'file.mimeType', 'file.storageKey')
  const pages = await PDFDocument.create({ updateMetadata: false })
  const missing: number[] = []
  for (const scan of scans) await appendScan(pages, scan, home).catch(() => missing.push(scan.pageNo))
  const title = `POD of LR ${lrNo}`
  const sheet = await PDFDocument.load(await printPdf({ title, content: factsOf(row, lrNo, scans.length, missing) }))
  for (const page of await sheet.copyPages(pages, pages.getPageIndices())) sheet.addPage(page)
  return { title, bytes: Buffer.from(await sheet.save()) }
}

function factsOf(row: Pod, lrNo: string, count: number, missing: readonly number[]): Content[] {
  const facts: [string, string][] = [
    ['LR', lrNo],
    ['Delivered on', dayText(row.deliveredOn)],
    ['Received by', row.receivedBy],
    ['Packages received', String(row.packagesReceived)],
    ['Packages not in order', lossText(row) || 'None'],
    ['Pages', String(count)],
    ...(missing.length > 0 ? [['Pages that cannot be printed', missing.join(', ')] as [string, string]] : []),
  ]
  return [
    { text: `Proof of delivery of LR ${lrNo}`, fontSize: 16, bold: true, margin: [0, 0, 0, 12] },
    { table: { widths: [160, '*'], body: facts.map(([label, value]) => [{ text: label, bold: true }, value]) } },
  ]
}

async function appendScan(pages: PDFDocument, { quarterTurns, mimeType, storageKey }: Scan, home: string) {
  const bytes = await readSaved(home, storageKey)
  const turned = Number(quarterTurns) * 90
  if (mimeType === 'application/pdf') {
    const scan = await PDFDocument.load(bytes)
    for (const page of await pages.copyPages(scan, scan.getPageIndices())) {
      page.setRotation(degrees((page.getRotation().angle + turned) % 360))
      pages.addPage(page)
    }
    return
  }
  const { default: sharp } = await import('sharp')
  const picture = await sharp(bytes)
    .rotate(turned)
    .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer()
  await draw(pages.addPage([WIDTH, HEIGHT]), picture)
}

async function draw(page: PDFPage, picture: Buffer) {
  const image = await page.doc.embedJpg(picture)
  const { width, height } = image.scaleToFit(WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)
  page.drawImage(image, { x: (WIDTH - width) / 2, y: HEIGHT - MARGIN - height, width, height })
}
