/** @module-tag locks */
import type { Knex } from 'knex'
import { beforeEach, describe, expect, it } from 'vitest'
import { readOrder } from '../../../api/orders/move-order.ts'
import { mayBeInSap, retryNow } from '../../../api/outbox/messages-of-order.ts'
import { secondsFromNow } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { readOrderFromSap } from '../../../api/sap/reading/read-order-from-sap.ts'
import { connectSap } from '../../../api/sap/sap-connection.ts'
import { claimNext } from '../../../api/sap/sending/claims.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import type { Company } from '../../support/dispatches/shipped-order.ts'
import { withinSeconds } from '../../support/limits.ts'
import { companyWithSap, releasedOrder, type sapOverHttp } from '../../support/sap/over-http.ts'

let at = ''
const later = (minutes: number) => {
  at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
}

let db: Knex
let company: Company
let sap: Awaited<ReturnType<typeof sapOverHttp>>

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  const made = await companyWithSap(() => at)
  ;({ db, company, sap } = made)
  return made.close
})

const log = createLog({ logLevel: 'silent' })
const sender = (timeoutMs?: number) => messageSender({ db, sap: sap.adapter(timeoutMs), log })
const message = (messageNo: string) => db('sap_outbox').where({ messageNo }).first()
const orderRow = (id: number) => db('order').where({ id }).first()
const inSap = async (orderNo: string) => (await sap.adapter().findSalesOrders(orderNo)).map(one => one.salesOrder)
const released = (more?: Record<string, unknown>) => releasedOrder(db, company, more)

const isCreation = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('/A_SalesOrder')

/** Lets the next order reach SAP only when the test says so; the portal is hung up on, or waits in vain. */
function holdBack(how: 'hung up' | 'silent' = 'hung up') {
  let commit: () => Promise<unknown> = () => expect.unreachable('Nothing was sent')
  sap.through(request => {
    if (!isCreation(request)) return request.forward()
    commit = request.forward
    sap.through(next => next.forward())
    return how === 'silent' ? Promise.resolve(null) : Promise.reject(new Error('hung up'))
  })
  return () => commit()
}

describe('an order that SAP takes without answering', () => {
  it('is looked for each minute and found once SAP has saved it, long after the time-out, and never sent again', async () => {
    const { id, orderNo, messageNo } = await released()
    const commit = holdBack('silent')
    await sender(withinSeconds(3)).drain()
    expect(await message(messageNo)).toMatchObject({ status: 'RETRY', errorClass: 'TECH', uncertainSince: at })
    expect(await mayBeInSap(db, id)).toBe(true)
    later(2)
    await sender().drain()
    const waiting = await message(messageNo)
    expect(waiting).toMatchObject({ status: 'RETRY', attempts: 1, nextAttemptAt: secondsFromNow(60) })
    expect(waiting.errorText).toBe(
      `SAP does not show order ${orderNo} yet, and may still be at work on what was sent at 12:00. The portal looks for it each minute, and sends it again after 12:10 if SAP still has none.`,
    )
    later(3)
    await commit()
    await sender().drain()
    expect(await message(messageNo)).toMatchObject({
      ...{ status: 'DONE', errorClass: 'DUPLICATE', uncertainSince: null },
      sapDocumentNo: '5000000001',
    })
    expect(await orderRow(id)).toMatchObject({ status: 'CONFIRMED', sapOrderNo: '5000000001' })
    expect([sap.creations(), await inSap(orderNo)]).toEqual([1, ['5000000001']])
  })

  it('is sent again only after SAP’s longest dialog step is over and a search was empty', async () => {
    const { id, orderNo, messageNo } = await released()
    holdBack()
    await sender().drain()
    for (let minute = 1; minute < 10; minute++) {
      later(1)
      await sender().drain()
    }
    expect([sap.creations(), (await message(messageNo)).status]).toEqual([1, 'RETRY'])
    later(2)
    await sender().drain()
    expect(await orderRow(id)).toMatchObject({ status: 'CONFIRMED' })
    expect([sap.creations(), await inSap(orderNo)]).toEqual([2, ['5000000001']])
  })

  it('waits for as long as the setting says', async () => {
    await db('app_setting').insert({
      ...{ key: 'sap.max_dialog_seconds', value: '120', valueType: 'INT', naturalKey: 'sap.max_dialog_seconds' },
      confirmStatus: 'CONFIRMED',
      ...{ isActive: 1, rowVersion: 1, createdAt: at, updatedAt: at },
    })
    const { id } = await released()
    holdBack()
    await sender().drain()
    later(3)
    await sender().drain()
    expect([sap.creations(), (await orderRow(id)).status]).toEqual([2, 'CONFIRMED'])
  })

  it.each(['lost-reply', 'wrong'])('is found again where its answer was lost or cut (%s)', async mode => {
    const { id, orderNo } = await released()
    await sap.control('behaviour', { mode, times: 1 })
    // Fetching the token is a request of its own.
    await sender().drain()
    if ((await orderRow(id)).status !== 'CONFIRMED') {
      later(2)
      await sender().drain()
    }
    expect((await orderRow(id)).status).toBe('CONFIRMED')
    expect(await inSap(orderNo)).toHaveLength(1)
  })

  it('is not sent by the process that takes over from one killed while it sent it', async () => {
    const { messageNo } = await released()
    const dead = (await claimNext(db, ['ORDER_CREATE']))!
    await db('sap_outbox').where({ id: dead.id }).update({ uncertainSince: at })
    later(3)
    await sender().drain()
    expect([sap.creations(), (await message(messageNo)).status]).toEqual([0, 'RETRY'])
    later(10)
    await sender().drain()
    expect([sap.creations(), (await message(messageNo)).status]).toEqual([1, 'DONE'])
  })

  it('cannot be cancelled here until SAP was asked for it', async () => {
    const { id } = await released()
    holdBack()
    await sender().drain()
    connectSap(db, sap.adapter())
    await readOrderFromSap(db, await readOrder(db, id), null)
    // Too early: SAP may still be at work on it.
    expect(await mayBeInSap(db, id)).toBe(true)
    later(11)
    const { says } = await readOrderFromSap(db, await readOrder(db, id), null)
    expect(says[0]).toContain('SAP has no order')
    expect(await mayBeInSap(db, id)).toBe(false)
  })
})

describe('an order that SAP refuses or cannot take at the moment', () => {
  it('is not in doubt: it waits for its turn and is sent again', async () => {
    const { id, messageNo } = await released()
    sap.through(request =>
      isCreation(request) ? Promise.resolve(new Response('{}', { status: 503 })) : request.forward(),
    )
    await sender().drain()
    expect(await message(messageNo)).toMatchObject({ status: 'RETRY', httpStatus: 503, uncertainSince: null })
    sap.through(request => request.forward())
    later(2)
    await sender().drain()
    expect([(await orderRow(id)).status, sap.creations()]).toEqual(['CONFIRMED', 2])
  })

  it('keeps the doubt of an earlier attempt while SAP cannot be asked', async () => {
    const { messageNo } = await released()
    holdBack()
    await sender().drain()
    const { uncertainSince } = await message(messageNo)
    sap.through(() => Promise.resolve(new Response('{}', { status: 503 })))
    later(2)
    await sender().drain()
    expect(await message(messageNo)).toMatchObject({ status: 'RETRY', attempts: 2, httpStatus: 503, uncertainSince })
  })
})

describe('what SAP has under the number of an order', () => {
  /** Sends an order whose answer is lost, as SAP had it before. */
  async function lost(entered: (payload: Awaited<ReturnType<typeof released>>['payload']) => unknown[]) {
    const order = await released()
    for (const body of entered(order.payload)) await sap.adapter().createSalesOrder(body as never)
    await db('sap_outbox').where({ messageNo: order.messageNo }).update({ attempts: 1, status: 'RETRY' })
    const before = sap.creations()
    await sender().drain()
    expect(sap.creations()).toBe(before)
    return order
  }

  it('is not taken for it where it is of another customer: a person must look, and nothing is sent', async () => {
    const { id, orderNo, messageNo } = await lost(payload => [{ ...payload, soldTo: '100999' }])
    expect(await message(messageNo)).toMatchObject({
      ...{ status: 'FAILED_TECH', errorClass: 'DUPLICATE' },
      errorText: `SAP has sales order 5000000001 for order ${orderNo}, but it is for customer 100999 instead of 100123. Nothing is sent again: correct it in SAP and retry, or cancel the order here.`,
    })
    expect(await orderRow(id)).toMatchObject({ status: 'APPROVED', sapOrderNo: null })
    connectSap(db, sap.adapter())
    await expect(readOrderFromSap(db, await readOrder(db, id), null)).rejects.toThrow('instead of 100123')
  })

  it('is not taken for it where the quantity differs', async () => {
    const { messageNo } = await lost(payload => [
      { ...payload, lines: payload.lines.map(line => ({ ...line, qty: line.qty + 1_000 })) },
    ])
    expect((await message(messageNo)).errorText).toContain('but it has 21 of LS-1001 instead of 20')
  })

  it('stops at two, naming both; once one is rejected in SAP, a retry takes the other', async () => {
    const { id, messageNo } = await lost(payload => [payload, payload])
    expect(await message(messageNo)).toMatchObject({ status: 'FAILED_TECH', errorClass: 'DUPLICATE' })
    expect((await message(messageNo)).errorText).toContain('5000000001 and 5000000002')
    for (const item of [10, 20]) await sap.control('item', { salesOrder: '5000000001', item, rejection: '10' })
    await retryNow(db, id)
    await sender().drain()
    expect(await orderRow(id)).toMatchObject({ status: 'CONFIRMED', sapOrderNo: '5000000002' })
  })
})

describe('several processes on one database', () => {
  it('send forty orders through a SAP that fails in every way, each exactly once', async () => {
    const orders = []
    for (let count = 0; count < 40; count++) orders.push(await released())
    let turn = 0
    sap.through(async request => {
      if (!isCreation(request)) return request.forward()
      const fate = (turn++ * 7) % 10
      if (fate === 1) return new Response('{}', { status: 503 })
      if (fate === 2) return new Response('<html>Bad gateway</html>', { status: 502 })
      if (fate > 4) return request.forward()
      const answer = await request.forward()
      if (fate === 3) return new Response('{"d":{"SalesOrd', { status: 201 })
      return fate === 4 ? new Response(null, { status: 504 }) : answer
    })
    const processes = [sender(), sender(), sender()]
    for (let round = 0; round < 30; round++) {
      await Promise.all(processes.map(one => one.drain()))
      later(6)
    }
    const rows = await db('sap_outbox').select('status', 'errorText')
    expect(rows.filter(({ status }) => status !== 'DONE')).toEqual([])
    expect(await db('order').where('status', 'CONFIRMED')).toHaveLength(40)
    for (const { orderNo } of orders) expect(await inSap(orderNo)).toHaveLength(1)
  })

  it('never have two messages of one order on their way, also when a person retries the earlier one', async () => {
    const { id } = await released()
    const [first] = await db('sap_outbox').where({ orderId: id })
    const { id: _, ...columns } = first
    await transact(db, trx => trx('sap_outbox').update({ status: 'FAILED_TECH' }))
    await db('sap_outbox').insert({ ...columns, messageNo: 'MS262700000099', idempotencyKey: 'second' })
    const second = await claimNext(db, ['ORDER_CREATE'])
    expect(second).toMatchObject({ idempotencyKey: 'second' })
    await retryNow(db, id)
    expect(await claimNext(db, ['ORDER_CREATE'])).toBeNull()
    later(3)
    // Its process is gone: the lease has ended.
    expect(await claimNext(db, ['ORDER_CREATE'])).toMatchObject({ id: first.id })
  })
})
