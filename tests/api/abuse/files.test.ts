import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyersOrderInput, LEAKED_DETAILS, MISSING_ID } from '../../support/abuse.ts'
import { zipArchive } from '../../support/dispatches/zip-archive.ts'
import { answersBeforeLong } from '../../support/hang-limit.ts'
import { finishedImport } from '../../support/imports.ts'
import { idempotencyHeader, poFile } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

describe('files of somebody else', () => {
  let portal: TestPortal
  let asha: ApiClient
  let buyer: ApiClient
  beforeAll(async () => {
    portal = await demoPortal()
    ;[asha, buyer] = await Promise.all([portal.as('asha'), portal.as('customer')])
  })
  afterAll(() => portal.close())
  const ownOrder = (more = {}) => buyersOrderInput(portal, asha, buyer, more)

  it('does not open somebody else’s file to a person who names it in an order of their own', async () => {
    const secret = await poFile(portal, asha)
    expect((await buyer.get(`/api/attachments/${secret}/file`)).status).toBe(404)
    for (const poAttachmentId of [secret, MISSING_ID]) {
      const { status, body } = await buyer.post('/api/orders', await ownOrder({ poAttachmentId }), idempotencyHeader())
      expect([status, body.errors[0].field, body.errors[0].code]).toEqual([400, 'poAttachmentId', 'UNKNOWN_REF'])
    }
    const own = await poFile(portal, buyer)
    const draft = await ownOrder({ poAttachmentId: own })
    const { body: made } = await buyer.post('/api/orders', draft, idempotencyHeader())
    const smuggled = { ...draft, poAttachmentId: secret, rowVersion: made.rowVersion }
    expect((await buyer.patch(`/api/orders/${made.id}`, smuggled)).body.errors[0].code).toBe('UNKNOWN_REF')
    expect((await buyer.get(`/api/attachments/${secret}/file`)).status).toBe(404)
    // A person who corrects an order may keep the file that somebody else attached.
    const kept = await buyer.patch(`/api/orders/${made.id}`, {
      ...draft,
      remarks: 'Ring first',
      rowVersion: made.rowVersion,
    })
    expect([kept.status, kept.body.poAttachmentId]).toEqual([200, own])
  })

  it('accepts files from people who place orders, and refuses malformed forms', async () => {
    await expect(poFile(portal, await portal.as('transporter'))).rejects.toThrow('None of your roles may upload files')
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const { status } = await buyer.post('/api/attachments', '--x\r\nodd', { 'content-type': type })
      expect([type, status]).toEqual([type, 400])
    }
    const form = new FormData()
    form.set('ownerType', 'x'.repeat(3000))
    const { status } = await fetch(`${portal.url}/api/attachments`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${buyer.token}` },
    })
    expect(status).toBe(400)
  })
})

describe('a file whose content does not match its type', () => {
  let portal: TestPortal
  let buyer: ApiClient
  let admin: ApiClient
  let keeper: ApiClient
  beforeAll(async () => {
    portal = await demoPortal()
    ;[buyer, admin, keeper] = await Promise.all([
      portal.as('customer'),
      portal.as('sys_admin'),
      portal.as('master_admin'),
    ])
  })
  afterAll(() => portal.close())

  async function send(who: ApiClient, path: string, bytes: string | Uint8Array, name: string, more = {}) {
    const form = new FormData()
    for (const [key, value] of Object.entries(more)) form.set(key, String(value))
    form.set('file', new Blob([bytes as never]), name)
    const answer = await fetch(`${portal.url}/api/${path}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${who.token}` },
    })
    const text = await answer.text()
    return { status: answer.status, text, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null }
  }
  const attach = (bytes: string | Uint8Array, name: string) =>
    send(buyer, 'attachments', bytes, name, { ownerType: 'ORDER' })

  const PDF = '%PDF-1.4\n'
  it.each([
    ['page.html', '<html><script>alert(1)</script>'],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['picture.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['order.pdf', '<html><script>alert(1)</script>'],
    ['order.pdf', 'MZ\u0090\u0000'],
    ['order.exe', PDF],
    ['order.pdf.exe', PDF],
    ['order.pdf.html', PDF],
    ['order.pdf\u0000.html', PDF],
    ['order.xlsm', 'PK\u0003\u0004'],
    ['order.pdf', ''],
    ['order.csv', ''],
    ['order.csv', 'a\u0000b'],
    ['order', PDF],
    ['.pdf.', PDF],
  ])('is refused: %s', async (name, content) => {
    expect([name, (await attach(content, name)).status]).toEqual([name, name.includes('\u0000') ? 400 : 415])
  })

  it('is refused beyond ten megabytes', async () => {
    const bytes = new Uint8Array(20 * 1024 * 1024)
    bytes.set(Buffer.from(PDF))
    expect((await attach(bytes, 'large.pdf')).status).toBe(413)
  })

  it('that is valid as two types at once is sent as a download and never shown', async () => {
    const { status, body } = await attach(`${PDF}<html><script>alert(1)</script>`, 'both.pdf')
    expect(status).toBe(201)
    const { headers } = await buyer.get(`/api/attachments/${body.id}/file`)
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['..\\..\\boot.pdf', 'boot.pdf'],
    ['/etc/cron.d/x.pdf', 'x.pdf'],
    ['%2e%2e%2f%2e%2e%2fx.pdf', '%2e%2e%2f%2e%2e%2fx.pdf'],
    ['invoice\u202efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['CON.pdf', 'CON.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
    ['line\u2028break.pdf', expect.stringMatching(/^line.?break\.pdf$/)],
    ['ऑर्डर "2026".pdf', expect.stringContaining('ऑर्डर')],
    ["'; drop table user.pdf", "'; drop table user.pdf"],
    ['__proto__.pdf', '__proto__.pdf'],
  ])('is stored under a generated name, whatever it is called: %s', async (name, shown) => {
    const { status, body } = await attach(`${PDF}${name}`, name)
    expect([status, body.fileName]).toEqual([201, shown])
    const { storageKey } = await portal.db('attachment').where({ id: body.id }).first('storageKey')
    expect(storageKey).toMatch(/^[0-9a-f]{32}$/)
    expect(readdirSync(join(portal.home, 'files'))).toContain(storageKey)
    const { headers } = await buyer.get(`/api/attachments/${body.id}/file`)
    const said = headers.get('content-disposition')!
    expect(said).toMatch(/^attachment; filename="[\w.-]*"; filename\*=UTF-8''[\w.%!$&+^`|~#-]+$/)
  })

  it('of somebody else is answered like a missing one, for every id near it', async () => {
    const { body } = await attach(PDF, 'mine.pdf')
    for (const login of ['distributor', 'transporter', 'qa']) {
      const who = await portal.as(login)
      const [one, none] = await Promise.all([
        who.get(`/api/attachments/${body.id}/file`),
        who.get(`/api/attachments/${MISSING_ID}/file`),
      ])
      expect([login, one.status]).toEqual([login, 404])
      expect({ ...one.body, requestId: '' }).toEqual({ ...none.body, requestId: '' })
    }
    expect((await portal.nobody.get(`/api/attachments/${body.id}/file`)).status).toBe(401)
  })

  it('is refused for the library just as for an order', async () => {
    const told = { category: 'Forms', audience: JSON.stringify(['CUSTOMER']) }
    for (const [name, content] of [
      ['page.html', '<script>alert(1)</script>'],
      ['picture.svg', '<svg onload="alert(1)"/>'],
      ['order.pdf', '<script>'],
    ])
      expect([name, (await send(admin, 'library', content!, name!, told)).status]).toEqual([name, 415])
  })

  const CONTENT = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
  const BOOK =
    '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'
  const RELS =
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
  const book = (sheet: string | Uint8Array, more: Record<string, string | Uint8Array> = {}) =>
    zipArchive({
      '[Content_Types].xml': CONTENT,
      'xl/workbook.xml': BOOK,
      'xl/_rels/workbook.xml.rels': RELS,
      'xl/worksheets/sheet1.xml': sheet,
      ...more,
    })
  const sheet = (rows: string, before = '') =>
    `<?xml version="1.0"?>${before}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  const letters = (n: number): string =>
    (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))

  /** The outcome of a workbook sent to an import: an immediate refusal, or its job once checked. */
  async function outcome(bytes: Uint8Array, name = 'sbu.xlsx') {
    const made = await send(keeper, 'imports', bytes, name, { resource: 'masters/sbu' })
    expect(made.text).not.toMatch(LEAKED_DETAILS)
    const job = made.status === 201 ? await finishedImport(keeper, made.body.id) : made.body
    return { status: made.status, job }
  }

  /** Above the size to which a workbook may unpack. */
  const ZEROS = new Uint8Array(140 * 1024 * 1024)

  it.each([
    ['a bomb of zeros', () => book(ZEROS)],
    ['a bomb of shared texts', () => book(sheet(''), { 'xl/sharedStrings.xml': ZEROS })],
    [
      '16,384 columns',
      () =>
        book(
          sheet(
            `<row r="1">${Array.from({ length: 16_384 }, (_, n) => cell(`${letters(n)}1`, `H${n}`)).join('')}</row>`,
          ),
        ),
    ],
    [
      'an entity of another file',
      () =>
        book(
          sheet(
            `<row r="1">${cell('A1', 'Code')}${cell('B1', 'Name')}</row><row r="2">${cell('A2', 'ZX1')}${cell('B2', '&amp;&x;')}</row>`,
            '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
          ),
        ),
    ],
    [
      'entities that multiply',
      () =>
        book(
          sheet(
            `<row r="1">${cell('A1', '&d;')}</row>`,
            '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>',
          ),
        ),
    ],
    ['no workbook', () => zipArchive({ 'x.txt': 'x' })],
    ['names that climb', () => book(sheet(''), { '../../x': 'x' })],
    ['half a file', async () => (await book(sheet(''))).subarray(0, 300)],
  ])('creates no import: %s', async (_, made) => {
    const { status, job } = await answersBeforeLong('the import', outcome(await made()))
    const refused = status >= 400 && status < 500
    const text = JSON.stringify(job)
    expect([refused || ['FAILED', 'VALIDATED', 'MAPPING'].includes(job.status), text.includes('root:')]).toEqual([
      true,
      false,
    ])
    if (!refused) expect(job.rowsOk ?? 0).toBe(0)
    expect((await portal.nobody.get('/api/health')).status).toBe(200)
  })

  it('with macros is refused, and so is a CSV that is not a table', async () => {
    for (const [name, bytes] of [
      ['sbu.xlsm', await book(sheet(''), { 'xl/vbaProject.bin': 'x' })],
      ['sbu.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])],
      ['sbu.html', strToU8('<table>')],
      ['sbu.csv', new Uint8Array(0)],
      ['sbu.csv', new Uint8Array([0, 1, 2])],
    ] as const) {
      const { status, job } = await outcome(bytes as Uint8Array, name)
      expect([name, status >= 400 || job.status === 'FAILED']).toEqual([name, true])
    }
  })
})
