import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import type { SapAdapter } from '../../../api/sap/adapter.ts'
import { SapError } from '../../../api/sap/http/sap-error.ts'
import { retryPending } from '../../../api/sap/reading/pending-rows.ts'
import { type Pull, SapRowError } from '../../../api/sap/reading/pull.ts'
import { sapReader, sapRowReader } from '../../../api/sap/reading/reader.ts'
import type { ItemPage, RowPull, SapItem } from '../../../api/sap/reading/row-pull.ts'
import { upsertRows } from '../../../api/sap/reading/upsert-rows.ts'
import { customerSegment } from '../../../resources/settings/customer-segment.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'

type Group = SapItem & { description: string; ended?: boolean; changedAt?: string }

let database: TestDatabase
let db: Knex
let at = '2026-11-20T06:30:00.000Z'
/** What the portal asked SAP to be told since. */
let askedSince: (string | null)[]
let inSap: Group[]
let missing = 0
let saved: string[]

const pull: RowPull<Group> = {
  object: 'PRODUCT',
  title: 'Group',
  tellsChanges: false,
  async *pages(_sap, { since, code }): AsyncGenerator<ItemPage<Group>> {
    askedSince.push(since)
    const rows = inSap.filter(({ key }) => code === null || key === code)
    if (rows.length === 0) yield pageOf([])
    for (let start = 0; start < rows.length; start += 3)
      yield { ...pageOf(rows.slice(start, start + 3)), missing: start + 3 >= rows.length ? missing : null }
  },
  async save(trx, items, { refuse }) {
    saved.push(...items.map(({ key }) => key))
    const known = new Map((await rowsOf(trx, customerSegment, rows => rows)).map(row => [row.code, row]))
    const wanted = items.filter(({ key, description }) => {
      if (description !== 'unknown') return true
      refuse(
        key,
        new SapRowError('sbuId', `Group ${key} names an SBU that the portal does not know`, 'UNKNOWN_REF', 'PLANT'),
      )
      return false
    })
    const rows = wanted.map(({ key, description }) => ({
      key,
      row: { code: key, name: description, isActive: true },
      before: known.get(key),
    }))
    return upsertRows(trx, customerSegment, rows, refuse)
  },
  ends: ({ ended }) => ended ?? false,
  async remove(trx, keys) {
    return trx('customer_segment').whereIn('code', keys).update({ isActive: 0 })
  },
}

const pageOf = (items: Group[]): ItemPage<Group> => ({
  items,
  unreadable: [],
  total: inSap.length + missing,
  missing,
  changedAt: items.reduce<string | null>((latest, { changedAt }) => changedAt ?? latest, null),
})

const group = (no: number, more: Partial<Group> = {}): Group => ({ key: `S${no}`, description: `Group ${no}`, ...more })
const groups = (count: number) => Array.from({ length: count }, (_, index) => group(index + 1))

const read = (mode: 'DELTA' | 'FULL' = 'DELTA', changed: Partial<RowPull<Group>> = {}) =>
  sapRowReader(deps(), { ...pull, ...changed }).read({ trigger: 'MANUAL', mode, requestedById: null })
const deps = () => ({ db, sap: {} as SapAdapter, log: createLog({ logLevel: 'silent' }) })
const inPortal = async () =>
  (await db('customer_segment').where('code', 'like', 'S%').where('isActive', 1).orderBy('code').pluck('code')).join()
const errors = () =>
  db('import_job_error').where({ source: 'SAP' }).orderBy('id').select('value', 'errorCode', 'message')

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  askedSince = []
  saved = []
  missing = 0
  inSap = groups(7)
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

describe('reading rows of SAP in large numbers', () => {
  it('creates them, and changes nothing when it reads the same again', async () => {
    expect(await read()).toMatchObject({ status: 'OK', rowsRead: 7, rowsTotal: 7, rowsCreated: 7, rowsUpdated: 0 })
    saved = []
    expect(await read()).toMatchObject({ status: 'OK', rowsRead: 7, rowsCreated: 0, rowsUpdated: 0 })
    expect(saved).toEqual([])
    expect(await db('audit_entry').where({ entity: 'customer-segment' }).where('source', 'SAP')).toHaveLength(7)
  })

  it('saves only what differs from the last reading; a full one compares every row with the portal', async () => {
    await read()
    await db('customer_segment').where({ code: 'S2' }).update({ name: 'Changed by hand' })
    inSap[4] = group(5, { description: 'Renamed in SAP' })
    saved = []
    expect(await read()).toMatchObject({ rowsUpdated: 1 })
    expect(saved).toEqual(['S5'])
    expect(await read('FULL')).toMatchObject({ rowsUpdated: 1 })
    expect(await db('customer_segment').where({ code: 'S2' }).first()).toMatchObject({ name: 'Group 2' })
  })

  it('ends what SAP no longer has, once everything was read', async () => {
    inSap = groups(30)
    await read()
    inSap = inSap.filter(({ key }) => key !== 'S7')
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await db('customer_segment').where({ code: 'S7' }).first()).toMatchObject({ isActive: 0 })
  })

  it('ends nothing after a reading in which SAP gave fewer rows than it counts', async () => {
    await read()
    inSap.pop()
    missing = 1
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsFailed: 1 })
    expect(await errors()).toMatchObject([{ errorCode: 'INCOMPLETE' }])
    expect(await inPortal()).toContain('S7')
  })

  it('is stopped by the guard when it would end more than a fifth, but not at the first deletion of a small company', async () => {
    await read()
    inSap = groups(6)
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    inSap = groups(40)
    await read()
    inSap = groups(20)
    const run = await read()
    expect(run).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(run.errorText).toMatch(/SAP would end \d+ of 40 rows \(groups\) at once, more than 20 %/)
    expect((await inPortal()).split(',')).toHaveLength(40)
  })

  it('is stopped by the guard when SAP has suddenly nothing at all', async () => {
    await read()
    inSap = []
    const run = await read()
    expect(run).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(run.errorText).toContain('SAP gave no groups at all, and the portal has 7')
  })

  it('counts rows that say themselves that they have ended among those that the guard looks at', async () => {
    inSap = groups(40)
    await read()
    inSap = inSap.map(item => (Number(item.key.slice(1)) <= 12 ? { ...item, ended: true, description: 'Gone' } : item))
    expect(await read()).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED', rowsUpdated: 0 })
    expect(await db('customer_segment').where({ name: 'Gone' })).toHaveLength(0)
  })

  it('leaves out a row that cannot be saved, says why with its key, and takes the others', async () => {
    inSap = [group(1), group(2, { description: 'x'.repeat(61) }), group(3)]
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 2, rowsFailed: 1 })
    expect(await errors()).toMatchObject([{ value: 'S2', message: expect.stringContaining('Name') }])
    inSap[1] = group(2)
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1 })
  })

  it('parks a row that names something unknown, and tries it again after that was read', async () => {
    inSap = [group(1), group(2, { description: 'unknown' })]
    await read()
    expect(await db('sap_pending_row')).toMatchObject([{ object: 'PRODUCT', sapKey: 'S2', waitsFor: 'PLANT' }])
    const tried: unknown[] = []
    await retryPending(db, 'PLANT', async (object, items) => void tried.push(object, ...items))
    expect(tried).toEqual(['PRODUCT', { key: 'S2', description: 'unknown' }])
    inSap[1] = group(2)
    await read()
    expect(await db('sap_pending_row')).toEqual([])
  })

  it('keeps what it has saved when SAP breaks off, and fails with its sentence', async () => {
    const broken = async function* (): AsyncGenerator<ItemPage<Group>> {
      yield pageOf(groups(3))
      throw new SapError('TECH', 'SAP could not be reached (ECONNREFUSED).')
    }
    expect(await read('DELTA', { pages: broken })).toMatchObject({ status: 'FAILED', rowsCreated: 3, watermark: null })
    expect(await inPortal()).toBe('S1,S2,S3')
  })

  it('ends when a person cancels it, after the rows it is saving', async () => {
    setClock(null)
    const slow = async function* (): AsyncGenerator<ItemPage<Group>> {
      yield pageOf(groups(3))
      await db('sap_sync_run').where({ status: 'RUNNING' }).update({ cancelledAt: at })
      await new Promise(resolve => setTimeout(resolve, 1_050))
      yield pageOf(groups(6).slice(3))
    }
    expect(await read('DELTA', { pages: slow })).toMatchObject({
      status: 'FAILED',
      errorClass: 'CANCELLED',
      rowsCreated: 3,
    })
  })
})

describe('an object whose rows say when they changed', () => {
  const telling = { tellsChanges: true }

  it('is read whole at first, then from five minutes before the last change seen', async () => {
    inSap = [group(1, { changedAt: '2026-11-20T05:00:00.000Z' })]
    await read('DELTA', telling)
    await read('DELTA', telling)
    expect(askedSince).toEqual([null, '2026-11-20T04:55:00.000Z'])
  })

  it('is read again from the same instant after a reading in which SAP gave fewer rows than it counts', async () => {
    inSap = [group(1, { changedAt: '2026-11-20T05:00:00.000Z' })]
    missing = 1
    expect(await read('DELTA', telling)).toMatchObject({ status: 'PARTIAL', watermark: null })
    missing = 0
    await read('DELTA', telling)
    inSap = [group(2, { changedAt: '2026-11-20T06:00:00.000Z' })]
    missing = 1
    expect(await read('DELTA', telling)).toMatchObject({ status: 'PARTIAL', watermark: '2026-11-20T05:00:00.000Z' })
    missing = 0
    expect(await read('DELTA', telling)).toMatchObject({ status: 'OK', watermark: '2026-11-20T06:00:00.000Z' })
    expect(askedSince).toEqual([null, null, '2026-11-20T04:55:00.000Z', '2026-11-20T04:55:00.000Z'])
  })

  it('never gets a watermark in the future, whatever SAP’s clock says, and says so', async () => {
    inSap = [group(1, { changedAt: '2026-11-20T09:30:00.000Z' })]
    expect(await read('DELTA', telling)).toMatchObject({ status: 'PARTIAL', watermark: at })
    expect(await errors()).toMatchObject([{ errorCode: 'CLOCK', message: expect.stringContaining('in 180 minutes') }])
  })

  it('has nothing ended by a reading of changes', async () => {
    inSap = groups(30).map(item => ({ ...item, changedAt: '2026-11-20T05:00:00.000Z' }))
    await read('DELTA', telling)
    inSap = []
    expect(await read('DELTA', telling)).toMatchObject({ status: 'OK', rowsUpdated: 0 })
  })
})

describe('reading documents of SAP one by one', () => {
  const unreadable = 1_100
  const documents: Pull<{ number: string; changedAt: string }> = {
    object: 'INVOICE',
    title: 'Billing document',
    async *since(_sap, _instant, { unreadable: tell = () => undefined }) {
      for (let no = 1; no <= unreadable; no++) tell(`9${no}`, 'it has no date')
      yield { number: '80', changedAt: '2026-11-20T05:00:00.000Z' }
      tell('81', 'it has no date')
      throw new SapError('TECH', 'SAP could not be reached (ECONNREFUSED).')
    },
    numberOf: ({ number }) => number,
    save: async () => 'created',
  }
  const readDocuments = (changed: Partial<typeof documents> = {}) =>
    sapReader(deps(), { ...documents, ...changed }).read({ trigger: 'MANUAL', mode: 'DELTA', requestedById: null })

  it('keeps each that cannot be read under a number of its own, also where SAP breaks off', async () => {
    expect(await readDocuments()).toMatchObject({ status: 'FAILED', rowsCreated: 1, rowsFailed: unreadable + 1 })
    const kept = await db('import_job_error').orderBy('id').select('rowNo', 'value')
    expect(kept).toHaveLength(unreadable + 1)
    expect(kept.map(({ rowNo }) => rowNo)).toEqual(kept.map((_, index) => index + 1))
    expect(kept.at(-1)).toMatchObject({ value: '81' })
  })

  it('parks one that names two unknown things once, and reports both', async () => {
    const unknown = (column: string, waitsFor: 'PRODUCT' | 'CUSTOMER') =>
      new SapRowError(column, `Its ${column} is not known`, 'UNKNOWN_REF', waitsFor)
    const run = await readDocuments({
      async *since() {
        yield { number: '80', changedAt: '2026-11-20T05:00:00.000Z' }
      },
      async save(_trx, _document, { note }) {
        note(unknown('productId', 'PRODUCT'))
        note(unknown('soldToId', 'CUSTOMER'))
        return 'same'
      },
    })
    expect(run).toMatchObject({ status: 'PARTIAL', rowsFailed: 2, watermark: '2026-11-20T05:00:00.000Z' })
    expect(await db('sap_pending_row')).toMatchObject([
      { object: 'INVOICE', sapKey: '80', waitsFor: 'CUSTOMER', reason: 'Its soldToId is not known' },
    ])
  })
})
