import { createHash } from 'node:crypto'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { certificateSearch } from '../../../api/coa/search.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { rateLimits } from '../../../api/platform/http/rate-limit.ts'
import { createLog } from '../../../api/platform/log.ts'
import { beginsWithZeros } from '../../../resources/coa/leading-zeros.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import {
  actOn,
  badPdfs,
  bomb,
  certificate,
  invoiceBatch,
  pdfWith,
  sendCertificates,
} from '../../support/certificates.ts'
import { createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { download } from '../../support/files.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'

const NOON = '2026-11-20T06:30:00.000Z'
const START = Date.parse(NOON)

let portal: TestPortal
let company: Awaited<ReturnType<typeof createCompany>>
let qa: ApiClient
let buyer: ApiClient
let stranger: ApiClient
let sales: ApiClient
let transporter: ApiClient
let addresses = 0

beforeAll(async () => {
  setClock(NOON)
  portal = await emptyPortal({ TRUSTED_PROXIES: '1' })
  company = await createCompany(portal.db)
  qa = await personWith(portal, ['QA'])
  sales = await personWith(portal, ['CSC_AGENT'])
  transporter = await personWith(portal, ['TRANSPORTER'], { transporterId: company.transporterId })
  buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
  stranger = await personWith(portal, ['CUSTOMER'], { customerId: await anotherCustomer() })
})
afterAll(async () => {
  setClock(null)
  await portal.close()
})
beforeEach(async () => {
  setClock(NOON)
  await portal.db('login_session').update({ lastSeenAt: NOON })
})

async function anotherCustomer(): Promise<number> {
  const { id, naturalKey, ...row } = await portal.db('customer').where('id', company.customerId).first()
  await portal.db('customer').insert({ ...row, code: '100999', naturalKey: `${naturalKey}x` })
  return (await portal.db('customer').where('code', '100999').first('id')).id
}

const invoiced = (batchNo: string, more: Record<string, unknown> = {}, bought: Bought | null = null) =>
  invoiceBatch(portal.db, company, batchNo, more, bought)
type Bought = Awaited<ReturnType<typeof createApprovedOrder>>

/** A batch that is invoiced and has an active certificate. */
async function certified(batchNo: string, visibility = 'PUBLIC') {
  const made = await invoiced(batchNo)
  const { files } = await sendCertificates(portal, qa, {
    [`LS-1001_${batchNo}.pdf`]: await certificate('LS-1001', batchNo),
  })
  expect(files.map(({ result, message }) => [result, message])).toEqual([['PUBLISHED', null]])
  const id = files[0]!.coaDocumentId as number
  if (visibility !== 'PUBLIC') expect((await act('setVisibility', id, { visibility })).status).toBe(201)
  return { ...made, certificateId: id }
}

const rowOf = async (path: string, id: number) => (await qa.get(`/api/${path}/${id}`)).body
const act = (action: string, id: number, asked: Record<string, unknown> = {}, path = 'coa/certificates', who = qa) =>
  actOn(who, path, action, [id], asked, qa)
const whys = ({ files }: { files: { fileName: string; result: string; message: string | null }[] }) =>
  files.map(({ fileName, result, message }) => [fileName, result, message])

/** Searches without a sign-in, from an address of its own unless one is given. */
const search = (
  product: string,
  batchNo: string,
  address = `10.9.${Math.floor(++addresses / 200)}.${addresses % 200}`,
  more = {},
) => portal.nobody.post('/api/coa-searches', { product, batchNo, ...more }, { 'x-forwarded-for': address })

describe('certificates that quality sends', () => {
  it('become active by their names: upper case, blanks cut, zeros kept, parted at the last low line', async () => {
    await invoiced('00B7')
    const sent = await sendCertificates(portal, qa, {
      'upload.zip': zipSync({
        'today/ls-1001_00b7.pdf': await certificate('Batch: 00B7'),
        '__MACOSX/x.pdf': Buffer.from('x'),
      }),
    })
    expect(whys(sent)).toEqual([['ls-1001_00b7.pdf', 'PUBLISHED', null]])
    expect(await rowOf('coa/certificates', sent.files[0]!.coaDocumentId as number)).toMatchObject({
      coaNo: expect.stringMatching(/^CA2627\d{6}$/),
      batchNo: '00B7',
      version: 1,
      status: 'ACTIVE',
      visibility: 'PUBLIC',
      expiryDate: '2028-03-31',
      downloadCount: 0,
    })
  })

  it('wait in the tray with the best guess where anything does not fit', async () => {
    await invoiced('T100')
    const sent = await sendCertificates(portal, qa, {
      'LS-1001_T101.pdf': await certificate('T101'),
      'LS-1001_T100.pdf': await certificate('some other batch T999'),
      'XX-9_T100.pdf': await certificate('LS-1001', 'T100'),
      'certificate.pdf': await certificate('Product LS-1001', 'Batch T100'),
      'LS-1002_T100.pdf': await pdfWith(() => undefined),
    })
    expect(whys(sent)).toEqual([
      [
        'LS-1001_T101.pdf',
        'TRAY',
        'Batch T101 of LS-1001 is in no stock and on no invoice: correct it, or wait until SAP tells it',
      ],
      ['LS-1001_T100.pdf', 'TRAY', 'The PDF does not hold batch T100: compare it with the document, and confirm'],
      ['XX-9_T100.pdf', 'TRAY', 'No product has the code XX-9: choose the product'],
      ['certificate.pdf', 'TRAY', 'Its name says no product and batch: choose them'],
      [
        'LS-1002_T100.pdf',
        'TRAY',
        'Batch T100 of LS-1002 is in no stock and on no invoice: correct it, or wait until SAP tells it',
      ],
    ])
    const guess = { productId: company.productIds[0], batchNo: 'T100' }
    expect(sent.files.slice(1)).toMatchObject([guess, guess, guess, { ...guess, isScan: true }])
    expect(sent.files[0]).toMatchObject({ productId: null, batchNo: null })
    expect(sent.files[0]).not.toHaveProperty('words')
    const third = sent.files[2]!
    expect((await act('confirm', third.id, {}, 'coa/upload-mapping')).status).toBe(201)
    expect(await rowOf('coa/upload-mapping', third.id)).toMatchObject({ result: 'PUBLISHED', message: null })
    expect((await act('leaveOut', sent.files[0]!.id, {}, 'coa/upload-mapping')).status).toBe(201)
    expect(await rowOf('coa/upload-mapping', sent.files[0]!.id)).toMatchObject({ result: 'LEFT_OUT' })
  })

  it('are published from scans only when somebody of quality compared them', async () => {
    await invoiced('S100')
    const { files } = await sendCertificates(portal, qa, { 'LS-1001_S100.pdf': await pdfWith(() => undefined) })
    expect(files[0]).toMatchObject({
      result: 'TRAY',
      isScan: true,
      message: 'It is a scan: compare it with the document, and confirm',
    })
    const mapping = {
      productId: company.productIds[0],
      batchNo: ' s100 ',
      manufactureDate: '2026-05-01',
      expiryDate: '2026-05-01',
    }
    const path = 'coa/upload-mapping'
    const refused = await act('map', files[0]!.id, mapping, path)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'It is a scan: compare it with the document, and confirm',
    ])
    const odd = await act('map', files[0]!.id, { ...mapping, isCompared: true }, path)
    expect([odd.status, odd.body.message]).toEqual([422, 'Expiry date must be after the manufacture date'])
    const mapped = await act(
      'map',
      files[0]!.id,
      { ...mapping, expiryDate: '2028-05-01', isCompared: true, visibility: 'INVOICED_ONLY' },
      path,
    )
    expect(mapped.status).toBe(201)
    const { coaDocumentId } = await rowOf(path, files[0]!.id)
    expect(await rowOf('coa/certificates', coaDocumentId)).toMatchObject({
      batchNo: 'S100',
      expiryDate: '2028-05-01',
      visibility: 'INVOICED_ONLY',
    })
  })

  it('supersede the version before, keep who finds them, and are stored once', async () => {
    const { certificateId } = await certified('V100', 'INVOICED_ONLY')
    const same = await sendCertificates(portal, qa, { 'LS-1001_V100.pdf': await sentBytes(certificateId) })
    expect(whys(same)).toEqual([['LS-1001_V100.pdf', 'KNOWN', null]])
    const next = await sendCertificates(portal, qa, {
      'LS-1001_V100.pdf': await certificate('V100', 'assay corrected'),
    })
    const versions = await portal
      .db('coa_document')
      .where('batchNo', 'V100')
      .orderBy('version')
      .select('version', 'status', 'visibility')
    expect(versions).toEqual([
      { version: 1, status: 'SUPERSEDED', visibility: 'INVOICED_ONLY' },
      { version: 2, status: 'ACTIVE', visibility: 'INVOICED_ONLY' },
    ])
    expect(next.files[0]!.coaDocumentId).not.toBe(certificateId)
    const stored = await portal.db('attachment').where('ownerType', 'COA').select('sha256')
    expect(new Set(stored.map(({ sha256 }) => sha256)).size).toBe(stored.length)
    const twins = await sendCertificates(portal, qa, {
      'twins.zip': zipSync({
        'a/LS-1001_V100.pdf': await certificate('V100 a'),
        'b/LS-1001_V100.pdf': await certificate('V100 b'),
      }),
    })
    expect(whys(twins).map(([, result]) => result)).toEqual(['PUBLISHED', 'REFUSED'])
  })

  it.each(Object.keys(badPdfs))('are refused when one %s', async name => {
    const { files } = await sendCertificates(portal, qa, { 'LS-1001_00B7.pdf': await badPdfs[name]!() })
    expect(whys({ files })).toEqual([
      [
        'LS-1001_00B7.pdf',
        'REFUSED',
        'It holds scripts, attachments or actions that start something: print it to a plain PDF, and send that one',
      ],
    ])
    expect(files[0]!.attachmentId).toBeNull()
  })

  it('are refused with a sentence when they are damaged, too long, bombs, or no PDFs, and others still pass', async () => {
    await invoiced('OK1')
    const sent = await sendCertificates(portal, qa, {
      'LS-1001_A.pdf': Buffer.from('MZ not a pdf'),
      'LS-1001_B.pdf': Buffer.from('%PDF-1.7 and nothing more'),
      'LS-1001_C.pdf': bomb(),
      'LS-1001_D.pdf': await pdfWith(pdf => Array.from({ length: 50 }, () => pdf.addPage())),
      'notes.txt': Buffer.from('hello'),
      'LS-1001_OK1.pdf': await certificate('OK1'),
    })
    expect(whys(sent)).toEqual([
      ['LS-1001_A.pdf', 'REFUSED', 'It is no PDF, whatever its name says'],
      ['LS-1001_B.pdf', 'REFUSED', 'It is damaged or no PDF: save it as a PDF again'],
      ['LS-1001_C.pdf', 'REFUSED', 'It unpacks to far too much: print it to a plain PDF, and send that one'],
      ['LS-1001_D.pdf', 'REFUSED', 'It has 51 pages: a certificate has at most 50'],
      ['notes.txt', 'REFUSED', 'It is no PDF: send certificates as PDFs, or a zip of them'],
      ['LS-1001_OK1.pdf', 'PUBLISHED', null],
    ])
  })

  it('come two hundred at a time, not more', { tags: ['proof'] }, async () => {
    const batches = Array.from({ length: 200 }, (_, n) => `M${String(n).padStart(4, '0')}`)
    const [line] = await portal.db('invoice_line').where('batchNo', '00B7').select()
    const { id: _, ...row } = line
    for (const [at, batchNo] of batches.entries())
      await portal.db('invoice_line').insert({ ...row, batchNo, lineNo: 1_000 + at })
    const files: Record<string, Uint8Array> = {}
    for (const batchNo of batches) files[`LS-1001_${batchNo}.pdf`] = await certificate(`Batch ${batchNo}`)
    const sent = await sendCertificates(portal, qa, { 'all.zip': zipSync(files) })
    expect(sent.batch).toMatchObject({ status: 'DONE', filesTotal: 200, filesDone: 200 })
    expect(new Set(sent.files.map(({ result }) => result))).toEqual(new Set(['PUBLISHED']))
    const tooMany = await sendCertificates(portal, qa, {
      'all.zip': zipSync({ ...files, 'one-more.pdf': Buffer.from('x') }),
    })
    expect(tooMany.batch).toMatchObject({
      status: 'FAILED',
      errorText: 'The zip holds 201 files: send at most 200 at once.',
    })
  })
})

describe('a zip of certificates that is made to hurt', () => {
  it('is refused as a whole when it unpacks to far more than the largest zip', async () => {
    await exampleRow(portal.db, resourceNamed('app-setting'), { key: 'coa.zip_mb', value: '1' })
    const zeros = new Uint8Array(1024 * 1024)
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`LS-1001_Z${n}.pdf`, zeros]))
    const sent = await sendCertificates(portal, qa, { 'bomb.zip': zipSync(files) })
    await portal.db('app_setting').where('key', 'coa.zip_mb').delete()
    expect(sent.batch).toMatchObject({ status: 'FAILED', errorText: 'The zip unpacks to more than 4 MB: split it.' })
    expect(sent.files.map(({ result }) => result)).not.toContain('PUBLISHED')
  })

  it('loses only the files that lie outside of it, are zips again, too large, or no PDFs', async () => {
    await invoiced('OK2')
    const sent = await sendCertificates(portal, qa, {
      'odd.zip': zipSync({
        '../LS-1001_OUT.pdf': await certificate('OUT'),
        'inner.zip': zipSync({ 'LS-1001_IN.pdf': await certificate('IN') }),
        'LS-1001_BIG.pdf': [new Uint8Array(11 * 1024 * 1024), { level: 9 }],
        'LS-1001_EXE.pdf': Buffer.from('MZ'),
        'LS-1001_OK2.pdf': await certificate('OK2'),
      }),
    })
    expect(whys(sent)).toEqual([
      ['LS-1001_OUT.pdf', 'REFUSED', 'Its name leads out of the zip: pack the files again without paths'],
      ['inner.zip', 'REFUSED', 'It is a zip within the zip: unpack it, and send its files'],
      ['LS-1001_BIG.pdf', 'REFUSED', 'It is larger than 10 MB: send a smaller one'],
      ['LS-1001_EXE.pdf', 'REFUSED', 'It is no PDF, whatever its name says'],
      ['LS-1001_OK2.pdf', 'PUBLISHED', null],
    ])
  })
})

const sentBytes = async (id: number) => (await download(portal, qa, `/api/coa/certificates/${id}/file`)).bytes

describe('a stranger who searches', () => {
  it('opens the certificate of a product and batch by a link of five minutes, which is counted', async () => {
    const { certificateId } = await certified('P100')
    const found = await search(' ls-1001 ', ' p100 ')
    expect([found.status, found.body]).toEqual([
      201,
      {
        product: expect.stringContaining('LS-1001'),
        batchNo: 'P100',
        version: 1,
        expiryDate: '2028-03-31',
        link: expect.stringMatching(/^\/api\/coa-links\//),
      },
    ])
    const opened = await download(portal, portal.nobody, found.body.link)
    expect([opened.status, opened.type]).toEqual([200, 'application/pdf'])
    expect((await rowOf('coa/certificates', certificateId)).downloadCount).toBe(1)
    setClock(new Date(START + 5 * 60_000 + 1_000).toISOString())
    expect((await portal.nobody.get(found.body.link)).status).toBe(404)
    setClock(NOON)
    expect((await portal.nobody.get(`${found.body.link}x`)).status).toBe(404)
  })

  it('is told the same of what is absent, withdrawn, superseded or only for buyers, and opens nothing that was withdrawn since', async () => {
    const gone = await certified('P200')
    await certified('P201', 'INVOICED_ONLY')
    const link = (await search('LS-1001', 'P200')).body.link
    expect((await act('withdraw', gone.certificateId, { reason: 'Wrong assay' })).status).toBe(201)
    const { status } = await portal.nobody.get(link)
    expect(status).toBe(404)
    const answers = new Set<string>()
    for (const batchNo of ['P200', 'P201', 'P999']) {
      const { status, body } = await search('LS-1001', batchNo)
      answers.add(JSON.stringify([status, { ...body, requestId: '' }]))
    }
    answers.add(
      JSON.stringify(await search('XX-1', 'P200').then(({ status, body }) => [status, { ...body, requestId: '' }])),
    )
    expect([...answers]).toEqual([expect.stringMatching(/^\[404,/)])
    const again = await sendCertificates(portal, qa, { 'LS-1001_P200.pdf': await sentBytes(gone.certificateId) })
    expect(whys(again)).toEqual([['LS-1001_P200.pdf', 'TRAY', 'This file was withdrawn: Wrong assay']])
  })

  it('opens nothing by a link that is still good once the certificate is for buyers only, or has a newer version', async () => {
    const hidden = await certified('P210')
    await certified('P211')
    const [first, second] = [(await search('LS-1001', 'P210')).body.link, (await search('LS-1001', 'P211')).body.link]
    expect((await act('setVisibility', hidden.certificateId, { visibility: 'INVOICED_ONLY' })).status).toBe(201)
    await sendCertificates(portal, qa, { 'LS-1001_P211.pdf': await certificate('P211', 'corrected') })
    for (const link of [first, second]) {
      const { status, body } = await portal.nobody.get(link)
      expect([status, body.message]).toEqual([404, 'This link has expired: search for the certificate again.'])
    }
    expect((await search('LS-1001', 'P211')).body.version).toBe(2)
  })

  it('solves a challenge after three misses, once for each search, and has ten searches in ten minutes', async () => {
    await certified('P300')
    const address = '10.77.1.1'
    for (let n = 0; n < 3; n++) expect((await search('LS-1001', `Z${n}`, address)).status).toBe(404)
    const asked = await search('LS-1001', 'P300', address)
    expect([asked.status, asked.body.errors[0].code]).toEqual([422, 'CHALLENGE'])
    const solved = await solve()
    expect((await search('LS-1001', 'P300', address, solved)).status).toBe(201)
    expect((await search('LS-1001', 'P300', address, solved)).status).toBe(422)
    expect((await search('LS-1001', 'P300', address, { ...(await solve()), solution: 'x' })).status).toBe(422)
    const late = await solve()
    setClock(new Date(START + 6 * 60_000).toISOString())
    expect((await search('LS-1001', 'P300', address, late)).status).toBe(422)
    setClock(NOON)
    for (let n = 8; n < 10; n++) await search('LS-1001', 'P300', address)
    expect((await search('LS-1001', 'P300', address)).status).toBe(429)
    expect((await search('LS-1001', 'P300')).status).toBe(201)
  })

  it('cannot avoid the limit of a product by changing addresses; who finds what they look for uses up nothing', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 102; n++) statuses.push((await search('LS-1002', `Q${n}`)).status)
    expect(statuses).toEqual([...Array(100).fill(404), 429, 429])
  })

  it('shares a limit of misses with all others, however many addresses and products they try', async () => {
    const limits = await rateLimits({ redisUrl: null }, createLog({ logLevel: 'silent' }))
    const search = certificateSearch({ secret: 'x'.repeat(32) }, limits)
    const miss = (n: number) =>
      search.find(
        portal.db,
        { product: `XX-${n % 50}`, batchNo: `A${n}`, challenge: null, solution: null },
        { person: undefined, ip: `10.8.${n >> 8}.${n & 255}` },
      )
    const codes: number[] = []
    for (let n = 0; n < 2_002; n++)
      codes.push(
        await miss(n).then(
          () => 201,
          error => error.code,
        ),
      )
    expect(codes).toEqual([...Array(2_000).fill(404), 429, 429])
  })

  it.each([
    [{ product: 'LS-1001' }, 'batchNo'],
    [{ batchNo: 'P1' }, 'product'],
    [{ product: { $ne: '' }, batchNo: ['P1'] }, 'product'],
    [{ product: 'LS-1001', batchNo: 'much too long for it' }, 'batchNo'],
    [{ product: 'LS-1001', batchNo: 'P1', customerId: 1 }, 'customerId'],
  ])('is told which field of %j is wrong', async (body, field) => {
    const { status, body: answer } = await portal.nobody.post('/api/coa-searches', body)
    expect([status, answer.errors[0].field]).toEqual([400, field])
  })
})

async function solve() {
  const { challenge, bits } = (await portal.nobody.post('/api/coa-challenges', {})).body
  for (let n = 0; ; n++)
    if (beginsWithZeros(createHash('sha256').update(`${challenge}:${n}`).digest(), bits))
      return { challenge, solution: String(n) }
}

describe('a certificate only for who bought the goods', () => {
  it('is found by whoever was invoiced or sent them, by staff, and by nobody else', async () => {
    const { id, invoiceNo, certificateId } = await certified('E100', 'INVOICED_ONLY')
    const found = async (who: ApiClient) =>
      (await who.post('/api/coa-searches', { product: 'LS-1001', batchNo: 'e100' })).status
    const opens = async (who: ApiClient) =>
      (await download(portal, who, `/api/coa/certificates/${certificateId}/file`)).status
    const reads = async (who: ApiClient) => (await who.get(`/api/coa/certificates/${certificateId}`)).status
    expect([await found(buyer), await opens(buyer), await reads(buyer)]).toEqual([201, 200, 200])
    expect([await found(sales), await opens(sales), await reads(sales)]).toEqual([201, 200, 200])
    expect([await found(stranger), await opens(stranger), await reads(stranger)]).toEqual([404, 404, 404])
    expect([await found(transporter), await opens(transporter), await reads(transporter)]).toEqual([404, 404, 403])
    await portal.db('invoice').where({ id }).update({ isCancelled: 1 })
    expect([await found(buyer), await opens(buyer), await reads(buyer)]).toEqual([404, 404, 404])
    expect((await buyer.get(`/api/coa-goods?invoiceNo=${invoiceNo}`)).body).toEqual([])
  })

  it('is found by the end customer of a distributor, to whom it went on an order of their own', async () => {
    const { customerId } = await portal
      .db('user')
      .where('id', await idOf(stranger))
      .first('customerId')
    const bought = await createApprovedOrder(portal.db, company, { status: 'CONFIRMED' })
    await portal.db('order').where('id', bought.id).update({ customerId })
    await invoiced('D100', {}, bought)
    const { files } = await sendCertificates(portal, qa, { 'LS-1001_D100.pdf': await certificate('D100') })
    const id = files[0]!.coaDocumentId as number
    await act('setVisibility', id, { visibility: 'INVOICED_ONLY' })
    expect((await stranger.post('/api/coa-searches', { product: 'LS-1001', batchNo: 'D100' })).status).toBe(201)
    const goods = await stranger.get(`/api/coa-goods?orderId=${bought.id}`)
    expect(goods.body).toMatchObject([{ batchNo: 'D100', certificateId: id }])
  })
})

const idOf = async (who: ApiClient) => (await who.get('/api/me')).body.user.id as number

describe('the certificates of an invoice', () => {
  it('are listed with every batch and come in one zip, each counted; only to who reads the invoice', async () => {
    const { invoiceNo, id, certificateId } = await certified('I100')
    await portal.db('invoice_line').where({ invoiceId: id, lineNo: 20 }).update({ batchNo: 'I200' })
    const { body } = await buyer.get(`/api/coa-goods?invoiceNo=${invoiceNo.toLowerCase()}`)
    expect(body).toMatchObject([
      { batchNo: 'I100', certificateId, coaNo: expect.stringMatching(/^CA/) },
      { batchNo: 'I200', certificateId: null, coaNo: null },
    ])
    const packed = await download(portal, buyer, `/api/coa-zip?invoiceNo=${invoiceNo}`)
    expect(packed.type).toBe('application/zip')
    const files = unzipSync(new Uint8Array(packed.bytes))
    expect(Object.keys(files)).toEqual(['COA LS-1001 I100.pdf'])
    expect(Buffer.from(files['COA LS-1001 I100.pdf']!)).toEqual(await sentBytes(certificateId))
    expect((await rowOf('coa/certificates', certificateId)).downloadCount).toBe(2)
    expect((await stranger.get(`/api/coa-goods?invoiceNo=${invoiceNo}`)).status).toBe(404)
    expect((await stranger.get(`/api/coa-zip?invoiceNo=${invoiceNo}`)).status).toBe(404)
    expect((await transporter.get(`/api/coa-goods?invoiceNo=${invoiceNo}`)).status).toBe(403)
    expect((await buyer.get('/api/coa-goods')).status).toBe(400)
    expect((await buyer.get('/api/coa-goods?invoiceNo=1&orderId=1')).status).toBe(400)
  })
})

describe('what only quality does', () => {
  it('is refused to everybody else, and a withdrawn certificate is read by quality alone', async () => {
    const { certificateId } = await certified('W100')
    expect((await act('withdraw', certificateId, { reason: 'no' }, 'coa/certificates', sales)).status).toBe(403)
    await expect(sendCertificates(portal, sales, { 'LS-1001_W100.pdf': await certificate('W100') })).rejects.toThrow(
      '403',
    )
    const without = await act('withdraw', certificateId)
    expect([without.status, without.body.errors[0].field]).toEqual([400, 'reason'])
    expect((await act('withdraw', certificateId, { reason: 'Wrong assay' })).status).toBe(201)
    expect((await sales.get(`/api/coa/certificates/${certificateId}`)).status).toBe(404)
    expect((await rowOf('coa/certificates', certificateId)).withdrawReason).toBe('Wrong assay')
  })
})
