import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkAll } from '../../../api/dispatches/goods/link-all.ts'
import { linkBill } from '../../../api/dispatches/goods/link-bill.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { createApprovedOrder, createCompany, createInvoice } from '../../support/dispatches/shipped-order.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

describe('invoices that were written without SAP', () => {
  it('are linked to goods all at once, each line to its own, and only once', async () => {
    const { db } = database
    const company = await createCompany(db)
    const bought = await createApprovedOrder(db, company)
    const ids = []
    for (const quantities of [[12_000, 5_000], [8_000]])
      ids.push((await createInvoice(db, company, bought, { sapDeliveryNo: '80000001' }, quantities)).id)
    await createInvoice(db, company, null, { invoiceType: 'CREDIT_NOTE' })
    await createInvoice(db, company, null, { isCancelled: true })
    const links = () =>
      db('invoice_line_goods as g')
        .join('sap_delivery_line as s', 's.id', 'g.deliveryLineId')
        .join('sap_delivery as d', 'd.id', 's.deliveryId')
        .orderBy('g.invoiceLineId')
        .select('g.id', 'g.invoiceId', 'd.deliveryNo', 's.lineNo', 's.orderLineId', 'g.qty', 's.billedQty', 's.refDoc')
    const [firstLine, secondLine] = bought.lineIds
    const of = { deliveryNo: '80000001', refDoc: null }
    const made = await links()
    expect(made).toMatchObject([
      { ...of, invoiceId: ids[0], lineNo: 10, orderLineId: firstLine, qty: 12_000, billedQty: 12_000 },
      { ...of, invoiceId: ids[0], lineNo: 20, orderLineId: secondLine, qty: 5_000, billedQty: 5_000 },
      { ...of, invoiceId: ids[1], lineNo: 30, orderLineId: firstLine, qty: 8_000, billedQty: 8_000 },
    ])
    await linkAll(db)
    await linkBill(db, ids[0]!)
    expect(await links()).toEqual(made)
  })
})
