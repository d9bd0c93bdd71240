import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Koa } from '@feathersjs/koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatorAccess } from '../../../api/platform/simulators.ts'
import { odataSap } from '../../../api/sap/adapter.ts'
import { entitySet } from '../../../api/sap/identity/entity-sets.ts'
import { sapSimulator } from '../../../api/simulators/sap/simulator.ts'

const now = '2026-11-23T08:00:00.000Z'
const simulator = sapSimulator({ file: ':memory:', billAfterMs: 60_000, clock: () => now, pageLimit: 40 })
const server = createServer(new Koa().use(simulator).callback())
let url: string
beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise(done => server.close(done))
  simulator.close()
})

async function control(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/sap/simulator/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const parsed = text === '' ? null : JSON.parse(text)
  return { status: answer.status, sentence: parsed?.error?.message.value ?? null, body: parsed }
}

const password = `${simulatorAccess.user}:${simulatorAccess.password}`
async function read(path: string) {
  const answer = await fetch(`${url}/sap/opu/odata/sap/${path}`, {
    headers: { Authorization: `Basic ${Buffer.from(password).toString('base64')}` },
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const product = { entitySet: 'A_Product', key: { Product: 'LS-1001' } }

describe('somebody in SAP', () => {
  it('makes a master, changes it, which its time of change tells, and deletes it', async () => {
    expect(await control('entity', { ...product, set: { BaseUnit: 'EA', GrossWeight: '1.250' } })).toMatchObject({
      status: 204,
    })
    expect(await control('entity', { ...product, set: { IsMarkedForDeletion: true } })).toMatchObject({ status: 204 })
    const { body } = await read(`API_PRODUCT_SRV/A_Product('LS-1001')`)
    expect(body.d).toMatchObject({
      GrossWeight: '1.250',
      IsMarkedForDeletion: true,
      LastChangeDateTime: `/Date(${Date.parse(now)}+0000)/`,
    })
    expect(await control('entity', { ...product, delete: true })).toMatchObject({ status: 204 })
    expect(await read(`API_PRODUCT_SRV/A_Product('LS-1001')`)).toMatchObject({ status: 404 })
    expect(await control('entity', { ...product, delete: true })).toMatchObject({ status: 404 })
  })

  it('changes a rate in place: the record keeps its number and its days', async () => {
    const key = { ConditionRecord: '77' }
    const rate = { entitySet: 'A_SlsPrcgConditionRecord', key }
    await control('entity', {
      ...rate,
      set: { ConditionRateValue: '100.00', ConditionValidityStartDate: '2026-04-01' },
    })
    await control('entity', { ...rate, set: { ConditionRateValue: '104.50' } })
    const { body } = await read(`API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgConditionRecord('0000000077')`)
    expect(body.d).toMatchObject({
      ConditionRateValue: '104.50',
      ConditionValidityStartDate: `/Date(${Date.UTC(2026, 3, 1)})/`,
    })
  })

  it.each([
    [{ entitySet: 'A_Nothing', key: {} }, 'There is no entity set A_Nothing.'],
    [{ entitySet: 'A_Product', key: { Plant: '1201' }, set: {} }, 'Say "key" with Product.'],
    [{ entitySet: 'A_Product', key: 'LS-1001', set: {} }, 'Say "key" with Product.'],
    [{ ...product, set: { Colour: 'red' } }, 'A_Product has no property Colour.'],
    [{ ...product, set: { GrossWeight: 5 } }, 'GrossWeight must be a string.'],
    [{ ...product, set: { BaseUnit: 'PIECE' } }, 'BaseUnit has at most 3 characters.'],
    [product, 'Say "set" with properties, or "delete": true.'],
  ])('is told what is wrong with %o', async (body, sentence) => {
    expect(await control('entity', body)).toMatchObject({ status: 400, sentence })
  })

  it('cannot be played from another machine, nor through a proxy on this one', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.7' }
    expect((await fetch(`${url}/sap/simulator/entity`, { method: 'POST', headers: forwarded })).status).toBe(404)
    expect((await fetch(`${url}/sap/simulator/scale`, { method: 'POST', headers: forwarded })).status).toBe(404)
  })
})

describe('masters in large numbers over HTTP', () => {
  beforeAll(async () => {
    const asked = { products: 90, customers: 0, prices: 0, stock: 0 }
    expect(await control('scale', asked)).toMatchObject({ status: 200 })
  })

  it('are refused in numbers that are none', async () => {
    for (const body of [{ products: -1 }, { products: 1.5 }, { prices: 'many' }, { rows: 5 }])
      expect(await control('scale', body)).toMatchObject({ status: 400 })
  })

  it('are read by the portal’s adapter page by page, each row once, whoever sets the size of a page', async () => {
    const { user, password: secret, client } = simulatorAccess
    const sap = odataSap({ url, user, password: secret, client, timeoutMs: 20_000 })
    for (const pageSize of [7, 40, 50, 1000]) {
      const pages = await Array.fromAsync(
        sap.pages(entitySet('API_PRODUCT_SRV/A_Product', { select: ['Product'] }), { pageSize }),
      )
      const codes = pages.flatMap(({ rows }) => rows.map(({ Product }) => Product))
      expect(codes).toHaveLength(90)
      expect(new Set(codes).size).toBe(90)
      expect(pages.at(-1)).toMatchObject({ total: 90, missing: 0 })
    }
  })

  it('are not there for a property that the entity lacks: SAP answers 400 and says which', async () => {
    const { status, body } = await read(`API_PRODUCT_SRV/A_Product?$select=Colour`)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      message: { lang: 'en', value: `Property 'Colour' not found in type 'API_PRODUCT_SRV.A_ProductType'.` },
      innererror: { application: { service_id: 'API_PRODUCT_SRV', service_version: '0001' } },
    })
  })

  it('are found in a service whose address bears its version', async () => {
    expect(await read('API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader?$top=5')).toMatchObject({
      status: 200,
      body: { d: { results: [] } },
    })
    expect(await read('API_NOTHING_SRV/A_Nothing')).toMatchObject({ status: 404 })
  })
})
