import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import type { SalesOrderItemStatus, SalesOrderStatus } from '../../../api/sap/documents/sales-order-status.ts'
import { saveOrderStatus } from '../../../api/sap/documents/save-order-status.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'
import { seededRows } from '../../support/sap/code-texts.ts'

let at: string
let database: TestDatabase
let db: Knex
let bought: { id: number; orderNo: string }

const SAP_NO = '5000000001'

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  await seededRows(db)
  const company = await createCompany(db)
  await db('products').where({ code: 'LS-1001' }).update({ baseUom: 'BOX', uomNumerator: 1, uomDenominator: 10 })
  bought = await createApprovedOrder(db, company)
  const items = [10, 20].map(lineNo => ({ lineNo, salesOrderItem: String(lineNo).padStart(6, '0') }))
  await db.transaction(trx => confirmOrder(trx, bought.id, { salesOrder: SAP_NO, items }, sapAuthor))
  later()
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const later = () => {
  at = new Date(Date.parse(at) + 60_000).toISOString()
}

const item = (lineNo: number, more: Partial<SalesOrderItemStatus> = {}): SalesOrderItemStatus => {
  const qty = more.qty ?? (lineNo === 10 ? 20_000 : 5_000)
  return {
    sapItemNo: String(lineNo).padStart(6, '0'),
    product: lineNo === 10 ? 'LS-1001' : 'LS-1002',
    uom: 'EA',
    qty,
    rejectionCode: null,
    discounts: [],
    plant: '1010',
    netPrice: 10_000,
    freightValue: null,
    partOf: null,
    isSubstituted: false,
    confirmations: [{ day: '2026-11-27', qty }],
    deliveredQty: 0,
    ...more,
  }
}

/** Reads the order as SAP has it now, a minute later. */
async function read(more: Partial<SalesOrderStatus>) {
  const status = {
    sapOrderNo: SAP_NO,
    orderNo: bought.orderNo,
    changedAt: at,
    askedAt: at,
    items: [item(10), item(20)],
  }
  const saved = await transact(db, trx =>
    saveOrderStatus(trx, { ...status, ...more }, { isFull: true, note: wrong => expect.unreachable(wrong.message) }),
  )
  later()
  return saved
}

const steps = (step: string) => db('order_step').where({ orderId: bought.id, step }).orderBy('id').pluck('remark')
const line = async (lineNo = 10) => {
  const row = await db('order_line').where({ orderId: bought.id, lineNo }).first()
  return { ...row, confirmedJson: row.confirmedJson && JSON.parse(row.confirmedJson) }
}
const mailed = (templateCode: string) => db('message_log').where({ templateCode })
/** The mails to those who buy, without that to our own person who placed the order. */
const mailedToBuyers = async () => {
  const { email } = await db('user').where({ loginId: 'placer' }).first('email')
  return mailed('ORDER_CHANGED').where(any => any.whereNull('toAddress').orWhereNot('toAddress', email))
}
const switchOff = () => db('app_setting').where({ key: 'sap.mail_price_changes' }).update({ value: 'false' })

describe('an order that is changed in SAP after its confirmation', () => {
  it('shows a quantity and a price old and new, in its history and on its line', async () => {
    await read({ items: [item(10, { qty: 15_000, netPrice: 9_000 }), item(20)] })
    expect(await steps('sapChanged')).toEqual(['Line 10: 20 → 15 EA, ₹ 100.00 → ₹ 90.00'])
    expect(await line()).toMatchObject({
      netPrice: 9_000,
      cancelledQty: 5_000,
      confirmedJson: { qty: 20_000, netPrice: 10_000, uom: 'EA' },
    })
    await read({ items: [item(10, { qty: 12_000, netPrice: 8_000 }), item(20)] })
    expect((await line()).confirmedJson).toMatchObject({ qty: 20_000, netPrice: 10_000 })
    expect((await line(20)).confirmedJson).toBeNull()
  })

  it('shows another unit old and new once, and keeps its amounts', async () => {
    const inBoxes = item(10, {
      uom: 'BOX',
      qty: 2_000,
      netPrice: 100_000,
      confirmations: [{ day: '2026-11-27', qty: 2_000 }],
    })
    await read({ items: [inBoxes, item(20)] })
    await read({ items: [inBoxes, item(20)] })
    expect(await steps('sapChanged')).toEqual(['Line 10: unit EA → BOX'])
    expect(await line()).toMatchObject({ uom: 'EA', sapUom: 'BOX', qty: 20_000, netPrice: 10_000 })
    expect(await mailedToBuyers()).toEqual([])
    await read({})
    expect(await steps('sapChanged')).toEqual(['Line 10: unit EA → BOX', 'Line 10: unit BOX → EA'])
    expect(await line()).toMatchObject({ sapUom: null })
  })

  it('shows a confirmed day old and new, and mails none that moves by two days or less', async () => {
    await read({ items: [item(10, { confirmations: [{ day: '2026-11-29', qty: 20_000 }] }), item(20)] })
    const [remark] = await steps('sapDated')
    expect(remark).toMatch(/^Line 10: 29-11-2026 instead of \d\d-11-2026/)
    expect(await mailed('EDD_CHANGED')).toEqual([])
  })

  it('shows the requested day of the order and of each line old and new', async () => {
    const { requestedDeliveryDate } = await db('order').where({ id: bought.id }).first()
    const { requestedDate } = await db('schedule_line').where({ orderId: bought.id }).orderBy('id').first()
    const moved = { requestedDay: '2026-12-04', items: [item(10, { requestedDays: ['2026-12-04'] }), item(20)] }
    expect(await read(moved)).toBe('updated')
    const dayText = (day: string) => day.split('-').reverse().join('-')
    expect(await steps('dateChanged')).toEqual([
      `04-12-2026 instead of ${dayText(requestedDeliveryDate)}. Line 10: 04-12-2026 instead of ${dayText(requestedDate)}`,
    ])
    expect(await db('order').where({ id: bought.id }).first()).toMatchObject({ requestedDeliveryDate: '2026-12-04' })
    expect(await read(moved)).toBe('same')
  })

  it('keeps the day that a person here has just asked for while it is on its way to SAP', async () => {
    await db('sap_outbox').insert({
      messageNo: 'MS-day',
      messageType: 'ORDER_CHANGE',
      ownerType: 'ORDER',
      ownerId: bought.id,
      idempotencyKey: 'day',
      payload: '{}',
      status: 'READY',
      attempts: 0,
      nextAttemptAt: at,
      rowVersion: 1,
      createdAt: at,
      updatedAt: at,
    })
    expect(await read({ requestedDay: '2026-12-04' })).toBe('same')
    expect(await steps('dateChanged')).toEqual([])
  })
})

describe('the mail of a changed price', () => {
  const cheaper = { items: [item(10, { netPrice: 9_000 }), item(20)] }

  it('goes to the customer', async () => {
    await read(cheaper)
    expect((await mailedToBuyers()).length).toBeGreaterThan(0)
  })

  it('does not go to the customer where a person has switched it off, though our desk gets its own', async () => {
    await switchOff()
    await read(cheaper)
    expect(await mailedToBuyers()).toEqual([])
    expect((await mailed('CHANGED_IN_SAP')).length).toBeGreaterThan(0)
    expect(await line()).toMatchObject({ netPrice: 9_000 })
  })

  it('goes all the same where a quantity changed with it', async () => {
    await switchOff()
    await read({ items: [item(10, { netPrice: 9_000, qty: 15_000 }), item(20)] })
    expect((await mailedToBuyers()).length).toBeGreaterThan(0)
  })
})
