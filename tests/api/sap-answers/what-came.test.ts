import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isNotServed, type SapError } from '../../../api/sap/http/sap-error.ts'
import type { SimulatedMode } from '../../../resources/platform/simulated-sap.ts'
import { orderOfSamples } from '../../support/sap/free-sample.ts'
import { sapOverHttp } from '../../support/sap/over-http.ts'

const clock = () => '2026-11-20T06:30:00.000Z'
const SERVICE = 'API_SALES_ORDER_SRV'
let sap: Awaited<ReturnType<typeof sapOverHttp>>
let orders = 0

beforeAll(async () => {
  sap = await sapOverHttp(clock)
})
afterAll(() => sap.close())
beforeEach(async () => void (await sap.control('behaviour', { mode: 'ok' })))

const failure = (call: Promise<unknown>): Promise<SapError> =>
  call.then(
    () => expect.unreachable('SAP should not have answered'),
    error => error,
  )
const reading = () => failure(sap.adapter().salesOrder('5000000001'))
const order = () => orderOfSamples(`OR26270010${++orders + 10}`, { isFreeOfCharge: false })
const found = async (orderNo: string) => (await sap.adapter().findSalesOrders(orderNo)).length

/** What the sentence of each row must say; {HOST} is the address of SAP, {PATH} the path that was asked. */
const rows: readonly [mode: SimulatedMode, errorClass: string, sentence: string][] = [
  ['sign-in-page', 'AUTH', 'A sign-in page came from {HOST}{PATH} in place of data.'],
  ['redirect', 'TECH', '{HOST} sends on to login.example.com: sign-in or wrong address.'],
  ['web-page', 'UNKNOWN', '{HOST}{PATH} answers with a web page “200 Welcome to the load balancer”.'],
  ['atom', 'UNKNOWN', 'The service ignores JSON.'],
  ['empty', 'UNKNOWN', 'SAP answered nothing.'],
  ['wrong', 'UNKNOWN', 'SAP’s answer broke off.'],
  ['unauthorised', 'AUTH', 'SAP refuses the user or password.'],
  ['no-service', 'AUTH', `SAP has no service ${SERVICE} active under this path.`],
  ['forbidden', 'AUTH', `Our user may not use ${SERVICE}.`],
  ['not-found-page', 'TECH', '{PATH} is not active at {HOST}.'],
  ['broken', 'TECH', 'SAP broke off with an error of its own.'],
  ['down-page', 'TECH', 'SAP is down or in maintenance.'],
  ['gateway-late', 'TECH', '{HOST} did not reach SAP in time.'],
]

describe('what comes in place of data is named, with the address that was asked', () => {
  beforeAll(async () => void (await sap.adapter().createSalesOrder(order())))

  it.each(rows)('%s', async (mode, errorClass, sentence) => {
    await sap.control('behaviour', { mode })
    const error = await reading()
    const path = `/sap/opu/odata/sap/${SERVICE}/A_SalesOrder('5000000001')`
    const host = new URL(sap.url).host
    expect([error.errorClass, error.message]).toEqual([
      errorClass,
      sentence.replaceAll('{HOST}', host).replaceAll('{PATH}', path),
    ])
    expect(error.mayBeDone).toBe(false)
  })

  it('a service that SAP has not activated does not mean that an order was deleted', async () => {
    sap.through(async () =>
      Response.json({ error: { code: '/IWFND/MED/170', message: { value: 'No service found' } } }, { status: 404 }),
    )
    const error = await reading()
    expect([error.message, isNotServed(error)]).toEqual([`SAP has no service ${SERVICE} active under this path.`, true])
    sap.through(({ forward }) => forward())
  })
})

describe('after a change', () => {
  it.each(['wrong', 'gateway-late', 'atom', 'empty'] as const)(
    '%s says that SAP may have done it, and a search finds the order',
    async mode => {
      const sent = order()
      await sap.control('behaviour', { mode, only: { kind: 'change' } })
      const error = await failure(sap.adapter().createSalesOrder(sent))
      expect([error.mayBeDone, error.message]).toEqual([true, expect.stringMatching(/SAP may have done it\.$/)])
      await sap.control('behaviour', { mode: 'ok' })
      expect(await found(sent.orderNo)).toBe(1)
    },
  )

  it.each(['sign-in-page', 'web-page'] as const)('%s leaves a doubt, for it came with 200', async mode => {
    const sent = order()
    await sap.control('behaviour', { mode, only: { kind: 'change' } })
    expect((await failure(sap.adapter().createSalesOrder(sent))).mayBeDone).toBe(true)
    await sap.control('behaviour', { mode: 'ok' })
    expect(await found(sent.orderNo)).toBe(0)
  })

  it.each(['redirect', 'no-service', 'forbidden', 'not-found-page', 'broken', 'down-page'] as const)(
    '%s says that SAP has done nothing',
    async mode => {
      const sent = order()
      await sap.control('behaviour', { mode, only: { kind: 'change' } })
      expect((await failure(sap.adapter().createSalesOrder(sent))).mayBeDone).toBe(false)
      await sap.control('behaviour', { mode: 'ok' })
      expect(await found(sent.orderNo)).toBe(0)
    },
  )

  it('a search that SAP answers with fewer orders than it counts finds no empty place', async () => {
    const sent = order()
    await sap.adapter().createSalesOrder(sent)
    await sap.control('behaviour', { mode: 'page-lost' })
    expect((await failure(sap.adapter().findSalesOrders(sent.orderNo))).message).toBe(
      'SAP counts more sales orders than it gave. They are searched for again later.',
    )
  })

  it('a SOAP fault is told in its own words', async () => {
    await sap.control('behaviour', { mode: 'soap-fault' })
    const payment = { txnNo: 'TX2627000001', companyCode: null, clearingAccount: null, customer: '100123' }
    const money = { postingDate: '2026-11-20', amount: 100, allocations: [], unallocated: 100 }
    const error = await failure(sap.adapter().postPayment({ ...payment, ...money }))
    expect([error.errorClass, error.message]).toEqual([
      'TECH',
      'SAP could not answer now (500): Web service processing error: Ledger 0L is locked for posting',
    ])
  })

  it('a token that SAP gave and refuses twice is called so', async () => {
    await sap.control('behaviour', { mode: 'token-refused' })
    const before = sap.creations()
    const error = await failure(sap.adapter().createSalesOrder(order()))
    expect([error.errorClass, error.message]).toEqual(['AUTH', 'SAP refused its own token.'])
    expect(sap.creations() - before).toBe(2)
  })

  // SAP/cloud-sdk-java#379: without a token the change was sent all the same.
  it('a token that SAP does not give keeps the change here', async () => {
    await sap.control('behaviour', { mode: 'no-token' })
    const before = sap.creations()
    const error = await failure(sap.adapter().createSalesOrder(order()))
    expect([error.errorClass, error.message]).toEqual(['TECH', 'SAP gave no security token.'])
    expect(sap.creations()).toBe(before)
  })
})
