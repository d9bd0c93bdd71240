import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { odataSap } from '../../../api/sap/adapter.ts'
import { answerError, connectionError, SapError } from '../../../api/sap/http/sap-error.ts'

/** A sign-in service and a SAP that takes its latest token alone; both say what they heard. */
let tokens: { asked: string[]; given: string[]; status: number; body: (token: string) => unknown }
let sap: { heard: string[]; refuses: (bearer: string) => boolean }
let running: { tokenUrl: string; url: string }
const servers: Server[] = []

beforeEach(async () => {
  tokens = {
    asked: [],
    given: [],
    status: 200,
    body: access_token => ({ access_token, token_type: 'Bearer', expires_in: 3600 }),
  }
  sap = { heard: [], refuses: () => false }
  running = { tokenUrl: `${await listening(giveToken)}/oauth/token`, url: await listening(answerSap) }
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function listening(answer: (request: IncomingMessage) => Promise<{ status: number; body: unknown }>) {
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function giveToken(request: IncomingMessage) {
  tokens.asked.push(`${request.headers.authorization} ${await text(request)}`)
  const token = `token-${tokens.asked.length}`
  tokens.given.push(token)
  return { status: tokens.status, body: tokens.body(token) }
}

async function answerSap(request: IncomingMessage) {
  const bearer = (request.headers.authorization ?? '').replace('Bearer ', '')
  sap.heard.push(`${bearer} ${request.url!.slice(request.url!.indexOf('?') + 1)}`)
  return sap.refuses(bearer)
    ? { status: 401, body: {} }
    : { status: 200, body: { d: { SalesOrder: '5000000001', results: [] } } }
}

const portal = (over: Record<string, unknown> = {}) =>
  odataSap({
    url: running.url,
    client: '100',
    tokenUrl: running.tokenUrl,
    clientId: 'bilty',
    clientSecret: 's3cret:%',
    scope: null,
    timeoutMs: 5_000,
    ...over,
  })

const failure = (call: Promise<unknown>): Promise<SapError> =>
  call.then(
    () => expect.unreachable('It should have failed'),
    error => {
      expect(error).toBeInstanceOf(SapError)
      return error
    },
  )

describe('signing in to SAP with OAuth 2.0', () => {
  it('asks for a token with the client credentials once, and shares it among calls, also those made at once', async () => {
    const adapter = portal({ scope: 'orders' })
    await Promise.all([1, 2, 3].map(() => adapter.salesOrderExists('5000000001')))
    await adapter.salesOrderExists('5000000001')
    const secret = Buffer.from('bilty:s3cret%3A%25').toString('base64')
    expect(tokens.asked).toEqual([`Basic ${secret} grant_type=client_credentials&scope=orders`])
    expect(sap.heard).toHaveLength(4)
    expect(sap.heard[0]).toBe('token-1 $select=SalesOrder&sap-client=100&sap-language=EN')
  })

  it('renews the token before its end', async () => {
    tokens.body = access_token => ({ access_token, expires_in: 0.000001 })
    const adapter = portal()
    await adapter.salesOrderExists('5000000001')
    await new Promise(done => setTimeout(done, 5))
    await adapter.salesOrderExists('5000000001')
    expect(tokens.given).toEqual(['token-1', 'token-2'])
  })

  it('renews a token that SAP refuses, once for all calls, and sends the call again', async () => {
    const adapter = portal()
    await adapter.salesOrderExists('5000000001')
    sap.refuses = bearer => bearer === 'token-1'
    await Promise.all([1, 2].map(() => adapter.salesOrderExists('5000000001')))
    expect(tokens.given).toEqual(['token-1', 'token-2'])
  })

  it('is a sign-in failure where SAP refuses the new token too, without a third try', async () => {
    sap.refuses = () => true
    const error = await failure(portal().salesOrderExists('5000000001'))
    expect([error.errorClass, error.httpStatus]).toEqual(['AUTH', 401])
    expect(sap.heard).toHaveLength(2)
  })

  it('says which setting is wrong when the sign-in service refuses, and never repeats the secret', async () => {
    tokens.status = 401
    tokens.body = () => ({ error: 'invalid_client', error_description: 's3cret' })
    const client = await failure(portal().salesOrderExists('5000000001'))
    expect([client.errorClass, client.message]).toEqual([
      'AUTH',
      'The sign-in service of SAP refuses the portal (invalid_client). Check SAP_CLIENT_ID and SAP_CLIENT_SECRET.',
    ])
    tokens.status = 400
    tokens.body = () => ({ error: 'invalid_scope' })
    expect((await failure(portal().salesOrderExists('5000000001'))).message).toContain('Check SAP_SCOPE.')
  })

  it('is a technical failure, and tried again by the next call, where the service is down or gives no token', async () => {
    const adapter = portal()
    tokens.status = 503
    const down = await failure(adapter.salesOrderExists('5000000001'))
    expect([down.errorClass, down.message]).toEqual([
      'TECH',
      'The sign-in service of SAP gave no token (503). Check the address in SAP_TOKEN_URL.',
    ])
    tokens.status = 200
    expect(await adapter.salesOrderExists('5000000001')).toBe(true)
    const tokenUrl = await listening(giveToken)
    servers.at(-1)!.close()
    const away = await failure(portal({ tokenUrl }).salesOrderExists('5000000001'))
    expect([away.errorClass, away.message]).toEqual(['TECH', expect.stringContaining('the address in SAP_TOKEN_URL')])
  })
})

describe('a connection that fails', () => {
  const broken = (code: string) => Object.assign(new TypeError('fetch failed'), { cause: { code } })
  const said = (code: string) => connectionError(broken(code), { modifying: true, timeoutMs: 30_000 })

  it.each([
    ['CERT_HAS_EXPIRED', 'The certificate at SAP_URL has expired. Have a new one installed there.'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'Name the file of its issuer in NODE_EXTRA_CA_CERTS and start the portal again.'],
    ['CERT_NOT_YET_VALID', 'Check the clock of this server.'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'Write the host that it names into SAP_URL.'],
    ['ENOTFOUND', 'The host in SAP_URL has no address. Check its name, and the DNS of this server.'],
    ['ECONNREFUSED', 'Nothing answers at the address in SAP_URL. Check its host and port, and that SAP runs.'],
    ['UND_ERR_CONNECT_TIMEOUT', 'Check the network and the firewall.'],
  ])('before anything was sent (%s) says what to do, and leaves no doubt', (code, sentence) => {
    const error = said(code)
    expect([error.errorClass, error.mayBeDone]).toEqual(['TECH', false])
    expect(error.message).toContain(`(${code})`)
    expect(error.message.endsWith(sentence)).toBe(true)
  })

  it('after a change was sent leaves a doubt, after a question none', () => {
    expect(said('UND_ERR_SOCKET')).toMatchObject({ errorClass: 'UNKNOWN', mayBeDone: true })
    const timeout = Object.assign(new Error('late'), { name: 'TimeoutError' })
    expect(connectionError(timeout, { modifying: true, timeoutMs: 30_000 })).toMatchObject({
      errorClass: 'TECH',
      mayBeDone: true,
      message: 'SAP did not answer within 30 seconds.',
    })
    expect(connectionError(timeout, { modifying: false, timeoutMs: 30_000 }).mayBeDone).toBe(false)
  })
})

describe('an answer of SAP that is not a success', () => {
  const errorOf = (status: number, text = '', retryAfter: string | null = null) =>
    answerError(
      { status, text, contentType: '', location: null, isTokenRefused: false, retryAfter },
      {
        host: 'sap.example',
        path: '/sap/opu/odata/sap/API_SALES_ORDER_SRV/A_SalesOrder',
        isChange: true,
        wants: 'json',
      },
      ['V1/042'],
    )!
  const classOf = (status: number, body = '') => errorOf(status, body).errorClass
  const saying = (code: string) => JSON.stringify({ error: { code, message: { lang: 'en', value: 'No' } } })

  it.each([
    [401, '', 'AUTH'],
    [403, saying('X/1'), 'AUTH'],
    [408, saying('V1/1'), 'TECH'],
    [412, saying('V1/1'), 'TECH'],
    [428, saying('V1/1'), 'TECH'],
    [429, saying('V1/1'), 'TECH'],
    [503, saying('V1/1'), 'TECH'],
    [400, saying('V1/042'), 'TECH'],
    [400, '<html>', 'TECH'],
    [400, saying('V1/384'), 'BUSINESS'],
    [422, saying('V1/384'), 'BUSINESS'],
  ])('is of the class that decides what happens next: %i %s is %s', (status, body, errorClass) => {
    expect(classOf(status, body)).toBe(errorClass)
  })

  it('leaves a doubt only where something on the way gave up on SAP', () => {
    const doubt = (status: number) => errorOf(status).mayBeDone
    expect([408, 502, 504, 500, 503, 400].map(doubt)).toEqual([true, true, true, false, false, false])
  })

  it('says for how long SAP asks to be left alone, in seconds or as a time, an hour at most', () => {
    const wait = (retryAfter: string | null) => errorOf(429, '', retryAfter).retryAfterMs
    expect([wait('120'), wait('999999'), wait(null), wait('soon'), wait('0')]).toEqual([
      120_000,
      3_600_000,
      null,
      null,
      null,
    ])
    const inTenMinutes = wait(new Date(Date.now() + 600_000).toUTCString())!
    expect(inTenMinutes).toBeGreaterThan(500_000)
    expect(inTenMinutes).toBeLessThanOrEqual(600_000)
  })
})
