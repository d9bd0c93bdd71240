import knex, { type Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { databaseConfig, isSqlite } from '../../../api/platform/database.ts'
import { migrationFiles } from '../../../api/platform/migrate.ts'
import { up as moveGoods } from '../../../migrations/0050_goods_of_before.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'
import { exampleRow } from '../../support/example-rows.ts'

/** The migrations that need goods, or leave what came before them out. */
const BY_GOODS = ['0050', '0053']

let database: TestDatabase
/** Foreign keys are not checked on the connection that migrates. */
let db: Knex
let productId: number

beforeEach(async () => {
  database = await emptyDatabase()
  db = knex({ ...databaseConfig(database.url), pool: { min: 1, max: 1 } })
  await db.raw(isSqlite(db) ? 'PRAGMA foreign_keys=OFF' : 'SET foreign_key_checks=0')
  for (const name of await migrationFiles.getMigrations([]))
    if (!BY_GOODS.some(no => name.startsWith(no))) await (await migrationFiles.getMigration(name)).up(db)
  productId = (await make('products', {})).id
})
afterEach(async () => {
  await db.destroy()
  await database.close()
})

const make = (name: string, given: Record<string, unknown>) => exampleRow(db, resourceNamed(name), given)
let bills = 0

/** An invoice as it was kept before; each line has quantity, gross weight, net value and the delivery that it names. */
async function bill(lines: [qty: number, kg: number, rupees: number, delivery: string | null][], more = {}) {
  const no = String(++bills)
  const made = await make('invoice', {
    ...{ invoiceNo: `I${no}`, sapBillingDoc: `9${no.padStart(7, '0')}`, invoiceType: 'INVOICE', invoiceDate: today() },
    ...{ sapDeliveryNo: null, dispatchStatus: 'PENDING', isCancelled: false, ...more },
  })
  const ids = []
  for (const [at, [qty, kg, rupees, sapDeliveryNo]] of lines.entries()) {
    const line = { invoiceId: made.id, lineNo: (at + 1) * 10, productId, sapDeliveryNo, batchNo: null, uom: 'EA' }
    const amounts = { qty: qty * 1000, grossWeightKg: kg * 1000, netValue: rupees * 100, orderLineId: null }
    ids.push((await make('invoice-line', { ...line, ...amounts })).id)
  }
  return { id: made.id as number, lineIds: ids as number[] }
}

/** An invoice on an LR, by its items or without any. */
async function onLr(invoiceId: number, lineIds: readonly number[], more: Record<string, unknown> = {}) {
  const { plantId } = await db('invoice').where({ id: invoiceId }).first('plantId')
  const lr = await make('lr', { plantId, deliveryStatus: 'IN_TRANSIT', lrNo: `LR${++bills}`, deskTask: null })
  const line = await exampleRow(db, lrLine, { lrId: lr.id, invoiceId, deliveryId: null, outcome: 'NONE', ...more })
  for (const [at, invoiceLineId] of lineIds.entries())
    await db('lr_line_item').insert({
      ...{
        lrLineId: line.id,
        lrId: lr.id,
        invoiceLineId,
        qty: (at + 1) * 1000,
        weightKg: 1,
        freightShare: 7,
        cartingShare: 0,
      },
      ...{ rowVersion: 1, createdAt: line.createdAt, updatedAt: line.createdAt },
    })
  return lr.id as number
}

const linesOf = (lrId: number) =>
  db('lr_line')
    .leftJoin('sap_delivery', 'sap_delivery.id', 'lr_line.deliveryId')
    .where({ lrId })
    .orderBy('lr_line.id')
    .select(
      'deliveryNo',
      'lr_line.packages',
      'weightKg',
      'invoiceValue',
      'freightShare',
      'cartingShare',
      'ewayBillNo',
      'ewayHeld',
    )
const goodsOf = async (invoiceId: number) =>
  (
    await db('invoice_line_goods as g')
      .join('sap_delivery_line as s', 's.id', 'g.deliveryLineId')
      .join('sap_delivery as d', 'd.id', 's.deliveryId')
      .where('g.invoiceId', invoiceId)
      .orderBy('g.invoiceLineId')
      .select('d.deliveryNo', 'd.origin', 's.qty', 's.billedQty', 's.leftQty')
  ).map(
    row =>
      `${row.deliveryNo} ${row.origin} ${Number(row.qty) / 1000}: billed ${Number(row.billedQty) / 1000}, left ${Number(row.leftQty) / 1000}`,
  )

describe('goods of before', () => {
  it('are those of deliveries that are known, else as their invoices tell of them', async () => {
    const known = await make('sap-delivery', { deliveryNo: '80000001', origin: 'SAP', status: 'ISSUED' })
    const line = { deliveryId: known.id, lineNo: 10, productId, batchNo: null, qty: 5_000, isOpen: false, uom: 'EA' }
    await make('sap-delivery-line', { ...line, goodsIssue: 'OPEN', countsAs: 'GOODS' })
    const one = await bill([[5, 1, 1, '80000001']])
    const other = await bill([
      [3, 1, 1, '80000002'],
      [4, 1, 1, null],
    ])
    await bill([[9, 1, 1, null]], { isCancelled: true })
    await moveGoods(db)
    expect(await goodsOf(one.id)).toEqual(['80000001 SAP 5: billed 5, left 0'])
    expect(await goodsOf(other.id)).toEqual([
      '80000002 MIGRATED 3: billed 3, left 0',
      `B${other.id} MIGRATED 4: billed 4, left 0`,
    ])
    expect(await db('sap_delivery_line').count({ rows: '*' }).first()).toEqual({ rows: 3 })
    expect(await db('sap_delivery_line').distinct().pluck('goodsIssue')).toEqual(['ISSUED'])
  })

  it('divide the line of an LR over two deliveries by weight and value, and no paisa is lost', async () => {
    const { id, lineIds } = await bill([
      [1, 120, 3, '80000001'],
      [2, 80, 2, '80000002'],
    ])
    const amounts = { packages: 15, weightKg: 200_000, invoiceValue: 500, freightShare: 100_001, cartingShare: 0 }
    const lrId = await onLr(id, lineIds, { ...amounts, ewayBillNo: '123456789012', ewayHeld: '123456789012' })
    await moveGoods(db)
    expect(await linesOf(lrId)).toMatchObject([
      { deliveryNo: '80000001', packages: 9, weightKg: 120_000, freightShare: 60_001, ewayHeld: '123456789012' },
      { deliveryNo: '80000002', packages: 6, weightKg: 80_000, freightShare: 40_000, ewayHeld: null },
    ])
    expect(await db('lr_line').distinct().pluck('ewayDocNo')).toEqual([
      (await db('invoice').where({ id }).first()).invoiceNo,
    ])
    const sums = await db('lr_line')
      .where({ lrId })
      .sum({ packages: 'packages', value: 'invoiceValue', freight: 'freightShare' })
      .first()
    expect(Object.values(sums!).map(Number)).toEqual([15, 500, 100_001])
    expect(await goodsOf(id)).toEqual([
      '80000001 MIGRATED 1: billed 1, left 1',
      '80000002 MIGRATED 2: billed 2, left 2',
    ])
  })

  it('are all on an LR that named none', async () => {
    const { id } = await bill([
      [5, 1, 3, null],
      [4, 1, 1, null],
    ])
    const lrId = await onLr(id, [], { packages: 2, weightKg: 3_001, freightShare: 101, cartingShare: 5 })
    await moveGoods(db)
    const items = await db('lr_line_item').where({ lrId }).orderBy('id')
    expect(
      items.map(({ qty, weightKg, freightShare }) => [Number(qty), Number(weightKg), Number(freightShare)]),
    ).toEqual([
      [5_000, 1_501, 76],
      [4_000, 1_500, 25],
    ])
    expect(await goodsOf(id)).toEqual([`B${id} MIGRATED 5: billed 5, left 5`, `B${id} MIGRATED 4: billed 4, left 4`])
  })

  it('left under an invoice that was cancelled are those of the one in its place, or their own', async () => {
    const old = await bill([[1, 1, 1, '80000001']], { isCancelled: true })
    await onLr(old.id, old.lineIds)
    const next = await bill([[1, 1, 1, '80000001']])
    const alone = await bill([[1, 1, 1, '80000009']], { isCancelled: true })
    const lrId = await onLr(alone.id, alone.lineIds)
    await moveGoods(db)
    expect(await goodsOf(next.id)).toEqual(['80000001 MIGRATED 1: billed 1, left 1'])
    expect(await linesOf(lrId)).toMatchObject([{ deliveryNo: '80000009' }])
    expect(await goodsOf(alone.id)).toEqual([])
  })

  it('are on two LRs where both invoices are, and a person is told', async () => {
    const old = await bill([[1, 1, 1, '80000001']], { isCancelled: true })
    await onLr(old.id, old.lineIds)
    const next = await bill([[1, 1, 1, '80000001']])
    const lrId = await onLr(next.id, next.lineIds)
    await moveGoods(db)
    const { deskTask } = await db('lr').where({ id: lrId }).first('deskTask')
    expect(deskTask).toMatch(/^Invoice I\d+ is cancelled and on an LR as I\d+ in its place is: settle which left$/)
    expect(await db('sap_delivery_line').sum({ left: 'leftQty' }).first()).toMatchObject({ left: expect.anything() })
    expect(await db('sap_delivery_line').where('leftQty', 1_000).count({ rows: '*' }).first()).toEqual({ rows: 2 })
  })

  it('of collections are all of their invoice', async () => {
    const { id } = await bill([[5, 1, 3, null]])
    const collection = await make('pwc-collection', {
      invoiceId: id,
      heldInvoiceId: id,
      status: 'COLLECTED',
      collectorIdNo: '1',
    })
    await moveGoods(db)
    expect(await db('pwc_collection_item')).toMatchObject([{ collectionId: collection.id, qty: 5_000 }])
    expect(await goodsOf(id)).toEqual([`B${id} MIGRATED 5: billed 5, left 5`])
  })

  it('are read again where their invoice is young, waits or travels', async () => {
    const years = addDays(today(), -900)
    const young = await bill([[1, 1, 1, null]], { dispatchStatus: 'DELIVERED' })
    const waiting = await bill([[1, 1, 1, null]], { invoiceDate: years })
    const travelling = await bill([[1, 1, 1, null]], { invoiceDate: years, dispatchStatus: 'ON_LR' })
    await onLr(travelling.id, travelling.lineIds)
    await bill([[1, 1, 1, null]], { invoiceDate: years, dispatchStatus: 'DELIVERED' })
    await moveGoods(db)
    const asked = await db('sap_pending_row').where({ object: 'INVOICE_AWAITED' }).orderBy('sapKey').pluck('sapKey')
    const numbers = await db('invoice')
      .whereIn('id', [young.id, waiting.id, travelling.id])
      .orderBy('sapBillingDoc')
      .pluck('sapBillingDoc')
    expect(asked).toEqual(numbers)
  })

  it('are the same when the migration runs again, and when it was killed at any statement', async () => {
    const { id, lineIds } = await bill([
      [1, 120, 3, '80000001'],
      [2, 80, 2, '80000002'],
    ])
    const lrId = await onLr(id, lineIds, { packages: 15, weightKg: 200_000, invoiceValue: 500, freightShare: 100_001 })
    const old = await bill([[1, 1, 1, '80000009']], { isCancelled: true })
    await onLr(old.id, old.lineIds)
    const cutOff = new Error('cut off')
    for (let statements = 1, done = false; !done; statements += 1) {
      let asked = 0
      const count = () => {
        asked += 1
        if (asked > statements) throw cutOff
      }
      db.on('query', count)
      done = await moveGoods(db).then(
        () => true,
        error => {
          if (error !== cutOff) throw error
          return false
        },
      )
      db.off('query', count)
      // The connection of a process that is killed is closed, and what it had begun is undone.
      if (!done) await db.raw('rollback').catch(() => undefined)
    }
    const all = async () => [
      await linesOf(lrId),
      await goodsOf(id),
      await db('lr_line_item').orderBy('id').select('id', 'deliveryLineId', 'qty'),
      await db('sap_delivery_line').orderBy('id').select('id', 'qty', 'leftQty'),
    ]
    const first = await all()
    expect(first[0]).toMatchObject([{ packages: 9 }, { packages: 6 }])
    expect(first[3]).toHaveLength(3)
    await moveGoods(db)
    expect(await all()).toEqual(first)
  })
})
