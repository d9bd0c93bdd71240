import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createDeflate } from 'node:zlib'
import { PDFName } from '@cantoo/pdf-lib'
import { afterEach, describe, expect, it } from 'vitest'
import { PdfReader } from '../../../api/files/pdf/pdf-reader.ts'
import { badPdfs, bomb, certificate, pdfWith } from '../../support/certificates.ts'

const HEAVY = 'It takes too long or too much memory to be read: print it to a plain PDF, and send that one'
const MEGABYTE = 1024 * 1024

let reader = new PdfReader()
afterEach(async () => {
  await reader.stop()
  reader = new PdfReader()
})

/** A PDF with this as its only object beside the catalog and one page. */
const pdfOf = (object: string | Buffer) =>
  Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>endobj\n4 0 obj',
    ),
    Buffer.from(object),
    Buffer.from('endobj\ntrailer<</Root 1 0 R/Size 5>>\n%%EOF'),
  ])

/** A PDF whose page inflates to so many megabytes, behind a filter that hides it from whoever looks for packed streams. */
async function hiddenBomb(megabytes: number) {
  const packer = createDeflate()
  const piece = Buffer.alloc(MEGABYTE, 'q Q ')
  void pipeline(Readable.from(Array.from({ length: megabytes }, () => piece)), packer)
  const hex = `${(await buffer(packer)).toString('hex')}>`
  return pdfWith(pdf => {
    const { context } = pdf
    const stream = context.stream(hex, { Filter: ['ASCIIHexDecode', 'FlateDecode'] })
    pdf.getPage(0).node.set(PDFName.of('Contents'), context.register(stream))
  })
}

describe('a PDF that is sent as a certificate', () => {
  it('is read for its pages and words, the product and batch among them', async () => {
    expect(await reader.read(await certificate('Product: LS-1001', 'Batch No. b240001.'))).toEqual({
      pages: 1,
      words: expect.arrayContaining(['LS-1001', 'B240001']),
    })
  })

  it('has no words where it is a scan', async () => {
    expect(await reader.read(await pdfWith(() => undefined))).toEqual({ pages: 1, words: [] })
  })

  it.each(Object.keys(badPdfs))('is refused when it %s', async name => {
    expect(await reader.read(await badPdfs[name]!())).toEqual({ refusal: expect.stringContaining('It holds scripts') })
  })

  it('has at most fifty pages', async () => {
    const pages = (count: number) => pdfWith(pdf => Array.from({ length: count - 1 }, () => pdf.addPage()))
    expect(await reader.read(await pages(50))).toMatchObject({ pages: 50 })
    expect(await reader.read(await pages(51))).toEqual({
      refusal: 'It has 51 pages: a certificate has at most 50',
    })
  })

  it('does not unpack to gigabytes', async () => {
    expect(await reader.read(bomb())).toEqual({ refusal: expect.stringContaining('It unpacks to far too much') })
  })
})

describe('the process in which it is read', () => {
  it('is ended where it takes longer than it may, and the next PDF is read by another', async () => {
    reader = new PdfReader({ milliseconds: 2_000 })
    // Each of these words is looked for its end through the whole file.
    const slow = pdfOf('stream'.repeat(1_500_000))
    const reading = reader.read(slow)
    const first = reader.pid!
    expect(isRunning(first)).toBe(true)
    expect(await reading).toEqual({ refusal: HEAVY })
    expect([reader.pid, isRunning(first)]).toEqual([undefined, false])
    reader = new PdfReader()
    expect(await reader.read(await certificate('B240001'))).toMatchObject({ pages: 1 })
    expect(isRunning(reader.pid!)).toBe(true)
  })

  it('is ended where a PDF fills its memory with objects', async () => {
    reader = new PdfReader({ megabytes: 64 })
    expect(await reader.read(pdfOf(`[${'0 '.repeat(4_500_000)}]`))).toEqual({ refusal: HEAVY })
    expect(await reader.read(await certificate('B240001'))).toMatchObject({ pages: 1 })
  })

  it('is ended where the process grows by what a hidden stream unpacks to', async () => {
    reader = new PdfReader({ growth: 100 })
    expect(await reader.read(await hiddenBomb(400))).toEqual({ refusal: HEAVY })
    reader = new PdfReader()
    expect(await reader.read(await certificate('B240001'))).toMatchObject({ pages: 1 })
  })

  it('survives what nests without end', async () => {
    expect(await reader.read(pdfOf('['.repeat(2_000_000)))).toHaveProperty('refusal')
    expect(await reader.read(await certificate('B240001'))).toMatchObject({ pages: 1 })
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
