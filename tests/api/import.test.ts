import { connect } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type WrittenCell, workbook } from '../../api/derive/xlsx-write.ts'
import { readZip, textOf } from '../../api/derive/zip-read.ts'
import { bringIn, insert, rested, type SeenError, type SeenRow, upload } from '../support/imports.ts'
import { personWith } from '../support/people.ts'
import { type Asker, emptyPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let keeper: Asker

beforeAll(async () => {
  portal = await emptyPortal()
  keeper = await personWith(portal, ['SYS_ADMIN', 'MASTER_ADMIN', 'PRICING_APPROVER'])
  await bringIn(portal, keeper, 'settings/zone', 'code,name\nNORTH,North\nWEST,West\n', { commit: true })
  await insert(portal.db, 'sbu', [{ code: 'LS', name: 'Life Science', salesOrg: '1000', division: '10' }])
})
afterAll(() => portal.close())

const bring = (path: string, content: string | Buffer, options = {}) => bringIn(portal, keeper, path, content, options)
const errorsOf = async (id: number): Promise<SeenError[]> =>
  (await keeper.get(`/api/import-errors?importJobId=${id}&$limit=100`)).body.data
const segments = () => portal.db('customer_segment').where('isActive', 1).orderBy('code').select('code', 'name')

const xlsx = async (headings: string[], rows: WrittenCell[][]) => {
  const pieces: Buffer[] = []
  const each = (async function* () {
    yield* rows
  })()
  for await (const piece of workbook(headings, each)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

describe('a file on its way in', () => {
  it('is looked at in full before anything is kept, and kept when its sender says so', async () => {
    const checked = await bring('settings/customer-segment', 'code,name\nPHARMA,Pharma\nFOOD,Food\n')
    expect(checked).toMatchObject({
      status: 'VALIDATED',
      rowsTotal: 2,
      rowsNew: 2,
      rowsChanged: 0,
      rowsSame: 0,
      rowsFailed: 0,
    })
    expect(checked.jobNo).toMatch(/^IJ\d{10}$/)
    expect(await segments()).toEqual([])
    await keeper.post('/api/import-steps', { importId: checked.id, step: 'commit' })
    expect(await rested(keeper, checked.id)).toMatchObject({ status: 'DONE', rowsNew: 2 })
    expect(await segments()).toEqual([
      { code: 'FOOD', name: 'Food' },
      { code: 'PHARMA', name: 'Pharma' },
    ])
  })

  it('tells new, changed and unchanged rows apart, and shows what would change', async () => {
    const checked = await bring(
      'settings/customer-segment',
      'Code,NAME\npharma,Pharma\nFood,Food and feed\nGOVT,Government\n',
    )
    expect(checked).toMatchObject({ rowsNew: 1, rowsChanged: 1, rowsSame: 1, rowsFailed: 0 })
    const { body } = await keeper.get(`/api/import-rows?importJobId=${checked.id}`)
    expect(body.data.map(({ rowNo, verdict, rowKey }: SeenRow) => [rowNo, verdict, rowKey])).toEqual([
      [2, 'SAME', 'pharma'],
      [3, 'CHANGED', 'Food'],
      [4, 'NEW', 'GOVT'],
    ])
    const changed = await keeper.get(`/api/import-rows?importJobId=${checked.id}&verdict=CHANGED`)
    expect(changed.body).toMatchObject({
      total: 1,
      data: [{ changes: [{ field: 'name', before: 'Food', after: 'Food and feed' }] }],
    })
  })

  it('writes history in the name of its sender, with the import it came by', async () => {
    const job = await bring('settings/customer-segment', 'code,name\nBIO,Biotech\n', { commit: true })
    const { id } = await portal.db('customer_segment').where('code', 'BIO').first('id')
    const { data } = (await keeper.get(`/api/history?resource=settings/customer-segment&rowId=${id}`)).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      action: 'CREATE',
      source: 'IMPORT',
      before: null,
      after: { code: 'BIO', name: 'Biotech' },
    })
    expect(data[0].actor).toContain('Tester')
    expect(await portal.db('audit_entry').where({ importJobId: job.id }).count({ n: '*' }).first()).toEqual({ n: 1 })
  })

  it('changes nothing when one row is wrong and all or nothing was asked', async () => {
    const before = await segments()
    const checked = await bring('settings/customer-segment', 'code,name\nDEALER,Dealers\nOTHER,\n')
    expect(checked).toMatchObject({ status: 'VALIDATED', rowsNew: 1, rowsFailed: 1 })
    const answer = await keeper.post('/api/import-steps', { importId: checked.id, step: 'commit' })
    expect(answer).toMatchObject({ status: 409, body: { errors: [{ code: 'NOT_ALLOWED_STATE' }] } })
    expect(await segments()).toEqual(before)
  })

  it('keeps the good rows when bad ones are to be skipped, and hands out the bad ones as a file', async () => {
    const job = await bring('settings/customer-segment', 'code,name\nDEALER,Dealers\nOTHER,\n', {
      onError: 'SKIP_BAD_ROWS',
      commit: true,
    })
    expect(job).toMatchObject({ status: 'DONE_WITH_ERRORS', rowsNew: 1, rowsFailed: 1 })
    expect((await segments()).map(({ code }) => code)).toContain('DEALER')
    const file = await keeper.get(`/api/imports/${job.id}/errors.csv`)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(file.body.replace('\ufeff', '')).toBe(
      'code,name,row_no,error_code,column_name,message\r\nOTHER,,3,REQUIRED,name,Name is required\r\n',
    )
  })

  it('keeps the good rows when its sender, having seen them, leaves the bad ones out', async () => {
    const job = await bring('settings/customer-segment', 'code,name\nLATER,Later\nBAD,\n')
    await keeper.post('/api/import-steps', { importId: job.id, step: 'commit', skipBadRows: true })
    expect(await rested(keeper, job.id)).toMatchObject({ status: 'DONE_WITH_ERRORS', rowsNew: 1, rowsFailed: 1 })
  })

  it('tells all that is wrong with a row, under the headings of the file', async () => {
    const job = await bring(
      'masters/sbu',
      'code,name,sales_org,division,Minimum order value,requires_acceptance\nPS,,1000,20,"1,5",perhaps\n',
    )
    const errors = await errorsOf(job.id)
    expect(errors.map(({ columnName, errorCode }) => `${columnName} ${errorCode}`).sort()).toEqual([
      'Minimum order value TYPE',
      'name REQUIRED',
      'requires_acceptance TYPE',
    ])
    expect(errors[0]).toMatchObject({ rowNo: 2 })
  })

  it('refuses codes it does not know and rows that were deactivated', async () => {
    const [gone] = await insert(portal.db, 'zone', [{ code: 'GONE', name: 'Gone' }])
    await keeper.delete(`/api/settings/zone/${gone!.id}`)
    const job = await bring('masters/zone-area', 'code,name,zone_code\nA1,One,NOWHERE\nA2,Two,GONE\nA3,Three,north\n')
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 2 })
    expect((await errorsOf(job.id)).map(({ rowNo, columnName, errorCode }) => [rowNo, columnName, errorCode])).toEqual([
      [2, 'zone_code', 'UNKNOWN_REF'],
      [3, 'zone_code', 'INACTIVE_REF'],
    ])
  })

  it('lets rows of one file name each other, whatever their order', async () => {
    const job = await bring(
      'masters/nid',
      'code,description,sbu_code,parent_nid_code\nCHILD,Child,LS,PARENT\nPARENT,Parent,LS,\n',
      { commit: true },
    )
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 2 })
    const rows = await portal.db('nid').whereIn('code', ['CHILD', 'PARENT']).orderBy('id')
    expect(rows[0].parentNidId).toBe(rows[1].id)
  })

  it('ends and deactivates rows where the action column says so', async () => {
    await bring('settings/customer-segment', 'code,name\nOLD,Old\n', { commit: true })
    const job = await bring('settings/customer-segment', 'action,code\nDeactivate,OLD\nDEACTIVATE,NEVER\n', {
      onError: 'SKIP_BAD_ROWS',
      commit: true,
    })
    expect(job).toMatchObject({ rowsChanged: 1, rowsFailed: 1 })
    expect(await portal.db('customer_segment').where('code', 'OLD').first('isActive')).toEqual({ isActive: 0 })
  })

  it('leaves what SAP keeps as it is when a person’s file says otherwise', async () => {
    const product = {
      code: 'P1',
      name: 'From SAP',
      sbuId: 1,
      division: '10',
      uom: 'EA',
      baseUom: 'EA',
      hsnCode: '29420090',
      gstRate: 1800,
    }
    await insert(portal.db, 'products', [product])
    const file = 'product_code,name,is_orderable\nP1,Mine,no\n'
    const mine = await bring('masters/products', file, { commit: true })
    expect(mine.warnings.join()).toContain('kept in SAP')
    expect(await portal.db('products').first('name', 'isOrderable')).toEqual({ name: 'From SAP', isOrderable: 0 })
    await bring('masters/products', file, { commit: true, origin: 'SAP' })
    expect(await portal.db('products').first('name')).toEqual({ name: 'Mine' })
  })

  it('is the same file again within a day: a warning says so', async () => {
    const file = 'code,name\nTWICE,Twice\n'
    const first = await bring('settings/customer-segment', file, { commit: true })
    const second = await bring('settings/customer-segment', file)
    expect(second.warnings.join()).toContain(`DUPLICATE_FILE: the same file was imported as ${first.jobNo}`)
    expect(second).toMatchObject({ rowsSame: 1, rowsNew: 0 })
  })

  it('can be given up before it is kept', async () => {
    const checked = await bring('settings/customer-segment', 'code,name\nNEVER,Never\n')
    expect((await keeper.post('/api/import-steps', { importId: checked.id, step: 'cancel' })).body.status).toBe(
      'CANCELLED',
    )
    expect((await keeper.post('/api/import-steps', { importId: checked.id, step: 'commit' })).status).toBe(409)
  })
})

describe('a file that cannot be read', () => {
  const failed = async (content: string | Buffer, name = 'file.csv') => {
    const job = await bring('settings/customer-segment', content, { name })
    expect(job.status).toBe('FAILED')
    return job.error
  }

  it('is told why in a sentence', async () => {
    expect(await failed('name\nPharma\n')).toContain('lacks Code')
    expect(await failed('code,name,Name\nA,B,C\n')).toContain('stands twice')
    expect(await failed('code;name\nA;B\n')).toContain('commas')
    expect(await failed(Buffer.from('code,name\nA,B\xe9\n', 'latin1'))).toContain('UTF-8')
    expect(await failed('code,name\nA,"B\n')).toContain('quotation mark')
    expect(await failed(`${Array.from({ length: 300 }, (_, i) => `c${i}`)}\n`)).toContain('columns')
    expect(await failed(`code,name\n${'A,B\n'.repeat(20_001)}`)).toContain('20,000 rows')
  })

  it.each([
    ['an empty file', '', 'file.csv', 400],
    ['a page of HTML', '<html><script>alert(1)</script>', 'file.csv', 415],
    ['a program', Buffer.from('MZ\u0090\u0000'), 'file.csv', 415],
    ['a workbook called CSV', Buffer.from('PK\u0003\u0004xl/workbook.xml'), 'file.csv', 415],
    ['a workbook with macros by its name', 'code,name\n', 'file.xlsm', 415],
    ['a second ending', 'code,name\n', 'file.csv.exe', 415],
  ])('is refused at the door: %s', async (_, content, name, status) => {
    expect((await upload(portal, keeper, 'settings/customer-segment', content, name)).status).toBe(status)
  })

  it('leaves nothing behind when it is cut off half-way', async () => {
    const counted = async () => [
      await portal.db('import_job').count({ n: '*' }),
      await portal.db('attachment').count({ n: '*' }),
    ]
    const before = await counted()
    const { hostname, port } = new URL(portal.url)
    const head = `POST /api/imports HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${keeper.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n`
    const start =
      '--b\r\nContent-Disposition: form-data; name="resource"\r\n\r\nsettings/zone\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\ncode,name\r\nCUT,'
    await new Promise<void>(resolve => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(head + start, () => setTimeout(() => socket.destroy(), 100))
      })
      socket.on('close', () => resolve())
    })
    expect((await keeper.get('/api/imports?$limit=1')).status).toBe(200)
    expect(await counted()).toEqual(before)
  })

  it('is refused when it is larger than 10 MB', async () => {
    const answer = await upload(portal, keeper, 'settings/customer-segment', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))
    expect(answer.status).toBe(413)
  })

  it('is kept under a name of ours, whatever it is called', async () => {
    const { body } = await upload(
      portal,
      keeper,
      'settings/customer-segment',
      'code,name\n',
      '../../etc/\u202epasswd.csv',
    )
    expect(body.fileName).toBe('passwd.csv')
    const kept = await portal.db('attachment').where('ownerId', body.id).first('storageKey')
    expect(kept.storageKey).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('a workbook', () => {
  it('with further sheets, hidden columns and merged headings is read with a warning, never silently', async () => {
    const sheets =
      '<workbook><sheets><sheet name="Old" sheetId="1" state="hidden" r:id="r0"/><sheet name="First" sheetId="2" r:id="r1"/><sheet name="Second &amp; last" sheetId="3" r:id="r2"/></sheets></workbook>'
    const text = (at: string, says: string) => `<c r="${at}" t="inlineStr"><is><t>${says}</t></is></c>`
    const rows = [
      `<row r="1">${text('A1', 'code')}${text('B1', 'name')}</row>`,
      `<row r="2">${text('A2', 'TWOS')}${text('B2', 'Two sheets')}${text('C2', 'under a merged heading')}</row>`,
    ]
    const sheet = `<worksheet><cols><col min="2" max="2" width="9" hidden="1"/></cols><sheetData>${rows.join('')}</sheetData><mergeCells count="1"><mergeCell ref="B1:C1"/></mergeCells></worksheet>`
    const job = await bring('settings/customer-segment', book(sheet, { 'xl/workbook.xml': sheets }), { name: 'a.xlsx' })
    expect(job).toMatchObject({ status: 'VALIDATED', rowsNew: 1, rowsFailed: 0 })
    expect(job.warnings).toEqual([
      'The workbook has 2 sheets: only the first, «First», is read; «Second & last» is left out.',
      'Hidden columns are read like the others: B.',
      'Column C has values but no heading, and cannot be read: give every column a heading of its own, not merged.',
    ])
  })

  it('hands its rejected rows out as a workbook, which is read again', async () => {
    const job = await bring(
      'settings/customer-segment',
      await xlsx(
        ['Code', 'Name'],
        [
          ['GOODX', 'Good'],
          ['BADX', null],
        ],
      ),
      { name: 'a.xlsx' },
    )
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 1 })
    const response = await fetch(`${portal.url}/api/imports/${job.id}/errors`, {
      headers: { authorization: `Bearer ${keeper.token}` },
    })
    expect(response.headers.get('content-disposition')).toContain(`${job.jobNo}-errors.xlsx`)
    const again = await bring('settings/customer-segment', Buffer.from(await response.arrayBuffer()), {
      name: 'b.xlsx',
    })
    expect(again).toMatchObject({ rowsTotal: 1, rowsFailed: 1, unknownColumns: [] })
    expect((await errorsOf(again.id))[0]).toMatchObject({ columnName: 'Name', errorCode: 'REQUIRED' })
  })

  it('brings numbers, days and texts as they are', async () => {
    const job = await bring(
      'settings/customer-segment',
      await xlsx(
        ['Code *', 'Name'],
        [
          ['=X', 'Not a formula'],
          [12, 'Twelve'],
        ],
      ),
      { name: 'a.xlsx', onError: 'SKIP_BAD_ROWS', commit: true },
    )
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 1 })
    expect(await portal.db('customer_segment').where('code', '12').first('name')).toEqual({ name: 'Twelve' })
  })

  const sheetOf = (rows: string) =>
    `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>code</t></is></c><c r="B1" t="inlineStr"><is><t>name</t></is></c></row>${rows}</sheetData></worksheet>`
  const book = (sheet: string, more: Record<string, string> = {}, claim?: number) =>
    zipOf(
      {
        'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
        ...more,
        'xl/worksheets/sheet1.xml': sheet,
      },
      claim,
    )

  it('with formulas is refused cell by cell', async () => {
    const job = await bring(
      'settings/customer-segment',
      book(sheetOf('<row r="2"><c r="A2" t="str"><f>1+1</f><v>2</v></c><c r="B2" t="e"><v>#REF!</v></c></row>')),
      { name: 'a.xlsx' },
    )
    expect((await errorsOf(job.id)).map(({ errorCode }) => errorCode)).toEqual([
      'FORMULA_NOT_ALLOWED',
      'FORMULA_NOT_ALLOWED',
    ])
  })

  const wide = '<row r="2"><c r="XFD2"><v>1</v></c></row>'
  const bomb = () => book(sheetOf(''), { 'xl/sharedStrings.xml': ' '.repeat(130_000_000) })
  it.each<[string, () => Buffer, string]>([
    ['that unpacks to more than it should', bomb, 'unpacks to more than'],
    ['that unpacks to more than it says', () => book(sheetOf(' '.repeat(5_000_000)), {}, 1000), 'unpacks to more than'],
    ['of 16,384 columns', () => book(sheetOf(wide)), '200 columns'],
    ['that is a bomb of 200 MB', () => book(sheetOf(' '.repeat(200_000_000))), 'unpacks to more than'],
    ['of a million rows', () => book(sheetOf('<row><c><v>1</v></c></row>'.repeat(1_000_000))), '20,000 rows'],
    [
      'with an entity',
      () => book(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetOf('')}`),
      'cannot be read|not a workbook',
    ],
    ['with macros', () => book(sheetOf(''), { 'xl/vbaProject.bin': 'x' }), 'macros'],
    [
      'that refers to other files',
      () => book(sheetOf(''), { 'xl/externalLinks/externalLink1.xml': 'x' }),
      'other files',
    ],
    ['cut short', () => book(sheetOf('')).subarray(0, -30), 'damaged'],
  ])('%s is refused within two seconds', async (_, make, says) => {
    const file = make()
    const sent = Date.now()
    const job = await bring('settings/customer-segment', file, { name: 'a.xlsx' })
    expect(job.error).toMatch(new RegExp(says))
    expect(Date.now() - sent).toBeLessThan(2000)
  })
})

describe('who may import', () => {
  it('is signed in, and holds the right for that master', async () => {
    expect((await upload(portal, portal.nobody, 'settings/zone', 'code,name\n')).status).toBe(401)
    const reader = await personWith(portal, ['AUDITOR'])
    expect((await upload(portal, reader, 'settings/zone', 'code,name\n')).status).toBe(403)
    expect((await upload(portal, keeper, 'settings/nothing', 'code,name\n')).status).toBe(404)
  })

  it('sees his own imports and no others, but for the IT administrator', async () => {
    const other = await personWith(portal, ['MASTER_ADMIN'])
    const job = await bring('settings/zone', 'code,name\nEAST,East\n')
    expect((await other.get(`/api/imports/${job.id}`)).status).toBe(404)
    expect((await other.get(`/api/import-errors?importJobId=${job.id}`)).status).toBe(404)
    expect((await other.get('/api/imports')).body.total).toBe(0)
    expect((await other.post('/api/import-steps', { importId: job.id, step: 'commit' })).status).toBe(404)
    expect((await (await personWith(portal, ['SYS_ADMIN'])).get(`/api/imports/${job.id}`)).status).toBe(200)
  })

  it('brings only rows that lie within his scope', async () => {
    const [employee] = await insert(portal.db, 'employee', [
      {
        employeeCode: 'E1',
        name: 'Ravi',
        email: 'ravi@company.example',
        mobile: '9820012345',
        designation: 'Pricing',
        dateOfJoining: '2020-01-01',
      },
    ])
    const [ps] = await insert(portal.db, 'sbu', [{ code: 'PH', name: 'Pharma', salesOrg: '1000', division: '30' }])
    await insert(portal.db, 'sbu-employee-map', [{ employeeId: employee!.id, sbuId: ps!.id, validFrom: '2020-01-01' }])
    const ravi = await personWith(portal, ['PRICING_APPROVER'], { employeeId: employee!.id })
    const file =
      'limit_type,sbu_code,employee_code,level,max_value,valid_from\nDISCOUNT_PCT,LS,E1,1,10,2026-04-01\nDISCOUNT_PCT,PH,E1,1,10,2026-04-01\n'
    const job = await bringIn(portal, ravi, 'masters/approving-limits', file, {
      onError: 'SKIP_BAD_ROWS',
      commit: true,
    })
    expect(job).toMatchObject({ status: 'DONE_WITH_ERRORS', rowsNew: 1, rowsFailed: 1 })
    const { body } = await ravi.get(`/api/import-errors?importJobId=${job.id}`)
    expect(body.data).toMatchObject([{ rowNo: 2, errorCode: 'OUT_OF_SCOPE' }])
    expect(await portal.db('approving_limits').pluck('sbuId')).toEqual([ps!.id])
  })
})

describe('the template', () => {
  it('has the headings, the required ones marked, and an example that is passed over', async () => {
    const { body } = await keeper.get('/api/templates/masters/zone-area?format=csv')
    expect(body.split('\r\n')[0]).toBe('Action,Code *,Name *,Zone code *,Area manager code')
    const job = await bring('masters/zone-area', `${body}UPSERT,B1,Area,WEST,\r\n`)
    expect(job).toMatchObject({ status: 'VALIDATED', rowsTotal: 1, rowsNew: 1, rowsFailed: 0 })
  })

  const templateOf = async (path: string) => {
    const headers = { authorization: `Bearer ${keeper.token}` }
    return Buffer.from(await (await fetch(`${portal.url}/api/templates/${path}`, { headers })).arrayBuffer())
  }

  it('comes as a workbook too, whose example changes nothing', async () => {
    const job = await bring('masters/zone-area', await templateOf('masters/zone-area'), { name: 'template.xlsx' })
    expect(job).toMatchObject({ status: 'VALIDATED', rowsTotal: 0, rowsFailed: 0, warnings: [] })
  })

  it('offers drop-downs for choices and few rows, notes for every column, and marks what must be filled', async () => {
    const parts = readZip(await templateOf('masters/zone-area'), 1e6)
    const sheet = await textOf(parts.get('xl/worksheets/sheet1.xml'))
    expect(sheet).toContain('prompt="Zone code: must be filled. The code of a row of Zones."')
    expect(sheet).toMatch(/type="list"[^>]*sqref="D2:D20001"><formula1>Lists!\$B\$1:\$B\$\d/)
    expect(sheet).toMatch(/<c r="D1" s="3" t="inlineStr"><is><t xml:space="preserve">Zone code \*/)
    expect(await textOf(parts.get('xl/worksheets/sheet2.xml'))).toContain('WEST')
    expect(await textOf(parts.get('xl/workbook.xml'))).toContain('name="Lists" sheetId="2" state="hidden"')
  })
})

/** A zip archive of texts; `claim` is what the last entry says it unpacks to. */
function zipOf(parts: Record<string, string>, claim?: number): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  const names = Object.keys(parts)
  let offset = 0
  for (const name of names) {
    const size = claim !== undefined && name === names.at(-1) ? claim : Buffer.byteLength(parts[name]!)
    const packed = deflateRawSync(parts[name]!)
    const local = Buffer.alloc(30 + name.length)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    local.write(name, 30)
    const entry = Buffer.alloc(46 + name.length)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    entry.write(name, 46)
    locals.push(local, packed)
    directory.push(entry)
    offset += local.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, listed, end])
}
