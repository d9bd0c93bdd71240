import { zipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { oddWorkbook } from '../../support/cases/odd-workbook.ts'
import { finishedImport, type ImportErrorView, importFile, insert, uploadImport } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const SEGMENTS = 'settings/customer-segment'
const SBUS = 'masters/sbu'

const portal = portalOfFile(emptyPortal)
const keeper = portal.person(at => personWith(at, ['SYS_ADMIN', 'MASTER_ADMIN', 'PRICING_APPROVER']))

beforeAll(async () => {
  await insert(portal.db, 'sbu', [{ code: 'LS', name: 'Life Science', salesOrg: '1000', division: '10' }])
})

const bring = (path: string, content: string | Buffer, options = {}) =>
  importFile(portal, keeper, path, content, options)
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const errorOf = async (content: string | Buffer) => {
  const job = await bring(SEGMENTS, content)
  expect(job.status).toBe('FAILED')
  return job.error
}

describe('a file of another kind', () => {
  const workbookOf = (part: string) => Buffer.from(zipSync({ [part]: new TextEncoder().encode('x') }, { level: 0 }))
  it.each([
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'prices.xls', '(.xls)'],
    ['an old workbook under a new name', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'prices.xlsx', '(.xls)'],
    [
      'a workbook with a password',
      Buffer.concat([Buffer.from('d0cf11e0', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'prices.xlsx',
      'remove the password',
    ],
    ['a binary workbook', workbookOf('xl/workbook.bin'), 'prices.xlsb', '(.xlsb)'],
    ['a web page that SAP calls a workbook', '<html><table>', 'prices.xls', 'web page'],
  ])('is refused with how to turn it into a workbook: %s', async (_, content, name, words) => {
    const { status, body } = await uploadImport(portal, keeper, SEGMENTS, content, name)
    expect(status).toBe(415)
    const { message } = body as unknown as { message: string }
    expect(message).toContain(words)
    expect(message).toMatch(/save it as “Excel Workbook \(\.xlsx\)”/)
  })
})

describe('a text file', () => {
  it('is read in UTF-16, with tabs, as Excel saves “Unicode text”', async () => {
    const job = await bring(SEGMENTS, utf16('code\tname\r\nHINDI\tफार्मा, दवा\r\n'), { name: 'a.txt', commit: true })
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 1 })
    expect(await portal.db('customer_segment').where('code', 'HINDI').first('name')).toEqual({ name: 'फार्मा, दवा' })
  })

  it('with semicolons is told so, though its heading has a comma', async () => {
    expect(await errorOf('code;name, in full;remark\nA;B, C;D\n')).toContain('separated by semicolons')
    expect(await bring(SEGMENTS, 'code,name\nSEMI,Semi; colon; twice\n')).toMatchObject({ rowsNew: 1, rowsFailed: 0 })
  })

  it('is told the line in which a quotation mark was opened and not closed', async () => {
    expect(await errorOf('code,name\nA,"first\nline"\nB,"open\nC,c\nD,d\n')).toMatch(/^Line 4: .* not closed/)
    expect(await errorOf('code,name\nA,a\nB,"open\nC,"c"\n')).toMatch(/^Line 3: .* not closed/)
    expect(await errorOf('code,name\nA,a\nB,5" pipe\n')).toMatch(/^Line 3: .* inside a value/)
  })
})

describe('a list of SAP in unconverted form', () => {
  const line = '-'.repeat(40)
  const page = (rows: string[]) => [line, '|Code      |Name              |', line, ...rows, line]
  const list = [
    'Customer segments            Page 1',
    '',
    ...page(['|SAPA      |Pharma | bulk     |', '|SAPB      |Bio               |']),
    ...page(['|SAPC      |                  |', '|SAPD      |Food              |']),
  ].join('\r\n')

  it('is read between its bars, page by page, a bar within a text included', async () => {
    const job = await bring(SEGMENTS, list, { name: 'segments.txt' })
    expect(job).toMatchObject({ status: 'VALIDATED', rowsTotal: 4, rowsNew: 3, rowsFailed: 1 })
    const saved = await bring(SEGMENTS, list, { name: 'segments.txt', onError: 'SKIP_BAD_ROWS', commit: true })
    expect(saved).toMatchObject({ status: 'DONE_WITH_ERRORS' })
    const names = await portal.db('customer_segment').where('code', 'like', 'SAP%').orderBy('code').pluck('name')
    expect(names).toEqual(['Pharma | bulk', 'Bio', 'Food'])
  })
})

describe('hidden rows of a workbook', () => {
  const text = (at: string, says: string) => `<c r="${at}" t="inlineStr"><is><t>${says}</t></is></c>`
  const row = (no: number, code: string, more = '') =>
    `<row r="${no}"${more}>${text(`A${no}`, code)}${text(`B${no}`, no === 1 ? 'name' : `Name ${code}`)}</row>`
  const hiding = () =>
    oddWorkbook(
      `<worksheet><sheetData>${row(1, 'code')}${row(2, 'SEEN')}${row(3, 'BYHAND', ' hidden="1"')}${row(4, 'GROUPED', ' hidden="true" outlineLevel="1"')}${row(5, 'FLAT', ' ht="0" customHeight="1"')}</sheetData></worksheet>`,
    )

  it('are offered to be left out, and are when the sender agrees', async () => {
    const job = await bring(SEGMENTS, await hiding(), { name: 'a.xlsx', askColumns: 'true' })
    expect(job).toMatchObject({ status: 'MAPPING', sheet: { hidden: { count: 3, named: [3, 4, 5] } } })
    const mapping = job.sheet!.proposed
    await keeper.post('/api/import-steps', { importId: job.id, step: 'check', mapping, leaveOutHidden: true })
    const checked = await finishedImport(keeper, job.id)
    expect(checked).toMatchObject({ status: 'VALIDATED', rowsTotal: 1, rowsNew: 1 })
    expect(checked.warnings).toContain('3 hidden rows were left out: 3, 4, 5.')
  })

  it('are read like the others, and named, where nobody was asked', async () => {
    const job = await bring(SEGMENTS, await hiding(), { name: 'a.xlsx' })
    expect(job).toMatchObject({ rowsTotal: 4, rowsNew: 4 })
    expect(job.warnings).toContain('3 hidden rows were read like the others: 3, 4, 5.')
  })
})

describe('codes without the zeros that a spreadsheet took', () => {
  it('are found where one row fits, as references and as keys of saved rows, and said so', async () => {
    await insert(portal.db, 'customer-segment', [
      { code: '07', name: 'Seven' },
      { code: '0050', name: 'Fifty' },
      { code: '050', name: 'Other fifty' },
    ])
    const job = await bring(SEGMENTS, 'code,name\n7,Seven of all\n50,Which\n0000007,Again\n8,Eight\n')
    expect(job).toMatchObject({ rowsNew: 2, rowsChanged: 1, rowsFailed: 1 })
    expect(job.warnings).toContain(
      'code: “7” is read as 07, “0000007” is read as 07, with the leading zeros of the saved code.',
    )
    const { data } = (await keeper.get(`/api/import-errors?importJobId=${job.id}&$limit=50`)).body
    expect((data as ImportErrorView[]).map(({ message }) => message)).toEqual([
      'Row 2 has the same code: keep only one of them',
    ])
  })

  it('are told apart from each other where several rows fit', async () => {
    await insert(portal.db, 'zone', [
      { code: '03', name: 'Third' },
      { code: '003', name: 'Another third' },
      { code: '04', name: 'Fourth' },
    ])
    const job = await bring('masters/zone-area', 'code,name,zone\nB1,One,4\nB2,Two,3\n')
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 1 })
    expect(job.warnings).toContain('zone: “4” is read as 04, with the leading zeros of the saved code.')
    const { data } = (await keeper.get(`/api/import-errors?importJobId=${job.id}&$limit=50`)).body
    expect((data as ImportErrorView[])[0]!.message).toContain('zone fits 2 rows of Zones')
  })
})

describe('headings that are not in the first row', () => {
  const titled = 'Segment list,,\nas on 22-11-2026,,\n\nCode,Name,\nTITLED,Titled,\n'

  it('are found below the title, and its sender is told', async () => {
    const job = await bring(SEGMENTS, titled)
    expect(job).toMatchObject({ status: 'VALIDATED', rowsNew: 1, rowsFailed: 0 })
    expect(job.warnings).toContain('The headings are read from row 4; rows above are skipped.')
  })

  it('are shown before the rows are checked, and read from another row when the sender says so', async () => {
    const shown = await bring(SEGMENTS, titled, { askColumns: 'true' })
    expect(shown).toMatchObject({
      status: 'MAPPING',
      sheet: { heading: { rowNo: 4, rows: 1 }, headings: ['Code', 'Name', ''] },
    })
    const step = (more: object) => keeper.post('/api/import-steps', { importId: shown.id, ...more })
    expect((await step({ step: 'heading', headingRow: 3 })).body.errors[0].message).toBe(
      'headingRow must be one of the first rows with values: 1, 2, 4, 5',
    )
    await step({ step: 'heading', headingRow: 1 })
    expect(await finishedImport(keeper, shown.id)).toMatchObject({
      status: 'MAPPING',
      sheet: { heading: { rowNo: 1, rows: 1 }, headings: ['Segment list', '', ''], rows: 3 },
    })
    await step({ step: 'heading', headingRow: 4 })
    const again = await finishedImport(keeper, shown.id)
    await step({ step: 'check', mapping: (again as never as { sheet: { proposed: unknown } }).sheet.proposed })
    expect(await finishedImport(keeper, shown.id)).toMatchObject({ status: 'VALIDATED', rowsNew: 1 })
  })

  it('are joined where they take two rows, the upper ones merged', async () => {
    await insert(portal.db, 'zone', [{ code: 'NORTH', name: 'North' }])
    const merged = 'Zone areas of the company,,,,\nCode,Name,Zone,,\n,,Code,Name,\nA1,One,NORTH,North,\n'
    const job = await bring('masters/zone-area', merged, { askColumns: 'true' })
    expect(job).toMatchObject({
      status: 'MAPPING',
      sheet: {
        heading: { rowNo: 2, rows: 2 },
        headings: ['Code', 'Name', 'Zone Code', 'Zone Name', ''],
        proposed: ['code', 'name', 'zoneId', null, null],
        rows: 1,
      },
    })
  })
})

describe('rows of totals', () => {
  const file = [
    'code,name,sales_org,division,min_order_value',
    'T1,Total analysis,1000,20,450',
    'Grand Total,,,,450',
    ',,,,=SUM(E2:E2)',
  ].join('\n')

  it('are offered to be left out, and are when the sender agrees', async () => {
    const job = await bring(SBUS, file, { askColumns: 'true' })
    expect(job).toMatchObject({
      status: 'MAPPING',
      sheet: {
        totals: {
          count: 2,
          named: [
            { rowNo: 3, text: 'Grand Total' },
            { rowNo: 4, text: '=SUM(E2:E2)' },
          ],
        },
      },
    })
    const mapping = job.sheet!.proposed
    await keeper.post('/api/import-steps', { importId: job.id, step: 'check', mapping, leaveOutTotals: true })
    const checked = await finishedImport(keeper, job.id)
    expect(checked).toMatchObject({ status: 'VALIDATED', rowsTotal: 1, rowsNew: 1, rowsFailed: 0 })
    expect(checked.warnings).toContain('Rows 3, 4 are totals of the others and were left out.')
  })

  it('are read like the others, and named, where nobody was asked', async () => {
    const job = await bring(SBUS, file)
    expect(job).toMatchObject({ rowsTotal: 3, rowsFailed: 2 })
    expect(job.warnings).toContain('Rows 3, 4 are totals of the others and were read like them.')
  })
})

describe('amounts as people write them', () => {
  it('are read where they mean one thing only, and refused where they may mean two', async () => {
    const written = ['₹ 1,23,456.00', 'Rs. 450/-', '450/-', '(₹ 450)', '(450)', '450.00-', '1,5', '12.34,56', '450 Cr']
    const lines = written.map((value, index) => `M${index},Name,1000,2${index},"${value}"`)
    const job = await bring(SBUS, ['code,name,sales_org,division,min_order_value', ...lines].join('\n'))
    const { data } = (await keeper.get(`/api/import-errors?importJobId=${job.id}&$limit=50`)).body
    expect((data as ImportErrorView[]).map(({ value, errorCode }) => [value, errorCode])).toEqual([
      ['(₹ 450)', 'RANGE'],
      ['(450)', 'RANGE'],
      ['450.00-', 'RANGE'],
      ['1,5', 'TYPE'],
      ['12.34,56', 'TYPE'],
      ['450 Cr', 'TYPE'],
    ])
    expect(job).toMatchObject({ rowsNew: 3 })
  })
})

describe('what somebody said of a file of a list', () => {
  const CATEGORIES = 'masters/complaint-category'
  const file = (code: string, kind: string) => `Cat. id,What it is,Sort of trouble\n${code},Leaking drum,${kind}\n`
  const asks = { askColumns: 'true' }
  const mapping = ['code', 'name', 'complaintType']
  const check = (importId: number, more: object) =>
    keeper.post('/api/import-steps', { importId, step: 'check', ...more })

  it('is kept for the list: other files with such headings and words are read like that, and it is said', async () => {
    const asked = await bring(CATEGORIES, file('LEAK1', 'Pkg damage'), asks)
    expect(asked).toMatchObject({
      status: 'MAPPING',
      sheet: { texts: [['LEAK1'], ['Leaking drum'], ['Pkg damage']], said: [] },
    })
    const word = { column: 'complaintType', word: 'Pkg damage', option: 'DAMAGE' }
    const wrong = await check(asked.id, { mapping, words: [{ ...word, option: 'LOUD' }] })
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'LOUD is no option of complaintType: choose what “Pkg damage” means',
    ])
    await check(asked.id, { mapping, words: [word] })
    expect(await finishedImport(keeper, asked.id)).toMatchObject({ status: 'VALIDATED', rowsFailed: 0 })
    const other = await bring(CATEGORIES, file('LEAK2', 'PKG  damage'), asks)
    expect(other).toMatchObject({ status: 'VALIDATED', rowsNew: 1, rowsFailed: 0 })
    const program = await bring(CATEGORIES, file('LEAK3', 'pkg damage'))
    expect(program).toMatchObject({ rowsNew: 1, rowsFailed: 0 })
    expect(program.warnings).toContain('Cat. id is read as Code, as it was said of an earlier file.')
    const foreign = await bring(SEGMENTS, 'Cat. id,Name\nX,Y\n')
    expect(foreign.status).toBe('FAILED')
  })

  it('is asked again where a word is new, and forgotten where somebody takes it back', async () => {
    const asked = await bring(CATEGORIES, file('LEAK4', 'Dented'), asks)
    expect(asked).toMatchObject({ status: 'MAPPING' })
    await check(asked.id, { mapping, words: [{ column: 'complaintType', word: 'Dented', option: 'DAMAGE' }] })
    const known = await bring(CATEGORIES, file('LEAK5', 'Dented'), asks)
    expect(known).toMatchObject({ status: 'VALIDATED', rowsFailed: 0 })
    await keeper.post('/api/import-steps', { importId: known.id, step: 'columns' })
    await check(known.id, { mapping, words: [{ column: 'complaintType', word: 'Dented', option: null }] })
    expect(await finishedImport(keeper, known.id)).toMatchObject({ rowsFailed: 1 })
    expect(await bring(CATEGORIES, file('LEAK6', 'Dented'))).toMatchObject({ rowsFailed: 1 })
  })
})
