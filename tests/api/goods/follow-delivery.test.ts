import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { goodsBook } from '../../../api/goods/goods-book.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { deliveryPull } from '../../../api/sap/documents/save-deliveries.ts'
import { standardFields } from '../../../api/sap/http/fields.ts'
import { pod } from '../../../resources/dispatches/pods/pod.ts'
import { podLine } from '../../../resources/dispatches/pods/pod-line.ts'
import { attachment } from '../../../resources/platform/attachment.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import {
  billItem,
  carriedOnLr,
  confirmedOrder,
  deliveryItem,
  readBill,
  readCancellation,
  readDelivery,
} from '../../support/dispatches/goods-in-sap.ts'
import { type Company, createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'

let database: TestDatabase
let db: Knex
let company: Company

beforeEach(async () => {
  setClock('2026-11-20T06:30:00.000Z')
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  await confirmedOrder(db, company, '5000000001')
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

/** Goods as `line (of main line) batch: quantity billed/left`. */
const goods = async () =>
  (await db('sap_delivery_line').where('countsAs', 'GOODS').orderBy(['deliveryId', 'lineNo'])).map(
    row =>
      `${row.lineNo} ${row.batchNo ?? '-'}: ${Number(row.qty) / 1000} billed ${Number(row.billedQty) / 1000} left ${Number(row.leftQty) / 1000}`,
  )
const counts = async () =>
  (await db('sap_delivery_line').orderBy('lineNo')).map(({ lineNo, countsAs }) => `${lineNo} ${countsAs}`)
const task = async (lrId: number) => (await db('lr').where({ id: lrId }).first('deskTask')).deskTask
const batch = (no: number, qty: number, Batch: string) =>
  deliveryItem(no, qty, {
    HigherLvlItmOfBatSpltItm: '000010',
    Batch,
    ItemIsBillingRelevant: '',
    OriginalDeliveryQuantity: '0.000',
  })
const main = (qty: number, original: number) => deliveryItem(10, qty, { OriginalDeliveryQuantity: `${original}.000` })

describe('a delivery as SAP has it', () => {
  it.each([
    ['has no quantity of its own', 0, ['10 TOTAL', '900001 GOODS', '900002 GOODS']],
    ['carries the total', 30, ['10 TOTAL', '900001 GOODS', '900002 GOODS']],
  ])('counts batches once where their main item %s, and the invoice of that item bills them', async (_, qty, kinds) => {
    await readDelivery(db, '80000001', [main(qty, 30), batch(900_001, 20, 'A'), batch(900_002, 10, 'B')])
    expect(await counts()).toEqual(kinds)
    await readBill(db, '90000001', [billItem(10, 30, 10), billItem(20, 0, 900_001), billItem(30, 0, 900_002)])
    expect(await goods()).toEqual(['900001 A: 20 billed 20 left 0', '900002 B: 10 billed 10 left 0'])
  })

  it('counts what its main item keeps beside its batches, and is billed by batches where SAP bills these', async () => {
    await readDelivery(db, '80000001', [main(12, 30), batch(900_001, 18, 'A')])
    await readBill(db, '90000001', [billItem(10, 12, 10), billItem(20, 18, 900_001, { Batch: 'A' })])
    expect(await goods()).toEqual(['10 -: 12 billed 12 left 0', '900001 A: 18 billed 18 left 0'])
  })

  it('says so where batches do not add up, and counts them', async () => {
    const run = await readDelivery(db, '80000001', [main(7, 30), batch(900_001, 20, 'A')])
    expect(run).toMatchObject({ status: 'PARTIAL', rowsCreated: 1 })
    expect(await db('import_job_error').pluck('message')).toEqual([
      'Delivery 80000001: the batches of item 10 do not add up to its quantity; only the batches count',
    ])
    expect(await counts()).toEqual(['10 TOTAL', '900001 GOODS'])
  })

  it('tells what it delivers, whether that is billed, and how far it is issued', async () => {
    const free = { ReferenceSDDocumentCategory: 'I', ItemIsBillingRelevant: '' }
    await readDelivery(db, '80000001', [
      deliveryItem(10, 30),
      deliveryItem(20, 5, { ...free, GoodsMovementStatus: 'B' }),
      deliveryItem(30, 5, { ReferenceSDDocumentCategory: 'E', GoodsMovementStatus: 'A' }),
      deliveryItem(40, 1, { GoodsMovementStatus: '', HigherLevelItem: '000010', ItemIsBillingRelevant: '' }),
    ])
    const own = { refDoc: '5000000001', refItem: '000010', splitOfLineNo: null }
    expect(await db('sap_delivery_line').orderBy('lineNo')).toMatchObject([
      { ...own, refCategory: 'C', goodsIssue: 'ISSUED', isBillable: 1, kitOfLineNo: null, grossWeightKg: 60_000 },
      { ...own, refCategory: 'I', goodsIssue: 'PARTLY', isBillable: 0 },
      { ...own, refCategory: 'E', goodsIssue: 'OPEN', isBillable: 1, isOpen: 1 },
      { ...own, refCategory: 'C', goodsIssue: 'NONE', isBillable: 1, kitOfLineNo: 10 },
    ])
  })

  it('takes the place of what an invoice told of, and what travels on an LR moves to it in parts', async () => {
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    const lrId = await carriedOnLr(db, company, '90000001')
    await readDelivery(db, '80000001', [main(0, 30), batch(900_001, 30, 'A')])
    expect(await goods()).toEqual(['900001 A: 30 billed 30 left 30'])
    expect(await db('sap_delivery')).toMatchObject([{ deliveryNo: '80000001', origin: 'SAP' }])
    expect(await task(lrId)).toBe(null)
  })

  it('in several batches takes over what travels of each, with weight, shares and what the POD says; no unit is lost', async () => {
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    const lrId = await carriedOnLr(db, company, '90000001')
    const [item] = await db('lr_line_item').where({ lrId })
    const carried = { weightKg: 60_001, freightShare: 1001, cartingShare: 500 }
    await db('lr_line_item').where({ id: item.id }).update(carried)
    await db('lr').where({ id: lrId }).update({ deliveryStatus: 'PARTIAL_DELIVERED', deliveredOn: '2026-11-20' })
    const file = await exampleRow(db, attachment, { storageKey: 'proof' })
    const proof = await exampleRow(db, pod, { attachmentId: file.id, lrId, releasedNo: 0 })
    const said = { receivedQty: 29_000, shortQty: 1_000, damagedQty: 0, isEstimated: false }
    await exampleRow(db, podLine, { podId: proof.id, lrId, lrLineItemId: item.id, ...said })
    await readDelivery(db, '80000001', [main(0, 30), batch(900_001, 20, 'A'), batch(900_002, 10, 'B')])
    const items = await db('lr_line_item').where({ lrId }).orderBy('deliveryLineId')
    expect(
      items.map(({ qty, weightKg, freightShare, cartingShare }) =>
        [qty, weightKg, freightShare, cartingShare].map(Number),
      ),
    ).toEqual([
      [20_000, 40_001, 667, 333],
      [10_000, 20_000, 334, 167],
    ])
    const proven = await db('pod_line as p')
      .join('lr_line_item as i', 'i.id', 'p.lrLineItemId')
      .orderBy('i.deliveryLineId')
      .select('p.receivedQty', 'p.shortQty', 'p.isEstimated')
    expect(
      proven.map(({ receivedQty, shortQty, isEstimated }) => [receivedQty, shortQty, isEstimated].map(Number)),
    ).toEqual([
      [19_333, 667, 1],
      [9_667, 333, 1],
    ])
    const arrived = await db('sap_delivery_line').where('countsAs', 'GOODS').orderBy('lineNo').pluck('arrivedQty')
    expect(arrived.map(Number)).toEqual([19_333, 9_667])
    expect(await goodsBook.differences(db)).toEqual([])
  })

  it('takes the place of goods that an invoice of the order told of', async () => {
    const ofOrder = { ReferenceSDDocument: '5000000001', ReferenceSDDocumentCategory: 'C' }
    await readBill(db, '90000001', [billItem(10, 30, 10, ofOrder)])
    await carriedOnLr(db, company, '90000001')
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
    expect(await goods()).toEqual(['10 -: 30 billed 30 left 30'])
    expect(await db('sap_delivery').pluck('deliveryNo')).toEqual(['80000001'])
  })

  it('whose goods issue is taken back gives the desk of the LR a task, until it is posted again', async () => {
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    const lrId = await carriedOnLr(db, company, '90000001')
    const { lrNo } = await db('lr').where({ id: lrId }).first('lrNo')
    await readDelivery(db, '80000001', [deliveryItem(10, 30, { GoodsMovementStatus: 'A' })], {
      OverallGoodsMovementStatus: 'A',
      ActualGoodsMovementDate: null,
    })
    expect(await task(lrId)).toBe(`SAP took back the goods issue of delivery 80000001 while LR ${lrNo} travels`)
    expect(await goods()).toEqual(['10 -: 30 billed 30 left 30'])
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
    expect(await task(lrId)).toBe(null)
  })

  it('keeps the goods that travel on an LR when SAP deletes it, or their item, and gives a task', async () => {
    await readDelivery(db, '80000001', [deliveryItem(10, 30), deliveryItem(20, 5)])
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    const lrId = await carriedOnLr(db, company, '90000001')
    const { lrNo } = await db('lr').where({ id: lrId }).first('lrNo')
    const open = { OverallGoodsMovementStatus: 'A', ActualGoodsMovementDate: null }
    await readDelivery(db, '80000001', [deliveryItem(20, 5, { GoodsMovementStatus: 'A' })], open)
    expect(await goods()).toEqual(['10 -: 30 billed 30 left 30', '20 -: 5 billed 0 left 0'])
    expect(await task(lrId)).toBe(`SAP took back the goods issue of delivery 80000001 while LR ${lrNo} travels`)
    expect(await readDelivery(db, '80000001', [deliveryItem(20, 5, { GoodsMovementStatus: 'A' })], open)).toMatchObject(
      {
        rowsUpdated: 0,
      },
    )
    await db.transaction(trx =>
      deliveryPull.remove!(trx, ['80000001'], { fields: standardFields, refuse: () => {} } as never),
    )
    expect(await task(lrId)).toBe(`SAP deleted delivery 80000001 while LR ${lrNo} travels`)
    expect(await goods()).toEqual(['10 -: 30 billed 30 left 30', '20 -: 5 billed 0 left 0'])
  })
})

describe('goods that left, billed again', () => {
  const own = ['10 -: 30 billed 30 left 30']
  beforeEach(async () => {
    await readDelivery(db, '80000001', [deliveryItem(10, 30)])
  })
  const status = async (no: string) =>
    (await db('invoice').where('sapBillingDoc', no).first('dispatchStatus')).dispatchStatus

  it('wait for a new invoice when theirs is cancelled, and are billed by that; the order stays dispatched', async () => {
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    const lrId = await carriedOnLr(db, company, '90000001')
    await readCancellation(db, '90000002', '90000001', { CreationDate: '/Date(1795305600000)/' })
    expect(await goods()).toEqual(['10 -: 30 billed 0 left 30'])
    expect(await task(lrId)).toBe('Invoice INV90000001 is cancelled; delivery 80000001 waits for a new one')
    await readBill(db, '90000003', [billItem(10, 30, 10)])
    expect(await goods()).toEqual(own)
    expect(await task(lrId)).toBe(null)
  })

  it.each([
    ['another plant', 'is of another plant than delivery 80000001', { Plant: '1020' }, {}],
    ['another batch', 'names batch C for A of delivery 80000001', { Batch: 'C' }, {}],
    ['less', 'bills 2 EA less than left with delivery 80000001', { BillingQuantity: '28.000' }, {}],
  ])('are billed by a new invoice of %s, which the desk is told', async (_, sentence, item, header) => {
    await readDelivery(db, '80000001', [deliveryItem(10, 30, { Batch: 'A' })])
    await readBill(db, '90000001', [billItem(10, 30, 10)])
    const lrId = await carriedOnLr(db, company, '90000001')
    await readCancellation(db, '90000002', '90000001')
    await readBill(db, '90000003', [billItem(10, 30, 10, item)], header)
    expect(await db('invoice_line_goods').pluck('invoiceId')).toEqual([
      (await db('invoice').orderBy('id', 'desc').first()).id,
    ])
    expect(await task(lrId)).toBe(`Invoice INV90000003 ${sentence}`)
  })

  it.each([
    ['the invoice, its cancellation, the new one', ['X', 'N', 'M']],
    ['the invoice, the new one, the cancellation', ['X', 'M', 'N']],
    ['the cancellation before all', ['N', 'X', 'M']],
    ['the cancellation and the new one first', ['N', 'M', 'X']],
    ['the new one first', ['M', 'X', 'N']],
    ['the new one, then the cancellation', ['M', 'N', 'X']],
  ])('end the same when SAP tells %s', async (_, order) => {
    const read = {
      X: (isCancelled: boolean) =>
        readBill(db, '90000001', [billItem(10, 30, 10)], {
          BillingDocumentIsCancelled: isCancelled,
          LastChangeDateTime: `/Date(${Date.parse('2026-11-20T06:00:00Z')}+0000)/`,
        }),
      N: () => readCancellation(db, '90000002', '90000001'),
      M: () => readBill(db, '90000003', [billItem(10, 30, 10)]),
    }
    // SAP's flag stands on the invoice once its cancellation is there; what is awaited is read again.
    for (const [at, which] of order.entries()) await read[which as 'X'](order.slice(0, at).includes('N'))
    expect(await goods()).toEqual(['10 -: 30 billed 30 left 0'])
    expect(
      await db('invoice_line_goods as g').join('invoice', 'invoice.id', 'g.invoiceId').pluck('sapBillingDoc'),
    ).toEqual(['90000003'])
    const cancelled = await db('invoice').where('sapBillingDoc', '90000001').first()
    expect(cancelled).toMatchObject({ isCancelled: 1, deskTask: null })
    expect(await db('invoice').where('sapBillingDoc', '90000003').first('deskTask')).toEqual({ deskTask: null })
    expect(await status('90000003')).toBe('PENDING')
  })
})
