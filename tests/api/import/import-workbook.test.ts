import { beforeAll, describe, expect, it } from 'vitest'
import { type WritableCell, workbook } from '../../../api/derive/sheets/xlsx-write.ts'
import { entryText, readZip } from '../../../api/derive/sheets/zip-read.ts'
import { oddWorkbook } from '../../support/cases/odd-workbook.ts'
import { answersBeforeLong } from '../../support/hang-limit.ts'
import { type ImportErrorView, importFile, insert } from '../../support/imports.ts'
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
const xlsx = async (headings: string[], rows: WritableCell[][]) => {
  const pieces: Buffer[] = []
  const each = (async function* () {
    yield* rows
  })()
  for await (const piece of workbook({ title: 'Sheet', heads: headings.map(heading => ({ heading })), rows: each }))
    pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

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
    const job = await bring('settings/customer-segment', await oddWorkbook(sheet, { 'xl/workbook.xml': sheets }), {
      name: 'a.xlsx',
    })
    expect(job).toMatchObject({ status: 'VALIDATED', rowsNew: 1, rowsFailed: 0 })
    expect(job.warnings).toEqual([
      'The workbook has 2 sheets: only the first, “First”, is read; “Second & last” is left out.',
      'The hidden sheet “Old” is not read: show it and make it the first if its rows are meant.',
      'Hidden columns are read like the others: B.',
      'Column C has values but no heading and cannot be read: give every column its own heading, not merged.',
    ])
  })

  it('returns its rejected rows as a workbook, which can be imported again', async () => {
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

  it('keeps numbers, days and texts as they are', async () => {
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

  it('with formulas is refused cell by cell', async () => {
    const job = await bring(
      'settings/customer-segment',
      await oddWorkbook(
        sheetOf('<row r="2"><c r="A2" t="str"><f>1+1</f><v>2</v></c><c r="B2" t="e"><v>#REF!</v></c></row>'),
      ),
      { name: 'a.xlsx' },
    )
    expect((await errorsOf(job.id)).map(({ errorCode }) => errorCode)).toEqual([
      'FORMULA_NOT_ALLOWED',
      'FORMULA_NOT_ALLOWED',
    ])
  })

  const wide = '<row r="2"><c r="XFD2"><v>1</v></c></row>'
  const bomb = () => oddWorkbook(sheetOf(''), { 'xl/sharedStrings.xml': ' '.repeat(130_000_000) })
  it.each<[string, () => Promise<Buffer>, string]>([
    ['that unpacks to more than it should', bomb, 'unpacks to more than'],
    [
      'that unpacks to more than it says',
      () => oddWorkbook(sheetOf(' '.repeat(5_000_000)), {}, 1000),
      'unpacks to more than',
    ],
    ['of 16,384 columns', () => oddWorkbook(sheetOf(wide)), '200 columns'],
    ['that is a bomb of 200 MB', () => oddWorkbook(sheetOf(' '.repeat(200_000_000))), 'unpacks to more than'],
    ['of a million rows', () => oddWorkbook(sheetOf('<row><c><v>1</v></c></row>'.repeat(1_000_000))), '5,00,000 rows'],
    [
      'with an entity',
      () => oddWorkbook(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetOf('')}`),
      'cannot be read|not a workbook',
    ],
    ['with macros', () => oddWorkbook(sheetOf(''), { 'xl/vbaProject.bin': 'x' }), 'macros'],
    [
      'that refers to other files',
      () => oddWorkbook(sheetOf(''), { 'xl/externalLinks/externalLink1.xml': 'x' }),
      'other files',
    ],
    ['cut short', async () => (await oddWorkbook(sheetOf(''))).subarray(0, -30), 'damaged'],
  ])('%s is refused after little work', async (_, make, says) => {
    const file = await make()
    const job = await answersBeforeLong(says, bring('settings/customer-segment', file, { name: 'a.xlsx' }))
    expect(job.error).toMatch(new RegExp(says))
  })
})

describe('the template', () => {
  it('has the headings, the required ones marked, and an example row that the import skips', async () => {
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

  it('offers drop-downs for choices and short lists, notes for every column, and marks required columns', async () => {
    const parts = readZip(await templateOf('masters/zone-area'), 1e6)
    const sheet = await entryText(parts.get('xl/worksheets/sheet1.xml'))
    expect(sheet).toContain('prompt="Zone code: must be filled. The code of a row of Zones."')
    expect(sheet).toMatch(/type="list"[^>]*sqref="D2:D20001"><formula1>Lists!\$B\$1:\$B\$\d/)
    expect(sheet).toMatch(/<c r="D1" s="3" t="inlineStr"><is><t xml:space="preserve">Zone code \*/)
    expect(await entryText(parts.get('xl/worksheets/sheet2.xml'))).toContain('WEST')
    expect(await entryText(parts.get('xl/workbook.xml'))).toContain('name="Lists" sheetId="2" state="hidden"')
  })
})
