import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { customerWiseProductWisePrice } from '../../../resources/channel-13-masters/customer-wise-product-wise-price.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { productwiseLimitPrice } from '../../../resources/masters/productwise-limit-price.ts'
import { exampleRow } from '../../support/example-rows.ts'
import {
  finishedImport,
  type ImportJobView,
  type ImportRowView,
  importFile,
  uploadImport,
} from '../../support/imports.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)
const keeper = portal.person(at => personWith(at, ['MASTER_ADMIN', 'PRICING_APPROVER', 'SYS_ADMIN', 'CSC_AGENT']))

const prices = customerWiseProductWisePrice as unknown as Resource
const limits = productwiseLimitPrice as unknown as Resource
const from = addDays(today(), 10)
const HEAD = 'customer_code,product_code,min_qty,net_price,valid_from,valid_to'

/** Prices in force since April, open-ended, with their codes. */
async function pricesInForce(count: number) {
  const rows = []
  for (let made = 0; made < count; made++) {
    const row = await exampleRow(portal.db, prices, { validFrom: '2026-04-01', netPrice: 100_00, minQty: 0 })
    const customer = await portal
      .db('customer')
      .where({ id: row.customerId as number })
      .first('code')
    const product = await portal
      .db('products')
      .where({ id: row.productId as number })
      .first('code')
    rows.push({ id: row.id, code: `${customer.code},${product.code}` })
  }
  return rows
}
const file = (lines: string[]) => [HEAD, ...lines, ''].join('\n')
const bring = async (path: string, content: string, more: Record<string, string> = {}): Promise<ImportJobView> => {
  const { body } = await uploadImport(portal, keeper, path, content, 'file.csv', { endReplaced: 'true', ...more })
  return finishedImport(keeper, body.id)
}
const commit = async (job: ImportJobView) => {
  await keeper.post('/api/import-steps', { importId: job.id, step: 'commit' })
  return finishedImport(keeper, job.id)
}
const rowsOf = async (job: ImportJobView, verdict: string): Promise<ImportRowView[]> =>
  (await keeper.get(`/api/import-rows?importJobId=${job.id}&verdict=${verdict}`)).body.data
const pricesOf = (id: number) =>
  portal
    .db('customer_wise_product_wise_price as one')
    .join('customer_wise_product_wise_price as all', join =>
      join.on('all.customerId', 'one.customerId').on('all.productId', 'one.productId'),
    )
    .where({ 'one.id': id, 'all.isActive': 1 })
    .orderBy('all.validFrom')
    .select('all.netPrice', 'all.validFrom', 'all.validTo')

describe('a new price list over open-ended rows', () => {
  it('is refused row by row without the option', async () => {
    const rows = await pricesInForce(2)
    const job = await importFile(portal, keeper, prices.path, file(rows.map(({ code }) => `${code},0,120.00,${from},`)))
    expect(job).toMatchObject({ rowsNew: 0, rowsFailed: 2, closing: 0 })
  })

  it('shows how many and which rows end the day before, and ends nothing until it is committed', async () => {
    const rows = await pricesInForce(3)
    const job = await bring(prices.path, file(rows.map(({ code }) => `${code},0,120.00,${from},`)))
    expect(job).toMatchObject({ status: 'VALIDATED', rowsNew: 3, rowsFailed: 0, closing: 3, endReplaced: true })
    const ends = await rowsOf(job, 'CLOSED')
    expect(ends.map(({ entityId }) => entityId).sort()).toEqual(rows.map(({ id }) => id).sort())
    expect(ends[0]!.changes).toMatchObject([{ field: 'validTo', before: '9999-12-31', after: addDays(from, -1) }])
    expect(await pricesOf(rows[0]!.id)).toHaveLength(1)
    expect(await commit(job)).toMatchObject({ status: 'DONE', rowsNew: 3 })
    for (const { id } of rows)
      expect(await pricesOf(id)).toEqual([
        { netPrice: 100_00, validFrom: '2026-04-01', validTo: addDays(from, -1) },
        { netPrice: 120_00, validFrom: from, validTo: '9999-12-31' },
      ])
    await keeper.post('/api/import-steps', { importId: job.id, step: 'rollback' })
    expect(await finishedImport(keeper, job.id)).toMatchObject({ status: 'ROLLED_BACK' })
    expect(await pricesOf(rows[0]!.id)).toEqual([{ netPrice: 100_00, validFrom: '2026-04-01', validTo: '9999-12-31' }])
  })

  it('may begin today, but never earlier', async () => {
    const [one, two] = await pricesInForce(2)
    const yesterday = addDays(today(), -1)
    const job = await bring(
      prices.path,
      file([`${one!.code},0,120.00,${today()},`, `${two!.code},0,120.00,${yesterday},`]),
      { onError: 'SKIP_BAD_ROWS' },
    )
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 1, closing: 1 })
    await commit(job)
    expect(await pricesOf(one!.id)).toMatchObject([{ validTo: yesterday }, { validFrom: today() }])
    expect(await pricesOf(two!.id)).toMatchObject([{ validTo: '9999-12-31' }])
  })

  it('leaves a row in force whose successor is wrong', async () => {
    const [one, two] = await pricesInForce(2)
    const job = await bring(prices.path, file([`${one!.code},0,-1,${from},`, `${two!.code},0,120.00,${from},`]), {
      onError: 'SKIP_BAD_ROWS',
    })
    expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 1, closing: 1 })
    expect(await commit(job)).toMatchObject({ status: 'DONE_WITH_ERRORS' })
    expect(await pricesOf(one!.id)).toMatchObject([{ validTo: '9999-12-31' }])
    expect(await pricesOf(two!.id)).toHaveLength(2)
  })

  it('ends a row before the first of several new periods', async () => {
    const [one] = await pricesInForce(1)
    const later = addDays(from, 30)
    const job = await bring(
      prices.path,
      file([`${one!.code},0,130.00,${later},`, `${one!.code},0,120.00,${from},${addDays(later, -1)}`]),
    )
    expect(job).toMatchObject({ rowsNew: 2, rowsFailed: 0, closing: 1 })
    await commit(job)
    expect(await pricesOf(one!.id)).toMatchObject([
      { netPrice: 100_00, validTo: addDays(from, -1) },
      { netPrice: 120_00, validFrom: from },
      { netPrice: 130_00, validFrom: later },
    ])
  })

  it('is for masters whose rows count for a period, and not for a sync', async () => {
    const send = async (path: string, more: Record<string, string>) =>
      (await uploadImport(portal, keeper, path, 'code\nX\n', 'file.csv', { endReplaced: 'true', ...more }))
        .body as unknown as { errors: object[] }
    expect((await send('masters/nid', {})).errors[0]).toMatchObject({ field: 'endReplaced', code: 'RULE' })
    expect((await send(prices.path, { mode: 'SYNC' })).errors[0]).toMatchObject({ field: 'endReplaced', code: 'RULE' })
  })
})

describe('a new list of limit prices', () => {
  it('leaves confirmed limits in force: each new one waits beside the row that it would succeed', async () => {
    const row = await exampleRow(portal.db, limits, { validFrom: '2026-04-01', limitPrice: 90_00 })
    await portal.db('productwise_limit_price').where({ id: row.id }).update({ confirmStatus: 'CONFIRMED' })
    const { code } = await portal
      .db('products')
      .where({ id: row.productId as number })
      .first('code')
    const job = await bring(limits.path, `product_code,limit_price,valid_from\n${code},95.00,${from}\n`)
    expect(job).toMatchObject({ rowsChanged: 1, rowsNew: 0, rowsFailed: 0, closing: 0 })
    expect(job.warnings.join()).toContain('take effect once another person confirms them')
    expect(await commit(job)).toMatchObject({ status: 'DONE' })
    const [kept, ...others] = await portal.db('productwise_limit_price').where({ productId: row.productId as number })
    expect(others).toEqual([])
    expect(kept).toMatchObject({ limitPrice: 90_00, validTo: '9999-12-31', confirmStatus: 'CHANGE_PENDING' })
    const second = await personWith(portal, ['MASTER_ADMIN'])
    const { status } = await second.post(`/api/${limits.path}/actions`, {
      action: 'confirm',
      rows: [{ id: kept.id, rowVersion: kept.rowVersion }],
    })
    expect(status).toBe(201)
    expect(
      await portal
        .db('productwise_limit_price')
        .where({ productId: row.productId as number })
        .orderBy('id'),
    ).toMatchObject([
      { limitPrice: 90_00, validTo: addDays(from, -1), confirmStatus: 'CONFIRMED' },
      { limitPrice: 95_00, validFrom: from, confirmStatus: 'CONFIRMED' },
    ])
  })
})
