import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import {
  finishedImport,
  type ImportJobView,
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
const PATH = 'settings/customer-segment'

type Options = Parameters<typeof importFile>[4]
const bring = (content: string | Buffer, options: Options = {}, path = PATH) =>
  importFile(portal, keeper, path, content, options)
const rowsOf = async (job: ImportJobView, verdict = ''): Promise<ImportRowView[]> =>
  (await keeper.get(`/api/import-rows?importJobId=${job.id}&$limit=100${verdict && `&verdict=${verdict}`}`)).body.data
const stepOf = (job: ImportJobView, step: string, more = {}) =>
  keeper.post('/api/import-steps', { importId: job.id, step, ...more })
const active = () => portal.db('customer_segment').where('isActive', 1).orderBy('code').pluck('code')
const start = async (codes: string[]) => {
  await portal.db('customer_segment').delete()
  await insert(
    portal.db,
    'customer-segment',
    codes.map(code => ({ code, name: code })),
  )
}

describe('a file that only adds rows', () => {
  it('refuses rows that exist already, and saves the others', async () => {
    await start(['OLD'])
    const job = await bring('code,name\nOLD,Changed\nNEW,New\n', {
      mode: 'INSERT',
      onError: 'SKIP_BAD_ROWS',
      commit: true,
    })
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 1, mode: 'INSERT' })
    const [refused] = await rowsOf(job, 'REJECTED')
    expect(refused!.errors[0]).toMatchObject({ errorCode: 'DUPLICATE_KEY', columnName: 'code' })
    expect(await portal.db('customer_segment').where('code', 'OLD').first('name')).toEqual({ name: 'OLD' })
  })
})

describe('a file that only updates rows', () => {
  it('refuses rows that do not exist', async () => {
    await start(['OLD'])
    const job = await bring('code,name\nOLD,Changed\nNEW,New\n', { mode: 'UPDATE' })
    expect(job).toMatchObject({ rowsChanged: 1, rowsFailed: 1 })
    const [refused] = await rowsOf(job, 'REJECTED')
    expect(refused!.errors[0]!.errorCode).toBe('UNKNOWN_REF')
  })
})

describe('a file that replaces the whole list', () => {
  it('closes the missing rows when their number is confirmed, and no others', async () => {
    await start(['A', 'B', 'C'])
    const job = await bring('code,name\nA,A\nD,New\n', { mode: 'SYNC' })
    expect(job).toMatchObject({ status: 'VALIDATED', rowsTotal: 2, rowsNew: 1, rowsSame: 1, closing: 2 })
    expect((await rowsOf(job, 'CLOSED')).map(({ rowKey }) => rowKey)).toEqual(['B', 'C'])
    expect(await active()).toEqual(['A', 'B', 'C'])
    for (const confirm of [undefined, '3', 'yes'])
      expect((await stepOf(job, 'commit', { confirm })).body.errors[0]).toMatchObject({ field: 'confirm' })
    expect((await stepOf(job, 'commit', { confirm: '2' })).status).toBe(201)
    expect((await finishedImport(keeper, job.id)).status).toBe('DONE')
    expect(await active()).toEqual(['A', 'D'])
  })

  it('closes nothing when other rows are missing than were shown', async () => {
    await start(['A', 'B'])
    const job = await bring('code,name\nA,A\n', { mode: 'SYNC' })
    await insert(portal.db, 'customer-segment', [{ code: 'LATE', name: 'Late' }])
    await stepOf(job, 'commit', { confirm: '1' })
    expect(await finishedImport(keeper, job.id)).toMatchObject({
      status: 'VALIDATED',
      error: expect.stringContaining('Nothing'),
    })
    expect(await active()).toEqual(['A', 'B', 'LATE'])
  })

  it('is refused when it is empty, when rows are left out, and to people who may not deactivate', async () => {
    await start(['A'])
    expect((await bring('code,name\n', { mode: 'SYNC' })).error).toContain('no rows')
    const skipping = await uploadImport(portal, keeper, PATH, 'code,name\nA,A\n', 'a.csv', {
      mode: 'SYNC',
      onError: 'SKIP_BAD_ROWS',
    })
    expect([skipping.status, skipping.body]).toMatchObject([400, { errors: [{ field: 'onError' }] }])
    const wrong = await bring('code,name\nA,\n', { mode: 'SYNC' })
    expect((await stepOf(wrong, 'commit', { confirm: '0' })).status).toBe(409)
    expect(await active()).toEqual(['A'])
  })

  it('ends dated rows the day before, so that past periods are preserved', async () => {
    const [zone] = await insert(portal.db, 'zone', [{ code: 'N', name: 'North' }])
    expect(zone).toBeDefined()
    const channels = await insert(portal.db, 'channel', [{ code: '10', name: 'Direct' }])
    const [sbu] = await insert(portal.db, 'sbu', [{ code: 'LS', name: 'Life', salesOrg: '1000', division: '10' }])
    const product = { code: 'P1', name: 'P', sbuId: sbu!.id, division: '10', uom: 'EA', baseUom: 'EA' }
    await insert(portal.db, 'products', [{ ...product, hsnCode: '29420090', gstRate: 1800 }])
    const file = (...rows: string[]) =>
      `channel_code,product_code,list_price,uom,valid_from\n${rows.map(row => `10,P1,${row}`).join('\n')}\n`
    const path = 'settings/product-price'
    await bring(file('100,EA,2026-04-01'), { origin: 'SAP', commit: true }, path)
    const job = await bring(file(`120,EA,${today()}`), { origin: 'SAP', mode: 'SYNC' }, path)
    expect(job).toMatchObject({ closing: 1, rowsNew: 1, rowsFailed: 0, rowsTotal: 1 })
    const yesterday = addDays(today(), -1)
    expect(job.periods).toEqual({
      starts: { first: today(), last: today() },
      ends: { first: yesterday, last: yesterday },
    })
    const [ended] = await rowsOf(job, 'CLOSED')
    expect(ended!.ends).toEqual({ from: '2026-04-01', was: '9999-12-31', until: yesterday, next: null })
    await stepOf(job, 'commit', { confirm: '1' })
    expect((await finishedImport(keeper, job.id)).status).toBe('DONE')
    const prices = await portal.db('product_price').orderBy('id').select('listPrice', 'validTo', 'isActive')
    expect(prices.map(({ validTo, isActive }) => [validTo, isActive])).toEqual([
      [addDays(today(), -1), 1],
      ['9999-12-31', 1],
    ])
    expect(channels).toHaveLength(1)
  })
})

describe('the columns of a file', () => {
  const ask = async (content: string) => {
    const sent = await uploadImport(portal, keeper, PATH, content, 'file.csv', { askColumns: 'true' })
    return finishedImport(keeper, sent.body.id)
  }

  it('are asked for when a heading is unknown, and remembered for the next file with these headings', async () => {
    await start([])
    const job = await ask('Kurzel,name,Junk\nX,Ex,1\n')
    expect(job).toMatchObject({ status: 'MAPPING', rowsTotal: 1 })
    expect(job.sheet).toMatchObject({
      headings: ['Kurzel', 'name', 'Junk'],
      samples: [['X'], ['Ex'], ['1']],
      proposed: [null, 'name', null],
      remembered: false,
    })
    expect((await stepOf(job, 'check', { mapping: ['code'] })).body.errors[0].field).toBe('mapping')
    expect((await stepOf(job, 'check', { mapping: ['code', 'name', null] })).status).toBe(201)
    const checked = await finishedImport(keeper, job.id)
    expect(checked).toMatchObject({ status: 'VALIDATED', rowsNew: 1, rowsFailed: 0, unknownColumns: ['Junk'] })
    const next = await ask('Kurzel,name,Junk\nY,Why,1\n')
    expect(next).toMatchObject({ status: 'VALIDATED', rowsNew: 1, sheet: { remembered: true } })
  })

  it('are proposed by the words of an office, and by what stands below them where it fits one field; the sender confirms', async () => {
    const sent = async (path: string, content: string) => {
      const { body } = await uploadImport(portal, keeper, path, content, 'file.csv', { askColumns: 'true' })
      return finishedImport(keeper, body.id)
    }
    const priceList = 'Item Code,New Rate (Rs.),W.E.F.,Channel (10/13),Remark\nP1,99,01-04-2027,10,ok\n'
    expect(await sent('settings/product-price', priceList)).toMatchObject({
      status: 'MAPPING',
      sheet: { proposed: ['productId', 'listPrice', 'validFrom', 'channelId', null] },
    })
    await insert(portal.db, 'zone', [{ code: 'HILLS', name: 'Hill country' }])
    const byContent = 'code,name,Wing\nA1,One,hills\nA2,Two,Hill country\n'
    expect(await sent('masters/zone-area', byContent)).toMatchObject({
      status: 'MAPPING',
      sheet: { proposed: ['code', 'name', 'zoneId'] },
    })
    const unknown = 'code,name,Wing\nA1,One,HILLS\nA2,Two,Nowhere\n'
    expect((await sent('masters/zone-area', unknown)).sheet).toMatchObject({ proposed: ['code', 'name', null] })
  })

  it('are not guessed for a program, which names them exactly', async () => {
    const job = await bring('code,name,Wing\nA1,One,N\n', {}, 'masters/zone-area')
    expect(job.unknownColumns).toEqual(['Wing'])
  })

  it('can be mapped again after the check', async () => {
    const job = await ask('code,name\nZ,Zed\n')
    expect(job.status).toBe('VALIDATED')
    expect((await stepOf(job, 'columns')).body).toMatchObject({
      status: 'MAPPING',
      sheet: { proposed: ['code', 'name'] },
    })
    await stepOf(job, 'check', { mapping: ['code', null] })
    const again = await finishedImport(keeper, job.id)
    expect(again.missingColumns).toEqual(['Name'])
    expect(again).toMatchObject({ status: 'VALIDATED', rowsFailed: 1 })
  })

  it('stop the file with a sentence when a key column is missing or two columns mean the same', async () => {
    const job = await ask('Kurzel,Bezeichnung\nX,Ex\n')
    await stepOf(job, 'check', { mapping: [null, 'name'] })
    expect((await finishedImport(keeper, job.id)).error).toContain('is mapped to Code')
    const twice = await ask('Kurzel,Bezeichnung\nX2,Ex\n')
    await stepOf(twice, 'check', { mapping: ['code', 'code'] })
    expect((await finishedImport(keeper, twice.id)).error).toContain('mean the same')
    expect((await ask('code,code\nX,Ex\n')).error).toContain('appears twice')
  })

  it('without a heading are reported, not lost', async () => {
    const job = await bring('code,,name\nA,lost,A\nB,,B,also lost\n')
    expect(job.warnings.join()).toContain('Columns B, D have values but no heading')
  })

  it('of exported inactive rows change nothing', async () => {
    await start(['A'])
    const job = await bring('code,name,Active\nA,A,Yes\nGONE,Gone,No\n')
    expect(job).toMatchObject({ rowsSame: 2, rowsNew: 0, rowsFailed: 0 })
    expect(job.warnings.join()).toContain('One row is shown as inactive')
  })
})
