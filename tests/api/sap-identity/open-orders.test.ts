/** @module-tag sql */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { rereadOpenOrders } from '../../../api/sap/documents/reread-open-orders.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { connectSap } from '../../../api/sap/sap-connection.ts'
import { companyWithSap, releasedOrder } from '../../support/sap/over-http.ts'

const ORDERS = 23
let world: Awaited<ReturnType<typeof companyWithSap>>
let at = ''

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  world = await companyWithSap(() => at)
  const { db, company, sap } = world
  connectSap(db, sap.adapter())
  for (let no = 0; no < ORDERS; no++) {
    const made = await releasedOrder(db, company)
    const created = await sap.adapter().createSalesOrder(made.payload)
    await db('sap_outbox').where({ id: made.messageNo }).update({ status: 'DONE' })
    await db.transaction(trx => confirmOrder(trx, made.id, created, sapAuthor))
  }
  at = '2026-11-20T06:35:00.000Z'
})
afterEach(() => world.close())

/** Of a list of sales orders SAP answers the first two. */
const onlyTwo = () =>
  world.sap.through(async ({ path, forward }) => {
    const answer = await forward()
    if (path !== 'API_SALES_ORDER_SRV/A_SalesOrder') return answer
    const { d } = (await answer.json()) as { d: { results: unknown[] } }
    const results = d.results.slice(0, 2)
    return new Response(JSON.stringify({ d: { results, __count: '2' } }), {
      headers: { 'Content-Type': 'application/json' },
    })
  })

const lastRun = () => world.db('sap_sync_run').orderBy('id', 'desc').first()

describe('two of twenty-three open orders in the answer of SAP (imtkain/sales-repo-v2#1)', () => {
  it('end none of the others, and the reading fails with how many there are', async () => {
    onlyTwo()
    expect(await rereadOpenOrders(world.db)).toBe(0)
    expect(await lastRun()).toMatchObject({
      object: 'ORDER_STATUS',
      status: 'FAILED',
      errorClass: 'SAP_LIST_INCOMPLETE',
      errorText: 'SAP answered 2 of 23 sales orders and has the others.',
    })
    expect(await world.db('order').where({ status: 'CONFIRMED' })).toHaveLength(ORDERS)
  })

  it('end those that SAP has no more, once its list is whole', async () => {
    const [gone] = await world.db('order').where({ status: 'CONFIRMED' }).orderBy('id').pluck('sapOrderNo')
    // Once each has been read, nothing of the others is news.
    await rereadOpenOrders(world.db)
    await world.sap.control('order', { salesOrder: gone, deleted: true })
    expect(await rereadOpenOrders(world.db)).toBe(1)
    expect(await world.db('order').where({ sapOrderNo: gone }).first()).toMatchObject({ status: 'CANCELLED' })
    expect(await world.db('order').where({ status: 'CONFIRMED' })).toHaveLength(ORDERS - 1)
  })
})
