import { beforeAll, describe, expect, it } from 'vitest'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { submittedOrder, waitForStatus } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const csc = portal.person('csc_agent')
let reasonCodeId: number

beforeAll(async () => {
  reasonCodeId = (await portal.db('reason_code').where({ reasonType: 'CANCEL', code: 'LATE' }).first('id')).id
})

const statusOf = async (id: number) => (await portal.db('order').where({ id }).first('status')).status
const row = (orderNo: string, lineNo: number | null = null, cancelQty: number | null = null) => ({
  orderNo,
  lineNo,
  cancelQty,
})

describe('bulk cancellation', () => {
  it('shows for each line what can be cancelled or why not, and cancels each order by its own step', async () => {
    const pending = await submittedOrder(portal, asha)
    const made = await submittedOrder(portal, asha, [['LS-1004', 10, 0]])
    const confirmed = await waitForStatus(portal, made.id, 'CONFIRMED')
    const gone = await submittedOrder(portal, asha)
    await portal.db('order').where({ id: gone.id }).update({ status: 'REJECTED', pendingStep: null })
    const rows = [row(pending.orderNo), row(confirmed.orderNo, 10, 4_000), row(gone.orderNo)]
    const { body: preview } = await csc.post('/api/cancellation-previews', { rows })
    expect(preview.lines.map(({ cancelQty }: { cancelQty: number }) => cancelQty)).toEqual([100_000, 4_000, 0])
    expect(preview.lines[2].why).toBe('Cancel open quantity is not possible while it is Rejected')
    expect(await statusOf(pending.id)).toBe('PENDING')
    const { status, body } = await csc.post('/api/bulk-cancellations', { rows, reasonCodeId, remark: 'Plant closed' })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['CANCELLED', 'ASKED', 'REFUSED'])
    expect(await statusOf(pending.id)).toBe('CANCELLED')
    expect(await statusOf(gone.id)).toBe('REJECTED')
  })

  it('refuses a row whose order is not in scope or has no such line, and cancels the others, however their numbers are typed', async () => {
    const own = await submittedOrder(portal, asha)
    const foreign = await submittedOrder(portal, asha)
    const other = await portal.db('sbu').where({ code: 'PH' }).first('id')
    await portal.db('order').where({ id: foreign.id }).update({ sbuId: other.id })
    const { body: agent } = await csc.get('/api/orders?$limit=1')
    expect(agent.total).toBeGreaterThan(0)
    await portal.db('sbu_employee_map').where({ sbuId: other.id }).update({ isActive: 0 })
    const typed = ` ${own.orderNo.toLowerCase()} `
    const body = { rows: [row(typed), row(foreign.orderNo), row(own.orderNo, 70)], reasonCodeId }
    const looked = await csc.post('/api/cancellation-previews', { rows: body.rows })
    expect(looked.body.unknown).toEqual([foreign.orderNo])
    const { status, body: results } = await csc.post('/api/bulk-cancellations', body)
    expect([status, results.map(({ orderNo, outcome, message }: RowValues) => [orderNo, outcome, message])]).toEqual([
      201,
      [
        [foreign.orderNo, 'REFUSED', 'There is no such order, or it is not visible to you'],
        [own.orderNo, 'REFUSED', 'The order has no line 70'],
        [own.orderNo, 'CANCELLED', 'Cancelled'],
      ],
    ])
    expect([await statusOf(own.id), await statusOf(foreign.id)]).toEqual(['CANCELLED', 'PENDING'])
  })

  it('holds at most 500 lines: a file with more is refused, and a filter shows only whole orders', async () => {
    const { id, orderNo, customerPoNo } = await submittedOrder(portal, asha, [
      ['LS-1001', 100, 4],
      ['LS-1002', 20, 4],
    ])
    const model = await portal.db('order_line').where({ orderId: id, lineNo: 20 }).first()
    const many = Array.from({ length: 498 }, (_, n) => ({ ...model, id: undefined, lineNo: 30 + n }))
    await portal.db.batchInsert('order_line', many, 50)
    const next = await submittedOrder(portal, asha)
    await portal.db('order').where({ id: next.id }).update({ customerPoNo })
    const filter = { customerPoNo }
    const look = async () => (await csc.post('/api/cancellation-previews', { filter })).body
    expect(await look()).toMatchObject({ lines: { length: 500 }, more: true })
    const refused = await csc.post('/api/cancellation-previews', { rows: [row(orderNo), row(next.orderNo)] })
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      400,
      'These orders have 501 lines, and one run holds 500: take some orders out',
    ])
    await portal.db('order_line').where({ orderId: id, lineNo: 527 }).delete()
    expect(await look()).toMatchObject({ lines: { length: 500 }, more: false })
    await portal.db('order_line').where({ orderId: next.id }).update({ lineNo: 500 })
    await portal.db('order_line').insert({ ...model, id: undefined, orderId: next.id, lineNo: 510 })
    expect(await look()).toMatchObject({ lines: { length: 499 }, more: true })
  })

  it('finds orders by filter, only in scope', async () => {
    const order = await submittedOrder(portal, asha)
    const filter = { customerPoNo: order.customerPoNo }
    const { body } = await csc.post('/api/cancellation-previews', { filter })
    expect(body.lines.map(({ orderNo }: { orderNo: string }) => orderNo)).toEqual([order.orderNo])
    expect((await asha.post('/api/cancellation-previews', { filter })).status).toBe(403)
  })

  it.each<[string, unknown, string]>([
    ['more than 500 lines', Array.from({ length: 501 }, (_, no) => row(`OR${no}`)), 'rows'],
    ['a row without an order', [{ lineNo: 10 }], 'rows[0].orderNo'],
    ['a quantity below zero', [row('OR1', 10, -5)], 'rows[0].cancelQty'],
  ])('refuses %s and names the field', async (_, rows, field) => {
    const { status, body } = await csc.post('/api/cancellation-previews', { rows })
    expect([status, body.errors[0].field]).toEqual([400, field])
  })

  it('names the wrong part of a filter or a row, and looks nothing up', async () => {
    const fields = async (asked: object) => {
      const { status, body } = await csc.post('/api/cancellation-previews', asked)
      return [
        status,
        body.errors.map(({ field, message }: { field: string; message: string }) => [field, message.length > 10]),
      ]
    }
    expect(await fields({ filter: { from: 'yesterday' } })).toEqual([400, [['filter.from', true]]])
    expect(await fields({ filter: { status: 'DRAFT' } })).toEqual([400, [['filter.status', true]]])
    expect(await fields({ filter: { zone: 1 } })).toEqual([400, [['filter.zone', true]]])
    expect(await fields({ rows: [{ orderNo: 'OR1', note: '' }] })).toEqual([400, [['rows[0].note', true]]])
    expect(await fields({ rows: [{ orderNo: null, lineNo: 0, cancelQty: -1 }] })).toEqual([
      400,
      [
        ['rows[0].orderNo', true],
        ['rows[0].lineNo', true],
        ['rows[0].cancelQty', true],
      ],
    ])
  })
})
