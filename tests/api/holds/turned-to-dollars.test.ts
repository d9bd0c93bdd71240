import { beforeAll, describe, expect, it } from 'vitest'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { submittedOrder, waitForStatus } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const admin = portal.person('sys_admin')
const finance = portal.person('finance')
const csc = portal.person('csc_agent')
const buyer = portal.person('customer')

let order: { id: number; orderNo: string; sapOrderNo: string }

beforeAll(async () => {
  const { id } = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
  order = (await waitForStatus(portal, id, 'CONFIRMED')) as typeof order
})

/** Does with the order, on the screen of the simulated SAP, what a person in SAP would do; the portal reads it. */
async function inSap(does: object) {
  const asked = { command: 'hold', salesOrder: order.sapOrderNo, ...does }
  const { status, body } = await admin.post('/api/simulated-sap-commands', asked)
  expect([status, body.message]).toEqual([201, undefined])
  await portal.readOutside()
}

const amounts = async () => {
  const { grossValue, currency } = (await asha.get(`/api/orders/${order.id}`)).body
  const lines = (await asha.get(`/api/order-lines?orderId=${order.id}`)).body.data
  return { grossValue, currency, prices: lines.map(({ netPrice }: RowValues) => netPrice) }
}
const mails = () => portal.db('message_log').count({ sent: '*' }).first()
const seenBy = async (who: typeof asha) => (await who.get(`/api/orders/${order.id}`)).body
const open = () => portal.db('order_hold').where({ orderId: order.id }).whereNull('endedAt').select('kind', 'code')
const toldFinance = async () => {
  const { id: userId } = await portal.db('user').where({ loginId: 'finance' }).first('id')
  return portal.db('notification').where({ userId }).where('title', 'like', `%${order.orderNo}%`).pluck('title')
}

describe('an order that somebody in SAP turns to dollars', () => {
  it('keeps our price and its state, waits for Finance, and mails nobody', async () => {
    const before = await amounts()
    const sent = await mails()
    await inSap({ by: 'currency', code: 'USD' })
    expect(await amounts()).toEqual(before)
    expect(await open()).toEqual([{ kind: 'CURRENCY', code: 'USD' }])
    expect(await mails()).toEqual(sent)
    expect(await toldFinance()).toHaveLength(1)
    expect(await seenBy(csc)).toMatchObject({ status: 'CONFIRMED', heldInSap: 'currency USD' })
    expect(await seenBy(buyer)).toMatchObject({ status: 'CONFIRMED', buyerHold: null })
    const held = (await finance.get(`/api/orders/held-in-sap?orderId=${order.id}&endedAt=null`)).body.data
    expect(held).toMatchObject([{ kind: 'CURRENCY', words: 'currency USD' }])
  })

  it('is let go once it is in rupees again, at the same price, and nobody is mailed', async () => {
    const before = await amounts()
    const sent = await mails()
    await inSap({ by: 'currency' })
    expect(await open()).toEqual([])
    expect(await amounts()).toEqual(before)
    expect(await mails()).toEqual(sent)
    expect(await seenBy(csc)).toMatchObject({ status: 'CONFIRMED', heldInSap: null })
  })
})

describe('the screen of the simulated SAP', () => {
  it('sets each hold of an order, and lifts it', async () => {
    const holds = [
      ['credit', 'B'],
      ['delivery', '04'],
      ['billing', '08'],
      ['rejection', '50'],
    ] as const
    for (const [by, code] of holds) {
      await inSap({ by, code })
      expect(await open()).toHaveLength(1)
      await inSap({ by })
      expect(await open()).toEqual([])
    }
  })
})
