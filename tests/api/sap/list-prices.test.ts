import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { pricePull } from '../../../api/sap/goods/price.ts'
import type { SapRow } from '../../../api/sap/http/odata.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { stubSap } from '../../support/sap/rows.ts'

const RECORDS = 'API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgConditionRecord'
let at: string
let database: TestDatabase
let db: Knex
let rows: Record<string, SapRow[]>
let sap: ReturnType<typeof stubSap>

const log = createLog({ logLevel: 'silent', environment: 'test' } as never)

beforeEach(async () => {
  at = '2026-11-23T06:30:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  await createCompany(db)
  rows = { [RECORDS]: [] }
  sap = stubSap(rows)
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const day = (text: string) => `/Date(${Date.parse(`${text}T00:00:00Z`)})/`
const validity = (more: SapRow = {}) => {
  const { from = '2026-04-01', to = '9999-12-31', ...keys } = more
  return {
    ConditionValidityStartDate: day(from as string),
    ConditionValidityEndDate: day(to as string),
    SalesOrganization: '1000',
    DistributionChannel: '10',
    Material: 'LS-1001',
    Customer: '',
    SoldToParty: '',
    PriceListType: '',
    ...keys,
  }
}
const record = (ConditionRecord: string, more: SapRow = {}, ...validities: SapRow[]) => ({
  ConditionRecord: ConditionRecord.padStart(10, '0'),
  ConditionApplication: 'V',
  ConditionType: 'PR00',
  ConditionTable: '304',
  ConditionRateValue: '1000.000',
  ConditionRateValueUnit: 'INR',
  ConditionQuantity: '1',
  ConditionQuantityUnit: 'EA',
  ConditionToBaseQtyNmrtr: '0',
  ConditionToBaseQtyDnmntr: '0',
  BaseUnit: '',
  ConditionIsDeleted: false,
  ConditionReleaseStatus: '',
  to_SlsPrcgCndnRecordScale: { results: [] as SapRow[] },
  ...more,
  to_SlsPrcgCndnRecdValidity: { results: validities.length > 0 ? validities : [validity()] },
})
const inSap = (...found: SapRow[]) => {
  rows[RECORDS] = found
}
const read = (mode: 'DELTA' | 'FULL' = 'DELTA') =>
  sapRowReader({ db, sap, log }, pricePull).read({ trigger: 'MANUAL', mode, requestedById: null })
const kept = async () =>
  (
    await db('product_price')
      .join('products', 'products.id', 'productId')
      .join('channel', 'channel.id', 'channelId')
      .where('product_price.isActive', 1)
      .orderBy(['products.code', 'channel.code', 'validFrom'])
      .select('products.code', 'channel.code as channel', 'listPrice', 'priceUnit', 'product_price.uom', 'validFrom')
      .select('validTo', 'conditionRecord', 'conditionTable')
  ).map(row => ({ ...row }))
const shown = async () =>
  (await kept()).map(row => `${row.code} ${row.listPrice}/${row.priceUnit} ${row.validFrom}..${row.validTo}`)
const errors = async () =>
  (await db('import_job_error').where({ source: 'SAP' }).orderBy('id')).map(row => [
    row.value,
    row.errorCode,
    row.message,
  ])
const history = async () => Number((await db('audit_entry').count({ rows: '*' }).first())?.rows)

describe('a reading of prices', () => {
  it('keeps product, channel, price, its number of units, unit, period and record', async () => {
    inSap(record('77', { ConditionRateValue: '12.340', ConditionQuantity: '100' }, validity({ Material: 'LS-1002' })))
    expect(await read()).toMatchObject({ status: 'OK', rowsRead: 1, rowsCreated: 1, rowsSkipped: 0, rowsFailed: 0 })
    expect(await kept()).toEqual([
      {
        ...{ code: 'LS-1002', channel: '10', listPrice: 12_34, priceUnit: 100, uom: 'EA' },
        ...{ validFrom: '2026-04-01', validTo: '9999-12-31', conditionRecord: '77', conditionTable: '304' },
      },
    ])
  })

  it('keeps three decimals of a rate as the price of ten', async () => {
    inSap(record('1', { ConditionRateValue: '12.345' }))
    await read()
    expect(await shown()).toEqual(['LS-1001 12345/10 2026-04-01..9999-12-31'])
  })

  it('changes nothing the second time, neither changes nor everything', async () => {
    inSap(record('1'), record('2', {}, validity({ Material: 'LS-1002' })))
    await read()
    const before = await history()
    expect(await read()).toMatchObject({ status: 'OK', rowsRead: 2, rowsCreated: 0, rowsUpdated: 0 })
    expect(await read('FULL')).toMatchObject({ status: 'OK', rowsRead: 2, rowsCreated: 0, rowsUpdated: 0 })
    expect(await history()).toBe(before)
  })

  it('takes a material with leading zeros for the product without', async () => {
    await db('products').where({ code: 'LS-1001' }).update({ code: '104530', naturalKey: '104530' })
    inSap(record('1', {}, validity({ Material: '000000000000104530' })))
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1 })
  })

  it('reads the record of one number', async () => {
    inSap(record('1'), record('2', {}, validity({ Material: 'LS-1002' })))
    const codes: string[] = []
    const { landscapeFields } = await import('../../../api/sap/http/fields.ts')
    for await (const { items } of pricePull.pages(sap, { since: null, code: '2', fields: await landscapeFields(db) }))
      codes.push(...items.map(({ key }) => key))
    expect(codes).toEqual(['2'])
  })
})

describe('prices that are no list prices', () => {
  it('are skipped and counted: other tables, single customers, other areas, material groups', async () => {
    inSap(
      record('1'),
      record('2', { ConditionTable: '305' }, validity({ Customer: '0000100123' })),
      record('3', {}, validity({ SoldToParty: '0000100123' })),
      record('4', {}, validity({ PriceListType: '01' })),
      record('5', {}, validity({ SalesOrganization: '2000' })),
      record('6', {}, validity({ DistributionChannel: '77' })),
      record('7', {}, validity({ Material: '' })),
      record('8', {}, validity({ Plant: '1010' })),
    )
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1, rowsFailed: 0, rowsSkipped: 7 })
    expect(await shown()).toEqual(['LS-1001 100000/1 2026-04-01..9999-12-31'])
  })

  it('are those of the tables that the settings name', async () => {
    await exampleRow(db, resourceNamed('app-setting'), {
      key: 'sap.list_price_tables',
      value: '004,305',
      valueType: 'STR',
    })
    inSap(record('1'), record('2', { ConditionTable: '305' }))
    expect(await read()).toMatchObject({ rowsCreated: 1, rowsSkipped: 1 })
    expect((await kept())[0]).toMatchObject({ conditionRecord: '2', conditionTable: '305' })
  })
})

describe('a price that cannot be taken', () => {
  const wrong: [string, SapRow, SapRow[], string, string][] = [
    [
      'without a unit',
      { ConditionQuantityUnit: '' },
      [],
      'UNREADABLE',
      'Price 9 cannot be read: it has no unit: enter the unit of the price in SAP',
    ],
    [
      'in another currency',
      { ConditionRateValueUnit: 'USD' },
      [],
      'FOREIGN_CURRENCY',
      'List price 9 is in USD; the portal keeps rupees only. Finance decides.',
    ],
    [
      'with a scale of several lines',
      {
        to_SlsPrcgCndnRecordScale: {
          results: [
            { ConditionScaleLine: '1', ConditionRateValue: '10.000' },
            { ConditionScaleLine: '2', ConditionRateValue: '9.000' },
          ],
        },
      },
      [],
      'UNREADABLE',
      'Price 9 cannot be read: its scale has 2 lines, and the portal keeps one list price: leave one line, and agree lower prices for larger quantities as discounts',
    ],
    [
      'with a rate that is no number',
      { ConditionRateValue: 'free' },
      [],
      'UNREADABLE',
      'Price 9 cannot be read: "free" is not a decimal text',
    ],
    [
      'that ends before it begins',
      {},
      [validity({ Material: 'LS-1002', from: '2026-12-01', to: '2026-11-30' })],
      'UNREADABLE',
      'Price 9 cannot be read: it is valid from 2026-12-01 to 2026-11-30: correct its days in SAP',
    ],
    [
      'of nothing',
      { ConditionRateValue: '0.000' },
      [],
      'RANGE',
      'Price 9 of LS-1002: its rate is not above 0. Correct it, or delete it in SAP',
    ],
    [
      'for a unit that cannot be converted',
      { ConditionQuantityUnit: 'L' },
      [],
      'UOM_MISMATCH',
      'Price 9 of LS-1002 is for L, which cannot be converted to EA: correct its unit, or the units of the product, in SAP',
    ],
    [
      'of an unknown product',
      {},
      [validity({ Material: 'XX-1' })],
      'UNKNOWN_REF',
      'Price 9 of XX-1: the portal has no product XX-1. The price is taken once that has been read from SAP',
    ],
  ]
  it.each(wrong)('%s is told, and the others are taken', async (_, more, validities, code, message) => {
    inSap(record('1'), record('9', more, ...(validities.length > 0 ? validities : [validity({ Material: 'LS-1002' })])))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
    expect(await errors()).toEqual([['9', code, message]])
    expect(await shown()).toEqual(['LS-1001 100000/1 2026-04-01..9999-12-31'])
  })

  it('of a deactivated product is told, and its old price stays', async () => {
    inSap(record('1'))
    await read()
    await db('products').where({ code: 'LS-1001' }).update({ isActive: 0 })
    inSap(record('1', { ConditionRateValue: '1100.000' }))
    expect(await read()).toMatchObject({ status: 'PARTIAL' })
    expect((await errors())[0]![2]).toBe(
      'Price 1 of LS-1001: the product is deactivated here. Activate it, or delete the price in SAP',
    )
    expect(await shown()).toEqual(['LS-1001 100000/1 2026-04-01..9999-12-31'])
  })

  it('of an unknown product waits for it', async () => {
    inSap(record('9', {}, validity({ Material: 'XX-1' })))
    await read()
    expect(await db('sap_pending_row').select('object', 'sapKey', 'waitsFor')).toEqual([
      { object: 'PRICE', sapKey: '9', waitsFor: 'PRODUCT' },
    ])
  })

  it('for a packing unit is taken by its conversion to the base unit', async () => {
    const carton = { ConditionQuantityUnit: 'CAR', ConditionToBaseQtyNmrtr: '12', ConditionToBaseQtyDnmntr: '1' }
    await db('products').where({ code: 'LS-1001' }).update({ baseUom: 'EA' })
    inSap(record('1', { ...carton, BaseUnit: 'EA', ConditionRateValue: '100.000' }))
    expect(await read()).toMatchObject({ status: 'OK' })
    expect((await kept())[0]).toMatchObject({ listPrice: 100_00, priceUnit: 12, uom: 'EA' })
  })

  it('with a scale of one line has the price of that line', async () => {
    const scale = { results: [{ ConditionScaleLine: '1', ConditionRateValue: '990.000' }] }
    inSap(record('1', { to_SlsPrcgCndnRecordScale: scale }))
    await read()
    expect((await kept())[0]).toMatchObject({ listPrice: 990_00 })
  })
})

describe('a price that SAP changes', () => {
  it('in place counts from today, and yesterday keeps the old one', async () => {
    inSap(record('1'))
    await read()
    inSap(record('1', { ConditionRateValue: '1100.000' }))
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1, rowsUpdated: 1 })
    expect(await shown()).toEqual([
      'LS-1001 100000/1 2026-04-01..2026-11-22',
      'LS-1001 110000/1 2026-11-23..9999-12-31',
    ])
  })

  it('by a month between is split, in whichever order the records come', async () => {
    for (const [whole, month] of [
      ['1', '2'],
      ['4', '3'],
    ] as const) {
      const of = { Material: whole === '1' ? 'LS-1001' : 'LS-1002' }
      inSap(record(whole, {}, validity(of)))
      await read()
      inSap(
        record(whole, {}, validity({ ...of, to: '2026-11-30' }), validity({ ...of, from: '2027-01-01' })),
        record(month, { ConditionRateValue: '900.000' }, validity({ ...of, from: '2026-12-01', to: '2026-12-31' })),
      )
      expect(await read()).toMatchObject({ rowsFailed: 0 })
    }
    expect((await shown()).filter(text => text.startsWith('LS-1002'))).toEqual([
      'LS-1002 100000/1 2026-04-01..2026-11-30',
      'LS-1002 90000/1 2026-12-01..2026-12-31',
      'LS-1002 100000/1 2027-01-01..9999-12-31',
    ])
  })

  it('for later begins then', async () => {
    inSap(record('1'))
    await read()
    inSap(
      record('1', {}, validity({ to: '2026-12-31' })),
      record('2', { ConditionRateValue: '1200.000' }, validity({ from: '2027-01-01' })),
    )
    await read()
    expect(await shown()).toEqual([
      'LS-1001 100000/1 2026-04-01..2026-12-31',
      'LS-1001 120000/1 2027-01-01..9999-12-31',
    ])
  })

  it.each([
    ['deleted', { ConditionIsDeleted: true }],
    ['not released', { ConditionReleaseStatus: 'B' }],
  ])('and is %s there ends yesterday', async (_, more) => {
    inSap(record('1'), record('2', {}, validity({ Material: 'LS-1002' })))
    await read()
    inSap(record('1', more), record('2', {}, validity({ Material: 'LS-1002' })))
    await read()
    expect(await shown()).toEqual([
      'LS-1001 100000/1 2026-04-01..2026-11-22',
      'LS-1002 100000/1 2026-04-01..9999-12-31',
    ])
  })

  it('and that SAP no longer has ends yesterday, once everything has come', async () => {
    inSap(record('1'), record('2', {}, validity({ Material: 'LS-1002' })))
    await read()
    inSap(record('2', {}, validity({ Material: 'LS-1002' })))
    sap.lost = 1
    inSap(record('2', {}, validity({ Material: 'LS-1002' })), record('3', {}, validity({ Material: 'LS-1003' })))
    expect(await read()).toMatchObject({ status: 'PARTIAL' })
    expect((await shown())[0]).toBe('LS-1001 100000/1 2026-04-01..9999-12-31')
    sap.lost = 0
    inSap(record('2', {}, validity({ Material: 'LS-1002' })))
    await read()
    expect((await shown())[0]).toBe('LS-1001 100000/1 2026-04-01..2026-11-22')
  })

  it('is stopped where it would end more than a fifth of them at once', async () => {
    inSap(record('1'), ...Array.from({ length: 29 }, (_, n) => monthly(n)))
    await read()
    inSap(record('1'))
    expect(await read()).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(await db('product_price').where('isActive', 1).where('validTo', '>=', '2026-11-23')).not.toHaveLength(0)
  })
})

/** A price of a month to come. */
const monthly = (n: number) => {
  const from = new Date(Date.UTC(2027, n, 1)).toISOString().slice(0, 10)
  const to = new Date(Date.UTC(2027, n + 1, 0)).toISOString().slice(0, 10)
  return record(`${n + 2}`, {}, validity({ Material: 'LS-1002', from, to }))
}
