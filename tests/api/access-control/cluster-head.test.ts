/** @module-tag sql */
import { beforeAll, expect, it } from 'vitest'
import { countSales } from '../../../api/mis/facts/sale-fact.ts'
import { now, today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { linesOfCsv } from '../../support/mis/report-file.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

interface Billed {
  id: number
  invoiceNo: string
  orderId: number
  shipToId: number
  soldToId: number
  sbuId: number
  plantId: number
}

const portal = portalOfFile(demoPortal)
/** Heads the cluster of the South in SBU LS, and keeps no account. */
let head: ApiClient
/** Of Hyderabad in SBU LS: bought by the customer, and by a distributor. */
let south: Billed[]
/** Of Hyderabad in another SBU, and of Pune in SBU LS. */
let elsewhere: Billed[]
let all: Billed[]

const from = addDays(today(), -90)
const within = (day: string) => `${day}[$gte]=${from}&${day}[$lte]=${today()}`

beforeAll(async () => {
  const { id: employeeId } = await portal.db('employee').where({ employeeCode: 'E1041' }).first('id')
  head = await personWith(portal, ['SALES_MANAGER'], { employeeId })
  south = [await billed('200107', '100104', 'LS'), await billed('200107', '100202', 'LS')]
  elsewhere = [await billed('200107', '100202', 'PS'), await billed('200101', '100101', 'LS')]
  all = [...south, ...elsewhere]
})

const setHead = async (employeeCode: string) => {
  const { id: headEmployeeId } = await portal.db('employee').where({ employeeCode }).first('id')
  await portal.db('cluster_mapping').where({ clusterCode: 'LSSOUTH' }).update({ headEmployeeId })
}

/** An invoice of today with a line, of an order that went to a ship-to. */
async function billed(shipTo: string, soldTo: string, sbuCode: string): Promise<Billed> {
  const { db } = portal
  const { id: shipToId, customerId } = await db('ship_to').where({ code: shipTo }).first('id', 'customerId')
  const { id: soldToId } = await db('customer').where({ code: soldTo }).first('id')
  const { id: sbuId } = await db('sbu').where({ code: sbuCode }).first('id')
  const place = { shipToId, soldToId, sbuId }
  const made = { ...place, customerId, orderDate: today(), status: 'CONFIRMED', statusSince: now() }
  const { id: orderId } = await exampleRow(db, resourceNamed('order'), made)
  const line = await exampleRow(db, resourceNamed('order-line'), { orderId, netValue: 10_000 })
  const bill = {
    ...place,
    invoiceNo: `HEAD-${orderId}`,
    orderId,
    invoiceDate: today(),
    invoiceType: 'INVOICE',
    isCancelled: false,
  }
  const invoice = await exampleRow(db, resourceNamed('invoice'), bill)
  const part = { invoiceId: invoice.id, orderLineId: line.id, productId: line.productId, qty: 1_000, netValue: 10_000 }
  await exampleRow(db, resourceNamed('invoice-line'), part)
  await db.transaction(trx => countSales(trx, [invoice.id]))
  return invoice as unknown as Billed
}

const rowsOf = async (who: ApiClient, path: string): Promise<Record<string, number | string>[]> => {
  const { status, body } = await who.get(`/api/${path}&$limit=500`)
  expect(status, body.message).toBe(200)
  expect(body.total).toBe(body.data.length)
  return body.data
}
/** The invoices that the rows of a list or report are of, in the order of their ids. */
const invoicesIn = async (who: ApiClient, path: string, column = 'invoiceId') =>
  [...new Set((await rowsOf(who, path)).map(row => row[column] as number))].sort((one, next) => one - next)

it('a sales manager who heads no cluster and keeps no account reads no invoice and no sale', async () => {
  await setHead('E1011')
  expect(await rowsOf(head, `invoices?${within('invoiceDate')}`)).toEqual([])
  for (const report of ['invoices', 'sales', 'order-vs-sales', 'zone-product-avg-price']) {
    const { status, body } = await head.get(`/api/mis/${report}?$limit=1`)
    expect([report, status, body.total]).toEqual([report, 200, 0])
  }
})

it('the head of a cluster reads its invoices alike in the list, in reports, in groups, in a file, by search and one by one', async () => {
  await setHead('E1041')
  const ids = south.map(({ id }) => id)
  const mine = (rows: number[]) => rows.filter(id => all.some(one => one.id === id))
  expect(mine(await invoicesIn(head, `invoices?${within('invoiceDate')}`, 'id'))).toEqual(ids)
  expect(mine(await invoicesIn(head, `mis/invoices?${within('invoiceDate')}`))).toEqual(ids)
  expect(mine(await invoicesIn(head, `mis/sales?${within('day')}`))).toEqual(ids)
  const file = await head.get(`/api/export/mis/invoices?format=csv&columns=invoiceNo&${within('invoiceDate')}`)
  const written = linesOfCsv(String(file.body)).map(line => line[0])
  for (const { id, invoiceNo } of all)
    expect([invoiceNo, written.includes(invoiceNo)]).toEqual([invoiceNo, ids.includes(id)])
  const { body: groups } = await head.get(`/api/report-groups?report=mis/sales&by=soldToId&${within('day')}`)
  const buyers = new Set((await rowsOf(head, `mis/sales?${within('day')}`)).map(({ soldToId }) => soldToId))
  expect(groups.groups.map(({ keys }: { keys: number[] }) => keys[0]).sort()).toEqual([...buyers].sort())
  const [first, stranger] = [south[0]!, elsewhere[0]!]
  const found = async (number: string) => (await head.get(`/api/palette?q=${number}`)).body.length > 0
  expect([await found(first.invoiceNo), await found(stranger.invoiceNo)]).toEqual([true, false])
  const one = async (id: number) => (await head.get(`/api/invoices/${id}`)).status
  expect([await one(first.id), await one(stranger.id)]).toEqual([200, 404])
})

it('what belongs to an invoice or order of the cluster is read with it: lines, LRs, deliveries and collections', async () => {
  const { db } = portal
  const seen = async (path: string, id: number) => (await head.get(`/api/${path}/${id}`)).status === 200
  for (const invoice of all) {
    const isOwn = south.includes(invoice)
    const line = await db('invoice_line').where({ invoiceId: invoice.id }).first('id')
    const { id: lrId } = await exampleRow(db, resourceNamed('lr'), { plantId: invoice.plantId })
    await exampleRow(db, resourceNamed('lr-line'), { lrId, invoiceId: invoice.id })
    const goods = { soldToId: invoice.soldToId, sbuId: invoice.sbuId, plantId: invoice.plantId }
    const ofOrder = { ...goods, orderId: invoice.orderId }
    const delivery = await exampleRow(db, resourceNamed('sap-delivery'), { ...ofOrder, shipToId: invoice.shipToId })
    const picked = await exampleRow(db, resourceNamed('sap-delivery-line'), { ...ofOrder, deliveryId: delivery.id })
    const collection = await exampleRow(db, resourceNamed('pwc-collection'), {
      ...goods,
      invoiceId: invoice.id,
      collectorIdNo: '1234',
    })
    const parts: [string, number][] = [
      ['orders', invoice.orderId],
      ['invoice-lines', line.id],
      ['lrs', lrId],
      ['sap-deliveries', delivery.id],
      ['sap-delivery-lines', picked.id],
      ['pwc-collections', collection.id],
    ]
    for (const [path, id] of parts)
      expect([invoice.invoiceNo, path, await seen(path, id)]).toEqual([invoice.invoiceNo, path, isOwn])
  }
})

it('invoices without an order stand beside the orders of the cluster, and count in its average prices', async () => {
  const { db } = portal
  const invoice = south[0]!
  await db('invoice_line').where({ invoiceId: invoice.id }).update({ orderLineId: null })
  await db.transaction(trx => countSales(trx, [invoice.id]))
  for (const report of ['order-vs-sales', 'zone-product-avg-price'])
    expect([report, await invoicesIn(head, `mis/${report}?${within('day')}&invoiceId=${invoice.id}`)]).toEqual([
      report,
      [invoice.id],
    ])
})

it('a city that is given to another cluster takes its invoices there', async () => {
  const { db } = portal
  const [one] = south
  const { cityId } = await db('ship_to').where({ id: one!.shipToId }).first('cityId')
  const { id: _, ...area } = await db('cluster_mapping').where({ clusterCode: 'LSSOUTH' }).first()
  const { id: headEmployeeId } = await db('employee').where({ employeeCode: 'E1011' }).first('id')
  const apart = { clusterCode: 'APART', cityId, headEmployeeId, naturalKey: 'apart' }
  await db('cluster_mapping').insert({ ...area, ...apart })
  expect((await head.get(`/api/invoices/${one!.id}`)).status).toBe(404)
  expect(await rowsOf(head, `mis/sales?${within('day')}&invoiceId=${one!.id}`)).toEqual([])
})
