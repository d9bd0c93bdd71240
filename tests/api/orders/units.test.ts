import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findDifferences } from '../../../api/orders/reconcile-orders.ts'
import { orderMessage } from '../../../api/orders/sap/order-message.ts'
import { today } from '../../../api/platform/clock.ts'
import { salesOrderBody } from '../../../api/sap/sending/sales-order-message.ts'
import { type ImportRowView, importFile, insert } from '../../support/imports.ts'
import { exampleOrderInput, idempotencyHeader, takeStep } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const desk = portal.person('sys_admin')
let before: { product: Record<string, unknown>; prices: Record<string, unknown>[]; stock: Record<string, unknown>[] }

beforeAll(async () => {
  const { db } = portal
  const product = await db('products').where({ code: 'LS-1004' }).first()
  const productId = product.id
  before = {
    product,
    prices: await db('product_price').where({ productId }),
    stock: await db('stock_level').where({ productId }),
  }
})
afterEach(async () => {
  const { db } = portal
  const { id, uom, baseUom, uomNumerator } = before.product as Record<string, number>
  await db('products').where({ id }).update({ uom, baseUom, uomNumerator })
  for (const row of before.prices)
    await db('product_price')
      .where({ id: row.id })
      .update({ uom: row.uom, listPrice: row.listPrice, priceUnit: row.priceUnit })
  for (const row of before.stock)
    await db('stock_level').where({ id: row.id }).update({ unrestrictedQty: row.unrestrictedQty })
})

const productId = () => before.product.id as number
/** LS-1004 is sold in bags of 25 kg, and priced by the unit given. */
async function soldInBags(pricedBy: string) {
  await portal.db('products').where({ id: productId() }).update({ uom: 'BAG', baseUom: 'KG', uomNumerator: 25 })
  await portal.db('product_price').where({ productId: productId() }).update({ uom: pricedBy })
}
/** Every plant has so many base units of it. */
async function stockAt(base: number) {
  await portal.db('stock_level').where({ productId: productId() }).update({ unrestrictedQty: 0 })
  const one = portal.db('stock_level').where({ productId: productId() }).groupBy('plantId').min({ id: 'id' })
  const ids = (await one).map(({ id }) => id as number)
  await portal
    .db('stock_level')
    .whereIn('id', ids)
    .update({ unrestrictedQty: base * 1000 })
}
const quoted = async (qty = 10) => {
  const input = await exampleOrderInput(portal, asha, [['LS-1004', qty, 0]])
  return { input, quote: (await asha.post('/api/quotes', input)).body }
}

describe('a product that is sold in another unit than it is stocked in', () => {
  it('of ten bags with 120 kg in stock is a back-order, and Explain converts', async () => {
    await soldInBags('BAG')
    await stockAt(120)
    const { quote } = await quoted()
    const [line] = quote.lines
    expect([line.backOrder, line.stock]).toEqual([true, 4_800])
    const won = line.sourceTrace.steps.find(({ verdict }: { verdict: string }) => verdict === 'won')
    expect(won.reason).toMatch(/Stock there: 120 KG = 4.8 BAG$/)
    await stockAt(250)
    expect((await quoted()).quote.lines[0]).toMatchObject({ backOrder: false, stock: 10_000 })
  })

  it('is priced by the base unit where the price is for it', async () => {
    await soldInBags('BAG')
    const [bag] = (await quoted()).quote.lines
    await soldInBags('KG')
    const [kilo] = (await quoted()).quote.lines
    expect(kilo.listPrice).toBe(25 * bag.listPrice)
    expect(kilo.priceTrace.steps.map(({ reason }: { reason: string }) => reason).join()).toContain('1 BAG = 25 KG')
  })

  it('keeps the price of a hundred kilograms to the paisa, up to what SAP is sent', async () => {
    await soldInBags('KG')
    const { db } = portal
    await db('product_price').where({ productId: productId() }).update({ listPrice: 12_34, priceUnit: 100 })
    const { input, quote } = await quoted()
    expect(quote.lines[0]).toMatchObject({ priceUnit: 100, listPrice: 308_50, netPrice: 308_50, netValue: 30_85 })
    const { body: draft } = await asha.post('/api/orders', input, idempotencyHeader())
    const [line] = (await asha.get(`/api/order-lines?orderId=${draft.id}`)).body.data
    expect(line).toMatchObject({ priceUnit: 100, netPrice: 308_50, netValue: 30_85 })
    const message = await orderMessage(db, draft.id)
    const { to_Item } = salesOrderBody(message) as unknown as {
      to_Item: { results: { to_PricingElement: { results: object[] } }[] }
    }
    expect(to_Item.results[0]!.to_PricingElement.results[0]).toMatchObject({
      ConditionRateValue: '308.50',
      ConditionQuantity: '100',
      ConditionQuantityUnit: 'BAG',
    })
    await takeStep(asha, draft.id, 'cancel', { remark: 'x' })
  })

  it('has a fault instead of a price where the price is for an unrelated unit, and is not submitted', async () => {
    await soldInBags('EA')
    const { input, quote } = await quoted()
    expect(quote.lines[0]).toMatchObject({ netPrice: 0, grossValue: 0 })
    expect(quote.faults).toContainEqual(
      expect.objectContaining({
        code: 'PRICE_UNIT',
        field: 'lines[0].productId',
        message: expect.stringMatching(/has a price for a unit that cannot be converted/),
      }),
    )
    const { body: draft } = await asha.post('/api/orders', input, idempotencyHeader())
    const { status, body } = await takeStep(asha, draft.id, 'submit')
    expect([status, body.errors[0].code]).toEqual([422, 'PRICE_UNIT'])
  })
})

describe('a price list with a unit that is none of the product', () => {
  it('is refused by row', async () => {
    await soldInBags('BAG')
    await insert(portal.db, 'channel', [{ code: '19', name: 'Test' }])
    const file = `channel_code,product_code,list_price,uom,valid_from\n19,LS-1004,120,L,2031-04-01\n`
    const job = await importFile(portal, desk, 'settings/product-price', file, { origin: 'SAP' })
    expect(job).toMatchObject({ rowsNew: 0, rowsFailed: 1 })
    const { body } = await desk.get(`/api/import-rows?importJobId=${job.id}&verdict=REJECTED`)
    expect((body.data as ImportRowView[])[0]!.errors).toMatchObject([
      {
        columnName: 'uom',
        errorCode: 'UOM_MISMATCH',
        message: 'Unit L cannot be converted to that of LS-1004: enter the price for BAG or KG',
      },
    ])
  })
})

describe('a number that SAP pads with zeros', () => {
  it('finds the same product in a file', async () => {
    const { db } = portal
    const { code } = before.product as { code: string }
    await db('products').where({ id: productId() }).update({ code: '104530', naturalKey: '104530' })
    try {
      await insert(db, 'channel', [{ code: '18', name: 'Test' }])
      const file = `channel_code,product_code,list_price,uom,valid_from\n18,000000000000104530,120,EA,2031-04-01\n`
      const job = await importFile(portal, desk, 'settings/product-price', file, { origin: 'SAP' })
      expect(job).toMatchObject({ rowsNew: 1, rowsFailed: 0 })
    } finally {
      await db('products').where({ id: productId() }).update({ code, naturalKey: code.toLowerCase() })
    }
  })
})

describe('a contract in the base unit', () => {
  it('holds what an order calls off in its own unit, and the books agree', async () => {
    await soldInBags('BAG')
    const { db } = portal
    const { input } = await quoted(4)
    const line = await db('rate_contract_line')
      .join('rate_contract_customer as contract', 'contract.id', 'rate_contract_line.rateContractId')
      .where('contract.status', 'ACTIVE')
      .where('contract.validTo', '>=', today())
      .where('contract.validFrom', '<=', today())
      .first('rate_contract_line.*')
    const owner = { productId: line.productId, customerId: line.customerId, uom: line.uom, rate: line.rate }
    const contract = await db('rate_contract_customer').where({ id: line.rateContractId }).first('customerId')
    const agreed = { productId: productId(), customerId: input.customerId, uom: 'KG', rate: 100_00 }
    await db('rate_contract_line').where({ id: line.id }).update(agreed)
    await db('rate_contract_customer').where({ id: line.rateContractId }).update({ customerId: input.customerId })
    const known = new Set(await findDifferences(db))
    try {
      const { body: draft } = await asha.post('/api/orders', input, idempotencyHeader())
      const sent = await takeStep(asha, draft.id, 'submit')
      expect([sent.status, sent.body.errors]).toEqual([201, undefined])
      expect(await db('order_line').where({ orderId: draft.id }).first()).toMatchObject({
        priceSource: 'RATE_CONTRACT',
        netPrice: 2_500_00,
        uom: 'BAG',
      })
      const [held] = await db('reservation').where({ orderId: draft.id, kind: 'CONTRACT' })
      expect(held.heldQty + held.usedQty).toBe(100_000)
      expect((await findDifferences(db)).filter(said => !known.has(said))).toEqual([])
      await takeStep(asha, draft.id, 'cancel', { remark: 'x' })
    } finally {
      await db('rate_contract_line').where({ id: line.id }).update(owner)
      await db('rate_contract_customer').where({ id: line.rateContractId }).update(contract)
    }
  })
})
