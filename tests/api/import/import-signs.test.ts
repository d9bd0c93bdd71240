import { beforeAll, describe, expect, it } from 'vitest'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { finishedImport, type ImportErrorView, importFile, insert, uploadImport } from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const HOLIDAYS = 'settings/holiday'
const DEPARTMENTS = 'masters/department'

const portal = portalOfFile(emptyPortal)
const keeper = portal.person(at => personWith(at, ['SYS_ADMIN', 'MASTER_ADMIN', 'FINANCE']))

beforeAll(async () => {
  const sbu = (code: string, name: string) => ({ code, name, salesOrg: '1000', division: '10' })
  await insert(portal.db, 'sbu', [
    sbu('KX-7', 'Kits'),
    sbu('PC', 'Pharma – Chemicals'),
    sbu('A1', 'Alpha – Beta'),
    sbu('A2', 'Alpha - Beta'),
  ])
})

const bring = (path: string, lines: readonly string[], options = {}) =>
  importFile(portal, keeper, path, lines.join('\n'), { onError: 'SKIP_BAD_ROWS', ...options })
const faultsOf = async ({ id }: { id: number }): Promise<string[]> =>
  (await keeper.get(`/api/import-errors?importJobId=${id}&$limit=50`)).body.data.map(
    ({ rowNo, message }: ImportErrorView) => `${rowNo} ${message}`,
  )
const keysOf = async ({ id }: { id: number }): Promise<string[]> =>
  (await keeper.get(`/api/import-rows?importJobId=${id}&$limit=50`)).body.data.map(
    ({ rowKey }: { rowKey: string }) => rowKey,
  )
const holidays = (name: string, ...days: string[]) => ['Day,Name', ...days.map((day, n) => `"${day}",${name} ${n}`)]
const savedDays = async (name: string): Promise<string[]> =>
  portal.db('holiday').where('name', 'like', `${name} %`).orderBy('name').pluck('holidayDate')

describe('the days of a file', () => {
  it('are read in every form that means one day, and shown as they were read', async () => {
    const forms = [
      '21.01.2031',
      '22/01/2031',
      '23-Jan-31',
      '24 January 2031',
      '20310125',
      '26-01-2031 4:15 PM',
      '47875',
    ]
    const job = await bring(HOLIDAYS, holidays('Forms', ...forms), { commit: true })
    expect([await faultsOf(job), await savedDays('Forms')]).toEqual([
      [],
      ['2031-01-21', '2031-01-22', '2031-01-23', '2031-01-24', '2031-01-25', '2031-01-26', '2031-01-27'],
    ])
    expect(await keysOf(job)).toContain('2031-01-22')
  })

  it('begin with what other rows of the column show, in every row alike', async () => {
    await bring(HOLIDAYS, holidays('Day first', '05/09/2031', '23/09/2031'), { commit: true })
    await bring(HOLIDAYS, holidays('Month first', '10/11/2032', '10/23/2032'), { commit: true })
    expect(await savedDays('Day first')).toEqual(['2031-09-05', '2031-09-23'])
    expect(await savedDays('Month first')).toEqual(['2032-10-11', '2032-10-23'])
  })

  it('are refused where rows of the column contradict each other', async () => {
    const job = await bring(HOLIDAYS, holidays('Mixed', '05/09/2033', '23/09/2033', '09/23/2033', '24-09-2033'))
    const mixed = 'Day begins with the day in some rows and with the month in others: write all days alike'
    expect(await faultsOf(job)).toEqual([`2 ${mixed}`, `3 ${mixed}`, `4 ${mixed}`])
  })

  it('are refused with both days where nothing says which, unless the sender does', async () => {
    const file = holidays('Either', '05/09/2034', '07/07/2034')
    expect(await faultsOf(await bring(HOLIDAYS, file))).toEqual([
      '2 Day can be 5 Sep 2034 or 9 May 2034: say which comes first, day or month, or write it as 05-09-2034',
    ])
    await bring(HOLIDAYS, file, { dayOrder: 'MDY', commit: true })
    expect(await savedDays('Either')).toEqual(['2034-05-09', '2034-07-07'])
  })

  it('are asked for once by the import page, and then all read like that', async () => {
    const content = holidays('Asked', '02/03/2035', '04/05/2035').join('\n')
    const sent = await uploadImport(portal, keeper, HOLIDAYS, content, 'days.csv', { askColumns: 'true' })
    const asked = await finishedImport(keeper, sent.body.id)
    expect(asked).toMatchObject({
      status: 'MAPPING',
      dayOrder: null,
      sheet: {
        columns: expect.arrayContaining([expect.objectContaining({ key: 'holidayDate', isDay: true })]),
        eitherDays: [{ column: 0, text: '02/03/2035', days: ['2035-03-02', '2035-02-03'] }],
      },
    })
    const step = { importId: asked.id, step: 'check', mapping: asked.sheet!.proposed, dayOrder: 'DMY' }
    expect((await keeper.post('/api/import-steps', step)).status).toBe(201)
    const checked = await finishedImport(keeper, asked.id)
    expect([checked.status, await keysOf(checked)]).toEqual(['VALIDATED', ['2035-03-02', '2035-05-04']])
  })

  it('are not asked for where the file shows it', async () => {
    const content = holidays('Clear', '02/03/2036', '31/05/2036').join('\n')
    const sent = await uploadImport(portal, keeper, HOLIDAYS, content, 'days.csv', { askColumns: 'true' })
    expect((await finishedImport(keeper, sent.body.id)).status).toBe('VALIDATED')
  })
})

describe('a code or name of another row', () => {
  const heading = 'Code,Name,SBU code'
  it.each([
    'KX-7\u200b',
    '\ufeffKX-7',
    'KX–7',
    'KX‑7',
    'ＫＸ-7',
    '\u202aKX-7\u202c',
    'Kits\u00a0',
    'Pharma – Chemicals',
  ])('is found with the signs of mails and web pages: %j', async sbu => {
    expect(await faultsOf(await bring(DEPARTMENTS, [heading, `DEPT,Sales,${sbu}`]))).toEqual([])
  })

  it('is asked for where two rows fit', async () => {
    expect(await faultsOf(await bring(DEPARTMENTS, [heading, 'DEPT,Sales,Alpha – Beta']))).toEqual([
      '2 SBU code fits 2 rows of SBU: give its code instead',
    ])
  })

  it('is named with its odd sign where none fits', async () => {
    const job = await bring(DEPARTMENTS, [heading, 'DEPT,Sales,KX-9\u200b', 'DEPTB,Sales,КX-7', 'DEPTC,Sales,KX-8'])
    expect(await faultsOf(job)).toEqual([
      '2 SBU code: no SBU has the code “KX-9”, and a zero-width space comes after KX-9',
      '3 SBU code: no SBU has the code “КX-7”, and the Cyrillic letter К comes before X-7',
      '4 SBU code: no SBU has the code “KX-8”',
    ])
  })
})

it('an error of a formula refuses its row in every column, also in one that is not read', async () => {
  const job = await bring(DEPARTMENTS, [
    'Code,Name,SBU code,Note',
    'D1,#N/A,KX-7,',
    'D2,Sales,#REF!,',
    'D3,Sales,KX-7,#VALUE!',
  ])
  expect(await faultsOf(job)).toEqual([
    '2 Name holds the error #N/A: enter a value',
    '3 SBU code holds the error #REF!: enter a value',
    '4 Note holds the error #VALUE!: enter a value',
  ])
})

it('a balance of a customer may be said by Dr and Cr', async () => {
  const customerId = (await exampleRow(portal.db, resourceNamed('customer'), { code: '200417' })).id
  const heading = 'customer_code,document_no,document_type,document_date,due_date,original_amount,balance_amount'
  const job = await bring(
    'masters/upload-outstanding',
    [
      heading,
      '200417\u200b,D-1,INVOICE,01.10.2026,31/10/2026,"1,250.50 Dr",1250.50 Dr',
      '200417,D-2,CREDIT_NOTE,2-Oct-26,02-Nov-2026,310 Cr,310.00 Cr',
    ],
    { commit: true, 'given.asOnDate': '2026-11-02', 'given.mode': 'REPLACE_CUSTOMERS_IN_FILE' },
  )
  expect([job.status, await faultsOf(job)]).toEqual(['DONE', []])
  const items = portal.db('upload_outstanding').where({ customerId, isActive: 1 }).orderBy('documentNo')
  expect(await items.select('documentNo', 'balanceAmount', 'documentDate', 'dueDate')).toEqual([
    { documentNo: 'D-1', balanceAmount: 125_050, documentDate: '2026-10-01', dueDate: '2026-10-31' },
    { documentNo: 'D-2', balanceAmount: -31_000, documentDate: '2026-10-02', dueDate: '2026-11-02' },
  ])
})

describe('the search of a list', () => {
  const codes = async (q: string) =>
    (await keeper.get(`/api/masters/sbu?q=${encodeURIComponent(q)}`)).body.data.map(
      ({ code }: { code: string }) => code,
    )

  it('finds by plain signs what was pasted with others, and passes over what cannot be seen', async () => {
    for (const q of ['KX–7', ' KX-7 ', 'KX-7\u200b', '\ufeffKX‑7\u00a0', 'ＫＸ-7'])
      expect([q, await codes(q)]).toEqual([q, ['KX-7']])
  })

  it('finds a name that has such signs itself, as it is written', async () => {
    expect(await codes('Pharma – Chem')).toEqual(['PC'])
    expect((await codes('Alpha – Beta')).sort()).toEqual(['A1', 'A2'])
  })

  it('lists everything where nothing but spaces was typed', async () => {
    expect((await codes(' \u200b\u00a0')).length).toBe((await codes('')).length)
  })
})
