import type { Knex } from 'knex'
import { beforeEach, describe, expect, it } from 'vitest'
import { cancelOpen } from '../../../api/orders/cancel/cancel-open.ts'
import { readOrder } from '../../../api/orders/move-order.ts'
import { changeRequestedDate } from '../../../api/orders/sap/change-date.ts'
import { EMPTY_STEP } from '../../../api/orders/step-fields.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { rereadOpenOrders } from '../../../api/sap/documents/reread-open-orders.ts'
import { landscapeFields } from '../../../api/sap/http/fields.ts'
import { readOrderFromSap } from '../../../api/sap/reading/read-order-from-sap.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { connectSap } from '../../../api/sap/sap-connection.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import type { Company } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { companyWithSap, releasedOrder, type sapOverHttp } from '../../support/sap/over-http.ts'

const FREE = 'API_SALES_ORDER_WITHOUT_CHARGE_SRV'
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
  connectSap(db, sap.adapter())
  return made.close
})

const log = createLog({ logLevel: 'silent' })
const send = () => messageSender({ db, sap: sap.adapter(), log }).drain()
const orderRow = (id: number) => readOrder(db, id)
const changed = () => sap.asked.filter(one => /^(POST|PATCH)/.test(one))
const inSap = async (id: number) => (await sap.adapter().salesOrder((await orderRow(id)).sapOrderNo!, true))!

async function samples() {
  const type = await exampleRow(db, resourceNamed('order-type'), { sapOrderType: 'FD', isFreeOfCharge: true })
  return releasedOrder(db, company, { orderTypeId: type.id })
}

async function confirmedSamples() {
  const made = await samples()
  await send()
  expect((await orderRow(made.id)).status).toBe('CONFIRMED')
  return made
}

async function take(orderId: number, handler: typeof cancelOpen, said: Partial<Parameters<typeof cancelOpen>[2]>) {
  await transact(db, async trx => {
    const command = { ...EMPTY_STEP, person: {} as never, author: sapAuthor, ...said }
    await handler(trx, await readOrder(trx, orderId), command)
  })
  await send()
}

describe('an order free of charge', () => {
  it('goes to the service that serves it, without prices, with our number as its reference', async () => {
    const { id, orderNo } = await samples()
    let posted: Record<string, unknown> = {}
    sap.through(async ({ method, forward }) => {
      const answer = await forward()
      if (method === 'POST') posted = await answer.clone().json()
      return answer
    })
    await send()
    expect(changed()).toEqual([`POST ${FREE}/A_SalesOrderWithoutCharge`])
    expect(posted).toMatchObject({
      d: { SalesOrderWithoutChargeType: 'FD', PurchaseOrderByCustomer: orderNo },
    })
    const { d } = posted as { d: { to_Item: { results: Record<string, unknown>[] } } }
    expect(d.to_Item.results[0]).toMatchObject({ PurchaseOrderByCustomer: 'PO/77', Plant: '1010' })
    expect((await orderRow(id)).status).toBe('CONFIRMED')
  })

  it('is found by our number after a lost answer, and never sent twice', async () => {
    const { id } = await samples()
    await sap.control('behaviour', { mode: 'lost-reply', times: 1 })
    await send()
    expect((await orderRow(id)).status).toBe('APPROVED')
    later(5)
    await send()
    expect((await orderRow(id)).status).toBe('CONFIRMED')
    expect(changed()).toHaveLength(1)
    expect(sap.asked).toContain(`GET ${FREE}/A_SalesOrderWithoutCharge`)
  })

  it('is read back with what SAP confirms and delivers; the day, which SAP does not tell, stays', async () => {
    const { id } = await confirmedSamples()
    later(1)
    await sap.control('item', { salesOrder: (await orderRow(id)).sapOrderNo, item: 10, confirmedQuantity: '12' })
    const answer = await readOrderFromSap(db, await orderRow(id), null)
    expect(answer.status).toBe('OK')
    expect(await db('order_line').where({ orderId: id, lineNo: 10 }).first('confirmedQty')).toEqual({
      confirmedQty: 12_000,
    })
    const [delivery] = await db('schedule_line').where({ orderId: id }).orderBy('id')
    expect(delivery).toMatchObject({ confirmedQty: 12_000, confirmedDate: delivery.requestedDate })
  })

  it('gets another day on its header, and its lines are closed, at its own service', async () => {
    const { id } = await confirmedSamples()
    await take(id, changeRequestedDate, { requestedDeliveryDate: '2026-12-04' })
    expect((await orderRow(id)).requestedDeliveryDate).toBe('2026-12-04')
    const reason = await exampleRow(db, resourceNamed('reason-code'), { reasonType: 'CANCEL', sapRejectionCode: '10' })
    await take(id, cancelOpen, { cancels: [], reasonCodeId: reason.id })
    expect((await orderRow(id)).status).toBe('CANCELLED')
    expect((await inSap(id)).items.map(({ rejectionCode }) => rejectionCode)).toEqual(['10', '10'])
    const sapOrderNo = (await orderRow(id)).sapOrderNo
    expect(changed().slice(1)).toEqual([
      `PATCH ${FREE}/A_SalesOrderWithoutCharge('${sapOrderNo}')`,
      `POST ${FREE}/$batch`,
    ])
  })

  it('is read again with the open orders, beside those that are billed, and ends where SAP deleted it', async () => {
    const free = await confirmedSamples()
    const charged = await releasedOrder(db, company)
    await send()
    // Once each has been read, nothing of them is news.
    await rereadOpenOrders(db)
    expect(await rereadOpenOrders(db)).toBe(0)
    await sap.control('order', { salesOrder: (await orderRow(free.id)).sapOrderNo, deleted: true })
    later(1)
    await rereadOpenOrders(db)
    expect([(await orderRow(free.id)).status, (await orderRow(charged.id)).status]).toEqual(['CANCELLED', 'CONFIRMED'])
  })

  it('is among the changes that are read, once SAP has one; where its service is not served, the others are read', async () => {
    expect((await landscapeFields(db)).hasFreeOrders).toBe(false)
    const free = await confirmedSamples()
    await releasedOrder(db, company)
    await send()
    expect((await landscapeFields(db)).hasFreeOrders).toBe(true)
    const told: string[] = []
    const read = () =>
      Array.fromAsync(
        sap.adapter().salesOrdersSince('2026-01-01T00:00:00.000Z', { unreadable: (_, why) => told.push(why) }),
      )
    expect((await read()).map(({ orderNo }) => orderNo)).toContain(free.orderNo)
    await sap.control('behaviour', { mode: 'no-service', only: { service: FREE } })
    expect(await read()).toHaveLength(1)
    expect(told).toEqual([`Orders free of charge: SAP has no service ${FREE} active under this path.`])
  })
})
