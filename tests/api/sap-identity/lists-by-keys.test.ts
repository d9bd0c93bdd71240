import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { simulatorAccess } from '../../../api/platform/simulators.ts'
import { odataSap } from '../../../api/sap/adapter.ts'
import { entitySet } from '../../../api/sap/identity/entity-sets.ts'
import { rowsByKeys } from '../../../api/sap/reading/by-keys.ts'
import { simulatorStore } from '../../../api/simulators/sap/store.ts'
import { simulatedSap } from '../../support/sap/simulated-sap.ts'

const products = entitySet('API_PRODUCT_SRV/A_Product', { select: ['Product'] })
const accounts = entitySet('API_CRDTMBUSINESSPARTNER/CreditManagementAccount')
const segment = { filter: "CreditSegment eq '0000'", rest: { CreditSegment: '0000' } }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A simulated SAP with credit accounts and products, behind a proxy that refuses addresses above a length as it likes. */
async function sapBehind(refuse: (url: string) => { status: number; html: string } | null = () => null) {
  const sap = await simulatedSap({ file: ':memory:' })
  const asked: { method: string; url: string; body: string }[] = []
  const proxy: Server = createServer(async (request, response) => {
    const body = await text(request)
    asked.push({ method: request.method!, url: request.url!, body })
    const refused = request.method === 'GET' ? refuse(request.url!) : null
    if (refused) return response.writeHead(refused.status, { 'Content-Type': 'text/html' }).end(refused.html)
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
    const answer = await fetch(sap.url + request.url, {
      method: request.method!,
      headers,
      body: body === '' ? null : body,
    })
    const given = Object.fromEntries(
      [...answer.headers].filter(([name]) => !/^(transfer|content)-encoding$/.test(name)),
    )
    response.writeHead(answer.status, given).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  closing.push(() => proxy.close().closeAllConnections(), sap.close)
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const { user, password, client } = simulatorAccess
  const put = (entitySet: string, key: object, set: object = {}) => sap.control('entity', { entitySet, key, set })
  return { adapter: odataSap({ url, user, password, client }), asked, sap, put }
}

const account = (no: number) => `${100_001 + no}`
const numbers = (count: number) => Array.from({ length: count }, (_, no) => account(no))

async function withAccounts(count: number, refuse?: Parameters<typeof sapBehind>[0]) {
  const world = await sapBehind(refuse)
  for (const BusinessPartner of numbers(count))
    await world.put(
      'CreditManagementAccount',
      { BusinessPartner, CreditSegment: '0000' },
      { CreditLimitAmount: '1.000' },
    )
  return world
}

const lists = (asked: readonly { method: string; url: string }[]) =>
  asked.filter(({ method, url }) => method === 'GET' && url.includes('$filter'))
const keysIn = (url: string) => decodeURIComponent(url).match(/BusinessPartner eq/g)?.length ?? 0

describe('rows that are asked for by their keys', () => {
  it('come in lists of fifty keys and three thousand characters at most, each key padded, and by no range', async () => {
    const { adapter, asked } = await withAccounts(120)
    const { rows, absent } = await rowsByKeys(adapter, accounts, numbers(120), segment)
    expect([rows.size, absent.size]).toEqual([120, 0])
    expect(lists(asked).map(({ url }) => keysIn(url))).toEqual([50, 50, 20])
    for (const { url } of lists(asked)) {
      expect(decodeURIComponent(url)).toContain("BusinessPartner eq '0000100")
      expect(decodeURIComponent(url)).not.toMatch(/ (ge|le|gt|lt) /)
      expect(/\$filter=([^&]*)/.exec(url)![1]!.length).toBeLessThanOrEqual(3_100)
    }
  })

  it('come in shorter lists where the keys are long', async () => {
    const { adapter, asked, put } = await sapBehind()
    const codes = Array.from({ length: 40 }, (_, no) => `Reagenz für Tests ${no}`.padEnd(40, 'ü'))
    for (const Product of codes) await put('A_Product', { Product })
    expect((await rowsByKeys(adapter, products, codes)).rows.size).toBe(40)
    const filters = asked.flatMap(({ url }) => /\$filter=([^&]*)/.exec(url)?.[1] ?? [])
    expect(filters.length).toBeGreaterThan(2)
    expect(Math.max(...filters.map(({ length }) => length))).toBeLessThanOrEqual(3_000)
  })

  it('would not come by a range: SAP pads its ends, and the interval is empty', async () => {
    const { adapter, put } = await sapBehind()
    for (const BusinessPartner of ['1000000123', '900001'])
      await put('CreditManagementAccount', { BusinessPartner, CreditSegment: '0000' })
    const range = "BusinessPartner ge '1000000123' and BusinessPartner le '900001'"
    const pages = await Array.fromAsync(adapter.pages(accounts, { filter: range }))
    expect(pages.flatMap(({ rows }) => rows)).toEqual([])
    expect([...(await rowsByKeys(adapter, accounts, ['1000000123', '900001'], segment)).rows.keys()].sort()).toEqual([
      '1000000123',
      '900001',
    ])
  })

  it('are asked for singly where a list lacks them: what SAP answers with 404 is absent', async () => {
    const { adapter, asked } = await withAccounts(3)
    const { rows, absent } = await rowsByKeys(adapter, accounts, [...numbers(3), '900009'], segment)
    expect([rows.size, [...absent]]).toEqual([3, ['900009']])
    expect(decodeURIComponent(asked.at(-1)!.url)).toContain(
      "CreditManagementAccount(BusinessPartner='0000900009',CreditSegment='0000')",
    )
  })

  it('fail the reading where SAP left out of a list what it has: nobody’s account is taken for absent', async () => {
    const { adapter, sap } = await withAccounts(50)
    await sap.control('behaviour', { mode: 'list-short' })
    await expect(rowsByKeys(adapter, accounts, numbers(50), segment)).rejects.toThrow(
      'SAP answered 46 of 50 accounts and has the others.',
    )
  })

  it.each([
    ['414', { status: 414, html: '' }],
    ['400 with a web page', { status: 400, html: '<html><title>Bad Request</title></html>' }],
    ['404 with a web page', { status: 404, html: '<html><title>Not found</title></html>' }],
  ])('are asked for in halves where something on the way answers %s', async (_, refusal) => {
    const { adapter, asked } = await withAccounts(8, url =>
      url.includes('$filter') && url.length > 450 ? refusal : null,
    )
    expect((await rowsByKeys(adapter, accounts, numbers(8), segment)).rows.size).toBe(8)
    expect(asked.map(({ url }) => keysIn(url)).slice(0, 2)).toEqual([8, 4])
  })

  it('are asked for within a $batch where even one key is too long, a colon written as %3A', async () => {
    const refused = { status: 414, html: '' }
    const { adapter, asked, put } = await sapBehind(url => (url.includes('$filter') ? refused : null))
    const code = 'LS:9107/A'
    await put('A_Product', { Product: code })
    expect([...(await rowsByKeys(adapter, products, [code])).rows.keys()]).toEqual([code])
    const batch = asked.find(({ url }) => url.includes('$batch'))!
    const [, line] = /\r\n\r\n(GET [^\r]*) HTTP/.exec(batch.body)!
    expect(line).toMatch(/^GET A_Product\?\$filter=Product%20eq%20'LS%3A9107%2FA'/)
    expect(line!.slice(4)).not.toContain(':')
  })

  it('are told by SAP’s own refusal, which is not halved', async () => {
    const { adapter, asked } = await sapBehind()
    const nowhere = { ...products, select: ['NoSuchField'] }
    await expect(rowsByKeys(adapter, nowhere, ['A', 'B', 'C', 'D'])).rejects.toThrow('NoSuchField')
    expect(asked).toHaveLength(1)
  })
})

describe('a list whose numbers have no zeros', () => {
  it('answers the keys that were asked for all the same (SAP-archive/PyRFC#185)', async () => {
    const store = simulatorStore(':memory:')
    store.entities.put('A_OutbDeliveryHeader', { DeliveryDocument: '80000001' })
    expect(store.entities.find('A_OutbDeliveryHeader', ['80000001'])?.DeliveryDocument).toBe('0080000001')
    store.close()
    const { adapter, put, sap } = await sapBehind()
    await put('A_OutbDeliveryHeader', { DeliveryDocument: '80000001' })
    const { body } = await sap.get('API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader')
    expect(body.d.results[0].DeliveryDocument).toBe('80000001')
    const deliveries = entitySet('API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader')
    const { rows, absent } = await rowsByKeys(adapter, deliveries, ['0080000001', '80000002'])
    expect([[...rows.keys()], [...absent]]).toEqual([['80000001'], ['80000002']])
  })
})
