import { describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import {
  exampleCustomer,
  exampleOrderInput,
  idempotencyHeader,
  submittedOrder,
  takeStep,
  waitForStatus,
} from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const meena = portal.person('meena')
const csc = portal.person('csc_agent')

const orderRow = (id: number) => portal.db('order').where({ id }).first()
const lineRow = (orderId: number, lineNo = 10) => portal.db('order_line').where({ orderId, lineNo }).first()
const linesOf = (orderId: number) => portal.db('order_line').where({ orderId }).orderBy('lineNo')
const codes = ({ body }: { body: { errors: { field: string; code: string }[] } }) =>
  body.errors.map(({ field, code }) => `${field} ${code}`)
const reasonId = async (reasonType: string, code: string): Promise<number> =>
  (await portal.db('reason_code').where({ reasonType, code }).first('id')).id
const lastStep = (orderId: number) => portal.db('order_step').where({ orderId }).orderBy('id', 'desc').first()
const sums = async (orderId: number) => {
  const lines = (await linesOf(orderId)).filter(line => !['REJECTED', 'CANCELLED', 'DELETED'].includes(line.lineStatus))
  const total = (name: string) => lines.reduce((sum, line) => sum + Number(line[name]), 0)
  return {
    taxableValue: total('taxableValue'),
    cgst: total('cgst'),
    sgst: total('sgst'),
    grossValue: total('grossValue'),
  }
}
/** An order that waits for meena: a manual discount of 4 % is above the limit of asha. */
const pending = (lines: [string, number, number][] = [['LS-1001', 100, 4]]) => submittedOrder(portal, asha, lines)

/** Moves the order's task to another queue; the routing of each queue is tested separately. */
async function inQueue(orderId: number, step: string, loginId: string) {
  const { id } = await portal.db('user').where({ loginId }).first('id')
  await portal.db('approval_task').where({ orderId, status: 'PENDING' }).update({ step, assigneeUserId: id })
  await portal.db('order').where({ id: orderId }).update({ pendingStep: step })
}

describe('lines changed by an approver', () => {
  it('have less quantity: line, order and tax are recalculated to the paisa, and the original is recorded', async () => {
    const order = await pending()
    const { status, body } = await takeStep(meena, order.id, 'changeLine', { lines: [{ lineNo: 10, qty: 60_000 }] })
    expect(status, JSON.stringify(body)).toBe(201)
    const line = await lineRow(order.id)
    expect(line).toMatchObject({ qty: 60_000, netPrice: 91_200, netValue: 5_472_000, changedByApprover: 1 })
    expect(JSON.parse(line.originalJson)).toMatchObject({ qty: 100_000, netPrice: 91_200 })
    expect(await orderRow(order.id)).toMatchObject(await sums(order.id))
    expect(await portal.db('schedule_line').where({ orderLineId: line.id }).pluck('qty')).toEqual([60_000])
    expect((await lastStep(order.id)).remark).toContain('Line 10: 100 → 60')
    await takeStep(meena, order.id, 'changeLine', { lines: [{ lineNo: 10, qty: 40_000 }] })
    expect(JSON.parse((await lineRow(order.id)).originalJson).qty).toBe(100_000)
  })

  it('have another price: discount, limit and averages follow it, and Explain names who set it', async () => {
    const order = await pending()
    await takeStep(meena, order.id, 'changeLine', { lines: [{ lineNo: 10, netPrice: 90_000 }] })
    const line = await lineRow(order.id)
    expect(line).toMatchObject({ netPrice: 90_000, discountPct: 1000, manualDiscountPct: 526, netValue: 9_000_000 })
    expect(line.priceTrace).toContain('Meena Kulkarni set the price to')
    expect(await orderRow(order.id)).toMatchObject(await sums(order.id))
  })

  it('can be rejected: the order continues without one line, and is rejected with the last', async () => {
    const order = await pending([
      ['LS-1001', 100, 4],
      ['LS-1002', 20, 4],
    ])
    const one = await takeStep(meena, order.id, 'changeLine', { lines: [{ lineNo: 20, isRejected: true }] })
    expect(one.body.order.status).toBe('PENDING')
    expect(await orderRow(order.id)).toMatchObject(await sums(order.id))
    const all = await takeStep(meena, order.id, 'changeLine', { lines: [{ lineNo: 10, isRejected: true }] })
    expect(all.body.order.status).toBe('REJECTED')
    expect(await portal.db('approval_task').where({ orderId: order.id, status: 'PENDING' })).toEqual([])
  })

  it('are limited by the queue: regulatory only rejects lines, credit changes nothing', async () => {
    const order = await pending()
    await inQueue(order.id, 'EUD', 'eud_approver')
    const eud = await portal.as('eud_approver')
    const cut = await takeStep(eud, order.id, 'changeLine', { lines: [{ lineNo: 10, qty: 60_000 }] })
    expect([cut.status, cut.body.message]).toEqual([403, 'Pending For EUD Approval: the quantity is not changed here'])
    await inQueue(order.id, 'LIMIT', 'credit_controller')
    const credit = await portal.as('credit_controller')
    expect((await takeStep(credit, order.id, 'changeLine', { lines: [] })).status).toBe(409)
  })

  it('have their plant and date chosen by the service centre', async () => {
    const order = await pending()
    await inQueue(order.id, 'CSC', 'csc_agent')
    const before = await lineRow(order.id)
    const plant = await portal.db('plant').where('isActive', 1).whereNot('id', before.plantId).first('id')
    const requestedDate = addDays(today(), 20)
    const asked = { lines: [{ lineNo: 10, plantId: plant.id, requestedDate }] }
    const { status, body } = await takeStep(csc, order.id, 'changeLine', asked)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(await lineRow(order.id)).toMatchObject({
      plantId: plant.id,
      sourceRule: 'MANUAL',
      netPrice: before.netPrice,
    })
    const delivery = await portal.db('schedule_line').where({ orderLineId: before.id }).first()
    expect(delivery.requestedDate).toBe(requestedDate)
  })

  it.each<[string, RowValues, string[]]>([
    ['no lines', {}, ['lines REQUIRED']],
    ['more than was ordered', { lines: [{ lineNo: 10, qty: 101_000 }] }, ['lines[0].qty RANGE']],
    ['an unknown line', { lines: [{ lineNo: 70, qty: 1_000 }] }, ['lines[0].lineNo UNKNOWN_REF']],
    ['a negative price', { lines: [{ lineNo: 10, netPrice: -1 }] }, ['lines[0].netPrice RANGE']],
    ['words it does not know', { lines: [{ lineNo: 10, status: 'APPROVED' }] }, ['lines[0].status UNKNOWN_FIELD']],
    ['what belongs to another step', { sapOrderNo: '1', lines: [] }, ['sapOrderNo UNKNOWN_FIELD']],
    ['no list', { lines: 'all' }, ['lines TYPE']],
  ])('are refused with %s, naming the field', async (_, asked, expected) => {
    const order = await pending()
    const answer = await takeStep(meena, order.id, 'changeLine', asked)
    expect([answer.status, codes(answer)]).toEqual([400, expected])
    expect((await orderRow(order.id)).rowVersion).toBe(order.rowVersion)
  })

  it('must satisfy the rules of the product: less than its pack is refused and changes nothing', async () => {
    const order = await pending()
    const { status } = await takeStep(meena, order.id, 'changeLine', { lines: [{ lineNo: 10, qty: 60_500 }] })
    expect(status).toBe(422)
    expect((await lineRow(order.id)).qty).toBe(100_000)
  })

  it('are refused to people for whom the order does not wait', async () => {
    const order = await pending()
    for (const who of [asha, csc, await portal.as('joseph')])
      expect((await takeStep(who, order.id, 'changeLine', { lines: [{ lineNo: 10, qty: 1_000 }] })).status).toBe(403)
  })
})

describe('an acceptance', () => {
  it('is given by the person it waits for, even when they placed the order themselves', async () => {
    const order = await pending()
    await inQueue(order.id, 'ACCEPTANCE', 'asha')
    expect((await takeStep(asha, order.id, 'approve')).body.message).toContain('accept or decline')
    const { status, body } = await takeStep(asha, order.id, 'accept')
    expect(status, JSON.stringify(body)).toBe(201)
    expect((await lastStep(order.id)).step).not.toBe('approve')
  })

  it('is declined with a reason: the order returns to its creator, whose changes decide about a new round, or ends', async () => {
    const order = await pending()
    await inQueue(order.id, 'ACCEPTANCE', 'asha')
    expect(codes(await takeStep(asha, order.id, 'decline'))).toEqual(['remark REQUIRED'])
    const back = await takeStep(asha, order.id, 'decline', { reasonCodeId: await reasonId('REJECT', 'MARGIN') })
    expect(back.body.order).toMatchObject({ status: 'DRAFT', approvalRound: 1 })
    const other = await pending()
    await inQueue(other.id, 'ACCEPTANCE', 'asha')
    const gone = await takeStep(asha, other.id, 'decline', { remark: 'Too dear', leadsTo: 'REJECTED' })
    expect(gone.body.order.status).toBe('REJECTED')
  })
})

describe('reasons', () => {
  it('are of the kind of the step, are stored with it, and “other” needs words', async () => {
    const order = await pending()
    const wrong = await takeStep(asha, order.id, 'cancel', { reasonCodeId: await reasonId('DELETE', 'TEST') })
    expect(codes(wrong)).toEqual(['reasonCodeId UNKNOWN_REF'])
    const other = await takeStep(asha, order.id, 'cancel', { reasonCodeId: await reasonId('CANCEL', 'OTHER') })
    expect(codes(other)).toEqual(['remark REQUIRED'])
    const late = await reasonId('CANCEL', 'LATE')
    expect((await takeStep(asha, order.id, 'cancel', { reasonCodeId: late })).status).toBe(201)
    expect((await orderRow(order.id)).cancelReasonId).toBe(late)
    expect((await lastStep(order.id)).reasonCodeId).toBe(late)
  })
})

describe('deleted lines', () => {
  it('leave the order, stay on record through a correction, and are suggested when the customer orders again', async () => {
    const order = await pending([
      ['LS-1001', 100, 4],
      ['LS-1007', 20, 0],
    ])
    const { status, body } = await takeStep(asha, order.id, 'deleteLines', { lineNos: [20], remark: 'Not needed' })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(await lineRow(order.id, 20)).toMatchObject({ lineStatus: 'DELETED' })
    expect(await orderRow(order.id)).toMatchObject(await sums(order.id))
    const back = await takeStep(meena, order.id, 'sendBack', { remark: 'Check the address' })
    const input = await exampleOrderInput(portal, asha, [['LS-1001', 100, 4]])
    const saved = await asha.patch(`/api/orders/${order.id}`, { ...input, rowVersion: back.body.order.rowVersion })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect((await linesOf(order.id)).map(line => `${line.lineNo} ${line.lineStatus}`)).toEqual([
      '10 OPEN',
      '20 DELETED',
    ])
    const again = await submittedOrder(portal, asha, [['LS-1007', 20, 0]])
    expect((await lineRow(order.id, 20)).reorderedLineId).toBe((await lineRow(again.id)).id)
  })

  it('are never all lines of the order', async () => {
    const order = await pending()
    const { status, body } = await takeStep(asha, order.id, 'deleteLines', { lineNos: [10], remark: 'No' })
    expect([status, body.message]).toEqual([409, 'No line would be left: delete the order instead'])
  })
})

describe('an order in error', () => {
  /** An order in error: SAP blocked the customer before Meena approved; the block is then lifted. */
  async function failed(cut = 100) {
    const { orderId, input } = await placed()
    const customer = () => portal.db('customer').where('id', input.customerId)
    if (cut < 100) await takeStep(meena, orderId, 'changeLine', { lines: [{ lineNo: 10, qty: cut * 1000 }] })
    const blocked = async (step: string, who: ApiClient) => {
      await customer().update({ sapOrderBlock: '01' })
      const { body } = await takeStep(who, orderId, step)
      await customer().update({ sapOrderBlock: null })
      return body.order.status
    }
    if (cut < 100) expect((await takeStep(meena, orderId, 'approve')).body.order.pendingStep).toBe('ACCEPTANCE')
    expect(await (cut < 100 ? blocked('accept', asha) : blocked('approve', meena))).toBe('IN_ERROR')
    return { orderId, input }
  }

  async function placed() {
    const input = await exampleOrderInput(portal, asha)
    const { body } = await asha.post('/api/orders', input, idempotencyHeader())
    await takeStep(asha, body.id, 'submit')
    return { orderId: body.id as number, input }
  }

  it('keeps its approvals when it is resubmitted unchanged, and needs new ones when prices changed meanwhile', async () => {
    const same = await failed()
    const again = (await takeStep(csc, same.orderId, 'resubmit')).body.order
    expect([again.status, again.approvalRound]).toEqual(['APPROVED', 1])
    const dearer = await failed()
    const product = await portal.db('products').where({ code: 'LS-1001' }).first('id')
    const prices = () => portal.db('product_price').where({ productId: product.id })
    await prices().update({ listPrice: portal.db.raw('?? + 1000', ['listPrice']) })
    const stopped = await takeStep(csc, dearer.orderId, 'resubmit')
    expect([stopped.status, codes(stopped)]).toEqual([409, [' PRICES_CHANGED']])
    const { seenLines } = stopped.body.data
    const anew = (await takeStep(csc, dearer.orderId, 'resubmit', { seenLines })).body.order
    await prices().update({ listPrice: portal.db.raw('?? - 1000', ['listPrice']) })
    expect([anew.status, anew.pendingStep, anew.approvalRound]).toEqual(['PENDING', 'MY_APPROVAL', 2])
  })

  it('still needs the acceptance of an approver’s change after a further correction', async () => {
    // Where nobody of the company signs in, the account owner accepts.
    const { customerId } = await portal.db('user').where({ loginId: 'customer' }).first('customerId')
    const people = () => portal.db('user').where({ customerId })
    await people().update({ isActive: 0 })
    try {
      const { orderId, input } = await failed(60)
      const { rowVersion } = await orderRow(orderId)
      const [line] = input.lines
      const corrected = { ...input, lines: [{ ...line!, qty: 50_000 }], rowVersion }
      expect((await csc.patch(`/api/orders/${orderId}`, corrected)).status).toBe(200)
      expect(await lineRow(orderId)).toMatchObject({ qty: 50_000, changedByApprover: 1 })
      const { body } = await takeStep(csc, orderId, 'resubmit')
      expect(body.order).toMatchObject({ status: 'PENDING', pendingStep: 'ACCEPTANCE', approvalRound: 1 })
    } finally {
      await people().update({ isActive: 1 })
    }
  })
})

describe('the state of an order', () => {
  it('cannot be written: PATCH of it is refused for everybody, with 400 or 403', async () => {
    const order = await pending()
    for (const who of [asha, meena, csc]) {
      const answer = await who.patch(`/api/orders/${order.id}`, { status: 'APPROVED', rowVersion: order.rowVersion })
      expect([400, 403]).toContain(answer.status)
    }
    expect((await orderRow(order.id)).status).toBe('PENDING')
  })

  it('does not allow edits after approval, nor deletion once SAP has the order', async () => {
    const order = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
    const confirmed = await waitForStatus(portal, order.id, 'CONFIRMED')
    const input = await exampleOrderInput(portal, asha, [['LS-1004', 5, 0]])
    const edit = await asha.patch(`/api/orders/${order.id}`, { ...input, rowVersion: confirmed.rowVersion })
    expect(edit.status).toBe(409)
    expect((await takeStep(asha, order.id, 'delete', { remark: 'x' })).status).toBe(409)
    expect((await takeStep(csc, order.id, 'cancel', { remark: 'x' })).status).toBe(409)
  })
})

describe('a copy', () => {
  it('leaves out lines that an approver rejected', async () => {
    const order = await pending([
      ['LS-1001', 100, 4],
      ['LS-1002', 20, 4],
    ])
    await takeStep(meena, order.id, 'changeLine', { lines: [{ lineNo: 20, isRejected: true }] })
    await takeStep(asha, order.id, 'cancel', { remark: 'No budget' })
    const { body } = await takeStep(asha, order.id, 'copy')
    expect(await linesOf(body.order.id)).toHaveLength(1)
    expect((await exampleCustomer(portal)).id).toBe(body.order.customerId)
  })
})

describe('prices that changed meanwhile', () => {
  it('are shown when an order is copied, and recorded in the history when one is resubmitted', async () => {
    const order = await pending()
    const back = await takeStep(meena, order.id, 'sendBack', { remark: 'Check' })
    expect(back.status).toBe(201)
    const product = await portal.db('products').where({ code: 'LS-1001' }).first('id')
    const rows = () => portal.db('product_price').where({ productId: product.id })
    const prices: { id: number; listPrice: number }[] = await rows().select('id', 'listPrice')
    await rows().update({ listPrice: portal.db.raw('?? + 1000', ['listPrice']) })
    try {
      const stopped = await takeStep(asha, order.id, 'submit')
      expect([stopped.status, codes(stopped)]).toEqual([409, [' PRICES_CHANGED']])
      const { seenLines } = stopped.body.data
      expect((await takeStep(asha, order.id, 'submit', { seenLines })).status).toBe(201)
      const step = await portal
        .db('order_step')
        .where({ orderId: order.id, step: 'submit' })
        .orderBy('id', 'desc')
        .first()
      expect(step.remark).toMatch(/^Prices changed: LS-1001 ₹ 912.00 → ₹ 921.12/)
      await takeStep(asha, order.id, 'cancel', { remark: 'x' })
      await rows().update({ listPrice: portal.db.raw('?? + 1000', ['listPrice']) })
      const copy = await takeStep(asha, order.id, 'copy')
      expect(copy.body.repriced).toEqual(['LS-1001 ₹ 921.12 → ₹ 930.24'])
    } finally {
      for (const { id, listPrice } of prices) await rows().where({ id }).update({ listPrice })
    }
  })
})
