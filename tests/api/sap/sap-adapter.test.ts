import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { bodyParser, Koa } from '@feathersjs/koa'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { simulatorAccess } from '../../../api/platform/simulators.ts'
import { odataSap, type SapAdapter } from '../../../api/sap/adapter.ts'
import type { BillingDocument } from '../../../api/sap/documents/billing-document.ts'
import { SapError } from '../../../api/sap/http/sap-error.ts'
import { salesOrderBody } from '../../../api/sap/sending/sales-order-message.ts'
import { sapSimulator } from '../../../api/simulators/sap/simulator.ts'
import type { SalesOrderLine, SalesOrderMessage } from '../../../resources/sap/messages.ts'

const billAfterMs = 60_000
const folder = mkdtempSync(join(tmpdir(), 'sap-adapter-'))
let files = 0
let file: string
let now: Date
let running: { url: string; stop: () => Promise<void> }
let sap: SapAdapter

beforeEach(async () => {
  file = join(folder, `${++files}.sqlite`)
  now = new Date('2026-11-20T06:30:00.000Z')
  running = await simulatorOn(file)
  sap = adapterFor(running.url)
  return () => running.stop()
})

afterAll(() => rmSync(folder, { recursive: true }))

async function listening(server: Server, port = 0) {
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  const { port: taken } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  }
  return { url: `http://127.0.0.1:${taken}`, stop }
}

async function simulatorOn(path: string, { parser = false, port = 0 } = {}) {
  const simulator = sapSimulator({
    file: path,
    billAfterMs,
    clock: () => now.toISOString(),
    slowMs: 60_000,
    lateMs: 50,
  })
  const app = new Koa()
  app.silent = true
  if (parser) app.use(bodyParser())
  app.use(simulator)
  const server = await listening(createServer(app.callback()), port)
  const stop = async () => {
    await server.stop()
    simulator.close()
  }
  return { url: server.url, stop }
}

const adapterFor = (url: string, password: string = simulatorAccess.password, timeoutMs = 20_000) =>
  odataSap({ url, user: simulatorAccess.user, password, client: simulatorAccess.client, timeoutMs })
const impatient = () => adapterFor(running.url, simulatorAccess.password, 1_500)

const withoutHost = ({ host: _, ...headers }: IncomingHttpHeaders) => headers as Record<string, string>

async function tell(mode: string, times?: number, headers: Record<string, string> = {}) {
  return fetch(`${running.url}/sap/simulator/behaviour`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ mode, times }),
  })
}

const line = (lineNo: number, over: Partial<SalesOrderLine> = {}): SalesOrderLine => ({
  lineNo,
  product: 'AR-1001',
  qty: 200_000,
  uom: 'EA',
  plant: '1010',
  shippingPoint: '1010',
  requestedBatchNo: null,
  sapContractNo: null,
  sapContractItem: null,
  priceSource: 'LIST',
  netPrice: 45_000,
  freightValue: 0,
  shippingInstruction: null,
  scheduleLines: [{ requestedDate: '2026-11-25', qty: 200_000 }],
  ...over,
})

const message = (over: Partial<SalesOrderMessage> = {}): SalesOrderMessage => ({
  orderNo: 'OR2627000017',
  sapOrderType: 'OR',
  salesOrg: '1000',
  channel: '10',
  division: '01',
  salesGroup: null,
  salesOffice: null,
  soldTo: '100123',
  shipTo: '200123',
  billTo: '100123',
  payer: '100123',
  customerPoNo: 'PO/77',
  customerPoDate: '2026-11-19',
  orderDate: '2026-11-20',
  requestedDeliveryDate: '2026-11-25',
  completeDelivery: false,
  transMode: 'SURFACE',
  freightTerms: 'FOR',
  paymentTermsCode: 'N030',
  sapContractNo: null,
  remarks: 'Deliver before noon',
  lines: [line(10)],
  ...over,
})

/** SAP's number of an order that was sent, by ours. */
const numberOf = async (orderNo: string) => (await sap.findSalesOrders(orderNo))[0]?.salesOrder ?? null

type Posted = {
  to_Item: { results: { to_PricingElement?: { results: { ConditionType: string; ConditionRateValue: string }[] } }[] }
}

const failure = (call: Promise<unknown>): Promise<SapError> =>
  call.then(
    () => expect.unreachable('SAP should have refused'),
    error => {
      expect(error).toBeInstanceOf(SapError)
      return error
    },
  )

const unread = (number: string) => expect.unreachable(`${number} can be read`)

async function invoices(since = '2026-01-01T00:00:00.000Z', page?: number): Promise<BillingDocument[]> {
  const news = await Array.fromAsync(sap.billingDocumentsSince(since, { page }))
  return news.filter(document => document.kind === 'DOCUMENT')
}

describe('sending an order', () => {
  it('gives the order a 10-digit SAP number and names the item of each line', async () => {
    const made = await sap.createSalesOrder(message({ lines: [line(10), line(20, { product: 'AR-1002' })] }))
    expect(made.salesOrder).toMatch(/^\d{10}$/)
    expect(made.items).toEqual([
      { lineNo: 10, salesOrderItem: '000010' },
      { lineNo: 20, salesOrderItem: '000020' },
    ])
    expect(await numberOf('OR2627000017')).toBe(made.salesOrder)
    expect(await sap.salesOrderExists(made.salesOrder)).toBe(true)
    expect(await sap.salesOrderExists('5999999999')).toBe(false)
    expect(await numberOf(`OR'2627`)).toBeNull()
  })

  it('works behind a body parser too', async () => {
    const behind = await simulatorOn(join(folder, `${++files}.sqlite`), { parser: true })
    expect((await adapterFor(behind.url).createSalesOrder(message())).salesOrder).toMatch(/^\d{10}$/)
    await behind.stop()
  })

  it('writes amounts as text, days as UTC midnight, codes in ten digits and only the fields that have a value', () => {
    const body = salesOrderBody(
      message({
        transMode: 'PWC',
        lines: [line(10, { freightValue: 12_345, priceUnit: 100, priceSource: 'RATE_CONTRACT' })],
      }),
    ) as Posted
    expect(body).toMatchObject({
      SoldToParty: '0000100123',
      PurchaseOrderByShipToParty: 'OR2627000017',
      RequestedDeliveryDate: `/Date(${Date.UTC(2026, 10, 25)})/`,
      IncotermsClassification: 'EXW',
      CompleteDeliveryIsDefined: false,
    })
    expect(body).not.toHaveProperty('SalesGroup')
    expect(body.to_Item.results[0]).toMatchObject({ SalesOrderItem: '000010', RequestedQuantity: '200.000' })
    const conditions = body.to_Item.results[0]?.to_PricingElement?.results
    expect(conditions?.map(row => [row.ConditionType, row.ConditionRateValue])).toEqual([
      ['PR00', '450.00'],
      ['ZFRT', '123.45'],
    ])
  })

  it('sends no conditions for free goods', () => {
    const body = salesOrderBody(message({ lines: [line(10, { priceSource: 'FREE', netPrice: 0 })] })) as Posted
    expect(body.to_Item.results[0]).not.toHaveProperty('to_PricingElement')
  })
})

describe('what SAP refuses', () => {
  it('gives the sentence and the number of a business refusal', async () => {
    const error = await failure(sap.createSalesOrder(message({ lines: [line(10, { product: 'SAPFAIL-BUS' })] })))
    expect(error).toMatchObject({ errorClass: 'BUSINESS', httpStatus: 400, sapMessageClass: 'V1', sapMessageNo: '384' })
    expect(error.message).toBe(
      'SAP refused it: Material SAPFAIL-BUS is not released for sales organization 1000. (V1/384)',
    )
    expect(await numberOf('OR2627000017')).toBeNull()
  })

  it('refuses an order that lacks a field, has an unknown one, or writes an amount as a number', async () => {
    const missing = await failure(sap.createSalesOrder(message({ salesOrg: '' })))
    expect(missing).toMatchObject({ errorClass: 'BUSINESS', sapMessageClass: 'V1' })
    expect(missing.message).toContain('SalesOrganization')
    const long = await failure(sap.createSalesOrder(message({ channel: '1000' })))
    expect(long.message).toContain(`'DistributionChannel'`)
    expect(long.sapMessageClass!.length).toBeLessThanOrEqual(10)
    const none = await failure(sap.createSalesOrder(message({ lines: [line(10, { qty: 0, scheduleLines: [] })] })))
    expect(none.message).toContain('Enter a quantity for item 10')
  })

  it('treats a wrong password as a sign-in failure', async () => {
    const error = await failure(adapterFor(running.url, 'wrong').createSalesOrder(message()))
    expect(error).toMatchObject({ errorClass: 'AUTH', httpStatus: 401 })
    expect(error.message).not.toContain('wrong')
  })
})

describe('the security token', () => {
  it('is fetched again when SAP has dropped it, and the order is created once', async () => {
    await sap.createSalesOrder(message())
    const port = Number(new URL(running.url).port)
    await running.stop()
    running = await simulatorOn(file, { port })
    // The client notices only later that its idle connection was closed.
    await expect.poll(() => sap.findSalesOrders('OR2627000018').catch(() => null)).toEqual([])
    const made = await sap.createSalesOrder(message({ orderNo: 'OR2627000018' }))
    expect(await numberOf('OR2627000018')).toBe(made.salesOrder)
  })

  it('is required: a change without it is refused with the word Required', async () => {
    const basic = Buffer.from(`${simulatorAccess.user}:${simulatorAccess.password}`).toString('base64')
    const answer = await fetch(`${running.url}/sap/opu/odata/sap/API_SALES_ORDER_SRV/A_SalesOrder`, {
      method: 'POST',
      headers: { Authorization: `Basic ${basic}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(salesOrderBody(message())),
    })
    expect([answer.status, answer.headers.get('x-csrf-token')]).toEqual([403, 'Required'])
  })

  it('that stays refused after a second fetch is a sign-in failure, not an endless loop', async () => {
    let posts = 0
    const stubborn = await listening(
      createServer((request, response) => {
        if (request.method === 'POST') posts++
        const token = request.method === 'POST' ? 'Required' : 'abc'
        response.writeHead(request.method === 'POST' ? 403 : 200, { 'X-CSRF-Token': token }).end('{}')
      }),
    )
    expect((await failure(adapterFor(stubborn.url).createSalesOrder(message()))).errorClass).toBe('AUTH')
    expect(posts).toBe(2)
    await stubborn.stop()
  })
})

describe('when SAP fails', () => {
  it('treats a time-out as a technical failure, and nothing was created', async () => {
    await tell('slow', 1)
    const error = await failure(impatient().createSalesOrder(message()))
    expect(error).toMatchObject({ errorClass: 'TECH', message: 'SAP did not answer within 1.5 seconds.' })
    expect(await numberOf('OR2627000017')).toBeNull()
  })

  it('treats the slow product and the product that breaks SAP as technical failures', async () => {
    const slow = await failure(
      impatient().createSalesOrder(message({ lines: [line(10, { product: 'SAPFAIL-SLOW' })] })),
    )
    expect(slow.errorClass).toBe('TECH')
    const broken = await failure(sap.createSalesOrder(message({ lines: [line(10, { product: 'SAPFAIL-TECH' })] })))
    expect(broken).toMatchObject({ errorClass: 'TECH', httpStatus: 500 })
    expect(await numberOf('OR2627000017')).toBeNull()
  })

  it('treats a SAP that is down or unreachable as a technical failure', async () => {
    await tell('dead')
    expect((await failure(sap.createSalesOrder(message()))).errorClass).toBe('TECH')
    await tell('ok')
    await sap.createSalesOrder(message())
    const gone = adapterFor('http://127.0.0.1:1')
    expect((await failure(gone.createSalesOrder(message()))).errorClass).toBe('TECH')
  })

  it('waits for a late answer that still comes in time', async () => {
    await tell('late')
    expect((await sap.createSalesOrder(message())).salesOrder).toMatch(/^\d{10}$/)
  })

  it('treats an unreadable answer as an unknown outcome, and finds the order by the portal’s number', async () => {
    await tell('wrong', 1)
    const error = await failure(sap.createSalesOrder(message()))
    expect([error.errorClass, error.message]).toEqual(['UNKNOWN', expect.stringContaining('SAP may have done it')])
    expect(await numberOf('OR2627000017')).toMatch(/^\d{10}$/)
  })

  it('finds the order whose answer was lost, created once', async () => {
    await tell('lost-reply', 1)
    expect((await failure(sap.createSalesOrder(message()))).errorClass).toBe('UNKNOWN')
    const found = await numberOf('OR2627000017')
    expect(found).toMatch(/^\d{10}$/)
    now = new Date(now.getTime() + billAfterMs)
    expect((await invoices()).map(invoice => invoice.sapOrderNo)).toEqual([found])
  })

  it('treats a locked document as a temporary failure, a refused one as a permanent one', async () => {
    const said = (code: string, value: string) => JSON.stringify({ error: { code, message: { lang: 'en', value } } })
    const answers = [
      said('V1/042', 'Sales document 1 is currently being processed (by user X)'),
      said('V1/302', 'Order blocked'),
      '<html>Bad request</html>',
    ]
    const server = await listening(
      createServer((request, response) => {
        if (request.method === 'GET') response.writeHead(200, { 'X-CSRF-Token': 'abc' }).end('{}')
        else response.writeHead(400).end(answers.shift())
      }),
    )
    const other = adapterFor(server.url)
    const classes = []
    for (let turn = 0; turn < 3; turn++) classes.push((await failure(other.createSalesOrder(message()))).errorClass)
    expect(classes).toEqual(['TECH', 'BUSINESS', 'TECH'])
    await server.stop()
  })

  it('accepts simulated behaviour only from this machine, and only known words', async () => {
    expect((await tell('dead', undefined, { 'X-Forwarded-For': '203.0.113.9' })).status).toBe(404)
    expect((await tell('sleepy')).status).toBe(400)
    expect((await tell('ok')).status).toBe(200)
  })
})

describe('cancelling a line', () => {
  it('leaves a rejected line and a cut quantity out of the invoice', async () => {
    const { salesOrder } = await sap.createSalesOrder(message({ lines: [line(10), line(20)] }))
    await sap.cancelSalesOrderItems([
      {
        sapOrderNo: salesOrder,
        sapItemNo: '000010',
        rejectionCode: '11',
        remainingQty: null,
      },
    ])
    await sap.cancelSalesOrderItems([
      {
        sapOrderNo: salesOrder,
        sapItemNo: '000020',
        rejectionCode: '11',
        remainingQty: 50_000,
      },
    ])
    now = new Date(now.getTime() + billAfterMs)
    const [invoice] = await invoices()
    expect(invoice!.lines.map(billed => [billed.sapItemNo, billed.qty])).toEqual([['000020', 50_000]])
  })

  const rejected = (sapOrderNo: string, lineNo: number) => ({
    ...{ sapOrderNo, sapItemNo: String(lineNo).padStart(6, '0'), rejectionCode: '11', remainingQty: null },
  })
  const openItems = async (salesOrder: string) =>
    (await sap.salesOrder(salesOrder))!.items.filter(({ rejectionCode }) => rejectionCode === null).length

  it('closes all items of one sales order in one change, all or none', async () => {
    const { salesOrder } = await sap.createSalesOrder(message({ lines: [line(10), line(20), line(30)] }))
    const unknown = [rejected(salesOrder, 10), rejected(salesOrder, 20), rejected(salesOrder, 990)]
    expect(await failure(sap.cancelSalesOrderItems(unknown))).toMatchObject({ errorClass: 'BUSINESS', httpStatus: 404 })
    expect(await openItems(salesOrder)).toBe(3)
    await sap.cancelSalesOrderItems([10, 20, 30].map(lineNo => rejected(salesOrder, lineNo)))
    expect(await openItems(salesOrder)).toBe(0)
  })

  it('reads the sales order again when somebody in SAP was faster, and says so without blame when they always are', async () => {
    const { salesOrder } = await sap.createSalesOrder(message({ lines: [line(10), line(20), line(30)] }))
    await tell('outrun', 2)
    await sap.cancelSalesOrderItems([rejected(salesOrder, 10), rejected(salesOrder, 20)])
    await tell('outrun', 1)
    await sap.cancelSalesOrderItems([rejected(salesOrder, 30)])
    expect(await openItems(salesOrder)).toBe(0)
    await tell('outrun')
    expect(await sap.cancelSalesOrderItems([rejected(salesOrder, 30)])).toEqual([{ sapItemNo: '000030', keptQty: 0 }])
    const other = await sap.createSalesOrder(message({ orderNo: 'OR2627000018' }))
    const error = await failure(sap.cancelSalesOrderItems([rejected(other.salesOrder, 10)]))
    expect([error.errorClass, error.isOutrun, error.message]).toEqual([
      'TECH',
      true,
      'The sales order was changed in SAP meanwhile: it is read and sent again.',
    ])
  })

  it('speaks the batch of SAP Gateway: a changeset of requests, each with the etag of the sales order', async () => {
    const { salesOrder } = await sap.createSalesOrder(message({ lines: [line(10), line(20)] }))
    const heard: { url: string; type: string; body: string }[] = []
    const proxy = await listening(
      createServer(async (request, response) => {
        const body = await text(request)
        heard.push({ url: request.url!, type: request.headers['content-type'] ?? '', body })
        const answer = await fetch(running.url + request.url, {
          ...{ method: request.method!, headers: withoutHost(request.headers), body: body || null },
        })
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
      }),
    )
    await adapterFor(proxy.url).cancelSalesOrderItems([rejected(salesOrder, 10), rejected(salesOrder, 20)])
    const batch = heard.find(({ url }) => url.startsWith('/sap/opu/odata/sap/API_SALES_ORDER_SRV/$batch'))!
    expect(batch.type).toMatch(/^multipart\/mixed; boundary=\S+$/)
    expect(batch.body).toContain(
      'Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\nContent-ID: 2\r\n\r\n',
    )
    expect(batch.body).toContain(
      `PATCH A_SalesOrderItem(SalesOrder='${salesOrder}',SalesOrderItem='000020')?sap-client=100&sap-language=EN HTTP/1.1\r\n`,
    )
    const etags = batch.body.match(/^If-Match: W\/"datetimeoffset'[^']+'"\r$/gm)!
    expect(etags).toHaveLength(2)
    expect(new Set(etags).size).toBe(1)
    expect(await openItems(salesOrder)).toBe(0)
    await proxy.stop()
  })

  it('is refused once SAP has delivered the line', async () => {
    const { salesOrder } = await sap.createSalesOrder(message())
    now = new Date(now.getTime() + billAfterMs)
    const cancel = { sapOrderNo: salesOrder, sapItemNo: '000010', rejectionCode: '11', remainingQty: null }
    const error = await failure(sap.cancelSalesOrderItems([cancel]))
    expect(error).toMatchObject({
      errorClass: 'BUSINESS',
      message: 'SAP has delivered all 200 of item 10: nothing is left to cancel.',
    })
  })
})

describe('invoices', () => {
  it('come only after the delay, one per order and plant, with price, freight, GST, batch, due date and IRN', async () => {
    const { salesOrder } = await sap.createSalesOrder(
      message({
        lines: [
          line(10, { freightValue: 12_345 }),
          line(20, {
            plant: '1020',
            requestedBatchNo: 'B77',
            netPrice: 33_333,
            qty: 1_500,
          }),
        ],
      }),
    )
    expect(await invoices()).toEqual([])
    now = new Date(now.getTime() + billAfterMs)
    const [first, second, ...rest] = await invoices()
    expect(rest).toEqual([])
    expect(first).toMatchObject({
      sapOrderNo: salesOrder,
      invoiceNo: 'IN2627000001',
      invoiceType: 'INVOICE',
      invoiceDate: '2026-11-20',
      dueDate: '2026-12-20',
      soldTo: '100123',
      shipTo: '200123',
      plant: '1010',
      netValue: 9_000_000,
      freightValue: 12_345,
      cgst: 811_111,
      sgst: 811_111,
      igst: 0,
      grossValue: 10_634_600,
      roundOff: 33,
      isCancelled: false,
      changedAt: now.toISOString(),
    })
    expect(first!.irn).toMatch(/^[0-9a-f]{64}$/)
    expect(first!.lines[0]).toMatchObject({
      sapItemNo: '000010',
      unitPrice: 45_000,
      gstRate: 1800,
      taxValue: 1_622_222,
    })
    expect(second).toMatchObject({
      plant: '1020',
      netValue: 50_000,
      cgst: 4_500,
      sgst: 4_500,
      igst: 0,
      grossValue: 59_000,
      roundOff: 0,
    })
    expect(second!.lines[0]).toMatchObject({ batchNo: 'B77', gstRate: 1800, qty: 1_500 })
    expect(await invoices(new Date(now.getTime() + 1).toISOString())).toEqual([])
  })

  it('are read page by page, each once, however many changed at one time', async () => {
    for (let count = 1; count <= 7; count++) {
      await sap.createSalesOrder(message({ orderNo: `OR262700002${count}` }))
      if (count % 3 === 0) now = new Date(now.getTime() + billAfterMs)
    }
    now = new Date(now.getTime() + billAfterMs)
    for (const page of [1, 2, 3, 7, 100]) {
      const numbers = (await invoices(undefined, page)).map(invoice => invoice.sapBillingDoc)
      expect(numbers).toHaveLength(7)
      expect(new Set(numbers).size).toBe(7)
    }
  })

  it('and orders survive a restart of SAP', async () => {
    const made = await sap.createSalesOrder(message())
    now = new Date(now.getTime() + billAfterMs)
    const before = await invoices()
    await running.stop()
    running = await simulatorOn(file)
    sap = adapterFor(running.url)
    expect(await numberOf('OR2627000017')).toBe(made.salesOrder)
    expect(await invoices()).toEqual(before)
    expect((await sap.createSalesOrder(message({ orderNo: 'OR2627000018' }))).salesOrder).not.toBe(made.salesOrder)
  })

  it('that cannot be read are named and skipped, without blocking others', async () => {
    for (const orderNo of ['OR2627000031', 'OR2627000032']) await sap.createSalesOrder(message({ orderNo }))
    now = new Date(now.getTime() + billAfterMs)
    await invoices()
    const database = new DatabaseSync(file)
    database.exec(
      `update A_BillingDocument set body = json_set(body, '$.TotalGrossAmount', 'much') where key = '9000000001'`,
    )
    database.close()
    await expect(invoices()).rejects.toMatchObject({
      errorClass: 'UNKNOWN',
      message: expect.stringContaining('9000000001'),
    })
    const told: string[] = []
    const read = await Array.fromAsync(
      sap.billingDocumentsSince('2026-01-01T00:00:00.000Z', { page: 1, unreadable: number => told.push(number) }),
    )
    expect(read.map(invoice => invoice.sapBillingDoc)).toEqual(['9000000002'])
    expect(told).toEqual(['9000000001'])
  })
})

describe('sales orders as they stand in SAP', () => {
  const orders = (since = '2026-01-01T00:00:00.000Z', page?: number) =>
    Array.fromAsync(sap.salesOrdersSince(since, { page }))
  const changed = (body: unknown) =>
    fetch(`${running.url}/sap/simulator/item`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('have the confirmed, rejected and dispatched quantity of each item', async () => {
    const lines = [line(10), line(20, { product: 'SAPFAIL-LATE' })]
    const { salesOrder } = await sap.createSalesOrder(message({ lines }))
    const item = {
      sapItemNo: '000010',
      product: 'AR-1001',
      uom: 'EA',
      qty: 200_000,
      rejectionCode: null,
      plant: '1010',
      netPrice: 45_000,
      freightValue: 0,
      partOf: null,
      isSubstituted: false,
      discounts: [],
      deliveredQty: 0,
      requestedDays: ['2026-11-25'],
    }
    const [order] = await orders()
    expect(order).toMatchObject({ sapOrderNo: salesOrder, orderNo: 'OR2627000017', changedAt: now.toISOString() })
    expect(order!.items).toEqual([
      { ...item, confirmations: [{ day: '2026-11-25', qty: 200_000 }] },
      { ...item, sapItemNo: '000020', product: 'SAPFAIL-LATE', confirmations: [{ day: '2026-12-02', qty: 200_000 }] },
    ])
    now = new Date(now.getTime() + 1000)
    const said = { salesOrder, item: 10, confirmedDate: '2026-11-30', confirmedQuantity: '150' }
    expect((await changed(said)).status).toBe(204)
    await changed({ salesOrder, item: 20, rejection: '10' })
    expect((await orders(now.toISOString()))[0]!.items).toEqual([
      { ...item, confirmations: [{ day: '2026-11-30', qty: 150_000 }] },
      { ...item, sapItemNo: '000020', product: 'SAPFAIL-LATE', rejectionCode: '10', confirmations: [] },
    ])
    now = new Date(now.getTime() + billAfterMs)
    await invoices()
    expect((await orders(now.toISOString()))[0]!.items[0]).toMatchObject({ deliveredQty: 150_000 })
  })

  it('have the price for one unit and the plant, also after a change in SAP', async () => {
    const lines = [line(10), line(20, { priceSource: 'FREE' })]
    const { salesOrder } = await sap.createSalesOrder(message({ lines }))
    await changed({ salesOrder, item: 10, price: '44000.00', plant: '1020' })
    const database = new DatabaseSync(file)
    database.exec(`update A_SalesOrderItemPrElement set body = json_set(body, '$.ConditionQuantity', '100')`)
    database.close()
    expect((await sap.salesOrder(salesOrder))!.items).toMatchObject([
      { netPrice: 44_000, plant: '1020' },
      { netPrice: null, plant: '1010' },
    ])
  })

  it('can be read singly, without items and orders deleted in SAP', async () => {
    const { salesOrder } = await sap.createSalesOrder(message({ lines: [line(10), line(20)] }))
    const other = await sap.createSalesOrder(message({ orderNo: 'OR2627000018' }))
    await changed({ salesOrder, item: 20, deleted: true })
    expect((await sap.salesOrder(salesOrder))!.items.map(({ sapItemNo }) => sapItemNo)).toEqual(['000010'])
    const body = JSON.stringify({ salesOrder, deleted: true })
    const headers = { 'Content-Type': 'application/json' }
    await fetch(`${running.url}/sap/simulator/order`, { method: 'POST', headers, body })
    expect(await sap.salesOrder(salesOrder)).toBeNull()
    expect(await sap.salesOrdersAmong([salesOrder, other.salesOrder], unread)).toMatchObject([
      { sapOrderNo: other.salesOrder, items: [{ sapItemNo: '000010' }] },
    ])
  })

  it('are not treated as deleted when SAP is slow, down or late, answers wrongly, or omits their items', async () => {
    const { salesOrder } = await sap.createSalesOrder(message())
    await tell('slow', 1)
    expect((await failure(impatient().salesOrder(salesOrder))).errorClass).toBe('TECH')
    for (const [mode, errorClass] of [
      ['dead', 'TECH'],
      ['wrong', 'UNKNOWN'],
    ] as const) {
      await tell(mode)
      expect((await failure(sap.salesOrder(salesOrder))).errorClass).toBe(errorClass)
      expect((await failure(sap.salesOrdersAmong([salesOrder], unread))).errorClass).toBe(errorClass)
    }
    await tell('late')
    expect(await sap.salesOrder(salesOrder)).toMatchObject({ sapOrderNo: salesOrder })
    await tell('ok')
    const database = new DatabaseSync(file)
    database.exec(`update A_SalesOrderItem set body = json_set(body, '$.RequestedQuantity', 'much')`)
    database.close()
    const told: string[] = []
    expect(await sap.salesOrdersAmong([salesOrder], number => told.push(number))).toEqual([])
    expect(told).toEqual([salesOrder])
    const error = await failure(sap.salesOrder(salesOrder))
    expect([error.errorClass, error.message]).toEqual(['UNKNOWN', expect.stringContaining(salesOrder)])
    expect((await failure(adapterFor(running.url, 'wrong').salesOrder(salesOrder))).errorClass).toBe('AUTH')
  })

  it('are read page by page, each once, and one that cannot be read is skipped', async () => {
    for (let count = 1; count <= 5; count++) {
      await sap.createSalesOrder(message({ orderNo: `OR262700010${count}` }))
      if (count % 2 === 0) now = new Date(now.getTime() + 1)
    }
    expect((await orders(undefined, 2)).map(({ orderNo }) => orderNo?.slice(-1))).toEqual(['1', '2', '3', '4', '5'])
    const database = new DatabaseSync(file)
    database.exec(
      `update A_SalesOrderItem set body = json_set(body, '$.RequestedQuantity', 'much') where key like '5000000002%'`,
    )
    database.close()
    const told: string[] = []
    const how = { unreadable: (number: string) => told.push(number) }
    expect(await Array.fromAsync(sap.salesOrdersSince('2026-01-01T00:00:00.000Z', how))).toHaveLength(4)
    expect(told).toEqual(['5000000002'])
  })
})
