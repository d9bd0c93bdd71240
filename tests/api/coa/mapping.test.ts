import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { actOn, certificate, invoiceBatch, pdfWith, sendCertificates } from '../../support/certificates.ts'
import { type Company, createCompany } from '../../support/dispatches/shipped-order.ts'
import { type ImportErrorView, type ImportJobView, importFile, uploadImport } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const NOON = '2026-11-20T06:30:00.000Z'
const PATH = 'coa/upload-mapping'

const portal = portalOfFile(() => {
  setClock(NOON)
  return emptyPortal()
})
let company: Company
let qa: ApiClient

beforeAll(async () => {
  company = await createCompany(portal.db)
  qa = await personWith(portal, ['QA'])
})
afterAll(() => setClock(null))

const book = (...batches: string[]) =>
  Promise.all(batches.map(batchNo => invoiceBatch(portal.db, company, batchNo, { invoiceNo: `I${batchNo}` })))
const scan = (n: number) => pdfWith(pdf => pdf.setSubject(`scan ${n}`))

/** Sends files that stay in the tray. */
async function intoTray(files: Record<string, Uint8Array>) {
  const sent = await sendCertificates(portal, qa, files)
  expect(new Set(sent.files.map(({ result }) => result))).toEqual(new Set(['TRAY']))
  return sent.files
}

const bring = (rows: string[], more: Parameters<typeof importFile>[4] = {}) =>
  importFile(portal, qa, PATH, rows.join('\n'), more)
const errorsOf = async ({ id }: ImportJobView) =>
  (await qa.get(`/api/import-errors?importJobId=${id}&$limit=100`)).body.data
    .map(({ rowNo, columnName, message }: ImportErrorView) => `${rowNo} ${columnName}: ${message}`)
    .sort()
const resultsOf = (files: readonly { id: number }[]) =>
  portal
    .db('coa_file')
    .whereIn(
      'id',
      files.map(({ id }) => id),
    )
    .orderBy('id')
    .pluck('result')
const versionsOf = (batchNo: string) =>
  portal.db('coa_document').where({ batchNo }).orderBy('version').select('version', 'status')

describe('a sheet that maps the files of the tray', () => {
  const HEAD = 'file_name,product_code,batch_no,manufacture_date,expiry_date,retest_date,visibility'

  it('is checked first, without anything written, then applied; the second time nothing changes', async () => {
    await book('00K1', 'K2')
    const files = await intoTray({ 'scan one.pdf': await scan(1), 'text.pdf': await certificate('Batch K2') })
    const sheet = [
      HEAD,
      'scan one.pdf,LS-1001, 00k1 ,2026-01-01,2028-01-01,2027-01-01,INVOICED_ONLY',
      'TEXT.PDF,ls-1001,k2,,,,',
    ]
    expect(await bring(sheet)).toMatchObject({ rowsNew: 2, rowsFailed: 0 })
    expect(await resultsOf(files)).toEqual(['TRAY', 'TRAY'])
    expect(await bring(sheet, { commit: true })).toMatchObject({ status: 'DONE', rowsNew: 2 })
    expect(await resultsOf(files)).toEqual(['PUBLISHED', 'PUBLISHED'])
    expect(await portal.db('coa_document').where('batchNo', '00K1').first()).toMatchObject({
      manufactureDate: '2026-01-01',
      expiryDate: '2028-01-01',
      retestDate: '2027-01-01',
      visibility: 'INVOICED_ONLY',
    })
    expect(await portal.db('coa_document').where('batchNo', 'K2').first()).toMatchObject({
      expiryDate: '2028-03-31',
      visibility: 'PUBLIC',
    })
    expect(await bring(sheet)).toMatchObject({ rowsSame: 2, rowsNew: 0, rowsFailed: 0 })
  })

  it('names the fault of each row; as a whole it changes nothing, and without its wrong rows the others', async () => {
    await book('D1', 'D2')
    const files = await intoTray({
      'd1.pdf': await scan(11),
      'd2.pdf': await certificate('Batch D2'),
      'd3.pdf': await certificate('Batch D2, and more'),
    })
    const sheet = [
      HEAD,
      'd1.pdf,LS-1001,D1,,,,',
      'd2.pdf,LS-1001,D1,,,,',
      'd3.pdf,LS-1001,D2,2026-05-01,2026-05-01,,',
      'd4.pdf,LS-1001,D2,,,,',
      'd5.pdf,XX-9,D2,,,,',
      'd6.pdf,LS-1001,,,,,EVERYBODY',
      ',LS-1001,D2,,,,',
      'd7.pdf,LS-1001,D2-much-too-long,31-02-2026,,,',
    ]
    const job = await bring(sheet)
    expect(job).toMatchObject({ rowsFailed: 7 })
    expect(await errorsOf(job)).toEqual([
      '3 batch_no: The PDF does not hold batch D1: correct it, or map this file by hand',
      '4 expiry_date: Expiry date must be after the manufacture date',
      '5 file_name: No file named d4.pdf waits in the tray: send it first',
      '6 product_code: product_code: no product has the code “XX-9”',
      '7 batch_no: Batch no is required',
      '7 visibility: visibility must be one of PUBLIC, INVOICED_ONLY',
      '8 file_name: File name is required',
      '9 batch_no: Batch no must be at most 10 characters',
      '9 manufacture_date: manufacture_date must be a day such as 01-04-2026 or 2026-04-01',
    ])
    expect(await resultsOf(files)).toEqual(['TRAY', 'TRAY', 'TRAY'])
    const others = await bring(sheet, { commit: true, onError: 'SKIP_BAD_ROWS' })
    expect(others).toMatchObject({ status: 'DONE_WITH_ERRORS', rowsNew: 1 })
    expect(await resultsOf(files)).toEqual(['PUBLISHED', 'TRAY', 'TRAY'])
  })

  it('comes from quality alone', async () => {
    const desk = await personWith(portal, ['CSC_AGENT'])
    expect((await uploadImport(portal, desk, PATH, `${HEAD}\na.pdf,LS-1001,D1,,,,`)).status).toBe(403)
  })
})

describe('several files of the tray that are confirmed together', () => {
  it('stand by themselves: what cannot be a certificate stays, and says why', async () => {
    await book('C1')
    const files = await intoTray({ 'LS-1001_C1.pdf': await scan(21), 'LS-1001_C2.pdf': await scan(22) })
    await portal.db('coa_file').where('id', files[1]!.id).update({ productId: company.productIds[0], batchNo: 'C2' })
    const ids = files.map(({ id }) => id)
    const answer = await actOn(qa, PATH, 'confirm', ids)
    const why = 'Batch C2 of LS-1001 is in no stock and on no invoice: correct it, or wait until SAP tells it'
    expect([answer.status, answer.body.message]).toEqual([
      201,
      `1 confirmed, 1 stays in the tray: LS-1001_C2.pdf: ${why}`,
    ])
    expect(answer.body.data.map(({ result, message }: Record<string, unknown>) => [result, message])).toEqual([
      ['PUBLISHED', null],
      ['TRAY', why],
    ])
    const again = await actOn(qa, PATH, 'confirm', [ids[1]!])
    expect([again.status, again.body.message]).toEqual([422, `LS-1001_C2.pdf: ${why}`])
    const [blank] = await intoTray({ 'LS-1001_C9.pdf': await scan(23) })
    const nothing = await actOn(qa, PATH, 'confirm', [blank!.id])
    expect([nothing.status, nothing.body.message]).toEqual([
      422,
      'LS-1001_C9.pdf: Nothing to confirm: choose its product and batch',
    ])
    const gone = await actOn(qa, PATH, 'confirm', [ids[0]!])
    expect(gone.status).toBe(409)
  })

  it('become versions one after the other where two people confirm files of one batch at once', async () => {
    await book('T1')
    const files = await intoTray({ 'one.pdf': await scan(31), 'two.pdf': await scan(32) })
    const other = await personWith(portal, ['QA'])
    const mapping = { productId: company.productIds[0], batchNo: 'T1', isCompared: true }
    const answers = await Promise.all(
      files.map(({ id }, at) => actOn(at === 0 ? qa : other, PATH, 'map', [id], mapping)),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await versionsOf('T1')).toEqual([
      { version: 1, status: 'SUPERSEDED' },
      { version: 2, status: 'ACTIVE' },
    ])
  })
})
