import { beforeAll, describe, expect, it } from 'vitest'
import { insertRows } from '../../../api/derive/save/write.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays, FOREVER, nextWorkingDay } from '../../../resources/define/dates.ts'
import { pick } from '../../../resources/define/pick.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText } from '../../../resources/define/show.ts'
import { channelProductPromocode } from '../../../resources/masters/channel-product-promocode.ts'
import {
  deliveryFields,
  headerAsInput,
  headerFields,
  lineAsInput,
  lineFields,
} from '../../../resources/orders/order-input.ts'
import { sendFile } from '../../support/files.ts'
import { exampleCustomer, idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const csc = portal.person('csc_agent')
const meena = portal.person('meena')

const idIn = async (table: string, where: RowValues): Promise<number> =>
  (await portal.db(table).where(where).first('id')).id

/** What was entered with an order and is kept, as its rows hold it. */
async function entered(orderId: number) {
  const lines: RowValues[] = await portal.db('order_line').where({ orderId }).orderBy('lineNo')
  const schedules: RowValues[] = await portal.db('schedule_line').where({ orderId }).orderBy('scheduleNo')
  return {
    header: pick(await portal.db('order').where({ id: orderId }).first(), headerFields),
    lines: lines.map(
      (line): RowValues => ({
        ...pick(line, lineFields as readonly string[]),
        schedules: schedules
          .filter(({ orderLineId }) => orderLineId === line.id)
          .map(row => pick(row, deliveryFields as readonly string[])),
      }),
    ),
  }
}

let promoId: number
let paper: { id: number }
beforeAll(async () => {
  const channelId = await idIn('channel', { code: '11' })
  const code = {
    promoCode: 'KEEPIT',
    discountType: 'PERCENT' as const,
    discountValue: 1_00,
    minQty: 0,
    isCombinable: true,
  }
  const own = { channelId, productId: await idIn('products', { code: 'LS-1401' }), usedCount: 0 }
  const dates = { validFrom: '2020-04-01', validTo: FOREVER }
  const author = { id: 1, source: 'UI' as const, ip: null, requestId: null }
  const [row] = await insertRows(portal.db, channelProductPromocode, [{ ...code, ...own, ...dates }], author)
  promoId = row!.id
  paper = await document()
})

/** An approved end-user document of the customer for the controlled product. */
async function document() {
  const file = await sendFile(portal, csc, 'EUD')
  const given = {
    customerId: (await exampleCustomer(portal)).id,
    productId: await idIn('products', { code: 'LS-1401' }),
    documentType: 'NDPS_REGISTRATION',
    documentRef: 'NDPS/2026/118',
    endUse: 'Synthesis of acetylsalicylic acid',
    issueDate: addDays(today(), -30),
    attachmentId: file.body.id,
    permittedQty: 900_000,
  }
  const { status, body } = await csc.post('/api/eud-documents', given, idempotencyHeader())
  expect(status, JSON.stringify(body)).toBe(201)
  await portal.db('eud_document').where({ id: body.id }).update({ status: 'APPROVED' })
  return body
}

type Filled = { [field in (typeof lineFields)[number]]: NonNullable<unknown> }

/** An order with each field of the lists filled. */
async function filled() {
  const input = await orderInputFor(portal, csc, await exampleCustomer(portal), [['LS-1401', 20, 1]])
  const requestedDeliveryDate = nextWorkingDay(addDays(today(), 20), new Set())
  const line: Filled & RowValues = {
    productId: input.lines[0]!.productId,
    qty: 20_000,
    manualDiscountPct: 8_00,
    promoCode: 'KEEPIT',
    plantId: await idIn('plant', { code: '1201' }),
    eudDocumentId: paper.id,
    requestedBatchNo: 'B26X',
    singleBatchRequired: true,
    shippingInstruction: 'By hand to Sneha',
    schedules: [
      { requestedDate: requestedDeliveryDate, qty: 8_000 },
      { requestedDate: addDays(requestedDeliveryDate, 7), qty: 12_000 },
    ],
  }
  const header: { [field in (typeof headerFields)[number]]: NonNullable<unknown> } = {
    ...pick(input, ['customerId', 'shipToId', 'orderTypeId', 'customerPoDate', 'poAttachmentId']),
    requestedDeliveryDate,
    freightTerms: 'TO_PAY',
    transMode: 'EXPRESS',
    paymentTermsDays: 45,
    customerPoNo: input.customerPoNo,
    preferredTransporterId: await idIn('transporter', { isActive: 1 }),
    completeDelivery: true,
    remarks: 'Call before delivery',
  }
  return { ...header, lines: [line] }
}

async function draftOf(input: RowValues, who: ApiClient = csc): Promise<number> {
  const { status, body } = await who.post('/api/orders', input, idempotencyHeader())
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
async function submitted(orderId: number, more: RowValues = {}) {
  const { status, body } = await takeStep(csc, orderId, 'submit', { samePo: 'ANOTHER_ORDER', ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const setOrder = (id: number, values: RowValues) => portal.db('order').where({ id }).update(values)

/** An order with every field filled, that was cancelled. */
async function cancelled() {
  const id = await draftOf(await filled())
  await setOrder(id, { status: 'CANCELLED' })
  return id
}

describe('what was entered with an order', () => {
  it('is all filled in the order of these tests', async () => {
    const { header, lines } = await entered(await draftOf(await filled()))
    for (const [field, value] of Object.entries({ ...header, ...lines[0] }))
      expect([field, Boolean(value)]).toEqual([field, true])
    expect(lines[0]!.schedules).toHaveLength(2)
  })

  it('is kept by a copy', async () => {
    const id = await cancelled()
    const { status, body } = await takeStep(csc, id, 'copy')
    expect([status, body.notKept], JSON.stringify(body)).toEqual([201, null])
    expect(await entered(body.order.id)).toEqual(await entered(id))
  })

  it('is kept by a submit, a send-back and the submit after it', async () => {
    const id = await draftOf(await filled())
    const before = await entered(id)
    await submitted(id)
    expect(await entered(id)).toEqual(before)
    const { id: decider } = await portal.db('user').where({ loginId: 'meena' }).first('id')
    await portal
      .db('approval_task')
      .where({ orderId: id, status: 'PENDING' })
      .update({ step: 'MY_APPROVAL', assigneeUserId: decider })
    await setOrder(id, { pendingStep: 'MY_APPROVAL' })
    const back = await takeStep(meena, id, 'sendBack', { remark: 'Ask again' })
    expect(back.status, JSON.stringify(back.body)).toBe(201)
    await submitted(id)
    expect(await entered(id)).toEqual(before)
  })

  it('is kept by a correction as the pad opens and saves it', async () => {
    const id = await draftOf(await filled())
    const before = await entered(id)
    await submitted(id)
    await setOrder(id, { status: 'IN_ERROR', pendingStep: null })
    const { body: order } = await csc.get(`/api/orders/${id}`)
    const { body: lines } = await csc.get(`/api/order-lines?orderId=${id}&$sort[lineNo]=1`)
    const { body: schedules } = await csc.get(`/api/schedule-lines?orderId=${id}&$sort[scheduleNo]=1`)
    const input = {
      ...headerAsInput(order),
      lines: lines.data.map((line: never) => lineAsInput(line, schedules.data, order.requestedDeliveryDate)),
    }
    const saved = await csc.patch(`/api/orders/${id}`, { ...input, rowVersion: order.rowVersion })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(await entered(id)).toEqual(before)
  })

  it('is kept by each order into which a cart is split', async () => {
    const input = await filled()
    const [line] = input.lines
    const other = {
      ...line,
      ...{ promoCode: null, eudDocumentId: null, productId: await idIn('products', { code: 'PS-2012' }), qty: 500_000 },
      schedules: [{ requestedDate: addDays(String(input.requestedDeliveryDate), 2), qty: 500_000 }],
    }
    const id = await draftOf({ ...input, lines: [line, other] })
    const before = await entered(id)
    const { created } = await submitted(id)
    expect(created).toHaveLength(1)
    expect(await entered(id)).toEqual({ ...before, lines: before.lines.slice(0, 1) })
    expect(await entered(created[0].id)).toEqual({ ...before, lines: before.lines.slice(1) })
  })
})

describe('what a copy cannot keep', () => {
  /** The copy of an order while something else holds, and what it says. */
  async function copied(change: () => Promise<() => Promise<unknown>>, who: ApiClient = csc) {
    const id = await cancelled()
    const undo = await change()
    try {
      const { status, body } = await takeStep(who, id, 'copy')
      expect(status, JSON.stringify(body)).toBe(201)
      const [before, after] = [await entered(id), await entered(body.order.id)]
      return { notKept: body.notKept, before, after }
    } finally {
      await undo()
    }
  }
  const meanwhile = (table: string, where: RowValues, values: RowValues) => async () => {
    const row = await portal
      .db(table)
      .where(where)
      .first('id', ...Object.keys(values))
    await portal.db(table).where({ id: row.id }).update(values)
    return () => portal.db(table).where({ id: row.id }).update(row)
  }

  it.each<[string, () => Promise<() => Promise<unknown>>, string, RowValues]>([
    [
      'a promo code that is used up',
      () => meanwhile('channel_product_promocode', { id: promoId }, { isActive: 0 })(),
      'LS-1401: promo code KEEPIT is left out, as it does not apply today.',
      { promoCode: null },
    ],
    [
      'a plant that is closed',
      () => meanwhile('plant', { code: '1201' }, { isActive: 0 })(),
      'LS-1401: its plant is left out, as it cannot supply this order today.',
      {},
    ],
    [
      'a document that was revoked',
      () => meanwhile('eud_document', { id: paper.id }, { status: 'REVOKED' })(),
      'LS-1401: its end-user document is left out, as it does not count for a new order.',
      { eudDocumentId: null },
    ],
    [
      'a discount above the cap of today',
      async () => {
        const { materialPricingGroupId: id } = await portal.db('products').where({ code: 'LS-1401' }).first()
        return meanwhile('material_pricing_group', { id }, { maxManualDiscountPct: 5_00 })()
      },
      'LS-1401: its discount is left out, as it is above the cap of today.',
      { manualDiscountPct: 0 },
    ],
    [
      'a discount that the order type no longer allows',
      () => meanwhile('order_type', { code: 'STD' }, { allowsManualDiscount: 0 })(),
      'LS-1401: its discount is left out, as the order type allows none.',
      { manualDiscountPct: 0 },
    ],
  ])('is left out and said: %s', async (_, change, sentence, values) => {
    const { notKept, before, after } = await copied(change)
    expect(notKept).toEqual([sentence])
    expect(after.header).toEqual(before.header)
    expect(after.lines).toEqual([{ ...before.lines[0], plantId: after.lines[0]!.plantId, ...values }])
    if (sentence.includes('plant')) expect(after.lines[0]!.plantId).not.toBe(before.lines[0]!.plantId)
  })

  it('is a plant for somebody who may not choose one', async () => {
    const asha = await portal.as('asha')
    const { notKept } = await copied(async () => async () => undefined, asha)
    expect(notKept).toEqual(['LS-1401: its plant is left out, as only CSC agents choose one.'])
  })

  it('is a transporter who is no longer active', async () => {
    const id = await idIn('transporter', { isActive: 1 })
    const { notKept, after } = await copied(meanwhile('transporter', { id }, { isActive: 0 }))
    expect([notKept, after.header.preferredTransporterId]).toEqual([
      ['The preferred transporter is left out: they are no longer active.'],
      null,
    ])
  })

  it('is a day that is past: the order and its deliveries move by as many days', async () => {
    const id = await cancelled()
    const day = addDays(today(), -30)
    await setOrder(id, { requestedDeliveryDate: day })
    await portal.db('schedule_line').where({ orderId: id, scheduleNo: 1 }).update({ requestedDate: day })
    await portal
      .db('schedule_line')
      .where({ orderId: id, scheduleNo: 2 })
      .update({ requestedDate: addDays(day, 7) })
    const { body } = await takeStep(csc, id, 'copy')
    const { header, lines } = await entered(body.order.id)
    const soonest = header.requestedDeliveryDate as string
    expect(soonest > today()).toBe(true)
    expect(body.notKept).toEqual([`It is wanted by ${dayText(soonest)}, as ${dayText(day)} is past or too soon.`])
    expect(lines[0]!.schedules).toEqual([
      { requestedDate: soonest, qty: 8_000 },
      { requestedDate: addDays(soonest, 7), qty: 12_000 },
    ])
  })

  it('is a line whose product can no longer be ordered', async () => {
    const input = await filled()
    const other = {
      ...input.lines[0],
      promoCode: null,
      eudDocumentId: null,
      productId: await idIn('products', { code: 'LS-1001' }),
    }
    const id = await draftOf({ ...input, lines: [...input.lines, other] })
    await setOrder(id, { status: 'CANCELLED' })
    const undo = await meanwhile('products', { code: 'LS-1001' }, { isOrderable: 0 })()
    const { body } = await takeStep(csc, id, 'copy')
    await undo()
    expect(body.notKept).toEqual(['LS-1001 is left out: it can no longer be ordered.'])
    expect((await entered(body.order.id)).lines).toEqual((await entered(id)).lines.slice(0, 1))
  })
})

describe('a shipping instruction', () => {
  it('of the master follows the master at the next copy, and a typed one is kept', async () => {
    const input = await filled()
    const [line] = input.lines
    const master = await portal.db('shipping_instructions').where({ customerId: input.customerId }).first()
    const id = await draftOf({ ...input, lines: [{ ...line, shippingInstruction: null }] })
    const lineOf = (orderId: number) =>
      portal.db('order_line').where({ orderId }).first('shippingInstruction', 'shippingInstructionId')
    expect(await lineOf(id)).toEqual({ shippingInstruction: master.instruction, shippingInstructionId: master.id })
    await setOrder(id, { status: 'CANCELLED' })
    await portal.db('shipping_instructions').where({ id: master.id }).update({ instruction: 'Use gate 4' })
    try {
      const copy = await takeStep(csc, id, 'copy')
      expect(await lineOf(copy.body.order.id)).toEqual({
        shippingInstruction: 'Use gate 4',
        shippingInstructionId: master.id,
      })
      const typed = await takeStep(csc, await cancelled(), 'copy')
      expect(await lineOf(typed.body.order.id)).toEqual({
        shippingInstruction: 'By hand to Sneha',
        shippingInstructionId: null,
      })
    } finally {
      await portal.db('shipping_instructions').where({ id: master.id }).update({ instruction: master.instruction })
    }
  })
})
