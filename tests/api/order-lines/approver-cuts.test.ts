import { afterEach, describe, expect, it } from 'vitest'
import { insertRows } from '../../../api/derive/save/write.ts'
import { customerWiseProductWisePrice } from '../../../resources/channel-13-masters/customer-wise-product-wise-price.ts'
import { FOREVER } from '../../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { channelProductPromocode } from '../../../resources/masters/channel-product-promocode.ts'
import { custShiptoProdPrice } from '../../../resources/masters/cust-shipto-prod-price.ts'
import { productDiscount } from '../../../resources/masters/product-discount.ts'
import {
  exampleCustomer,
  exampleOrderInput,
  idempotencyHeader,
  submittedOrder,
  takeStep,
} from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const meena = portal.person('meena')

const lineRow = (orderId: number) => portal.db('order_line').where({ orderId, lineNo: 10 }).first()
const lastRemark = async (orderId: number): Promise<string> =>
  (await portal.db('order_step').where({ orderId }).orderBy('id', 'desc').first('remark')).remark
const idIn = async (table: string, where: RowValues): Promise<number> =>
  (await portal.db(table).where(where).first('id')).id

let undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const one of undo.reverse()) await one()
  undo = []
})

/** A dated row of a master, until the test ends. */
async function master(of: Resource, values: RowValues) {
  const dates = { validFrom: '2020-04-01', validTo: FOREVER }
  const [row] = await insertRows(portal.db, of, [{ ...dates, ...values }], {
    id: 1,
    source: 'UI',
    ip: null,
    requestId: null,
  })
  const id = Number(row!.id)
  undo.push(() =>
    portal
      .db(tableOf(of))
      .where({ id })
      .update({ isActive: 0, naturalKey: `gone ${id}` }),
  )
  return id
}

/** Columns of a row, until the test ends. */
async function change(table: string, where: RowValues, values: RowValues) {
  const { id, ...before } = await portal
    .db(table)
    .where(where)
    .first('id', ...Object.keys(values))
  await portal.db(table).where({ id }).update(values)
  undo.push(() => portal.db(table).where({ id }).update(before))
}

const product = () => idIn('products', { code: 'LS-1001' })

/** Slabs from 20 on, each with the price of 20, and what the rules give for 10: list 1,000.00 less 5 %, or 920.00. */
const sources = {
  SHIP_TO_PRICE: {
    of: custShiptoProdPrice,
    agree: async (customerId: number, shipToId: number) =>
      master(custShiptoProdPrice, {
        customerId,
        shipToId,
        productId: await product(),
        netPrice: 900_00,
        minQty: 20_000,
        approvedRef: 'Note 7',
      }),
    was: 864_00,
    ...{ fresh: 912_00, keptPct: 9_05, typed: 880_00, typedPct: 7_37 },
  },
  LIST: {
    of: productDiscount,
    agree: async () => {
      const standing = { productId: await product(), discountPct: 10_00, minQty: 20_000 }
      return master(productDiscount, standing)
    },
    was: 864_00,
    ...{ fresh: 912_00, keptPct: 9_05, typed: 880_00, typedPct: 7_37 },
  },
  CUSTOMER_PRICE: {
    of: customerWiseProductWisePrice,
    agree: async (customerId: number) => {
      const channelId = await idIn('channel', { code: '13' })
      await change('channel', { id: channelId }, { requiresCsc: 0 })
      await change('customer', { id: customerId }, { channelId })
      if (await portal.db('customer_sales_area').where({ customerId }).first('id'))
        await change('customer_sales_area', { customerId }, { channelId })
      const agreed = { customerId, productId: await product(), netPrice: 850_00, minQty: 20_000 }
      return master(customerWiseProductWisePrice, agreed)
    },
    was: 816_00,
    ...{ fresh: 839_04, keptPct: 6_64, typed: 830_00, typedPct: 5_03 },
  },
}

/** An order of 20, 4 % less by hand, that waits for meena. */
async function placed(more: RowValues = {}, given?: Awaited<ReturnType<typeof exampleOrderInput>>) {
  // A price below the limit price would wait for the pricing desk first.
  await change('productwise_limit_price', { productId: await product() }, { isActive: 0 })
  const input = given ?? (await exampleOrderInput(portal, asha, [['LS-1001', 20, 4]]))
  const lines = input.lines.map(line => ({ ...line, ...more }))
  const draft = await asha.post('/api/orders', { ...input, lines }, idempotencyHeader())
  const { status, body } = await takeStep(asha, draft.body.id, 'submit')
  expect([status, body.order?.pendingStep], JSON.stringify(body)).toEqual([201, 'MY_APPROVAL'])
  return { id: body.order.id as number }
}

/** The same at the price of their slab. */
async function ordered(source: keyof typeof sources) {
  const input = await exampleOrderInput(portal, asha, [['LS-1001', 20, 4]])
  const row = await sources[source].agree(input.customerId, input.shipToId)
  const { id } = await placed({}, input)
  expect(await lineRow(id)).toMatchObject({ priceSource: source, netPrice: sources[source].was })
  return { id, row }
}

const cut = (id: number, more: RowValues = {}) =>
  takeStep(meena, id, 'changeLine', { lines: [{ lineNo: 10, qty: 10_000, ...more }] })
const previewed = (id: number, more: RowValues = {}) =>
  meena.post('/api/line-change-previews', { orderId: id, lines: [{ lineNo: 10, qty: 10_000, ...more }] })

describe.each(Object.keys(sources) as (keyof typeof sources)[])('a cut below the slab of a price by %s', source => {
  const { was, fresh, keptPct, typed, typedPct } = sources[source]

  it('takes the price that rules give for the smaller quantity', async () => {
    const { id } = await ordered(source)
    expect((await cut(id)).status).toBe(201)
    const line = await lineRow(id)
    expect(line).toMatchObject({ qty: 10_000, priceSource: 'LIST', netPrice: fresh, manualDiscountPct: 4_00 })
    expect(line).toMatchObject({ defaultDiscountPct: 5_00, netValue: fresh * 10, promoCodeId: null })
    expect(JSON.parse(line.originalJson)).toMatchObject({ qty: 20_000, netPrice: was })
    expect(await lastRemark(id)).toMatch(/^Line 10: 20 → 10, ₹ [\d.]+ → ₹ [\d.]+$/)
  })

  it('keeps the price where the approver says so, as a discount by hand from the new one', async () => {
    const { id } = await ordered(source)
    expect((await cut(id, { keepPrice: true })).status).toBe(201)
    const line = await lineRow(id)
    expect(line).toMatchObject({ priceSource: 'LIST', netPrice: was, manualDiscountPct: keptPct, netValue: was * 10 })
    expect(line.priceTrace).toContain('Meena Kulkarni kept the price of')
  })

  it('takes the price that the approver types, as a discount by hand from the new one', async () => {
    const { id } = await ordered(source)
    expect((await cut(id, { keepPrice: true, netPrice: typed })).status).toBe(201)
    const line = await lineRow(id)
    expect(line).toMatchObject({ priceSource: 'LIST', netPrice: typed, manualDiscountPct: typedPct })
    expect(line.priceTrace).toContain('Meena Kulkarni set the price to')
  })

  it('shows the approver both prices and the totals before, and writes nothing', async () => {
    const { id } = await ordered(source)
    const before = await lineRow(id)
    const { status, body } = await previewed(id)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.lines).toMatchObject([
      {
        lineNo: 10,
        was: { qty: 20_000, netPrice: was, priceSource: source },
        fresh: { netPrice: fresh, priceSource: 'LIST' },
        kept: { netPrice: was, manualDiscountPct: keptPct },
        differs: true,
        why: expect.stringContaining('but only from a quantity of 20'),
        notKept: null,
      },
    ])
    expect(body.now.grossValue).toBeLessThan(body.was.grossValue)
    const kept = (await previewed(id, { keepPrice: true })).body.now.taxableValue
    expect(body.now.taxableValue - kept).toBe((fresh - was) * 10)
    expect(await lineRow(id)).toEqual(before)
  })

  it('changes nothing but the quantity while the slab is reached', async () => {
    const { id, row } = await ordered(source)
    const { priceSourceId } = await lineRow(id)
    await portal.db(tableOf(sources[source].of)).where({ id: row }).update({ minQty: 5_000 })
    expect((await previewed(id)).body.lines).toMatchObject([{ differs: false, why: null }])
    expect((await cut(id, { keepPrice: true })).status).toBe(201)
    expect(await lineRow(id)).toMatchObject({
      priceSource: source,
      priceSourceId,
      netPrice: was,
      manualDiscountPct: 4_00,
    })
  })
})

describe('a promo code that does not apply to the smaller quantity', () => {
  const promo = async () => {
    const channelId = (await exampleCustomer(portal)).channelId
    return master(channelProductPromocode, {
      ...{ channelId, productId: await product(), promoCode: 'CUT20', discountType: 'PERCENT', discountValue: 2_00 },
      ...{ minQty: 20_000, isCombinable: 1, usedCount: 0 },
    })
  }

  it('is taken off the line, which is said in the history and in the answer', async () => {
    const promoId = await promo()
    const { id } = await placed({ promoCode: 'CUT20' })
    expect(await lineRow(id)).toMatchObject({ promoCodeId: promoId, netPrice: 893_76 })
    expect((await previewed(id)).body.lines).toMatchObject([
      { fresh: { netPrice: 912_00 }, kept: { netPrice: 893_76 }, notKept: expect.stringContaining('promo code CUT20') },
    ])
    const { status, body } = await cut(id)
    expect([status, body.notKept]).toEqual([
      201,
      ['Line 10: promo code CUT20 does not apply to a quantity of 10 and is taken off.'],
    ])
    expect(await lineRow(id)).toMatchObject({
      promoCode: null,
      promoCodeId: null,
      promoDiscountValue: 0,
      netPrice: 912_00,
    })
    expect(await lastRemark(id)).toContain('without promo code CUT20')
    expect(await portal.db('reservation').where({ orderId: id, kind: 'PROMO' })).toEqual([])
    const [{ usedCount }] = await portal.db('channel_product_promocode').where({ id: promoId })
    expect(usedCount).toBe(0)
  })

  it('leaves its price where the approver keeps it', async () => {
    await promo()
    const { id } = await placed({ promoCode: 'CUT20' })
    expect((await cut(id, { keepPrice: true })).status).toBe(201)
    expect(await lineRow(id)).toMatchObject({
      promoCode: null,
      promoCodeId: null,
      netPrice: 893_76,
      manualDiscountPct: 5_92,
    })
  })
})

describe('a price that an approver sets', () => {
  it('is not found for the smaller quantity: the cut is refused', async () => {
    const input = await exampleOrderInput(portal, asha, [['LS-1001', 20, 4]])
    await master(custShiptoProdPrice, {
      ...{ customerId: input.customerId, shipToId: input.shipToId, productId: await product() },
      ...{ netPrice: 900_00, minQty: 20_000, approvedRef: 'Note 7' },
    })
    const { id } = await placed({}, input)
    await change(
      'product_price',
      { productId: await product(), isActive: 1, channelId: (await exampleCustomer(portal)).channelId },
      { isActive: 0 },
    )
    const { status, body } = await cut(id)
    expect([status, body.errors?.map(({ field, message }: RowValues) => [field, message])]).toEqual([
      422,
      [['lines[0].qty', 'Line 10: there is no price for a quantity of 10: enter another quantity, or reject the line']],
    ])
  })

  it('is above the list price only with a remark', async () => {
    const { id } = await placed()
    const dearer = { lines: [{ lineNo: 10, netPrice: 1_100_00 }] }
    const { status, body } = await takeStep(meena, id, 'changeLine', dearer)
    expect([status, body.errors?.map(({ field, message }: RowValues) => [field, message])]).toEqual([
      422,
      [['remark', 'Line 10: ₹ 1,100.00 is above the list price of ₹ 1,000.00. Say why in the remark.']],
    ])
    const said = await takeStep(meena, id, 'changeLine', { ...dearer, remark: 'Small pack' })
    expect([said.status, said.body.order.pendingStep], JSON.stringify(said.body)).toEqual([201, 'ACCEPTANCE'])
    expect(await lineRow(id)).toMatchObject({ netPrice: 1_100_00, manualDiscountPct: 0, discountPct: 0 })
  })

  it('is previewed only for whoever decides the order', async () => {
    const { id } = await placed()
    const asked = { orderId: id, lines: [{ lineNo: 10, qty: 10_000 }] }
    const refused = await asha.post('/api/line-change-previews', asked)
    expect([refused.status, refused.body.errors?.[0]?.code], JSON.stringify(refused.body)).toEqual([
      403,
      'TASK_NOT_YOURS',
    ])
  })
})

it('a line that is named twice, or worth more than amounts hold, is refused by its field', async () => {
  const order = await submittedOrder(portal, asha)
  const change = async (lines: object[]) => {
    const { status, body } = await takeStep(meena, order.id, 'changeLine', { lines, remark: 'Tried' })
    return [status, body.errors?.[0]?.field, body.errors?.[0]?.code]
  }
  const cut = { lineNo: 10, qty: 90_000 }
  expect(await change([cut, cut])).toEqual([400, 'lines[1].lineNo', 'DUPLICATE'])
  expect(await change([{ lineNo: 10, netPrice: 1e15 }])).toEqual([422, 'lines[0].netPrice', 'VALUE_TOO_LARGE'])
})
