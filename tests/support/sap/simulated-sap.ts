import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Koa } from '@feathersjs/koa'
import { simulatorAccess } from '../../../api/platform/simulators.ts'
import { sapSimulator } from '../../../api/simulators/sap/simulator.ts'

/** An answer of the simulated SAP; the body parsed where it is JSON. */
export interface SapAnswer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever SAP answers
  body: any
}

type Options = Partial<Parameters<typeof sapSimulator>[0]> & { certificate?: { key: string; cert: string } }
type Named = Record<string, string>

const root = '/sap/opu/odata/sap/'
export const basic = `Basic ${Buffer.from(`${simulatorAccess.user}:${simulatorAccess.password}`).toString('base64')}`

/** A simulated SAP on a port of its own, called over HTTP as the portal does; its clock stands still until it is moved. */
export async function simulatedSap({ certificate, ...options }: Options = {}) {
  let at = Date.parse('2026-11-20T06:30:00.000Z')
  const simulator = sapSimulator({
    file: ':memory:',
    billAfterMs: 60_000,
    clock: () => new Date(at).toISOString(),
    lateMs: 30,
    slowMs: 60_000,
    ...options,
  })
  const app = new Koa()
  app.silent = true
  app.use(simulator)
  const server = certificate ? createSecureServer(certificate, app.callback()) : createServer(app.callback())
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  let session: Named | null = null

  async function call(
    method: string,
    address: string,
    given: Named = {},
    sent?: string,
    ms = 5_000,
  ): Promise<SapAnswer> {
    const answer = await fetch(url + address, {
      method,
      headers: { Authorization: basic, Accept: 'application/json', ...given },
      body: sent ?? null,
      signal: AbortSignal.timeout(ms),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) }
  }

  /** The CSRF token and cookie of a session. */
  async function signedOn(): Promise<Named> {
    const answer = await call('GET', `${root}API_SALES_ORDER_SRV/`, { 'X-CSRF-Token': 'Fetch' })
    return {
      'X-CSRF-Token': answer.headers.get('x-csrf-token') ?? '',
      Cookie: answer.headers
        .getSetCookie()
        .map(one => one.split(';')[0]!)
        .join('; '),
    }
  }

  const get = (path: string, headers: Named = {}) => call('GET', root + path, headers)

  async function change(method: string, path: string, body: unknown, headers: Named = {}, ms?: number) {
    session ??= await signedOn()
    const sent = { 'Content-Type': 'application/json', ...session, ...headers }
    return call(method, root + path, sent, JSON.stringify(body), ms)
  }

  const control = (name: string, body: unknown) =>
    call('POST', `/sap/simulator/${name}`, { 'Content-Type': 'application/json' }, JSON.stringify(body))

  return {
    url,
    call,
    get,
    change,
    control,
    signOff: () => {
      session = null
    },
    calls: async () => (await call('GET', '/sap/simulator/calls')).body,
    pass: (ms: number) => {
      at += ms
    },
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      simulator.close()
    },
  }
}

export type SimulatedSap = Awaited<ReturnType<typeof simulatedSap>>

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A sales order as the portal posts it. */
export const salesOrderOf = (orderNo: string, over: Record<string, unknown> = {}) => ({
  SalesOrderType: 'OR',
  SalesOrganization: '1000',
  DistributionChannel: '10',
  OrganizationDivision: '01',
  SoldToParty: '0000100123',
  PurchaseOrderByShipToParty: orderNo,
  RequestedDeliveryDate: `/Date(${Date.UTC(2026, 10, 25)})/`,
  CustomerPaymentTerms: 'N030',
  TransactionCurrency: 'INR',
  to_Partner: { results: [{ PartnerFunction: 'SH', Customer: '0000200123' }] },
  to_Item: { results: [salesOrderItemOf(10)] },
  ...over,
})

export const salesOrderItemOf = (lineNo: number, over: Record<string, unknown> = {}) => ({
  SalesOrderItem: `${lineNo}`.padStart(6, '0'),
  Material: 'AR-1001',
  RequestedQuantity: '10.000',
  RequestedQuantityUnit: 'EA',
  ProductionPlant: '1010',
  to_PricingElement: {
    results: [
      { ConditionType: 'PR00', ConditionRateValue: '450.00', ConditionCurrency: 'INR', ConditionQuantity: '1' },
    ],
  },
  ...over,
})
