import type { IncomingMessage } from 'node:http'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findDifferences } from '../../../api/orders/reconcile-orders.ts'
import {
  exampleCustomer,
  exampleOrderInput,
  idempotencyHeader,
  takeStep,
  waitForStatus,
} from '../../support/orders/example-order.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const MANY = 200
const portal = portalOfFile(demoPortal)
let asha: ApiClient
let csc: ApiClient
let reasonCodeId: number
let payerId: number
/** The requests that SAP got: what was asked, without readings of changes. */
let asked: string[] = []

const hear = ({ method, url = '' }: IncomingMessage) => {
  const path = /^\/sap\/opu\/odata\/sap\/API_SALES_ORDER_SRV\/([^?]*)/.exec(url)?.[1]
  if (path !== undefined && !url.includes('LastChangeDateTime')) asked.push(`${method} ${path.replaceAll(/\d+/g, '…')}`)
}

beforeAll(async () => {
  portal.simulators.server!.prependListener('request', hear)
  asha = await portal.as('asha')
  csc = await portal.as('csc_agent')
  payerId = (await exampleCustomer(portal)).id
  reasonCodeId = (await portal.db('reason_code').where({ reasonType: 'CANCEL', code: 'LATE' }).first('id')).id
  await portal.db('customer').where({ id: payerId }).update({ creditLimit: 100_00_00_000_00 })
})
afterEach(() => sapIs('ok'))

const sapIs = (mode: string, times?: number) =>
  portal.simulators.post('/sap/simulator/behaviour', { mode, ...(times && { times }) })

const contractLine = () => portal.db('rate_contract_line').where({ customerId: payerId, lineNo: 10 }).first()
const creditUsed = async () => {
  const { body } = await asha.get(`/api/order-context?customerId=${payerId}`)
  return body.credit.outstanding + body.credit.newInvoices + body.credit.otherOrders
}
const steps = (orderId: number, step: string) => portal.db('order_step').where({ orderId, step })
const messagesOf = (orderId: number) => portal.db('sap_outbox').where({ orderId, messageType: 'ORDER_ITEM_CANCEL' })

/** An order of a contract with so many lines that SAP has; returns it and what was held before it. */
async function confirmedOrder(count = MANY) {
  const before = { contract: await contractLine(), credit: await creditUsed() }
  const { code } = await portal.db('products').where({ id: before.contract.productId }).first('code')
  await portal.db('rate_contract_line').where({ id: before.contract.id }).update({ contractQty: 10_000_000 })
  const input = await exampleOrderInput(portal, asha, [[code, 1, 0]])
  const lines = Array.from({ length: count }, (_, at) => ({ ...input.lines[0]!, requestedBatchNo: `B${at}` }))
  const draft = await asha.post('/api/orders', { ...input, lines }, idempotencyHeader())
  expect(draft.status, JSON.stringify(draft.body)).toBe(201)
  const { status, body } = await takeStep(asha, draft.body.id, 'submit')
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(201)
  const { order } = body
  await waitForStatus(portal, order.id, 'CONFIRMED')
  expect(await creditUsed()).toBe(before.credit + order.grossValue)
  asked = []
  return { id: order.id as number, orderNo: order.orderNo as string, before }
}

/** Cancels all lines of an order in one run, as the service centre does. */
async function cancelAll(orderNo: string) {
  const rows = Array.from({ length: MANY }, (_, index) => ({ orderNo, lineNo: (index + 1) * 10 }))
  const { status, body } = await csc.post('/api/bulk-cancellations', { rows, reasonCodeId, remark: 'Plant closed' })
  expect([status, body[0]?.outcome], JSON.stringify(body)).toEqual([201, 'ASKED'])
}

async function expectReleased({ contract, credit }: Awaited<ReturnType<typeof confirmedOrder>>['before']) {
  const { reservedQty, consumedQty } = await contractLine()
  expect({ reservedQty, consumedQty }).toEqual({
    reservedQty: contract.reservedQty,
    consumedQty: contract.consumedQty,
  })
  expect(await creditUsed()).toBe(credit)
}

const batches = () => asked.filter(request => request === 'POST $batch').length

describe('two hundred lines of one order, cancelled in one go', () => {
  it('are cancelled in two changes of a hundred, and credit and contract are free again', async () => {
    const { id, orderNo, before } = await confirmedOrder()
    await cancelAll(orderNo)
    await waitForStatus(portal, id, 'CANCELLED')
    expect(asked.filter(request => request !== 'GET ')).toEqual([
      ...["GET A_SalesOrder('…')", 'POST $batch'],
      ...["GET A_SalesOrder('…')", 'POST $batch'],
    ])
    expect(await messagesOf(id).where({ status: 'DONE', attempts: 1 })).toHaveLength(MANY)
    expect((await steps(id, 'openCancelled')).map(({ remark }) => remark)).toEqual([
      'Line 10: 1 EA, Line 20: 1 EA, Line 30: 1 EA, Line 40: 1 EA, Line 50: 1 EA and 95 more lines',
      'Line 1010: 1 EA, Line 1020: 1 EA, Line 1030: 1 EA, Line 1040: 1 EA, Line 1050: 1 EA and 95 more lines',
    ])
    expect((await steps(id, 'cancelOpen'))[0].remark).toContain('and 195 more lines. Plant closed')
    await expectReleased(before)
  })

  it('are cancelled as well when SAP takes two seconds for each answer', { tags: ['proof'] }, async () => {
    const { id, orderNo, before } = await confirmedOrder()
    await sapIs('late')
    await cancelAll(orderNo)
    await waitForStatus(portal, id, 'CANCELLED')
    expect(batches()).toBe(2)
    await expectReleased(before)
  })

  it('are cancelled at the first attempt when somebody in SAP saves the order three times meanwhile', async () => {
    const { id, orderNo, before } = await confirmedOrder()
    await sapIs('outrun', 3)
    await cancelAll(orderNo)
    await waitForStatus(portal, id, 'CANCELLED')
    expect(batches()).toBe(5)
    expect(await messagesOf(id).where({ status: 'DONE', attempts: 1 })).toHaveLength(MANY)
    expect(await portal.db('sap_sending')).toMatchObject([{ failures: 0, pausedUntil: null }])
    await expectReleased(before)
  })

  it('wait for a SAP that is always faster, which stays in use', async () => {
    const { id, orderNo, before } = await confirmedOrder(2)
    await sapIs('outrun')
    const rows = [
      { orderNo, lineNo: 10 },
      { orderNo, lineNo: 20 },
    ]
    await csc.post('/api/bulk-cancellations', { rows, reasonCodeId })
    await portal.runDue()
    expect(await messagesOf(id).where({ status: 'RETRY' })).toHaveLength(2)
    const [message] = await messagesOf(id)
    expect(message).toMatchObject({
      ...{ errorClass: 'TECH', httpStatus: 412 },
      errorText: 'The sales order was changed in SAP meanwhile: it is read and sent again.',
    })
    expect(await portal.db('sap_sending')).toMatchObject([{ failures: 0, pausedUntil: null }])
    await sapIs('ok')
    await messagesOf(id).update({ nextAttemptAt: '2026-01-01T00:00:00.000Z' })
    await waitForStatus(portal, id, 'CANCELLED')
    await expectReleased(before)
  })

  it('are cancelled but for the one that SAP refuses, which says why', async () => {
    const { id, orderNo } = await confirmedOrder()
    await portal.db('order_line').where({ orderId: id, lineNo: 770 }).update({ sapItemNo: '009999' })
    await cancelAll(orderNo)
    const cancelled = async () => (await portal.db('order_line').where({ orderId: id, lineStatus: 'CANCELLED' })).length
    await portal.runDue()
    expect(await cancelled()).toBe(MANY - 1)
    expect(await messagesOf(id).whereNot({ status: 'DONE' })).toMatchObject([{ status: 'FAILED_BUSINESS' }])
    expect((await steps(id, 'openKept')).map(({ remark }) => remark)).toEqual([expect.stringMatching(/^Line 770: SAP/)])
    expect(asked.length).toBeLessThan(40)
    expect((await portal.db('order').where({ id }).first()).status).toBe('CONFIRMED')
  })

  it('leave the books in order', async () => {
    expect(await findDifferences(portal.db)).toEqual([])
  })
})
