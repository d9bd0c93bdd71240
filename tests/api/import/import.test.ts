import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  finishedImport,
  type ImportErrorView,
  type ImportRowView,
  importFile,
  insert,
  uploadImport,
} from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
const keeper = portal.person(at => personWith(at, ['SYS_ADMIN', 'MASTER_ADMIN', 'PRICING_APPROVER']))

beforeAll(async () => {
  await importFile(portal, keeper, 'settings/zone', 'code,name\nNORTH,North\nWEST,West\n', { commit: true })
  await insert(portal.db, 'sbu', [{ code: 'LS', name: 'Life Science', salesOrg: '1000', division: '10' }])
})

const bring = (path: string, content: string | Buffer, options = {}) =>
  importFile(portal, keeper, path, content, options)
const errorsOf = async (id: number): Promise<ImportErrorView[]> =>
  (await keeper.get(`/api/import-errors?importJobId=${id}&$limit=100`)).body.data
const segments = () => portal.db('customer_segment').where('isActive', 1).orderBy('code').select('code', 'name')

describe('an imported file', () => {
  it('is checked completely before anything is saved, and saved when its sender confirms', async () => {
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
    expect(await finishedImport(keeper, checked.id)).toMatchObject({ status: 'DONE', rowsNew: 2 })
    expect(await segments()).toEqual([
      { code: 'FOOD', name: 'Food' },
      { code: 'PHARMA', name: 'Pharma' },
    ])
  })

  it('distinguishes new, changed and unchanged rows, and shows what would change', async () => {
    const checked = await bring(
      'settings/customer-segment',
      'Code,NAME\npharma,Pharma\nFood,Food and feed\nGOVT,Government\n',
    )
    expect(checked).toMatchObject({ rowsNew: 1, rowsChanged: 1, rowsSame: 1, rowsFailed: 0 })
    const { body } = await keeper.get(`/api/import-rows?importJobId=${checked.id}`)
    expect(body.data.map(({ rowNo, verdict, rowKey }: ImportRowView) => [rowNo, verdict, rowKey])).toEqual([
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

  it('records history in the name of its sender, with the number of the import', async () => {
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

  it('changes nothing when one row is wrong and all or nothing was chosen', async () => {
    const before = await segments()
    const checked = await bring('settings/customer-segment', 'code,name\nDEALER,Dealers\nOTHER,\n')
    expect(checked).toMatchObject({ status: 'VALIDATED', rowsNew: 1, rowsFailed: 1 })
    const answer = await keeper.post('/api/import-steps', { importId: checked.id, step: 'commit' })
    expect(answer).toMatchObject({ status: 409, body: { errors: [{ code: 'NOT_ALLOWED_STATE' }] } })
    expect(await segments()).toEqual(before)
  })

  it('saves the good rows when bad ones are to be skipped, and returns the bad ones as a file', async () => {
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

  it('saves the good rows when its sender leaves out the bad ones after the check', async () => {
    const job = await bring('settings/customer-segment', 'code,name\nLATER,Later\nBAD,\n')
    await keeper.post('/api/import-steps', { importId: job.id, step: 'commit', skipBadRows: true })
    expect(await finishedImport(keeper, job.id)).toMatchObject({
      status: 'DONE_WITH_ERRORS',
      rowsNew: 1,
      rowsFailed: 1,
    })
  })

  it('reports all errors of a row, under the headings of the file', async () => {
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

  it('refuses unknown codes and references to inactive rows', async () => {
    const [gone] = await insert(portal.db, 'zone', [{ code: 'GONE', name: 'Gone' }])
    await keeper.delete(`/api/settings/zone/${gone!.id}`)
    const job = await bring('masters/zone-area', 'code,name,zone_code\nA1,One,NOWHERE\nA2,Two,GONE\nA3,Three,north\n')
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 2 })
    expect((await errorsOf(job.id)).map(({ rowNo, columnName, errorCode }) => [rowNo, columnName, errorCode])).toEqual([
      [2, 'zone_code', 'UNKNOWN_REF'],
      [3, 'zone_code', 'INACTIVE_REF'],
    ])
  })

  it('lets rows of one file refer to each other in any order', async () => {
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

  it('leaves the columns that SAP owns unchanged by a person’s file', async () => {
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

  it('gets a warning when the same file was imported within a day', async () => {
    const file = 'code,name\nTWICE,Twice\n'
    const first = await bring('settings/customer-segment', file, { commit: true })
    const second = await bring('settings/customer-segment', file)
    expect(second.warnings.join()).toContain(`DUPLICATE_FILE: the same file was imported as ${first.jobNo}`)
    expect(second).toMatchObject({ rowsSame: 1, rowsNew: 0 })
  })

  it('can be cancelled before it is saved', async () => {
    const checked = await bring('settings/customer-segment', 'code,name\nNEVER,Never\n')
    expect((await keeper.post('/api/import-steps', { importId: checked.id, step: 'cancel' })).body.status).toBe(
      'CANCELLED',
    )
    expect((await keeper.post('/api/import-steps', { importId: checked.id, step: 'commit' })).status).toBe(409)
  })
})

describe('an unreadable file', () => {
  const failed = async (content: string | Buffer, name = 'file.csv') => {
    const job = await bring('settings/customer-segment', content, { name })
    expect(job.status).toBe('FAILED')
    return job.error
  }

  it('is refused with a sentence', async () => {
    expect(await failed('name\nPharma\n')).toContain('is mapped to Code')
    expect(await failed('code,name,Name\nA,B,C\n')).toContain('appears twice')
    expect(await failed('code;name\nA;B\n')).toContain('commas')
    expect(await failed(Buffer.from('code,name\nA,B\xe9\n', 'latin1'))).toContain('UTF-8')
    expect(await failed('code,name\nA,"B\n')).toContain('quotation mark')
    expect(await failed(`${Array.from({ length: 300 }, (_, i) => `c${i}`)}\n`)).toContain('columns')
    const [limit] = await insert(portal.db, 'app-setting', [
      { key: 'upload.max_rows', value: '1000', valueType: 'INT' },
    ])
    expect(await failed(`code,name\n${'A,B\n'.repeat(1001)}`)).toContain('1,000 rows')
    await portal.db('app_setting').where('id', limit!.id).delete()
  })

  it.each([
    ['an empty file', '', 'file.csv', 400],
    ['a page of HTML', '<html><script>alert(1)</script>', 'file.csv', 415],
    ['a program', Buffer.from('MZ\u0090\u0000'), 'file.csv', 415],
    ['a workbook called CSV', Buffer.from('PK\u0003\u0004xl/workbook.xml'), 'file.csv', 415],
    ['a workbook with macros by its name', 'code,name\n', 'file.xlsm', 415],
    ['a second ending', 'code,name\n', 'file.csv.exe', 415],
  ])('is refused on upload: %s', async (_, content, name, status) => {
    expect((await uploadImport(portal, keeper, 'settings/customer-segment', content, name)).status).toBe(status)
  })

  it('leaves nothing behind when its upload is cut off', async () => {
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

  it('is refused when it is larger than 60 MB', async () => {
    const answer = await uploadImport(
      portal,
      keeper,
      'settings/customer-segment',
      Buffer.alloc(60 * 1024 * 1024 + 1, 'a'),
    )
    expect(answer.status).toBe(413)
  })

  it('is stored under a generated name, whatever it is called', async () => {
    const { body } = await uploadImport(
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

describe('the person who imports', () => {
  it('must be signed in and hold the import right of that master', async () => {
    expect((await uploadImport(portal, portal.nobody, 'settings/zone', 'code,name\n')).status).toBe(401)
    const reader = await personWith(portal, ['AUDITOR'])
    expect((await uploadImport(portal, reader, 'settings/zone', 'code,name\n')).status).toBe(403)
    expect((await uploadImport(portal, keeper, 'settings/nothing', 'code,name\n')).status).toBe(404)
  })

  it('sees only their own imports, but for the IT administrator, who sees all', async () => {
    const other = await personWith(portal, ['MASTER_ADMIN'])
    const job = await bring('settings/zone', 'code,name\nEAST,East\n')
    expect((await other.get(`/api/imports/${job.id}`)).status).toBe(404)
    expect((await other.get(`/api/import-errors?importJobId=${job.id}`)).status).toBe(404)
    expect((await other.get('/api/imports')).body.total).toBe(0)
    expect((await other.post('/api/import-steps', { importId: job.id, step: 'commit' })).status).toBe(404)
    expect((await (await personWith(portal, ['SYS_ADMIN'])).get(`/api/imports/${job.id}`)).status).toBe(200)
  })

  it('imports only rows within their scope', async () => {
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
    const job = await importFile(portal, ravi, 'masters/approving-limits', file, {
      onError: 'SKIP_BAD_ROWS',
      commit: true,
    })
    expect(job).toMatchObject({ status: 'DONE_WITH_ERRORS', rowsNew: 1, rowsFailed: 1 })
    const { body } = await ravi.get(`/api/import-errors?importJobId=${job.id}`)
    expect(body.data).toMatchObject([{ rowNo: 2, errorCode: 'OUT_OF_SCOPE' }])
    expect(await portal.db('approving_limits').pluck('sbuId')).toEqual([ps!.id])
  })
})
