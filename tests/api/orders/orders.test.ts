import { describe, expect, it } from 'vitest'
import { orderDifferences } from '../../../api/mis/facts/order-differences.ts'
import { buyersOrderInput } from '../../support/abuse.ts'
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
import { statementsDuring } from '../../support/statements.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const meena = portal.person('meena')
const joseph = portal.person('joseph')

const linesOf = async (who: ApiClient, orderId: number) =>
  (await who.get(`/api/order-lines?orderId=${orderId}`)).body.data
const fields = (body: { errors: { field: string; code: string }[] }) =>
  body.errors.map(({ field, code }) => `${field} ${code}`)

describe('the order pad', () => {
  it('offers a sales person the customers whose account they own, and no others', async () => {
    const { body } = await asha.get('/api/order-customers')
    const mine: number[] = await portal
      .db('customer_department_map')
      .join('employee', 'employee.id', 'customer_department_map.salesEmployeeId')
      .where('employee.name', 'Asha Patil')
      .pluck('customerId')
    expect(body.length).toBeGreaterThan(0)
    expect(body.every(({ id }: { id: number }) => mine.includes(id))).toBe(true)
    const foreign = await portal.db('customer').whereNotIn('id', mine).first('id')
    expect((await asha.get(`/api/order-context?customerId=${foreign.id}`)).status).toBe(404)
  })

  it('is closed to people who place no orders', async () => {
    const qa = await portal.as('qa')
    expect((await qa.get('/api/order-customers')).status).toBe(403)
  })

  it('finds products by code, name or CAS number and resolves many codes at once', async () => {
    const { id } = await exampleCustomer(portal)
    const { body: byCode } = await asha.get(`/api/order-products?customerId=${id}&q=ls-1001`)
    expect(byCode[0].code).toBe('LS-1001')
    const { body: known } = await asha.post('/api/order-products', {
      customerId: id,
      codes: ['ls-1001', 'LS-1002', 'NOWHERE'],
    })
    expect(known.map(({ code }: { code: string }) => code).sort()).toEqual(['LS-1001', 'LS-1002'])
  })

  it('prices the worked example: 1,000 less 5 % less 4 % is 912.00, 8.80 % below list, from the western CnF, with CGST and SGST', async () => {
    const { body } = await asha.post('/api/quotes', await exampleOrderInput(portal, asha))
    expect(body.lines[0]).toMatchObject({
      listPrice: 100_000,
      netPrice: 91_200,
      discountPct: 880,
      priceSource: 'LIST',
      sourceRule: 'SBU_CNF',
      igst: 0,
    })
    expect(body.totals).toMatchObject({ taxableValue: 9_120_000, cgst: 820_800, sgst: 820_800, grossValue: 10_761_600 })
    expect(body.faults).toEqual([])
  })

  it('shows before submit who has to approve, and why', async () => {
    const { body } = await asha.post('/api/quotes', await exampleOrderInput(portal, asha))
    expect(body.approvals).toMatchObject([{ step: 'MY_APPROVAL', people: ['Meena Kulkarni'] }])
    const { body: steep } = await asha.post('/api/quotes', await exampleOrderInput(portal, asha, [['LS-1001', 100, 8]]))
    expect(steep.approvals).toMatchObject([
      { step: 'LIMIT_PRICE', people: ['Ravi Shetty'], measuredValue: 68 },
      { step: 'MY_APPROVAL', people: ['Meena Kulkarni', "Joseph D'Souza"], measuredValue: 1260, over: 760 },
    ])
  })

  it('prices one line or 200 of several SBUs in at most 12 queries', async () => {
    const order = await exampleOrderInput(portal, asha)
    const ids: number[] = await portal
      .db('products')
      .where('code', 'like', 'LS-%')
      .orWhere('code', 'like', 'PS-%')
      .pluck('id')
    const lines = Array.from({ length: 200 }, (_, index) => ({
      productId: ids[index % ids.length]!,
      qty: 480_000,
      manualDiscountPct: 200,
    }))
    const counted = async (who: ApiClient, body: unknown) => {
      const asked = await statementsDuring(portal.db, async headers => {
        expect((await who.post('/api/quotes', body, headers)).status).toBe(201)
      })
      expect(asked.length).toBeGreaterThan(0)
      return asked.length
    }
    expect(await counted(asha, order)).toBeLessThanOrEqual(12)
    expect(await counted(asha, { ...order, lines })).toBeLessThanOrEqual(12)
    expect(await counted(joseph, { ...order, lines })).toBeLessThanOrEqual(12)
  })
})

describe('a draft', () => {
  it('is created once for an idempotency key, which never stands for another order', async () => {
    const order = await exampleOrderInput(portal, asha)
    const key = idempotencyHeader()
    const first = await asha.post('/api/orders', order, key)
    const again = await asha.post('/api/orders', order, key)
    expect(first).toMatchObject({ status: 201, body: { status: 'DRAFT' } })
    expect(again.body.id).toBe(first.body.id)
    expect((await asha.post('/api/orders', { ...order, customerPoNo: 'OTHER' }, key)).status).toBe(422)
    expect((await asha.post('/api/orders', order)).body.errors[0].field).toBe('Idempotency-Key')
  })

  it('is one order even when the same request is sent thirty times at once', { tags: ['locks'] }, async () => {
    const order = await exampleOrderInput(portal, asha)
    const key = idempotencyHeader()
    const answers = await Promise.all(Array.from({ length: 30 }, () => asha.post('/api/orders', order, key)))
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect(Number((await portal.db('order').where({ customerPoNo: order.customerPoNo }).count({ n: '*' }))[0]!.n)).toBe(
      1,
    )
  })

  it('accepts no price, plant, state or total from the client', async () => {
    const order = await exampleOrderInput(portal, asha)
    for (const name of ['status', 'grossValue', 'orderNo', 'placedById', 'sapOrderNo', 'soldToId', 'nowhere']) {
      const { status, body } = await asha.post('/api/orders', { ...order, [name]: 1 }, idempotencyHeader())
      expect([name, status, fields(body)]).toEqual([name, 400, [`${name} UNKNOWN_FIELD`]])
    }
    const priced = { ...order, lines: [{ ...order.lines[0], netPrice: 1 }] }
    expect(fields((await asha.post('/api/orders', priced, idempotencyHeader())).body)).toEqual([
      'lines[0].netPrice UNKNOWN_FIELD',
    ])
    const placed = { ...order, lines: [{ ...order.lines[0], plantId: 1 }] }
    expect((await asha.post('/api/orders', placed, idempotencyHeader())).status).toBe(403)
  })

  it('refuses invalid quantities, naming the line', async () => {
    const order = await exampleOrderInput(portal, asha)
    for (const qty of [0, -1000, 0.5, 1e300, '5', null]) {
      const { status, body } = await asha.post(
        '/api/orders',
        { ...order, lines: [{ ...order.lines[0], qty }] },
        idempotencyHeader(),
      )
      expect([qty, status, body.errors[0].field]).toEqual([qty, 400, 'lines[0].qty'])
    }
  })

  it('refuses the delivery address of another customer', async () => {
    const order = await exampleOrderInput(portal, asha)
    const foreign = await portal.db('ship_to').whereNot('customerId', order.customerId).first('id')
    expect(
      fields((await asha.post('/api/orders', { ...order, shipToId: foreign.id }, idempotencyHeader())).body),
    ).toEqual(['shipToId UNKNOWN_REF'])
  })

  it('is saved by people who place orders for the customer, in the version they read, and by nobody else', async () => {
    const order = await exampleOrderInput(portal, asha)
    const { body: draft } = await asha.post('/api/orders', order, idempotencyHeader())
    const change = { ...order, remarks: 'Call before delivery', rowVersion: draft.rowVersion }
    const saved = await asha.patch(`/api/orders/${draft.id}`, change)
    expect(saved).toMatchObject({ status: 200, body: { remarks: 'Call before delivery' } })
    expect((await asha.patch(`/api/orders/${draft.id}`, change)).body.errors[0].code).toBe('STALE_ROW')
    const { rowVersion } = saved.body
    const credit = await portal.as('credit_controller')
    expect((await credit.patch(`/api/orders/${draft.id}`, { ...change, rowVersion })).status).toBe(403)
    const byManager = await meena.patch(`/api/orders/${draft.id}`, { ...change, remarks: 'Ring twice', rowVersion })
    expect(byManager).toMatchObject({ status: 200, body: { remarks: 'Ring twice', placedById: draft.placedById } })
    expect((await takeStep(meena, draft.id, 'submit')).status).toBe(403)
    expect(await linesOf(asha, draft.id)).toHaveLength(1)
  })

  it('is saved once for an idempotency key, which a save may have', async () => {
    const order = await exampleOrderInput(portal, asha)
    const { body: draft } = await asha.post('/api/orders', order, idempotencyHeader())
    const key = idempotencyHeader()
    const save = (remarks: string) =>
      asha.patch(`/api/orders/${draft.id}`, { ...order, remarks, rowVersion: draft.rowVersion }, key)
    const [once, again] = [await save('Ring'), await save('Ring')]
    expect([once.status, again.status]).toEqual([200, 200])
    expect(again.body.rowVersion).toBe(once.body.rowVersion)
    expect((await save('Knock')).status).toBe(422)
  })

  it('has an internal note, which a buyer neither reads nor writes nor removes', async () => {
    const buyer = await portal.as('customer')
    const internalNote = 'Pays late, ships early'
    const order = await buyersOrderInput(portal, asha, buyer)
    expect((await asha.post('/api/quotes', { ...order, internalNote })).status).toBe(201)
    const { body: draft } = await asha.post('/api/orders', { ...order, internalNote }, idempotencyHeader())
    const change = { ...order, rowVersion: draft.rowVersion }
    expect(draft.internalNote).toBe(internalNote)
    expect(fields((await buyer.patch(`/api/orders/${draft.id}`, { ...change, internalNote: 'Mine' })).body)).toEqual([
      'internalNote UNKNOWN_FIELD',
    ])
    const saved = await buyer.patch(`/api/orders/${draft.id}`, change)
    expect([saved.status, Object.keys(saved.body).includes('internalNote')]).toEqual([200, false])
    expect((await asha.get(`/api/orders/${draft.id}`)).body.internalNote).toBe(internalNote)
  })
})

describe('submitting', () => {
  it('names everything that is missing at once, and changes nothing', async () => {
    const order = {
      ...(await exampleOrderInput(portal, asha, [['LS-1001', 100, 60]])),
      customerPoNo: null,
      poAttachmentId: null,
    }
    const { body: draft } = await asha.post('/api/orders', order, idempotencyHeader())
    const { status, body } = await takeStep(asha, draft.id, 'submit')
    expect(status).toBe(422)
    expect(fields(body)).toEqual(
      expect.arrayContaining(['customerPoNo PO_REQUIRED', 'lines[0].manualDiscountPct DISCOUNT_OVER_CAP']),
    )
    expect(await portal.db('order').where({ id: draft.id }).first()).toMatchObject({
      status: 'DRAFT',
      rowVersion: draft.rowVersion,
      orderNo: draft.draftNo,
    })
  })

  it('assigns the manager whose limit is enough, with an order number and a stored reason', async () => {
    const order = await submittedOrder(portal, asha)
    expect(order).toMatchObject({
      status: 'PENDING',
      pendingStep: 'MY_APPROVAL',
      orderNo: expect.stringMatching(/^OR\d{10}$/),
    })
    const { body: queue } = await meena.get('/api/approval-queue?step=MY_APPROVAL')
    expect(queue.data.find((task: { orderId: number }) => task.orderId === order.id)).toMatchObject({
      measuredValue: 880,
      customerName: expect.any(String),
    })
    const { body } = await meena.get(`/api/approval-tasks?orderId=${order.id}`)
    expect(JSON.stringify(body.data[0].trace)).toContain('approving-limits')
  })

  it('sends the order straight to SAP when nothing needs approval', async () => {
    const order = await submittedOrder(portal, asha, [['LS-1001', 10, 0]])
    expect(order.status).toBe('APPROVED')
    expect(await waitForStatus(portal, order.id, 'CONFIRMED')).toMatchObject({
      sapOrderNo: expect.stringMatching(/^\d{1,10}$/),
    })
  })

  it('splits a cart by SBU into orders of the same cart, whose lines add up', async () => {
    const { body: draft } = await asha.post(
      '/api/orders',
      await exampleOrderInput(portal, asha, [
        ['LS-1001', 10, 0],
        ['PS-2012', 500, 0],
      ]),
      idempotencyHeader(),
    )
    const { status, body } = await takeStep(asha, draft.id, 'submit')
    expect([status, body.errors]).toEqual([201, undefined])
    expect(body.created).toHaveLength(1)
    const orders = await portal.db('order').where({ cartRef: draft.cartRef })
    expect(new Set(orders.map(({ sbuId }) => sbuId)).size).toBe(2)
    for (const { id, grossValue } of orders) {
      const lines = await linesOf(asha, id)
      expect(lines.reduce((sum: number, line: { grossValue: number }) => sum + line.grossValue, 0)).toBe(grossValue)
    }
  })

  it('stores with each line why its price and its plant were chosen', async () => {
    const order = await submittedOrder(portal, asha)
    const [line] = await linesOf(asha, order.id)
    const won = (trace: { steps: { step: string; verdict: string }[] }) =>
      trace.steps.filter(({ verdict }) => verdict === 'won').map(({ step }) => step)
    expect(won(line.priceTrace)).toEqual(['P4', 'D1', 'D3', 'L1', 'L2'])
    expect(won(line.sourceTrace)).toEqual(['S5'])
    expect(line.priceTrace.steps.find(({ step }: { step: string }) => step === 'P4').row).toMatchObject({
      resource: 'product-price',
      rowVersion: 1,
    })
  })
})

describe('approving', () => {
  it('is allowed to the assignee: not to the creator, not to the manager’s manager', async () => {
    const order = await submittedOrder(portal, asha)
    expect((await takeStep(asha, order.id, 'approve')).status).toBe(403)
    expect((await takeStep(joseph, order.id, 'approve')).status).toBe(403)
    expect((await takeStep(await portal.as('dispatch_north'), order.id, 'approve')).status).toBe(404)
    const approved = await takeStep(meena, order.id, 'approve', { remark: 'Agreed' })
    expect(approved).toMatchObject({ status: 201, body: { order: { status: 'APPROVED' } } })
    expect((await takeStep(meena, order.id, 'approve')).body.errors[0].code).toBe('TASK_ALREADY_DONE')
    expect(await waitForStatus(portal, order.id, 'CONFIRMED')).toMatchObject({ errorText: null })
  })

  it('goes through one manager after the other when the limit of the first is too small', async () => {
    const order = await submittedOrder(portal, asha, [['LS-1001', 100, 8]])
    // 874.00 is below the limit price as well.
    expect(order.pendingStep).toBe('LIMIT_PRICE')
    for (const who of [await portal.as('ravi'), meena]) {
      expect((await takeStep(who, order.id, 'approve')).body.order).toMatchObject({
        status: 'PENDING',
        pendingStep: 'MY_APPROVAL',
      })
    }
    expect((await takeStep(joseph, order.id, 'approve')).body.order).toMatchObject({ status: 'APPROVED' })
  })

  it('happens once, though thirty approvals are sent at once', { tags: ['locks'] }, async () => {
    const order = await submittedOrder(portal, asha)
    const answers = await Promise.all(Array.from({ length: 30 }, () => takeStep(meena, order.id, 'approve')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => ![201, 403, 409].includes(status)).map(({ body }) => body)).toEqual([])
    const steps = await portal.db('order_step').where({ orderId: order.id, step: 'approve' })
    expect(steps).toHaveLength(1)
    expect(await portal.db('sap_outbox').where({ ownerType: 'ORDER', ownerId: order.id })).toHaveLength(1)
  })

  it('needs a remark to reject or send back', async () => {
    const order = await submittedOrder(portal, asha)
    for (const step of ['reject', 'sendBack'])
      expect((await takeStep(meena, order.id, step)).body.errors[0].field).toBe('remark')
    expect((await takeStep(meena, order.id, 'reject', { remark: 'Too cheap' })).body.order.status).toBe('REJECTED')
  })

  it('leaves no open task of a rejected order', async () => {
    const order = await submittedOrder(portal, asha)
    const items = `/api/orders/item-wise-order?orderNo=${order.orderNo}`
    expect((await asha.get(items)).body.data[0]).toMatchObject({ qty: 100_000, openQty: 100_000 })
    await takeStep(meena, order.id, 'reject', { remark: 'Too cheap' })
    expect((await asha.get(items)).body.data[0]).toMatchObject({ qty: 100_000, openQty: 0 })
  })

  it('keeps its number and its round when the order was sent back and nothing changed: who sent it back is asked again', async () => {
    const order = await submittedOrder(portal, asha)
    const back = await takeStep(meena, order.id, 'sendBack', { remark: 'Ask for a larger quantity' })
    expect(back.body.order).toMatchObject({ status: 'DRAFT', orderNo: order.orderNo, approvalRound: 1 })
    const again = await takeStep(asha, order.id, 'submit')
    expect(again.body.order).toMatchObject({ status: 'PENDING', orderNo: order.orderNo, approvalRound: 1 })
    expect(await portal.db('approval_task').where({ orderId: order.id }).orderBy('id').pluck('status')).toEqual([
      'SENT_BACK',
      'PENDING',
    ])
  })

  it('is recorded in the history of the order, each step with the person and the time', async () => {
    const order = await submittedOrder(portal, asha)
    await takeStep(meena, order.id, 'approve', { remark: 'Agreed' })
    await waitForStatus(portal, order.id, 'CONFIRMED')
    const { body } = await asha.get(`/api/order-steps?orderId=${order.id}&$sort[id]=1`)
    expect(body.data.map(({ step, toStatus }: Record<string, string>) => `${step} ${toStatus}`)).toEqual([
      'create DRAFT',
      'submit PENDING_MY_APPROVAL',
      'approve APPROVED',
      'release APPROVED',
      'sapConfirmed CONFIRMED',
    ])
    expect(body.data[2].texts.actorId).toContain('Meena')
  })
})

describe('ending an order early', () => {
  it('cancels before SAP with a remark, and closes the approval', async () => {
    const order = await submittedOrder(portal, asha)
    expect((await takeStep(asha, order.id, 'cancel', { remark: 'Customer withdrew' })).body.order.status).toBe(
      'CANCELLED',
    )
    expect(await portal.db('approval_task').where({ orderId: order.id, status: 'PENDING' })).toEqual([])
    expect((await takeStep(meena, order.id, 'approve')).status).toBe(409)
  })

  it('does not cancel an order that SAP has', async () => {
    const order = await submittedOrder(portal, asha, [['LS-1001', 10, 0]])
    await waitForStatus(portal, order.id, 'CONFIRMED')
    expect((await takeStep(asha, order.id, 'cancel', { remark: 'Too late' })).body.errors[0].code).toBe(
      'NOT_ALLOWED_STATE',
    )
  })

  it('copies an ended order into a new draft', async () => {
    const order = await submittedOrder(portal, asha)
    await takeStep(asha, order.id, 'delete', { remark: 'Entered twice' })
    const { body } = await takeStep(asha, order.id, 'copy')
    expect(body.order).toMatchObject({ status: 'DRAFT', replacesOrderId: order.id })
    expect(await linesOf(asha, body.order.id)).toHaveLength(1)
  })

  it('offers exactly the steps that the server would accept', async () => {
    const order = await submittedOrder(portal, asha)
    const steps = async (who: ApiClient) =>
      (await who.get(`/api/order-actions?orderId=${order.id}`)).body.map(({ step }: { step: string }) => step)
    expect(await steps(asha)).toEqual(['cancel', 'deleteLines', 'delete'])
    expect(await steps(meena)).toEqual(['approve', 'reject', 'sendBack', 'changeLine'])
    expect(await steps(joseph)).toEqual([])
  })
})

describe('reading orders', () => {
  it('shows a customer their own orders without limits and margins, and nobody else’s', async () => {
    const order = await submittedOrder(portal, asha)
    const customer = await portal.as('customer')
    const own = await portal.db('user').where({ loginId: 'customer' }).first('customerId')
    const { body } = await customer.get('/api/orders?$limit=500')
    expect(body.data.every(({ customerId }: { customerId: number }) => customerId === own.customerId)).toBe(true)
    for (const hidden of ['creditExposure', 'internalNote', 'maxDiscountPct'])
      expect(Object.keys(body.data[0] ?? {})).not.toContain(hidden)
    const mine = order.customerId === own.customerId
    expect((await customer.get(`/api/orders/${order.id}`)).status).toBe(mine ? 200 : 404)
    expect((await customer.get('/api/orders?$select[]=creditExposure')).status).toBe(400)
  })

  it('cannot change a state by PATCH', async () => {
    const order = await submittedOrder(portal, asha)
    expect(
      (await asha.patch(`/api/orders/${order.id}`, { status: 'APPROVED', rowVersion: order.rowVersion })).status,
    ).toBe(400)
  })
})

describe('a submitted order', () => {
  it('is counted where it belonged on that day, as are all orders of this story', async () => {
    const order = await submittedOrder(portal, asha)
    const owner = await portal.db('employee').where('name', 'Asha Patil').first('id')
    const [fact] = await portal.db('order_fact').where('orderId', order.id)
    expect(fact).toMatchObject({ salesEmployeeId: owner.id, netValue: order.taxableValue, day: order.orderDate })
    const { zoneId } = await portal.db('zone_area').where({ id: fact.zoneAreaId }).first('zoneId')
    expect(fact.zoneId).toBe(zoneId)
    expect(await orderDifferences(portal.db)).toEqual([])
  })
})
