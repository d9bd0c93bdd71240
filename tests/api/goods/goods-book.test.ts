import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { updateRow } from '../../../api/derive/save/write.ts'
import { goodsBook } from '../../../api/goods/goods-book.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { invoiceLineGoods } from '../../../resources/dispatches/goods/invoice-line-goods.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import {
  type Company,
  createApprovedOrder,
  createCompany,
  createInvoice,
} from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'

const author = systemAuthor('test')
let database: TestDatabase
let db: Knex
let company: Company

beforeEach(async () => {
  setClock(() => '2026-11-24T06:30:00.000Z')
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

/** Goods of an order on an LR that is on its way. */
async function sent() {
  const order = await createApprovedOrder(db, company)
  const { id: invoiceId } = await createInvoice(db, company, order, { dispatchStatus: 'ON_LR' }, [20_000, 0])
  const made = await exampleRow(db, lr, { plantId: company.plantId, deliveryStatus: 'IN_TRANSIT' })
  const { id: lrLineId } = await exampleRow(db, lrLine, { lrId: made.id, invoiceId })
  const [link] = await rowsOf(db, invoiceLineGoods, rows => rows.where({ invoiceId }))
  const { deliveryLineId } = link!
  await transact(db, trx => exampleRow(trx, lrLineItem, { lrLineId, lrId: made.id, deliveryLineId, qty: 20_000 }))
  const { deliveryNo } = await db('sap_delivery')
    .join('sap_delivery_line as goods', 'goods.deliveryId', 'sap_delivery.id')
    .where('goods.id', deliveryLineId)
    .first('deliveryNo')
  return { invoiceId, lrId: made.id, deliveryLineId, goods: `Delivery ${deliveryNo}, line` }
}
const change = (deliveryLineId: number, asked: object) =>
  db('sap_delivery_line').where({ id: deliveryLineId }).update(asked)
const differences = () => goodsBook.differences(db)

describe('the goods of deliveries', () => {
  it('agree with their LRs, and follow them when they arrive', async () => {
    const { lrId, deliveryLineId } = await sent()
    const goods = () =>
      db('sap_delivery_line').where({ id: deliveryLineId }).first('leftQty', 'arrivedQty', 'billedQty')
    expect(await goods()).toEqual({ leftQty: 20_000, arrivedQty: 0, billedQty: 20_000 })
    const [before] = await rowsOf(db, lr, rows => rows.where({ id: lrId }))
    const asked = { deliveryStatus: 'DELIVERED', deliveredOn: '2026-11-24' } as const
    await transact(db, trx => updateRow(trx, lr, before!, asked, author))
    expect(await goods()).toEqual({ leftQty: 20_000, arrivedQty: 20_000, billedQty: 20_000 })
    expect(await differences()).toEqual([])
  })

  it('are a difference where they were counted wrongly, and are right once they are counted again', async () => {
    const { deliveryLineId, goods } = await sent()
    await change(deliveryLineId, { leftQty: 19_000, billedQty: 0 })
    expect(await differences()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${goods} \\d+: billedQty is kept as 0 and counted as 20, leftQty is kept as 19 and counted as 20$`,
        ),
      ),
    ])
    expect(await goodsBook.rebuild!.make(db, {})).toMatch(/^The goods of \d+ lines of deliveries are counted again\.$/)
    expect(await differences()).toEqual([])
  })

  it('are a difference where more left than there was', async () => {
    const { deliveryLineId, goods } = await sent()
    await change(deliveryLineId, { qty: 18_000 })
    expect(await differences()).toContainEqual(
      expect.stringMatching(new RegExp(`^${goods} \\d+: 20 left, and there were 18$`)),
    )
  })

  it('are a difference where a line bills more of them than it is for, and where its invoice waits although all have left', async () => {
    const { invoiceId, deliveryLineId } = await sent()
    await db('invoice_line_goods').where({ deliveryLineId }).update({ qty: 21_000 })
    await change(deliveryLineId, { billedQty: 21_000 })
    await db('invoice').where({ id: invoiceId }).update({ dispatchStatus: 'PENDING' })
    const { invoiceNo } = await db('invoice').where({ id: invoiceId }).first('invoiceNo')
    expect(await differences()).toEqual([
      `Invoice ${invoiceNo}, line 10: it bills 20, and goods of 21 are linked to it`,
      `Invoice ${invoiceNo} waits for dispatch, and all its goods have left`,
    ])
  })
})
