import { afterEach, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { custShiptoProdPrice } from '../../../resources/masters/cust-shipto-prod-price.ts'
import { exampleCustomer, submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const meena = portal.person('meena')
const pricing = portal.person('pricing_approver')
const csc = portal.person('csc_agent')

/** Puts back what a test did to masters. */
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function change(table: string, id: number, values: RowValues) {
  const before = await portal.db(table).where({ id }).first()
  undo.push(() =>
    portal
      .db(table)
      .where({ id })
      .update(Object.fromEntries(Object.keys(values).map(name => [name, before[name]]))),
  )
  await portal.db(table).where({ id }).update(values)
}

const orderRow = (id: number) => portal.db('order').where({ id }).first()
const lineRow = (orderId: number, lineNo = 10) => portal.db('order_line').where({ orderId, lineNo }).first()
const traced = async (orderId: number, step: string, lineNo = 10): Promise<number> => {
  const { priceTrace } = await lineRow(orderId, lineNo)
  return JSON.parse(priceTrace).steps.find((each: RowValues) => each.step === step && each.verdict === 'won').row.id
}
const approve = async (orderId: number, who = meena) => {
  const { status, body } = await takeStep(who, orderId, 'approve')
  expect(status, JSON.stringify(body)).toBe(201)
  return body.order
}

const sent = [
  'customerId',
  'shipToId',
  'orderTypeId',
  'requestedDeliveryDate',
  'customerPoNo',
  'customerPoDate',
  'poAttachmentId',
]
/** The example order as its form sends it, with another header or quantity. */
async function correctionOf(
  orderId: number,
  { qty = 100_000, ...header }: { qty?: number; requestedDeliveryDate?: string },
) {
  const saved = await orderRow(orderId)
  const { productId } = await lineRow(orderId)
  const { rowVersion } = saved
  const lines = [{ productId, qty, manualDiscountPct: 400 }]
  return { ...Object.fromEntries(sent.map(name => [name, saved[name]])), ...header, rowVersion, lines }
}

/** A price of the example's customer for an address: below what the list gives, or as much. */
async function agreedPrice(netPrice: number, minQty = 0) {
  const { id: customerId } = await exampleCustomer(portal)
  const product = await portal.db('products').where({ code: 'LS-1001' }).first('id')
  const address = await portal.db('ship_to').where({ customerId }).orderBy('id').first('id')
  const [row] = await insertRows(
    portal.db,
    custShiptoProdPrice,
    [
      {
        ...{ customerId, shipToId: address.id, productId: product.id, netPrice, minQty, approvedRef: 'MD/1' },
        validFrom: today(),
        validTo: '9999-12-31',
      },
    ],
    systemAuthor('test'),
  )
  undo.push(() => portal.db('cust_shipto_prod_price').where({ id: row!.id }).delete())
  return row!.id
}

describe('an order whose price stood on a row that fell', () => {
  it('stops with the row where the price is higher now, and is priced anew when it is corrected', async () => {
    const order = await submittedOrder(portal, asha)
    await change('product_discount', await traced(order.id, 'D1'), { isActive: 0 })
    await approve(order.id)
    const stopped = await orderRow(order.id)
    expect([stopped.status, stopped.errorCode]).toEqual(['IN_ERROR', 'GROUND_LOST'])
    expect(stopped.errorText).toMatch(
      /^Line 10 was based on “A standing discount of .*”, which was deactivated, and the price is ₹ [\d,.]+ now/,
    )
    expect(stopped.buyerErrorText).toBe('The price of line 10 no longer holds.')
    expect(JSON.parse(stopped.errorTrace).steps[0]).toMatchObject({
      step: 'GROUND',
      row: { resource: 'product-discount' },
    })
    expect(await portal.db('sap_outbox').where({ ownerType: 'ORDER', ownerId: order.id })).toEqual([])
    const shown = await takeStep(asha, order.id, 'resubmit')
    expect([shown.status, shown.body.errors?.[0]?.code ?? shown.body.code]).toEqual([409, 'PRICES_CHANGED'])
    const again = await takeStep(asha, order.id, 'resubmit', { seenLines: shown.body.data.seenLines })
    expect(again.body.order).toMatchObject({ status: 'PENDING', pendingStep: 'ACCEPTANCE', approvalRound: 2 })
  })

  it.each([
    ['goes on where another price is as low', 95_000, [null]],
    [
      'asks for the larger discount and then the customer where another is lower',
      96_000,
      ['MY_APPROVAL', 'ACCEPTANCE'],
    ],
  ])('%s', async (_how, agreed, queues) => {
    const price = await agreedPrice(agreed)
    const order = await submittedOrder(portal, asha, [['LS-1001', 100, 4]])
    expect(await lineRow(order.id)).toMatchObject({ priceSource: 'SHIP_TO_PRICE', netPrice: (agreed * 96) / 100 })
    await change('cust_shipto_prod_price', price, { isActive: 0 })
    for (const pendingStep of queues)
      expect(await approve(order.id)).toMatchObject({ status: pendingStep ? 'PENDING' : 'APPROVED', pendingStep })
    expect(await lineRow(order.id)).toMatchObject({ priceSource: 'LIST', netPrice: 91_200 })
  })

  it('keeps the price of its day where the row ended after it, and stops where the slab is above its quantity now', async () => {
    const price = await agreedPrice(70_000)
    const kept = await submittedOrder(portal, asha)
    await change('cust_shipto_prod_price', price, { validTo: today() })
    expect((await orderRow(kept.id)).status).toBe('PENDING')
    await approveAll(kept.id)
    expect((await lineRow(kept.id)).priceSourceId).toBe(price)
    const cut = await submittedOrder(portal, asha)
    await change('cust_shipto_prod_price', price, { minQty: 101_000 })
    await approveAll(cut.id)
    expect(await orderRow(cut.id)).toMatchObject({ status: 'IN_ERROR', errorCode: 'GROUND_LOST' })
  })

  /** Everybody who is asked approves, until the order waits for nobody. */
  async function approveAll(orderId: number) {
    for (let step = 0; step < 8; step += 1) {
      const order = await orderRow(orderId)
      if (order.status !== 'PENDING') return
      const task = await portal.db('approval_task').where({ id: order.currentTaskId }).first()
      const { loginId } = await portal.db('user').where({ id: task.assigneeUserId }).first('loginId')
      const { status, body } = await takeStep(
        await portal.as(loginId),
        orderId,
        order.pendingStep === 'ACCEPTANCE' ? 'accept' : 'approve',
      )
      expect(status, JSON.stringify(body)).toBe(201)
    }
  }
})

describe('an order on a contract that was suspended', () => {
  async function onContract() {
    const { id: customerId } = await exampleCustomer(portal)
    const line = await portal.db('rate_contract_line').where({ customerId, lineNo: 10 }).first()
    await change('rate_contract_line', line.id, { contractQty: 900_000_000 })
    const order = await submittedOrder(portal, asha, [
      ['LS-1003', 20, 0],
      ['LS-1001', 100, 4],
    ])
    expect(order).toMatchObject({ status: 'PENDING', pendingStep: 'MY_APPROVAL' })
    return { order, line }
  }

  it('asks the contract’s approver, and again once it is closed; it is sold only on their word', async () => {
    const { order, line } = await onContract()
    await change('rate_contract_customer', line.rateContractId, { status: 'SUSPENDED' })
    expect(await approve(order.id)).toMatchObject({ status: 'PENDING', pendingStep: 'RATE_CONTRACT' })
    const task = await portal.db('approval_task').where({ orderId: order.id, status: 'PENDING' }).first()
    expect(JSON.parse(task.triggerJson).reason).toMatch(
      /^Contract \S+ is suspended: its rate holds for this order only/,
    )
    const decider = await portal.as(
      (await portal.db('user').where({ id: task.assigneeUserId }).first('loginId'))?.loginId ?? 'pricing_approver',
    )
    expect(await approve(order.id, decider)).toMatchObject({ status: 'APPROVED' })
    expect((await lineRow(order.id)).priceSource).toBe('RATE_CONTRACT')
  })

  it('is told to whoever suspends it, before they do', async () => {
    const { order, line } = await onContract()
    const { rowVersion } = await portal
      .db('rate_contract_customer')
      .where({ id: line.rateContractId })
      .first('rowVersion')
    const rows = [{ id: line.rateContractId, rowVersion }]
    const { status, body } = await pricing.post('/api/what-if', {
      resource: 'masters/rate-contract-customer',
      action: 'suspend',
      asked: {},
      rows,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.fates.ASKED).toBeGreaterThan(0)
    expect(body.touched.find(({ id }: RowValues) => id === order.id).fate).toMatchObject({
      kind: 'ASKED',
      text: expect.stringMatching(/is asked whether the rate of \S+, which is suspended, holds for it$/),
    })
  })
})

it('whoever ends a price reads what that does to an order, not what has fallen of it already', async () => {
  const id = await agreedPrice(70_000)
  const order = await submittedOrder(portal, asha, [
    ['LS-1001', 100, 4],
    ['LS-1004', 10, 4],
  ])
  await change('product_price', await traced(order.id, 'P4', 20), { isActive: 0 })
  const { rowVersion } = await portal.db('cust_shipto_prod_price').where({ id }).first('rowVersion')
  const { status, body } = await pricing.post('/api/what-if', {
    resource: 'masters/cust-shipto-prod-price',
    action: 'endDate',
    asked: { validTo: today() },
    rows: [{ id, rowVersion }],
  })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.touched.find((touched: RowValues) => touched.id === order.id).fate.kind).toBe('STANDS')
})

describe('the customer accepts', () => {
  it('a line that an approver refused, which the mail names', async () => {
    const order = await submittedOrder(portal, asha, [
      ['LS-1001', 100, 4],
      ['LS-1004', 10, 0],
    ])
    await takeStep(meena, order.id, 'changeLine', { lines: [{ lineNo: 20, isRejected: true }] })
    expect(await approve(order.id)).toMatchObject({ pendingStep: 'ACCEPTANCE' })
    const mails = await portal
      .db('message_log')
      .where({ templateCode: 'ACCEPTANCE_NEEDED', ownerId: order.id })
      .pluck('body')
    expect(mails.join()).toContain('Line 20 LS-1004, refused: 10')
  })

  it('what was cut of an order that was sent before its terms were kept', async () => {
    const order = await submittedOrder(portal, asha)
    await takeStep(meena, order.id, 'changeLine', { lines: [{ lineNo: 10, qty: 60_000 }] })
    await portal.db('order_terms').where({ orderId: order.id }).delete()
    expect(await approve(order.id)).toMatchObject({ pendingStep: 'ACCEPTANCE' })
  })

  it('a price that they declined, asked again as it was typed while nobody changes it', async () => {
    const order = await submittedOrder(portal, asha)
    const typed = { lines: [{ lineNo: 10, netPrice: 99_999 }], remark: 'Costs rose' }
    expect((await takeStep(meena, order.id, 'changeLine', typed)).body.order).toMatchObject({
      pendingStep: 'ACCEPTANCE',
    })
    const buyer = await portal.as('customer')
    expect((await takeStep(buyer, order.id, 'decline', { remark: 'Too dear' })).body.order.status).toBe('DRAFT')
    const again = await takeStep(asha, order.id, 'submit')
    expect(again.body.order, JSON.stringify(again.body)).toMatchObject({ pendingStep: 'ACCEPTANCE', approvalRound: 1 })
    expect(await lineRow(order.id)).toMatchObject({ netPrice: 99_999 })
    const { changes } = (await buyer.get(`/api/decisions?orderId=${order.id}`)).body
    expect(changes).toEqual([{ what: 'price', lineNo: 10, product: 'LS-1001', was: '₹ 912.00', now: '₹ 999.99' }])
  })

  it('what the service centre corrected, and not what whoever placed the order gave', async () => {
    const order = await submittedOrder(portal, asha)
    await portal.db('customer').where({ id: order.customerId }).update({ sapOrderBlock: '01' })
    undo.push(() => portal.db('customer').where({ id: order.customerId }).update({ sapOrderBlock: null }))
    await approve(order.id)
    await portal.db('customer').where({ id: order.customerId }).update({ sapOrderBlock: null })
    const less = await correctionOf(order.id, { qty: 50_000 })
    expect((await csc.patch(`/api/orders/${order.id}`, less)).status).toBe(200)
    const { body } = await takeStep(csc, order.id, 'resubmit')
    expect(body.order).toMatchObject({ status: 'PENDING', pendingStep: 'ACCEPTANCE', approvalRound: 1 })
    const { changes } = (await asha.get(`/api/decisions?orderId=${order.id}`)).body
    expect(changes).toEqual([{ what: 'quantity', lineNo: 10, product: 'LS-1001', was: '100 EA', now: '50 EA' }])
    await takeStep(csc, order.id, 'cancel', { remark: 'Test' })
  })
})

it('the shipping instruction of a line follows its master to the release; a typed one stays', async () => {
  const { id: customerId } = await exampleCustomer(portal)
  const order = await submittedOrder(portal, asha)
  const { shippingInstruction, shippingInstructionId } = await lineRow(order.id)
  expect([shippingInstruction, typeof shippingInstructionId]).toEqual([expect.stringContaining('gate 2'), 'number'])
  const typed = await submittedOrder(portal, asha)
  await change('order_line', (await lineRow(typed.id)).id, {
    shippingInstruction: 'Gate 9',
    shippingInstructionId: null,
  })
  for (const { id } of await portal.db('shipping_instructions').where({ customerId }))
    await change('shipping_instructions', id, { isActive: 0 })
  for (const { id } of [order, typed]) expect(await approve(id)).toMatchObject({ status: 'APPROVED' })
  expect((await lineRow(order.id)).shippingInstruction).toBeNull()
  expect((await lineRow(typed.id)).shippingInstruction).toBe('Gate 9')
  const { remark } = await portal.db('order_step').where({ orderId: order.id, step: 'release' }).first('remark')
  expect(remark).toBe('Line 10 has another shipping instruction, as its own was deactivated')
})

describe('an order that was sent back', () => {
  it('keeps its approvals where only its day changes, and loses them with its quantity', async () => {
    for (const [more, round] of [
      [{ requestedDeliveryDate: addDays(today(), 20) }, 1],
      [{ qty: 200_000 }, 2],
    ] as const) {
      const order = await submittedOrder(portal, asha)
      await takeStep(meena, order.id, 'sendBack', { remark: 'Ask again' })
      const body = await correctionOf(order.id, more)
      expect((await asha.patch(`/api/orders/${order.id}`, body)).status).toBe(200)
      const again = await takeStep(asha, order.id, 'submit')
      expect([more, again.body.order?.approvalRound]).toEqual([more, round])
    }
  })
})
