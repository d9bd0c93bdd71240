/** @module-tag locks */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Koa } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../../api/app.ts'
import { orderMessage } from '../../../api/orders/sap/order-message.ts'
import { enqueueForSap, onEnqueued } from '../../../api/outbox/outbox.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { setEnvironment } from '../../../api/platform/environment.ts'
import { createLog } from '../../../api/platform/log.ts'
import { simulatorAccess } from '../../../api/platform/simulators.ts'
import { transact } from '../../../api/platform/transact.ts'
import { odataSap, type SapAdapter } from '../../../api/sap/adapter.ts'
import { SapError } from '../../../api/sap/http/sap-error.ts'
import { claimNext, settleMessage } from '../../../api/sap/sending/claims.ts'
import type { FoundSalesOrder } from '../../../api/sap/sending/found-orders.ts'
import { salesOrderBody } from '../../../api/sap/sending/sales-order-message.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import { recordNotConnected } from '../../../api/sap/start.ts'
import { salesOrderFaults } from '../../../api/simulators/sap/checks.ts'
import { sapSimulator } from '../../../api/simulators/sap/simulator.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'

const start = '2026-11-20T06:30:00.000Z'
let at = start
const later = (minutes: number) => {
  at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
}

let database: TestDatabase
let db: Knex
let company: Company

beforeEach(async () => {
  at = start
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const log = createLog({ logLevel: 'silent' })
const types = ['ORDER_CREATE']

async function released(more: Record<string, unknown> = {}) {
  const made = await createApprovedOrder(db, company, more)
  const payload = await orderMessage(db, made.id)
  const messageNo = await transact(db, trx =>
    enqueueForSap(trx, {
      messageType: 'ORDER_CREATE',
      ownerType: 'ORDER',
      ownerId: made.id,
      orderId: made.id,
      idempotencyKey: `ORDER_CREATE-${made.orderNo}`,
      payload,
    }),
  )
  return { ...made, messageNo }
}

const message = (messageNo: string) => db('sap_outbox').where({ messageNo }).first()
const orderRow = (id: number) => db('order').where({ id }).first()

/** A SAP stub that answers as the test sets it and counts requests. */
function obedientSap(answer: () => Promise<void> | void = () => undefined) {
  const asked = { created: 0, searched: 0, inside: 0, most: 0 }
  const kept = new Map<string, FoundSalesOrder[]>()
  const sap = {
    async createSalesOrder({ orderNo, soldTo, lines }: SalesOrderMessage) {
      asked.created++
      asked.inside++
      asked.most = Math.max(asked.most, asked.inside)
      try {
        await answer()
      } finally {
        asked.inside--
      }
      const salesOrder = `50000${String(kept.size + 1).padStart(5, '0')}`
      const items = lines.map(line => ({
        ...line,
        salesOrderItem: String(line.lineNo).padStart(6, '0'),
        isRejected: false,
        isSubstituted: false,
      }))
      kept.set(orderNo, [...(kept.get(orderNo) ?? []), { salesOrder, soldTo, items }])
      return { salesOrder, items }
    },
    async findSalesOrders(orderNo: string) {
      asked.searched++
      return kept.get(orderNo) ?? []
    },
  } as Partial<SapAdapter> as SapAdapter
  return { sap, asked, kept }
}

const sentBy = (sap: SapAdapter) => messageSender({ db, sap, log })

describe('a message to SAP', () => {
  it('exists exactly when its cause is committed, and the worker is notified only then', async () => {
    let heard = 0
    const stop = onEnqueued(() => heard++)
    await expect(
      db.transaction(async trx => {
        await enqueueForSap(trx, {
          messageType: 'ORDER_CREATE',
          ownerType: 'ORDER',
          ownerId: 1,
          orderId: null,
          idempotencyKey: 'gone',
          payload: {},
        })
        throw new Error('the order was not saved')
      }),
    ).rejects.toThrow('the order was not saved')
    expect(await db('sap_outbox')).toHaveLength(0)
    expect(heard).toBe(0)
    const { messageNo } = await released()
    expect(messageNo).toMatch(/^MS2627\d{8}$/)
    expect(heard).toBe(1)
    stop()
  })

  it('contains what SAP needs of the order, so that SAP accepts it', async () => {
    const { id } = await createApprovedOrder(db, company)
    const written = await orderMessage(db, id)
    expect(written).toMatchObject({
      salesOrg: '1000',
      channel: '10',
      division: '01',
      soldTo: '100123',
      shipTo: '200123',
    })
    expect(written.lines).toMatchObject([
      {
        lineNo: 10,
        product: 'LS-1001',
        qty: 20_000,
        plant: '1010',
      },
      { lineNo: 20, product: 'LS-1002', qty: 5_000, netPrice: 10_000 },
    ])
    expect(written.lines[0]!.scheduleLines).toEqual([{ requestedDate: '2026-11-27', qty: 20_000 }])
    expect(salesOrderFaults(salesOrderBody(written))).toEqual([])
  })

  it('leaves out lines that were rejected, and sends the rest of a line that was cut', async () => {
    const { id, lineIds } = await createApprovedOrder(db, company)
    await db('order_line').where({ id: lineIds[0] }).update({ lineStatus: 'REJECTED' })
    await db('order_line').where({ id: lineIds[1] }).update({ cancelledQty: 2_000 })
    const { lines } = await orderMessage(db, id)
    expect(lines).toMatchObject([
      { lineNo: 20, qty: 3_000, scheduleLines: [{ requestedDate: '2026-11-27', qty: 3_000 }] },
    ])
  })
})

describe('the outbox worker', () => {
  it('confirms the order with SAP’s numbers in one transaction', async () => {
    const { id, messageNo, lineIds } = await released()
    const { sap } = obedientSap()
    await sentBy(sap).drain()
    expect(await message(messageNo)).toMatchObject({
      status: 'DONE',
      attempts: 1,
      sapDocumentNo: '5000000001',
      lockedBy: null,
      doneAt: at,
    })
    expect(await orderRow(id)).toMatchObject({ status: 'CONFIRMED', sapOrderNo: '5000000001', sapCreatedAt: at })
    expect(await db('order_line').whereIn('id', lineIds).orderBy('id')).toMatchObject([
      { sapItemNo: '000010', confirmedQty: 20_000 },
      { sapItemNo: '000020', confirmedQty: 5_000 },
    ])
    expect(await db('schedule_line').where({ orderId: id })).toMatchObject([
      { confirmedDate: '2026-11-27', confirmedQty: 20_000 },
      { confirmedDate: '2026-11-27', confirmedQty: 5_000 },
    ])
    const steps = await db('order_step').where({ orderId: id })
    expect(steps).toMatchObject([
      { step: 'sapConfirmed', fromStatus: 'APPROVED', toStatus: 'CONFIRMED', actorId: null },
    ])
  })

  it('marks an order that SAP refuses as in error with SAP’s words, and does not retry', async () => {
    const { id, messageNo } = await released()
    const { sap, asked } = obedientSap(() => {
      throw new SapError('BUSINESS', 'SAP refused it: Material LS-1001 is blocked. (V1/384)', {
        httpStatus: 400,
        sapMessageClass: 'V1',
        sapMessageNo: '384',
      })
    })
    await sentBy(sap).drain()
    later(600)
    await sentBy(sap).drain()
    expect(asked.created).toBe(1)
    expect(await message(messageNo)).toMatchObject({
      status: 'FAILED_BUSINESS',
      httpStatus: 400,
      sapMessageClass: 'V1',
      errorClass: 'BUSINESS',
    })
    expect(await orderRow(id)).toMatchObject({
      status: 'IN_ERROR',
      errorCode: 'V1/384',
      errorText: 'SAP refused it: Material LS-1001 is blocked. (V1/384)',
    })
  })

  it('searches SAP before it sends an order a second time, and uses the order it finds', async () => {
    const { id, messageNo } = await released()
    const { sap, asked, kept } = obedientSap()
    const losing: SapAdapter = {
      ...sap,
      async createSalesOrder(order) {
        await sap.createSalesOrder(order)
        throw new SapError('UNKNOWN', 'The connection to SAP was lost before its answer came. SAP may have done it.')
      },
    }
    await sentBy(losing).drain()
    const waiting = await message(messageNo)
    expect(waiting).toMatchObject({ status: 'RETRY', errorClass: 'UNKNOWN', attempts: 1, firstFailedAt: at })
    expect(Date.parse(waiting.nextAttemptAt) - Date.parse(at)).toBeGreaterThanOrEqual(48_000)
    await sentBy(losing).drain()
    expect(asked).toMatchObject({ created: 1, searched: 0 })
    later(2)
    await sentBy(losing).drain()
    expect(asked).toMatchObject({ created: 1, searched: 1 })
    expect(await message(messageNo)).toMatchObject({ status: 'DONE', errorClass: 'DUPLICATE', attempts: 2 })
    expect(await orderRow(id)).toMatchObject({ status: 'CONFIRMED', sapOrderNo: [...kept.values()][0]![0]!.salesOrder })
  })

  it('tries eight times over some hours and then marks the order as stuck', async () => {
    const { id, messageNo } = await released()
    const { sap, asked } = obedientSap(() => {
      throw new SapError('TECH', 'SAP could not answer now (503).', { httpStatus: 503 })
    })
    for (let tries = 0; tries < 12; tries++) {
      await sentBy(sap).drain()
      later(200)
    }
    expect(asked.created).toBe(8)
    expect(await message(messageNo)).toMatchObject({
      status: 'FAILED_TECH',
      attempts: 8,
      errorText: 'SAP could not answer now (503).',
    })
    expect(await orderRow(id)).toMatchObject({ status: 'APPROVED' })
  })

  it('stops retrying earlier when the setting says so', async () => {
    await db('app_setting').insert({
      key: 'sap.max_attempts',
      value: '1',
      valueType: 'INT',
      isActive: 1,
      naturalKey: 'sap.max_attempts',
      confirmStatus: 'CONFIRMED',
      rowVersion: 1,
      createdAt: at,
      updatedAt: at,
    })
    const { messageNo } = await released()
    const { sap } = obedientSap(() => {
      throw new SapError('TECH', 'SAP could not answer now (503).')
    })
    await sentBy(sap).drain()
    later(5)
    await sentBy(sap).drain()
    expect(await message(messageNo)).toMatchObject({ status: 'FAILED_TECH', attempts: 2 })
  })

  it('pauses after five technical failures, and probes with one message after five minutes', async () => {
    for (let made = 0; made < 8; made++) await released()
    let isDown = true
    const { sap, asked } = obedientSap(() => {
      if (isDown) throw new SapError('TECH', 'SAP could not be reached (ECONNREFUSED).')
    })
    const sender = sentBy(sap)
    await sender.drain()
    expect(asked.created).toBeGreaterThanOrEqual(5)
    expect(asked.created).toBeLessThanOrEqual(8)
    const before = asked.created
    later(4)
    await sender.drain()
    expect(asked.created).toBe(before)
    later(2)
    isDown = false
    await sender.drain()
    await sender.drain()
    expect(await db('sap_outbox').whereNot('status', 'DONE')).toHaveLength(0)
  })

  it('sends each message once however many workers there are', async () => {
    const made = []
    for (let index = 0; index < 12; index++) made.push(await released())
    const second = Promise.withResolvers<void>()
    const { sap, asked } = obedientSap(() => {
      // The first is answered only after another one is sent in parallel.
      if (asked.inside > 1) second.resolve()
      return second.promise
    })
    await Promise.all(Array.from({ length: 4 }, () => sentBy(sap).drain()))
    expect(asked.created).toBe(made.length)
    expect(await db('order').where('status', 'CONFIRMED')).toHaveLength(made.length)
    expect(asked.most).toBeGreaterThan(1)
  })

  it('sends the messages of one order in sequence, one at a time', async () => {
    const { id } = await released()
    await db.transaction(trx =>
      enqueueForSap(trx, {
        messageType: 'ORDER_CREATE',
        ownerType: 'ORDER',
        ownerId: id,
        orderId: id,
        idempotencyKey: 'second',
        payload: {},
      }),
    )
    const first = await claimNext(db, types)
    expect(first).toMatchObject({ ownerId: id, attempts: 1 })
    expect(await claimNext(db, types)).toBeNull()
    await settleMessage(db, first!, { status: 'FAILED_BUSINESS' })
    expect(await claimNext(db, types)).toMatchObject({ idempotencyKey: 'second' })
  })

  it('takes over the messages of a dead process once its lease of two minutes has expired, and that process writes no more', async () => {
    const { id } = await released()
    const dead = await claimNext(db, types)
    expect(await claimNext(db, types)).toBeNull()
    later(3)
    const { sap, asked } = obedientSap()
    await sentBy(sap).drain()
    expect(asked).toMatchObject({ searched: 1, created: 1 })
    expect(await settleMessage(db, dead!, { status: 'RETRY' })).toBe(false)
    expect(await orderRow(id)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('keeps the state of an order that was cancelled meanwhile, but records SAP’s number', async () => {
    const { id, messageNo } = await released()
    const { sap } = obedientSap(async () => {
      await db('order').where({ id }).update({ status: 'CANCELLED' })
    })
    await sentBy(sap).drain()
    expect(await message(messageNo)).toMatchObject({ status: 'DONE' })
    expect(await orderRow(id)).toMatchObject({ status: 'CANCELLED', sapOrderNo: '5000000001' })
  })

  it('marks a waiting message when SAP is not connected, without counting an attempt', async () => {
    const { messageNo } = await released()
    await recordNotConnected(db)
    expect(await message(messageNo)).toMatchObject({
      status: 'READY',
      attempts: 0,
      errorText: expect.stringContaining('set SAP_URL'),
    })
  })

  it('has no simulator in production: without SAP the orders wait, and reading says so', async () => {
    setClock(null)
    const { messageNo } = await released()
    const home = mkdtempSync(join(tmpdir(), 'bilty-production-'))
    const env = {
      NODE_ENV: 'production',
      BILTY_SECRET: 'x'.repeat(40),
      DATABASE_URL: database.url,
      BILTY_HOME: home,
      PORT: '0',
      LOG_LEVEL: 'silent',
    }
    const config = readConfig(env)
    const app = await createApp({ config, db, log })
    const server = await app.listen(0, '127.0.0.1')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      expect((await fetch(`${url}/sap/opu/odata/sap/API_SALES_ORDER_SRV/`)).headers.get('content-type')).not.toContain(
        'json',
      )
      expect((await fetch(`${url}/gateway/mock`, { method: 'POST' })).status).not.toBe(200)
      await expect.poll(async () => (await message(messageNo)).errorText).toContain('SAP is not connected')
      expect(await message(messageNo)).toMatchObject({ status: 'READY', attempts: 0 })
    } finally {
      await app.close()
      setEnvironment('test')
      rmSync(home, { recursive: true, force: true })
    }
  })

  it('waits for the message in transit when it is stopped, and starts no other', async () => {
    for (let made = 0; made < 6; made++) await released()
    let open = () => {}
    const gate = new Promise<void>(done => {
      open = done
    })
    const { sap, asked } = obedientSap(() => gate)
    const sender = sentBy(sap)
    void sender.drain()
    while (asked.created < 4) await new Promise(done => setTimeout(done, 5))
    const stopped = sender.stop()
    open()
    await stopped
    expect(asked.created).toBe(4)
    expect(await db('sap_outbox').where('status', 'SENDING')).toHaveLength(0)
    expect(await db('sap_outbox').where('status', 'READY')).toHaveLength(2)
  })

  it('waits for the message in transit also where the sending of another one broke down', async () => {
    for (let made = 0; made < 2; made++) await released()
    let open = () => {}
    const gate = new Promise<void>(done => {
      open = done
    })
    let asked = 0
    const sap = obedientSap(() => (++asked === 1 ? Promise.reject(new SapError('TECH', 'SAP is down.')) : gate)).sap
    let hasBroken = false
    const breaking = Object.assign(createLog({ logLevel: 'silent' }), {
      warn() {
        hasBroken = true
        throw new Error('The log is full')
      },
    })
    const sender = messageSender({ db, sap, log: breaking })
    let isOver = false
    const drained = sender.drain().then(() => {
      isOver = true
    })
    await expect.poll(() => hasBroken && asked === 2).toBe(true)
    await new Promise(done => setTimeout(done, 20))
    expect(isOver).toBe(false)
    open()
    await drained
    expect(await db('sap_outbox').where('status', 'DONE')).toHaveLength(1)
  })

  it('works with a SAP over HTTP', async () => {
    const simulator = sapSimulator({ file: ':memory:', billAfterMs: 60_000, clock: () => at })
    const koa = new Koa()
    koa.use(simulator)
    const server = createServer(koa.callback())
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const { id } = await released()
      await sentBy(odataSap({ url, ...simulatorAccess, timeoutMs: 20_000 })).drain()
      expect(await orderRow(id)).toMatchObject({ status: 'CONFIRMED', sapOrderNo: '5000000001' })
    } finally {
      server.closeAllConnections()
      server.close()
      simulator.close()
    }
  })
})
