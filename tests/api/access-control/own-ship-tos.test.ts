/** @module-tag sql */

import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { publishChange } from '../../../api/platform/live-changes.ts'
import { companyPerson } from '../../../resources/access-control/company-person.ts'
import type { LiveChange } from '../../../resources/platform/live-change.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import type { ApiClient } from '../../support/portal.ts'

/** Every period in which they may lie. */
const from = (day: string) => `$and[0][${day}][$gte]=2026-01-01&$and[1][${day}][$lte]=2026-12-31`
const ORDERED = from('orderDate')
const INVOICED = from('invoiceDate')

let desk: Awaited<ReturnType<typeof dispatchDesk>>
let limited: ApiClient
let head: ApiClient
/** Of the ship-to that the person may use, and of another one: an order, its invoice and its LR. */
let own: Sent
let other: Sent

interface Sent {
  shipToId: number
  orderId: number
  orderNo: string
  invoiceId: number
  lrId: number
}

async function sentTo(shipToId: number): Promise<Sent> {
  const { portal } = desk
  const { id, ids } = await desk.billed()
  await portal.db('order').where({ id }).update({ shipToId })
  await portal.db('invoice').whereIn('id', ids).update({ shipToId })
  const { status, body } = await desk.desk.post('/api/lrs', desk.lrOver(ids), desk.key())
  if (status !== 201) throw new Error(JSON.stringify(body))
  const { orderNo } = await portal.db('order').where({ id }).first('orderNo')
  const { lrId } = await portal.db('lr_line').whereIn('invoiceId', ids).first('lrId')
  return { shipToId, orderId: id, orderNo, invoiceId: ids[0]!, lrId }
}

beforeAll(async () => {
  desk = await dispatchDesk()
  const { portal, company } = desk
  const { customerId, stateId, cityId } = company
  const second = await exampleRow(portal.db, resourceNamed('ship-to'), {
    ...{ customerId, code: '200124', stateId, cityId, pincode: '411002', name: 'Second store' },
    ...{ mobile: '9820012346', email: 'second@buyer.example' },
  })
  own = await sentTo(company.shipToId)
  other = await sentTo(second.id)
  head = await personWith(portal, ['CUSTOMER'], { customerId, loginId: 'head-of-all' })
  limited = await personWith(portal, ['CUSTOMER'], { customerId, loginId: 'one-store' })
  const { id: userId } = await portal.db('user').where({ loginId: 'one-store' }).first('id')
  const rights = { companyRoles: ['BUYER', 'PAYER', 'QUALITY'], shipToIds: [own.shipToId] }
  await insertRows(portal.db, companyPerson, [{ userId, customerId, ...rights } as never], systemAuthor('test'))
})
afterAll(() => desk.close())

const idsIn = async (who: ApiClient, path: string, column = 'id'): Promise<unknown[]> => {
  const { status, body } = await who.get(`/api/${path}`)
  expect([path, status]).toEqual([path, 200])
  return [...new Set(body.data.map((row: Record<string, unknown>) => row[column]))]
}

describe('a person who may use one ship-to of their company', () => {
  it.each([
    ['orders', 'id', 'orderId'],
    ['order-lines', 'orderId', 'orderId'],
    ['order-steps', 'orderId', 'orderId'],
    ['invoices', 'id', 'invoiceId'],
    ['invoice-lines', 'invoiceId', 'invoiceId'],
    ['lrs', 'id', 'lrId'],
    ['lr-lines', 'lrId', 'lrId'],
    ['shipments', 'lrId', 'lrId'],
    ['tracking-events', 'lrId', 'lrId'],
    ['shipment-tracking/search-shipments', 'lrId', 'lrId'],
    ['access-control/ship-to', 'id', 'shipToId'],
    [`mis/orders?${ORDERED}`, 'shipToId', 'shipToId'],
    [`mis/invoices?${INVOICED}`, 'invoiceId', 'invoiceId'],
    ['orders/item-wise-order', 'orderId', 'orderId'],
  ] as const)('reads of %s what goes there, where the head reads all', async (path, column, of) => {
    const seen = await idsIn(limited, path, column)
    expect(seen).not.toContain(other[of])
    const all = await idsIn(head, path, column)
    if (all.length > 0) expect([seen, all]).toEqual([[own[of]], expect.arrayContaining([own[of], other[of]])])
  })

  it('is told that a row of another ship-to is not there', async () => {
    for (const path of [`orders/${other.orderId}`, `invoices/${other.invoiceId}`, `lrs/${other.lrId}`])
      expect([path, (await limited.get(`/api/${path}`)).status]).toEqual([path, 404])
    for (const path of [`orders/${own.orderId}`, `invoices/${own.invoiceId}`, `lrs/${own.lrId}`])
      expect([path, (await limited.get(`/api/${path}`)).status]).toEqual([path, 200])
    expect((await limited.get(`/api/orders/${other.orderId}/pdf`)).status).toBe(404)
    expect((await limited.get(`/api/lrs/${other.lrId}/pdf`)).status).toBe(404)
  })

  it('finds it neither by the palette nor in a file', async () => {
    const found = (await limited.get(`/api/palette?q=${other.orderNo}`)).body
    expect(JSON.stringify(found)).not.toContain(other.orderNo)
    const file = await limited.get(`/api/export/mis/orders?format=csv&columns=orderNo&${ORDERED}`)
    expect([file.status, JSON.stringify(file.body).includes(other.orderNo)]).toEqual([200, false])
  })

  it('hears nothing of it by the socket', async () => {
    const heard: LiveChange[] = []
    const socket = io(desk.portal.url, {
      path: '/api/live',
      transports: ['websocket'],
      extraHeaders: { authorization: `Bearer ${limited.token}` },
    })
    socket.on('changed', (what: LiveChange) => heard.push(what))
    await new Promise<void>(resolve => {
      socket.on('connect', () => resolve())
    })
    publishChange(desk.portal.db, { rows: { orders: [other.orderId, own.orderId] } } as never)
    await expect.poll(() => heard.flatMap(({ rows }) => rows.orders ?? [])).toEqual([own.orderId])
    socket.disconnect()
  })

  it('is offered their own ship-to by the pad, and refused another by its name', async () => {
    const { customerId } = desk.company
    const context = await limited.get(`/api/order-context?customerId=${customerId}`)
    expect(context.body.shipTos?.map(({ id }: { id: number }) => id)).toEqual([own.shipToId])
    const line = { productId: desk.company.productIds[0], qty: 1000, manualDiscountPct: 0 }
    const orderType = await desk.portal.db('order_type').first('id')
    const asked = {
      ...{ customerId, shipToId: other.shipToId, orderTypeId: orderType.id, requestedDeliveryDate: '2026-12-20' },
      ...{ customerPoNo: null, customerPoDate: null, poAttachmentId: null, lines: [line] },
    }
    for (const door of ['/api/quotes', '/api/orders']) {
      const { status, body } = await limited.post(door, asked, desk.key())
      expect([door, status, body.errors[0].field]).toEqual([door, 400, 'shipToId'])
      expect(body.errors[0].message).toMatch(/^Ship-to is not one of yours: choose /)
    }
  })
})
