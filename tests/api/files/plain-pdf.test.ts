import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readPdf } from '../../../api/files/pdf/pdf-parts.ts'
import { plainPdf } from '../../../api/files/pdf/plain-pdf.ts'
import { badPdfs, bomb, pdfWith } from '../../support/certificates.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { download, sendForm } from '../../support/files.ts'

const { portal, desk, clockAt, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

function send(bytes: Buffer) {
  const form = new FormData()
  form.set('ownerType', 'POD')
  form.set('file', new File([new Uint8Array(bytes)], 'pod.pdf'))
  return sendForm(portal, desk, '/api/attachments', form)
}

describe('the PDF of a POD', () => {
  it.each(Object.keys(badPdfs))('that %s is taken without it, with all its pages', async name => {
    const bad = await badPdfs[name]!()
    const answer = await send(bad)
    expect([answer.status, answer.body.message]).toEqual([201, undefined])
    const { bytes } = await download(portal, desk, `/api/attachments/${answer.body.id}/file`)
    const text = bytes.toString('latin1')
    for (const word of ['app.alert', 'calc.exe', 'setup.exe']) expect(text).not.toContain(word)
    expect(await readPdf(new Uint8Array(bytes))).toEqual({ pages: 1, words: [] })
  })

  it('loses what its maker wrote beside the pages', async () => {
    const bad = await pdfWith(pdf => {
      const notes = pdf.context.stream('<x:xmpmeta>GPSLatitude 18.5</x:xmpmeta>')
      pdf.catalog.set(PDFName.of('Metadata'), pdf.context.register(notes))
      pdf.addPage()
    })
    const plain = await plainPdf(bad)
    expect('bytes' in plain && Buffer.from(plain.bytes).includes('GPSLatitude')).toBe(false)
    expect('bytes' in plain && (await PDFDocument.load(plain.bytes)).getPageCount()).toBe(2)
  })

  it('stays as it is, byte by byte, where there is nothing of the kind', async () => {
    const good = await pdfWith(() => undefined, ['Received 10 cartons'])
    const { body } = await send(good)
    const { bytes } = await download(portal, desk, `/api/attachments/${body.id}/file`)
    expect(bytes.equals(good)).toBe(true)
  })

  it.each([
    ['is damaged', async () => Buffer.from('%PDF-1.4 nothing'), 'It is damaged or no PDF: save it as a PDF again'],
    ['unpacks to far too much', async () => bomb(), /^The PDF cannot be taken\. It unpacks to far too much/],
  ])('is refused with a sentence when it %s', async (_, bad, sentence) => {
    const { status, body } = await send(await bad())
    const said = typeof sentence === 'string' ? `The PDF cannot be taken. ${sentence}` : expect.stringMatching(sentence)
    expect([status, body.message]).toEqual([415, said])
  })
})
