import type { Knex } from 'knex'
import { beforeEach, describe, expect, it } from 'vitest'
import { cancelOpen } from '../../../api/orders/cancel/cancel-open.ts'
import { readOrder } from '../../../api/orders/move-order.ts'
import { changeRequestedDate } from '../../../api/orders/sap/change-date.ts'
import { EMPTY_STEP } from '../../../api/orders/step-fields.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import type { Company } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
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
const sender = () => messageSender({ db, sap: sap.adapter(), log })
const SAP_NO = '5000000001'
const inSap = async () => (await sap.adapter().salesOrder(SAP_NO))!
const lines = (orderId: number) => db('order_line').where({ orderId }).orderBy('lineNo')
const lastStep = (orderId: number) => db('order_step').where({ orderId }).orderBy('id', 'desc').first()
const changes = () => sap.asked.filter(one => /^PATCH|\$batch/.test(one)).length

/** An order of 20 and 5 pieces that SAP has. */
async function confirmed() {
  const order = await releasedOrder(db, company)
  await sender().drain()
  expect((await readOrder(db, order.id)).sapOrderNo).toBe(SAP_NO)
  return order
}

async function take(
  orderId: number,
  handler: typeof cancelOpen,
  said: Partial<Parameters<typeof cancelOpen>[2]>,
): Promise<void> {
  await transact(db, async trx => {
    const command = { ...EMPTY_STEP, person: {} as never, author: sapAuthor, ...said }
    await handler(trx, await readOrder(trx, orderId), command)
  })
}

async function cancel(orderId: number, cancels: { lineNo: number; cancelQty: number | null }[] = []) {
  const reason = await exampleRow(db, resourceNamed('reason-code'), { reasonType: 'CANCEL', sapRejectionCode: '11' })
  await take(orderId, cancelOpen, { cancels, reasonCodeId: reason.id })
}

/** SAP delivers so much of the first line by itself, before the portal knows. */
async function delivered(quantity: string) {
  await sap.control('item', { salesOrder: SAP_NO, item: 10, confirmedQuantity: quantity })
  await sap.control('item', { salesOrder: SAP_NO, item: 20, confirmedQuantity: '0' })
  expect((await sap.control('documents', { command: 'deliver', salesOrder: SAP_NO })).status).toBe(200)
  await sap.control('documents', { command: 'issue-goods', salesOrder: SAP_NO })
}

describe('cancelling what is open', () => {
  it('leaves what SAP has delivered meanwhile, and only the rest counts as cancelled', async () => {
    const { id } = await confirmed()
    await delivered('8')
    await cancel(id, [{ lineNo: 10, cancelQty: 15_000 }])
    await sender().drain()
    expect((await inSap()).items[0]).toMatchObject({ qty: 8_000, deliveredQty: 8_000 })
    expect((await lines(id))[0]).toMatchObject({ cancelledQty: 12_000 })
  })

  it('rejects the remainder of a line of which SAP has delivered some', async () => {
    const { id } = await confirmed()
    await delivered('8')
    await cancel(id, [{ lineNo: 10, cancelQty: null }])
    await sender().drain()
    expect((await inSap()).items[0]).toMatchObject({ qty: 20_000, rejectionCode: '11' })
    expect((await lines(id))[0]).toMatchObject({ cancelledQty: 12_000 })
  })

  it('is refused in words where SAP has delivered all of it, and the other lines are cancelled', async () => {
    const { id } = await confirmed()
    await delivered('20')
    await cancel(id)
    await sender().drain()
    expect(await db('sap_outbox').where({ messageType: 'ORDER_ITEM_CANCEL' }).orderBy('id')).toMatchObject([
      {
        status: 'FAILED_BUSINESS',
        errorText: 'SAP has delivered all 20 of item 10: nothing is left to cancel.',
      },
      { status: 'DONE' },
    ])
    expect((await lines(id)).map(({ cancelledQty }) => cancelledQty)).toEqual([0, 5_000])
  })

  it('is done when an earlier attempt whose answer was lost has done it: nothing is sent again', async () => {
    const { id } = await confirmed()
    await cancel(id, [{ lineNo: 20, cancelQty: 2_000 }])
    sap.through(async request => {
      const answer = await request.forward()
      return request.method === 'PATCH' ? new Response('{}', { status: 504 }) : answer
    })
    await sender().drain()
    expect(changes()).toBe(1)
    sap.through(request => request.forward())
    later(2)
    await sender().drain()
    expect(changes()).toBe(1)
    expect((await lines(id))[1]).toMatchObject({ cancelledQty: 2_000, lineStatus: 'OPEN' })
  })

  it.each([412, 428])('is made from a fresh reading when SAP answers %i', async status => {
    const { id } = await confirmed()
    await cancel(id, [{ lineNo: 20, cancelQty: null }])
    let refused = false
    sap.through(request => {
      if (request.method !== 'PATCH' || refused) return request.forward()
      refused = true
      return Promise.resolve(new Response('{}', { status }))
    })
    await sender().drain()
    expect(sap.asked.slice(-4).map(one => one.split(' ')[0])).toEqual(['GET', 'PATCH', 'GET', 'PATCH'])
    expect((await lines(id))[1]).toMatchObject({ cancelledQty: 5_000, lineStatus: 'CANCELLED' })
    expect(await db('sap_outbox').orderBy('id', 'desc').first()).toMatchObject({ status: 'DONE', attempts: 1 })
  })
})

describe('another requested date of an order that SAP has', () => {
  const wanted = (id: number, requestedDeliveryDate: string | null) =>
    take(id, changeRequestedDate as typeof cancelOpen, { requestedDeliveryDate })
  const days = async (orderId: number) => (await db('schedule_line').where({ orderId })).map(row => row.requestedDate)

  it('holds once SAP has taken it: for the order and for every delivery that has not left', async () => {
    const { id } = await confirmed()
    await wanted(id, '2026-12-04')
    expect((await readOrder(db, id)).requestedDeliveryDate).toBe('2026-11-27')
    await sender().drain()
    expect(changes()).toBe(1)
    expect((await readOrder(db, id)).requestedDeliveryDate).toBe('2026-12-04')
    expect(await days(id)).toEqual(['2026-12-04', '2026-12-04'])
    expect(await lastStep(id)).toMatchObject({ step: 'dateChanged', remark: '04-12-2026 instead of 27-11-2026' })
    expect((await inSap()).items.flatMap(({ confirmations }) => confirmations.map(({ day }) => day))).toEqual([
      '2026-12-04',
      '2026-12-04',
    ])
  })

  it('is not sent again where SAP has it already', async () => {
    const { id } = await confirmed()
    await wanted(id, '2026-12-04')
    sap.through(async request => {
      const answer = await request.forward()
      return request.path.includes('$batch') ? new Response('{}', { status: 502 }) : answer
    })
    await sender().drain()
    sap.through(request => request.forward())
    later(2)
    await sender().drain()
    expect([changes(), (await readOrder(db, id)).requestedDeliveryDate]).toEqual([1, '2026-12-04'])
  })

  it('stays as it was where SAP refuses, and the history says why', async () => {
    const { id } = await confirmed()
    await wanted(id, '2026-12-04')
    sap.through(request =>
      request.path.includes('$batch')
        ? Promise.resolve(
            Response.json({ error: { code: 'V1/302', message: { value: 'Order is blocked' } } }, { status: 400 }),
          )
        : request.forward(),
    )
    await sender().drain()
    expect((await readOrder(db, id)).requestedDeliveryDate).toBe('2026-11-27')
    expect(await lastStep(id)).toMatchObject({
      step: 'dateKept',
      remark: 'SAP refused it: Order is blocked (V1/302)',
    })
  })

  it('is refused where SAP has delivered everything already', async () => {
    const { id } = await confirmed()
    await sap.control('documents', { command: 'deliver', salesOrder: SAP_NO })
    await sap.control('documents', { command: 'issue-goods', salesOrder: SAP_NO })
    await wanted(id, '2026-12-04')
    await sender().drain()
    expect([changes(), (await lastStep(id)).remark]).toEqual([
      0,
      `SAP has delivered all of sales order ${SAP_NO}: no delivery is left to move.`,
    ])
  })

  it('must be a day that SAP can be asked for, and one at a time', async () => {
    const { id } = await confirmed()
    for (const [day, sentence] of [
      [null, 'Requested date is required'],
      ['2026-11-27', 'is 27-11-2026 already'],
      ['2026-11-19', 'must be from today'],
      ['2028-01-01', 'must be from today'],
    ] as const)
      await expect(wanted(id, day)).rejects.toThrow(sentence)
    await wanted(id, '2026-12-04')
    await expect(wanted(id, '2026-12-05')).rejects.toThrow('Another requested date is on its way to SAP')
  })
})
