import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { bodyParser, Koa } from '@feathersjs/koa'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  gatewaySimulator,
  mockRequestSignature,
  mockResponseSignature,
} from '../../../api/payments/gateways/simulator.ts'

const secret = 'between the shop and its gateway'
const amount = '125000.50'
const lateMs = 60_000
let url: string
let notices: Record<string, string>[]
let at: string

beforeEach(() => start(false))
afterEach(() => void vi.useRealTimers())

async function start(parser: boolean) {
  notices = []
  at = '2026-11-20T06:30:00.000Z'
  const gateway = gatewaySimulator({ secret, file: ':memory:', lateMs, clock: () => at })
  const app = new Koa()
  app.silent = true
  app.use(async (ctx, next) => {
    if (ctx.path !== '/api/payments/notify/mock') return next()
    notices.push(Object.fromEntries(new URLSearchParams(await text(ctx.req))))
    ctx.status = 200
  })
  if (parser) app.use(bodyParser())
  app.use(gateway)
  const server = createServer(app.callback())
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
    gateway.close()
  }
}

const post = (path: string, fields: Record<string, string>) =>
  fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

const request = (over: Record<string, string> = {}) => ({
  txn_no: 'PT262700000087',
  amount,
  signature: mockRequestSignature(secret, over.txn_no ?? 'PT262700000087', over.amount ?? amount),
  return_url: `${url}/api/payments/return/mock`,
  notify_url: '/api/payments/notify/mock',
  ...over,
})

/** The address and hidden fields of the form on a page. */
function formOf(html: string) {
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return {
    action: /<form method="post" action="([^"]*)"/.exec(html)?.[1],
    fields: Object.fromEntries(fields.map(([, name, value]) => [name!, value!])) as Record<string, string>,
  }
}

/** Starts a payment, presses a button and returns what the browser would post to the portal. */
async function pay(choice: string, over: Record<string, string> = {}) {
  const chooser = formOf(await (await post('/gateway/mock', request(over))).text())
  const answer = await post(chooser.action!, { ...chooser.fields, choice })
  expect(answer.status).toBe(200)
  return formOf(await answer.text())
}

const status = async (over: Record<string, string> = {}) =>
  (await (await post('/gateway/mock/status', request(over))).json()) as Record<string, string>

const rightlySigned = (fields: Record<string, string>) =>
  fields.signature === mockResponseSignature(secret, fields.txn_no!, fields.amount!, fields.status!)

describe('the simulated payment gateway', () => {
  it.each([
    ['success', 'SUCCESS'],
    ['fail', 'FAILED'],
    ['pending', 'PENDING'],
  ])('sends the customer back after %s with a signed %s', async (choice, expected) => {
    const { action, fields } = await pay(choice)
    expect(action).toBe('/api/payments/return/mock')
    expect(fields).toMatchObject({ txn_no: 'PT262700000087', amount, status: expected, currency: 'INR' })
    expect(rightlySigned(fields)).toBe(true)
    const asked = await status()
    expect(asked).toMatchObject({ status: expected, gateway_txn_id: fields.gateway_txn_id })
    expect(rightlySigned(asked)).toBe(true)
  })

  it('works behind a body parser too', async () => {
    const stop = await start(true)
    expect((await pay('success')).fields.status).toBe('SUCCESS')
    await stop()
  })

  it('can tamper with a result so that the signature no longer fits, while nothing is paid', async () => {
    const { fields } = await pay('tamper')
    expect(fields.status).toBe('SUCCESS')
    expect(fields.amount).not.toBe(amount)
    expect(rightlySigned(fields)).toBe(false)
    expect((await status()).status).toBe('FAILED')
  })

  it('can report late: the customer returns with a pending payment, the notice of success follows', async () => {
    // The test moves the clock by a minute itself, independent of the machine's speed.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { fields } = await pay('late')
    expect(fields.status).toBe('PENDING')
    expect((await status()).status).toBe('PENDING')
    expect(notices).toEqual([])
    vi.advanceTimersByTime(lateMs)
    at = '2026-11-20T06:31:00.000Z'
    await expect.poll(() => notices).toHaveLength(1)
    expect(notices[0]).toMatchObject({ txn_no: 'PT262700000087', amount, status: 'SUCCESS' })
    expect(rightlySigned(notices[0]!)).toBe(true)
    expect((await status()).status).toBe('SUCCESS')
  })

  it('refuses a bad signature with a sentence, at every address', async () => {
    for (const path of ['/gateway/mock', '/gateway/mock/choose', '/gateway/mock/status']) {
      const answer = await post(path, { ...request(), amount: '1.00', choice: 'success' })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('The signature does not fit this payment.')
    }
    expect((await post('/gateway/mock', {})).status).toBe(400)
  })

  it.each([
    'https://evil.example/return',
    '//evil.example/return',
    '/\\evil.example/return',
    'javascript:alert(1)',
    '',
  ])('never redirects to %j', async return_url => {
    const answer = await post('/gateway/mock', request({ return_url }))
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('on the address of this shop')
  })

  it('never redirects to another host through a path of two slashes', async () => {
    expect((await post('/gateway/mock', request({ return_url: `${url}//evil.example/` }))).status).toBe(400)
  })

  it('does not let a paid payment be paid or failed again', async () => {
    const chooser = formOf(await (await post('/gateway/mock', request())).text())
    await pay('success')
    expect((await post('/gateway/mock', request())).status).toBe(409)
    expect((await post(chooser.action!, { ...chooser.fields, choice: 'fail' })).status).toBe(409)
    expect((await status()).status).toBe('SUCCESS')
  })

  it('refuses one payment number for two amounts, and an unknown payment', async () => {
    await pay('pending')
    expect((await post('/gateway/mock', request({ amount: '9.00' }))).status).toBe(409)
    expect((await post('/gateway/mock/status', request({ txn_no: 'PT1' }))).status).toBe(404)
  })

  it('shows pages without inline script or style, in which no field can break out of its place', async () => {
    const answer = await post('/gateway/mock', request({ extra: '"><script>alert(1)</script>' }))
    const html = await answer.text()
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/ style=| on\w+=|<style/)
    const back = await (await post('/gateway/mock/choose', { ...request(), choice: 'success' })).text()
    expect(back).toContain('<script src="/gateway/mock/return.js" defer></script>')
    expect(back.match(/<script/g)).toHaveLength(1)
    for (const file of ['return.js', 'page.css']) expect((await fetch(`${url}/gateway/mock/${file}`)).status).toBe(200)
  })
})
