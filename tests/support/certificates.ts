import { deflateSync } from 'node:zlib'
import { PDFArray, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import type { Knex } from 'knex'
import { type Company, createInvoice } from './dispatches/shipped-order.ts'
import { sendForm } from './files.ts'
import type { ApiClient, TestPortal } from './portal.ts'

/** A certificate with these lines of text on its first page. */
export const certificate = (...lines: string[]) => pdfWith(() => undefined, lines)

/** A PDF as of `lines`, to which something is done before it is saved. */
export async function pdfWith(change: (pdf: PDFDocument) => unknown, lines: readonly string[] = []): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage()
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 40, y: 780 - at * 20, size: 12 })
  await change(pdf)
  return Buffer.from(await pdf.save())
}

/** PDFs that do something when they are opened, or are made to hurt whoever reads them. */
export const badPdfs: Record<string, () => Promise<Buffer>> = {
  'runs a script': () => pdfWith(pdf => pdf.addJavaScript('hello', 'app.alert(1)')),
  'runs a script when it opens': () =>
    pdfWith(({ catalog, context }) =>
      catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') })),
    ),
  'names its script in other letters': async () => {
    const pdf = await PDFDocument.create()
    pdf.addPage()
    const acts = { WC: { S: 'JavaScript', Script: PDFString.of('app.alert(1)') } }
    pdf.catalog.set(PDFName.of('AA'), pdf.context.obj(acts))
    const plain = Buffer.from(await pdf.save({ useObjectStreams: false })).toString('latin1')
    return Buffer.from(plain.replace('/JavaScript', '/J#61vaScript'), 'latin1')
  },
  'starts a program': () =>
    pdfWith(pdf => {
      const link = pdf.context.obj({ Type: 'Annot', Subtype: 'Link', A: { S: 'Launch', F: PDFString.of('calc.exe') } })
      pdf.getPage(0).node.set(PDFName.of('Annots'), PDFArray.withContext(pdf.context))
      ;(pdf.getPage(0).node.get(PDFName.of('Annots')) as PDFArray).push(pdf.context.register(link))
    }),
  'names what it starts in an object of its own': () =>
    pdfWith(({ catalog, context }) =>
      catalog.set(
        PDFName.of('OpenAction'),
        context.obj({ S: context.register(PDFName.of('Launch')), F: PDFString.of('calc.exe') }),
      ),
    ),
  'brings a file along': () => pdfWith(pdf => pdf.attach(Buffer.from('MZ'), 'setup.exe')),
}

/** A PDF whose one stream inflates to a gigabyte. */
export function bomb(): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(400 * 1024 * 1024)))
  const head = Buffer.from(`%PDF-1.4\n1 0 obj\n<</Length ${packed.length}/Filter[/FlateDecode/FlateDecode]>>\nstream\n`)
  return Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF')])
}

type FileRow = Record<string, unknown> & { id: number; fileName: string; result: string; message: string | null }

/** Sends certificates and waits until they are looked at; the files in their order. */
export async function sendCertificates(portal: TestPortal, who: ApiClient, files: Record<string, Uint8Array>) {
  const form = new FormData()
  for (const [name, bytes] of Object.entries(files)) form.append('file', new File([new Uint8Array(bytes)], name))
  const { status, body } = await sendForm(portal, who, '/api/coa-batches', form)
  if (status !== 201) throw new Error(`${status} ${body.message}`)
  for (let tries = 0; tries < 4_000; tries++) {
    const { body: batch } = await who.get(`/api/coa-batches/${body.id}`)
    if (batch.status !== 'READING') {
      const answer = await who.get(`/api/coa/upload-mapping?batchId=${body.id}&$limit=500&$sort[position]=1`)
      return { batch, files: answer.body.data as FileRow[] }
    }
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error('The certificates are still read')
}

/** An invoice to the company's buyer whose first line is of a batch. */
export async function invoiceBatch(
  db: Knex,
  company: Company,
  batchNo: string,
  more: Record<string, unknown> = {},
  bought: Parameters<typeof createInvoice>[2] = null,
) {
  const made = await createInvoice(db, company, bought, more)
  await db('invoice_line').where({ invoiceId: made.id, lineNo: 10 }).update({ batchNo, expiryDate: '2028-03-31' })
  return made
}

/** Takes an action on rows as they are now. */
export async function actOn(
  who: ApiClient,
  path: string,
  action: string,
  ids: readonly number[],
  asked: Record<string, unknown> = {},
  reader = who,
) {
  const rows = await Promise.all(
    ids.map(async id => ({ id, rowVersion: (await reader.get(`/api/${path}/${id}`)).body.rowVersion as number })),
  )
  return who.post(`/api/${path}/actions`, { action, rows, asked })
}
