import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import type { SapAdapter } from '../../../api/sap/adapter.ts'
import { deliveryPull } from '../../../api/sap/documents/save-deliveries.ts'
import { orderStatusPull } from '../../../api/sap/documents/save-order-status.ts'
import { landscapeFields } from '../../../api/sap/http/fields.ts'
import { sapReader, sapRowReader } from '../../../api/sap/reading/reader.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { connectSap } from '../../../api/sap/sap-connection.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createCompany } from '../../support/dispatches/shipped-order.ts'
import { seededRows } from '../../support/sap/code-texts.ts'
import { releasedOrder, sapOverHttp } from '../../support/sap/over-http.ts'

let at: string
let database: TestDatabase
let db: Knex
let over: Awaited<ReturnType<typeof sapOverHttp>>
let sap: SapAdapter
let company: Company
let bought: { id: number; salesOrder: string }

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  await seededRows(db)
  company = await createCompany(db)
  over = await sapOverHttp(() => at)
  sap = over.adapter(20_000, () => landscapeFields(db))
  connectSap(db, sap)
  bought = await ordered()
})
afterEach(async () => {
  setClock(null)
  await over.close()
  await database.close()
})

/** An order that SAP has and the portal has confirmed. */
async function ordered() {
  const made = await releasedOrder(db, company)
  const created = await sap.createSalesOrder(made.payload)
  await db('sap_outbox').where({ id: made.messageNo }).update({ status: 'DONE' })
  await db.transaction(trx => confirmOrder(trx, made.id, created, sapAuthor))
  return { id: made.id, salesOrder: created.salesOrder }
}

const later = () => {
  at = new Date(Date.parse(at) + 60_000).toISOString()
}

/** Tells the simulated SAP to do something with the order, a minute later. */
async function tell(command: string, more: object = {}) {
  later()
  const answer = await over.control('documents', { command, salesOrder: bought.salesOrder, ...more })
  const { says, message } = (await answer.json()) as { says?: string; message?: string }
  if (!says) expect.unreachable(message)
}

const log = createLog({ logLevel: 'silent' })
const manual = { trigger: 'MANUAL', mode: 'DELTA', requestedById: null } as const
async function read(pull: 'orders' | 'deliveries' = 'orders') {
  later()
  const deps = { db, sap, log }
  const reader = pull === 'orders' ? sapReader(deps, orderStatusPull) : sapRowReader(deps, deliveryPull)
  const run = await reader.read(manual)
  expect(run.status).toBe('OK')
}

const open = () =>
  db('order_hold').where({ orderId: bought.id }).whereNull('endedAt').orderBy('id').select('kind', 'code', 'day')
const orderRow = () => db('order').where({ id: bought.id }).first()
const lines = () => db('order_line').where({ orderId: bought.id }).orderBy('lineNo')

const ofOrder = [
  { by: 'credit', code: 'B', kind: 'CREDIT' },
  { by: 'credit', code: 'C', kind: 'CREDIT' },
  { by: 'approval', code: 'A', kind: 'APPROVAL' },
  { by: 'approval', code: 'D', kind: 'APPROVAL' },
  { by: 'delivery', code: '04', kind: 'DELIVERY' },
  { by: 'billing', code: '08', kind: 'BILLING' },
  { by: 'item-billing', code: '09', kind: 'BILLING' },
  { by: 'schedule', code: '01', kind: 'LINE' },
  { by: 'rejection', code: '50', kind: 'PENDING' },
  { by: 'currency', code: 'USD', kind: 'CURRENCY' },
]

describe('an order that somebody holds in the simulated SAP', () => {
  it.each(ofOrder)('is held by $by $code, and let go once that is lifted', async ({ by, code, kind }) => {
    await tell('hold', { by, code })
    await read()
    expect(await open()).toMatchObject([{ kind, code }])
    expect(await orderRow()).toMatchObject({ status: 'CONFIRMED' })
    await tell('hold', { by, code: '' })
    await read()
    expect(await open()).toEqual([])
    const [ended, ...others] = await db('order_hold').where({ orderId: bought.id })
    expect(others).toEqual([])
    expect(ended).toMatchObject({ kind, openKey: null })
    expect(ended.endedAt).toMatch(/^2026-11-20T06:3/)
  })

  it.each(['A', 'D'])('is not held while its credit is %s, for that is good or released', async code => {
    await tell('hold', { by: 'credit', code })
    await read()
    expect(await open()).toEqual([])
  })

  it('tells the day of the deliveries that a block of a schedule line stops', async () => {
    await tell('hold', { by: 'schedule', code: '01', item: 20 })
    await read()
    const [line] = await db('schedule_line').where({ orderId: bought.id }).orderBy('id', 'desc')
    expect(await open()).toEqual([{ kind: 'LINE', code: '01', day: line.confirmedDate }])
  })

  it('is checked by reason 50, which cancels nothing, and cancelled by 01 afterwards', async () => {
    await tell('hold', { by: 'rejection', code: '50' })
    await read()
    expect(await lines()).toMatchObject([{ cancelledQty: 0, lineStatus: 'OPEN' }, { cancelledQty: 0 }])
    await tell('hold', { by: 'rejection', code: '01' })
    await read()
    expect(await open()).toEqual([])
    const [first] = await lines()
    expect(first).toMatchObject({ lineStatus: 'CANCELLED', cancelledQty: first.qty })
    const step = await db('order_step').where({ orderId: bought.id, step: 'sapChanged' }).first()
    expect(step.remark).toBe('Line 10 refused in SAP: delivered too late')
  })

  it('keeps its price in rupees when SAP turns it to dollars, and mails nobody', async () => {
    const before = await lines()
    await tell('hold', { by: 'currency', code: 'USD' })
    await read()
    expect((await lines()).map(({ netPrice }) => netPrice)).toEqual(before.map(({ netPrice }) => netPrice))
    expect(await db('message_log').whereNot({ templateCode: 'ORDER_CONFIRMED' }).pluck('templateCode')).toEqual([])
  })

  it('lacks data by the field that a setting names, and only then by it', async () => {
    await tell('hold', { by: 'data', code: 'A' })
    await read()
    expect(await open()).toEqual([])
    await db('app_setting').where({ key: 'sap.field_order_incompletion' }).update({ value: 'YY1_INCOMPLETE_SDH' })
    await tell('hold', { by: 'data', code: 'B' })
    await read()
    expect(await open()).toMatchObject([{ kind: 'INCOMPLETE', code: 'B' }])
    await tell('hold', { by: 'data', code: '' })
    await read()
    expect(await open()).toEqual([])
  })

  it('is not delivered by SAP itself until it is released', async () => {
    await tell('hold', { by: 'delivery', code: '01' })
    await read()
    expect(await orderRow()).toMatchObject({ deliveredInSap: 'NOT', rejectedInSap: 'NONE' })
    await tell('hold', { by: 'delivery', code: '' })
    await tell('deliver')
    await read()
    expect(await orderRow()).toMatchObject({ deliveredInSap: 'FULLY' })
  })

  it('says which part of it SAP has rejected', async () => {
    await tell('hold', { by: 'rejection', code: '01', item: 20 })
    await read()
    expect(await orderRow()).toMatchObject({ rejectedInSap: 'SOME', status: 'CONFIRMED' })
  })
})

const ofDelivery = [
  { by: 'shipment', code: '02', kind: 'DELIVERY' },
  { by: 'shipment-credit', code: 'B', kind: 'CREDIT' },
  { by: 'shipment-data', code: 'A', kind: 'INCOMPLETE' },
  { by: 'shipment-data', code: 'B', kind: 'INCOMPLETE' },
]

describe('an order whose delivery is held in the simulated SAP', () => {
  it.each(ofDelivery)('is held by $by $code, and let go once that is lifted', async ({ by, code, kind }) => {
    await tell('deliver')
    await tell('hold', { by, code })
    await read('deliveries')
    expect(await open()).toMatchObject([{ kind, code }])
    await tell('hold', { by, code: '' })
    await read('deliveries')
    expect(await open()).toEqual([])
  })

  it('stays held by the order where only the delivery is released, and the other way round', async () => {
    await tell('deliver')
    await tell('hold', { by: 'credit', code: 'B' })
    await tell('hold', { by: 'shipment-credit', code: 'B' })
    await read()
    await read('deliveries')
    expect(await open()).toMatchObject([{ kind: 'CREDIT', code: 'B' }])
    await tell('hold', { by: 'credit', code: '' })
    await read()
    expect(await open()).toMatchObject([{ kind: 'CREDIT' }])
    await tell('hold', { by: 'shipment-credit', code: '' })
    await read('deliveries')
    expect(await open()).toEqual([])
  })
})

describe('twenty-three orders that somebody holds', () => {
  it('are all held here, whichever reading brings them', async () => {
    const all = [bought]
    while (all.length < 23) all.push(await ordered())
    for (const { salesOrder } of all) await tell('hold', { salesOrder, by: 'delivery', code: '04' })
    await read()
    const held = db('order_hold').where({ kind: 'DELIVERY' }).whereNull('endedAt').orderBy('orderId').pluck('orderId')
    expect(await held).toEqual(all.map(({ id }) => id))
    for (const { salesOrder } of all.slice(2)) await tell('hold', { salesOrder, by: 'delivery', code: '' })
    await read()
    expect(await held.clone()).toEqual(all.slice(0, 2).map(({ id }) => id))
  })
})
