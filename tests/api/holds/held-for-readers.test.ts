import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { escalateHolds } from '../../../api/orders/holds/escalate-holds.ts'
import { keepHolds, keepHoldsOfCustomers } from '../../../api/orders/holds/keep-holds.ts'
import { waitedHours } from '../../../api/orders/holds/waited-hours.ts'
import { readOrder } from '../../../api/orders/move-order.ts'
import { now, setClock } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { officeMinutes } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { ordersReport } from '../../../resources/mis/orders/orders.ts'
import { type HoldKind, holdKinds } from '../../../resources/orders/holds/hold-kinds.ts'
import type { SaidHold } from '../../../resources/orders/holds/said-hold.ts'
import { itemWiseOrder } from '../../../resources/orders/item-wise-order.ts'
import { download } from '../../support/files.ts'
import { submittedOrder } from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const csc = portal.person('csc_agent')
const finance = portal.person('finance')
const auditor = portal.person('auditor')
const credit = portal.person('cc1')
const buyer = portal.person('customer')

let order: { id: number; orderNo: string; customerId: number; soldToId: number; sbuId: number; status: string }
const db = () => portal.db

beforeEach(async () => {
  setClock(() => '2026-11-24T05:00:00.000Z')
  const ordered = [
    ['LS-1001', 100, 4],
    ['LS-1002', 10, 0],
  ] as const
  order ??= await db()('order')
    .where({ id: (await submittedOrder(portal, asha, ordered)).id })
    .first()
  await db()('order').where({ id: order.id }).update({ status: 'CONFIRMED', pendingStep: null, currentTaskId: null })
  await db()('customer').where({ id: order.soldToId }).update({ sapOrderBlock: null })
  await transact(db(), async trx => {
    await trx('order_hold').delete()
    await trx('message_log').delete()
    await trx('notification').delete()
  })
})
afterEach(() => setClock(null))

const whole = (kind: HoldKind, code: string): SaidHold => ({ kind, code, orderLineId: null, day: null })
/** SAP says that just these hold the order. */
const sapSays = (...holds: SaidHold[]) =>
  transact(db(), async trx => keepHolds(trx, await readOrder(trx, order.id), { tells: holdKinds, holds }, sapAuthor))
const clock = (at: string) => setClock(() => at)

const seenBy = async (who: ApiClient): Promise<RowValues> => {
  const [inList] = (await who.get(`/api/orders?id=${order.id}`)).body.data
  const alone = (await who.get(`/api/orders/${order.id}`)).body
  for (const name of ['heldInSap', 'buyerHold']) expect(inList[name]).toEqual(alone[name])
  return alone
}
const mails = () => db()('message_log').orderBy('id')
const holds = () => db()('order_hold').where({ orderId: order.id }).orderBy('id')

describe('an order that SAP holds', () => {
  it('tells our own people why, and its buyer that it is being checked', async () => {
    await sapSays(whole('CREDIT', 'B'))
    expect(await seenBy(csc)).toMatchObject({ status: 'CONFIRMED', heldInSap: 'credit check' })
    const read = await seenBy(buyer)
    expect(read).toMatchObject({ status: 'CONFIRMED', buyerHold: 'Being checked' })
    expect(read).not.toHaveProperty('heldInSap')
    await sapSays()
    expect(await seenBy(csc)).toMatchObject({ heldInSap: null, buyerHold: null })
    expect(await seenBy(buyer)).toMatchObject({ buyerHold: null })
  })

  it.each([
    ['CURRENCY', 'USD', 'currency USD'],
    ['BILLING', '08', 'credit memo to be checked'],
  ] as const)('tells its buyer nothing of %s, which is inside the house', async (kind, code, words) => {
    await sapSays(whole(kind, code))
    expect(await seenBy(csc)).toMatchObject({ heldInSap: words })
    expect(await seenBy(buyer)).toMatchObject({ buyerHold: null })
    const steps = (await buyer.get(`/api/order-steps?orderId=${order.id}`)).body.data
    expect(steps.map(({ step }: RowValues) => step)).not.toContain('sapHeldInside')
  })

  it('has the words of the first kind, in the order of the table', async () => {
    const all = holdKinds.toReversed().map(kind => whole(kind, kind === 'CURRENCY' ? 'USD' : '04'))
    await sapSays(...all)
    const words: unknown[] = []
    for (let left = all; left.length > 0; left = left.slice(0, -1)) {
      await sapSays(...left)
      words.push((await seenBy(csc)).heldInSap)
    }
    expect(words).toEqual([
      'credit check',
      'approval',
      'data missing',
      'export papers missing',
      'export papers missing',
      'competitor is better',
      'customer blocked',
      'currency USD',
      'block 04',
    ])
  })

  it('says the day of a line, and a code that nobody has described as it is', async () => {
    const [line] = await db()('order_line').where({ orderId: order.id }).orderBy('lineNo')
    await sapSays({ kind: 'LINE', code: '04', orderLineId: line.id, day: '2026-11-30' })
    expect(await seenBy(csc)).toMatchObject({ heldInSap: 'export papers missing, 30-11-2026' })
    await sapSays(whole('DELIVERY', '07'))
    expect(await seenBy(csc)).toMatchObject({ heldInSap: 'block 07' })
  })

  it('says what a person has written for a code, to each reader their own words', async () => {
    const keeper = await portal.as('master_admin')
    const row = { field: 'DELIVERY_BLOCK', code: '77', staff: 'waits for the new label', buyer: 'Being labelled' }
    expect((await keeper.post('/api/masters/sap-code-text', row)).status).toBe(201)
    await sapSays(whole('DELIVERY', '77'))
    expect(await seenBy(csc)).toMatchObject({ heldInSap: 'waits for the new label' })
    expect(await seenBy(buyer)).toMatchObject({ buyerHold: 'Being labelled' })
  })

  it('is found in the list of orders by that, and is named in its file as shown', async () => {
    await sapSays(whole('CREDIT', 'B'))
    const found = await csc.get('/api/orders?heldInSap[$ne]=null&$limit=100')
    expect(found.body.data.map(({ id }: RowValues) => id)).toEqual([order.id])
    const asBuyer = await buyer.get('/api/orders?buyerHold[$ne]=null')
    expect(asBuyer.body.data.map(({ id }: RowValues) => id)).toEqual([order.id])
    expect((await buyer.get('/api/orders?heldInSap[$ne]=null')).status).toBe(400)
    const path = `/api/export/orders?format=csv&as=shown&columns=orderNo,heldInSap&orderNo=${order.orderNo}`
    expect(String((await download(portal, auditor, path)).bytes)).toContain(`${order.orderNo},credit check`)
  })

  it('says so in the reports of orders beside its state, to each reader in their words', async () => {
    await sapSays(whole('CREDIT', 'B'), whole('BILLING', '08'))
    const of = async (who: ApiClient, path: string) =>
      (await who.get(`/api/${path}?orderNo=${order.orderNo}&orderDate[$gte]=2026-01-01`)).body.data[0]
    const reports = [
      ['orders/item-wise-order', itemWiseOrder, 'orderStatus'],
      ['mis/orders', ordersReport, 'status'],
    ] as const
    for (const [path, report, column] of reports) {
      const asStaff = await of(csc, path)
      expect(asStaff).toMatchObject({ [column]: 'CONFIRMED', heldInSap: 'credit check' })
      expect(report.says?.[column]?.(asStaff, 'staff')).toBe('Held in SAP: credit check')
      expect(report.saysTone?.[column]?.(asStaff)).toBe('wait')
      const asBuyer = await of(buyer, path)
      expect(asBuyer).not.toHaveProperty('heldInSap')
      expect(report.says?.[column]?.(asBuyer, 'buyer')).toBe('Being checked')
    }
    expect(await of(auditor, 'mis/monthwise-total-orders')).toMatchObject({ heldInSap: 'credit check' })
    await sapSays(whole('BILLING', '08'))
    const asBuyer = await of(buyer, 'orders/item-wise-order')
    expect(itemWiseOrder.says?.orderStatus?.(asBuyer, 'buyer')).toBe('Confirmed')
  })

  it('has it in its history, with its lines, to staff in words and to buyers as a check', async () => {
    const lines = await db()('order_line').where({ orderId: order.id }).orderBy('lineNo')
    const held = lines.map(({ id }): SaidHold => ({ kind: 'PENDING', code: '50', orderLineId: id, day: null }))
    await sapSays(...held)
    await sapSays()
    const steps = (await csc.get(`/api/order-steps?orderId=${order.id}&$sort[id]=-1&$limit=2`)).body.data
    const lineNos = lines.map(({ lineNo }) => lineNo).join(', ')
    expect(steps).toMatchObject([
      { step: 'sapReleased', remark: `Being checked: line ${lineNos}` },
      { step: 'sapHeld', remark: `Being checked: line ${lineNos}`, fromStatus: 'CONFIRMED', toStatus: 'CONFIRMED' },
    ])
    const read = (await buyer.get(`/api/order-steps?orderId=${order.id}&$sort[id]=-1&$limit=2`)).body.data
    expect(read.map(({ step }: RowValues) => step)).toEqual(['sapReleased', 'sapHeld'])
    expect(JSON.stringify(read)).not.toMatch(/line \d|remark/)
  })

  it('is let go by SAP and everywhere else once it is cancelled or closed', async () => {
    await sapSays(whole('CREDIT', 'B'), whole('BILLING', '08'))
    await db()('order').where({ id: order.id }).update({ status: 'DELIVERED' })
    const { moveOrder } = await import('../../../api/orders/move-order.ts')
    await transact(db(), async trx =>
      moveOrder(trx, await readOrder(trx, order.id), { step: 'close', status: 'CLOSED' }, sapAuthor),
    )
    expect((await holds()).every(({ endedAt, openKey }) => endedAt !== null && openKey === null)).toBe(true)
    await sapSays(whole('CREDIT', 'B'))
    expect(await db()('order_hold').whereNull('endedAt')).toEqual([])
  })
})

describe('the customer of an order', () => {
  it.each([
    ['centrally for orders', { sapOrderBlock: '01', sapDeliveryBlock: null }],
    ['centrally for deliveries', { sapOrderBlock: null, sapDeliveryBlock: '02' }],
    ['centrally for bills', { sapOrderBlock: null, sapBillingBlock: '09' }],
  ])('holds it while SAP blocks them %s', async (_, block) => {
    const keep = () => transact(db(), trx => keepHoldsOfCustomers(trx, [order.soldToId], sapAuthor))
    await db()('customer').where({ id: order.soldToId }).update(block)
    await keep()
    expect(await seenBy(csc)).toMatchObject({ heldInSap: 'customer blocked', buyerHold: 'Being checked' })
    await db()('customer')
      .where({ id: order.soldToId })
      .update({ sapOrderBlock: null, sapDeliveryBlock: null, sapBillingBlock: null })
    await keep()
    expect(await seenBy(csc)).toMatchObject({ heldInSap: null })
  })
})

describe('the sales area of an order', () => {
  it('holds it while SAP blocks its customer there, and one of another division does not', async () => {
    const keep = () => transact(db(), trx => keepHoldsOfCustomers(trx, [order.soldToId], sapAuthor))
    const sbu = await db()('sbu').where({ id: order.sbuId }).first('salesOrg', 'division')
    const { channelId } = await db()('order').where({ id: order.id }).first('channelId')
    await db()('customer_sales_area').where({ customerId: order.soldToId }).delete()
    const stamps = { rowVersion: 1, createdAt: now(), updatedAt: now(), isDeleted: 0 }
    const area = { customerId: order.soldToId, salesOrg: sbu.salesOrg, channelId, ...stamps }
    await db()('customer_sales_area').insert({ ...area, division: '99', orderBlock: '01' })
    await keep()
    expect(await holds()).toEqual([])
    await db()('customer_sales_area').insert({ ...area, division: sbu.division, deliveryBlock: '03' })
    await keep()
    expect(await holds()).toMatchObject([{ kind: 'CUSTOMER', code: '03', endedAt: null }])
    await db()('customer_sales_area').where({ customerId: order.soldToId }).update({ billingBlock: '08' })
    await keep()
    expect((await holds()).map(({ kind, code }) => `${kind} ${code}`)).toEqual(['CUSTOMER 03', 'CUSTOMER 08'])
    await db()('customer_sales_area').where({ customerId: order.soldToId }).delete()
    await keep()
    expect(await seenBy(csc)).toMatchObject({ heldInSap: null })
  })
})

describe('a warning of creation', () => {
  const warn = async (severity: string, code = 'V1/555') => {
    const message = await db()('sap_outbox').where({ orderId: order.id, messageType: 'ORDER_CREATE' }).first()
    const messageId =
      message?.id ??
      (
        await db()('sap_outbox').insert({
          messageNo: `MS-held-${order.id}`,
          messageType: 'ORDER_CREATE',
          ownerType: 'ORDER',
          ownerId: order.id,
          orderId: order.id,
          idempotencyKey: `held-${order.id}`,
          payload: '{}',
          status: 'DONE',
          attempts: 1,
          nextAttemptAt: now(),
          rowVersion: 1,
          createdAt: now(),
          updatedAt: now(),
        })
      )[0]
    const said = [{ code, message: 'The sales document is not yet complete', severity, target: null }]
    const warnings = JSON.stringify({ said })
    const attempt = {
      attemptNo: 1,
      at: now(),
      ms: 1,
      process: 'test',
      rowVersion: 1,
      createdAt: now(),
      updatedAt: now(),
    }
    await db()('sap_attempt').insert({ messageId, warnings, ...attempt })
    await db()('sap_delivery_line').where({ orderId: order.id }).update({ orderId: null })
    await sapSays()
  }

  it('says that data is missing where SAP has no field for it, and an information does not', async () => {
    await warn('info')
    expect(await holds()).toEqual([])
    await warn('warning')
    expect(await seenBy(csc)).toMatchObject({ heldInSap: 'data missing' })
    await db()('app_setting').where({ key: 'sap.incomplete_warnings' }).update({ value: 'V4/104' })
    await sapSays()
    expect(await seenBy(csc)).toMatchObject({ heldInSap: null })
    await db()('app_setting').where({ key: 'sap.incomplete_warnings' }).update({ value: '-' })
    await db()('sap_attempt').update({ warnings: null })
  })
})

describe('the desks that can help', () => {
  const desks = [
    ['CREDIT', 'B', ['CREDIT_CONTROLLER', 'SALES_REP']],
    ['APPROVAL', 'A', ['CSC_AGENT']],
    ['INCOMPLETE', 'A', ['CSC_AGENT']],
    ['DELIVERY', '01', ['CSC_AGENT', 'DISPATCH']],
    ['LINE', '01', ['CSC_AGENT']],
    ['PENDING', '50', ['CSC_AGENT']],
    ['CUSTOMER', '01', ['CREDIT_CONTROLLER']],
    ['CURRENCY', 'USD', ['FINANCE']],
    ['BILLING', '08', ['FINANCE']],
  ] as const

  it.each(desks)(
    'are told of %s %s by the bell, those who reach the order and nobody else',
    async (kind, code, roles) => {
      await sapSays(whole(kind, code))
      const told: number[] = await db()('notification').pluck('userId')
      expect(told.length).toBeGreaterThan(0)
      const held: { code: string; userId: number }[] = await db()('assign_roles')
        .join('role', 'role.id', 'assign_roles.roleId')
        .whereIn('assign_roles.userId', told)
        .select('role.code', 'assign_roles.userId')
      for (const id of told)
        expect(
          held.filter(({ userId }) => userId === id).some(one => (roles as readonly string[]).includes(one.code)),
        ).toBe(true)
      const written = (await mails()).filter(({ templateCode }) => templateCode === 'ORDER_HELD')
      expect(written).toHaveLength(kind === 'CURRENCY' ? 0 : told.length)
      for (const { body } of written) expect(body).not.toMatch(/₹/)
    },
  )

  it('are mailed once, however often SAP says it, and again only after a day without it', async () => {
    await sapSays(whole('APPROVAL', 'A'))
    const { length } = await mails()
    expect(length).toBeGreaterThan(0)
    await sapSays(whole('APPROVAL', 'A'))
    expect(await mails()).toHaveLength(length)
    clock('2026-11-24T06:00:00.000Z')
    await sapSays()
    clock('2026-11-25T05:59:00.000Z')
    await sapSays(whole('APPROVAL', 'A'))
    expect(await mails()).toHaveLength(length)
    clock('2026-11-25T06:10:00.000Z')
    await sapSays()
    clock('2026-11-26T06:11:00.000Z')
    await sapSays(whole('APPROVAL', 'A'))
    expect(await mails()).toHaveLength(2 * length)
  })

  it('get one mail of all lines that are held for one reason', async () => {
    const lines = await db()('order_line').where({ orderId: order.id }).orderBy('lineNo')
    expect(lines.length).toBeGreaterThan(1)
    await sapSays(...lines.map(({ id }): SaidHold => ({ kind: 'PENDING', code: '50', orderLineId: id, day: null })))
    const receivers = (await mails()).map(({ toAddress }) => toAddress)
    expect(new Set(receivers).size).toBe(receivers.length)
  })

  const tileOf = async (who: ApiClient, name: string) =>
    (await who.get('/api/home')).body.find((tile: RowValues) => tile.name === name)

  it('have their own kinds among their work, until SAP lets go', async () => {
    await sapSays(whole('CREDIT', 'B'), whole('APPROVAL', 'A'), whole('BILLING', '08'))
    expect(await tileOf(csc, 'held-in-sap-csc-agent')).toMatchObject({ total: 1 })
    expect(await tileOf(credit, 'held-in-sap-credit-controller')).toMatchObject({ total: 1 })
    expect(await tileOf(finance, 'held-in-sap-finance')).toMatchObject({ total: 1 })
    const work = (await csc.get('/api/my-work')).body.items.filter(({ kind }: { kind: string }) =>
      kind.startsWith('held'),
    )
    expect(work).toMatchObject([{ why: 'Held in SAP: approval', opens: `/orders/order-history/${order.id}` }])
    await sapSays()
    expect(await tileOf(csc, 'held-in-sap-csc-agent')).toMatchObject({ total: 0 })
    expect(await tileOf(finance, 'held-in-sap-finance')).toMatchObject({ total: 0 })
  })

  it('read how many working hours each has waited, without nights, Sundays and holidays', async () => {
    const holidays = new Set<string>(
      await db()('holiday').where('isActive', 1).whereNull('stateId').pluck('holidayDate'),
    )
    for (const since of ['2026-11-20T05:07:00.000Z', '2026-11-21T14:00:00.000Z', '2026-11-22T06:00:00.000Z']) {
      clock(since)
      await sapSays()
      await sapSays(whole('APPROVAL', 'A'))
      for (const at of ['2026-11-23T03:00:00.000Z', '2026-11-24T09:41:00.000Z', '2026-12-29T20:00:00.000Z']) {
        clock(at)
        const ref = (name: string) => db().ref(`order_hold.${name}`) as Knex.Ref<string, never>
        const query = db()('order_hold').where({ orderId: order.id }).whereNull('endedAt')
        const waited = await query.first({ hours: waitedHours(db(), ref, '') })
        const hours = Math.floor(officeMinutes(since, at, holidays) / 60)
        expect([since, at, Number(waited.hours)]).toEqual([since, at, hours])
      }
    }
  })

  it('have their head told after 24 working hours, once', async () => {
    await sapSays(whole('APPROVAL', 'A'))
    await transact(db(), trx => trx('message_log').delete())
    // From 10:30 on Tuesday: seven and a half hours, nine on Wednesday, and the rest until 16:30 on Thursday.
    clock('2026-11-26T10:59:00.000Z')
    expect(await escalateHolds(db())).toBe(0)
    clock('2026-11-26T11:00:00.000Z')
    expect(await escalateHolds(db())).toBe(1)
    expect(await escalateHolds(db())).toBe(0)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    const head = await db()('sbu')
      .join('user', 'user.employeeId', 'sbu.headEmployeeId')
      .where('sbu.id', order.sbuId)
      .first('user.email')
    expect(mail).toMatchObject({ templateCode: 'HOLD_ESCALATED', toAddress: head.email })
    clock('2026-11-24T05:00:00.000Z')
    expect(await tileOf(csc, 'held-in-sap-csc-agent')).toMatchObject({ total: 1, late: 1 })
  })
})

describe('three writers who read the same of SAP at once', () => {
  it('open a hold once, and mail it once', async () => {
    await Promise.all([1, 2, 3].map(() => sapSays(whole('CREDIT', 'B'), whole('DELIVERY', '01'))))
    const open = await holds()
    expect(open.map(({ kind }) => kind).sort()).toEqual(['CREDIT', 'DELIVERY'])
    const receivers = (await mails()).map(({ toAddress, body }) => `${toAddress} ${body}`)
    expect(new Set(receivers).size).toBe(receivers.length)
    const released = () => db()('order_step').where({ orderId: order.id, step: 'sapReleased' })
    const { length } = await released()
    await Promise.all([1, 2, 3].map(() => sapSays()))
    expect((await holds()).every(({ endedAt }) => endedAt !== null)).toBe(true)
    expect(await released()).toHaveLength(length + 1)
  })
})
