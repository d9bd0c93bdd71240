import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, root } from '../../../api/platform/config.ts'
import { setEnvironment } from '../../../api/platform/environment.ts'
import { callOut, type Outgoing, type OutgoingError, setResolver } from '../../../api/platform/outgoing/call-out.ts'
import { reachOf } from '../../../api/platform/outgoing/inner-addresses.ts'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})
afterEach(() => {
  setEnvironment('test')
  setResolver(null)
})

async function serving(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise(resolve => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

const patience = 5_000
const failure = (address: string, call: Partial<Outgoing> = {}) =>
  callOut(address, { patience, ...call }).then(
    ({ status }) => ({ status }),
    (error: OutgoingError) => ({ name: error.name, code: (error.cause as { code: string }).code, error }),
  )

describe('a call to another machine', () => {
  it('sends what it is given, and answers with status, headers and text', async () => {
    const port = await serving(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      response.setHeader('Set-Cookie', ['a=1', 'b=2'])
      response.writeHead(201, { 'X-Said': 'yes' }).end(`${request.method} ${request.headers['x-asked']} ${body}`)
    })
    const headers = { 'X-Asked': 'this' }
    const answer = await callOut(`http://127.0.0.1:${port}/x`, { method: 'POST', headers, body: '₹ 1', patience })
    expect([answer.status, answer.text, answer.headers.get('x-said')]).toEqual([201, 'POST this ₹ 1', 'yes'])
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('follows no redirect', async () => {
    let asked = 0
    const port = await serving((_, response) => {
      asked++
      response.writeHead(302, { Location: '/elsewhere' }).end('moved')
    })
    expect(await callOut(`http://127.0.0.1:${port}/`, { patience })).toMatchObject({ status: 302, text: 'moved' })
    expect(asked).toBe(1)
  })

  it('reads a packed answer, and none that is too large, packed or not', async () => {
    const port = await serving((request, response) => {
      const text = 'x'.repeat(request.url === '/small' ? 1_000 : 100_000)
      const packed = request.url === '/plain' ? text : gzipSync(text)
      response.writeHead(200, request.url === '/plain' ? {} : { 'Content-Encoding': 'gzip' }).end(packed)
    })
    const most = 50_000
    expect((await callOut(`http://127.0.0.1:${port}/small`, { patience, most })).text).toHaveLength(1_000)
    for (const path of ['/plain', '/bomb'])
      expect(await failure(`http://127.0.0.1:${port}${path}`, { most })).toMatchObject({ code: 'ANSWER_TOO_LARGE' })
  })

  it('ends when its time is over, also in the midst of an answer', async () => {
    const port = await serving((request, response) => {
      if (request.url === '/half') response.writeHead(200).write('half')
    })
    for (const path of ['/', '/half'])
      expect(await failure(`http://127.0.0.1:${port}${path}`, { patience: 100 })).toMatchObject({
        name: 'TimeoutError',
      })
  })

  it('fails with the code of the system, and with nothing of what was sent', async () => {
    const port = await serving((_, response) => response.destroy())
    const headers = { Authorization: 'Bearer hush-hush' }
    const lost = await failure(`http://127.0.0.1:${port}/?key=hush-hush`, {
      method: 'POST',
      headers,
      body: 'hush-hush',
    })
    expect(lost).toMatchObject({ name: 'OutgoingError', code: 'ECONNRESET' })
    const { error } = lost as { error: OutgoingError }
    expect(`${error.stack} ${JSON.stringify(error.cause)}`).not.toContain('hush-hush')
    for (const address of ['ftp://127.0.0.1/', 'nothing', 'file:///etc/passwd'])
      expect(await failure(address)).toMatchObject({ code: 'ERR_INVALID_URL' })
  })
})

describe('in production', () => {
  let port: number
  beforeAll(async () => {
    port = await serving((_, response) => response.end('inner'))
  })

  it('no machine of an inner network is called, by number or by name', async () => {
    setEnvironment('production')
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      'localhost',
      '10.0.0.5',
      '192.168.1.1',
      '0.0.0.0',
    ])
      expect([host, await failure(`http://${host}:${port}/`)]).toMatchObject([host, { code: 'EGRESS_NOT_ALLOWED' }])
    expect(await failure('https://169.254.169.254/latest/meta-data')).toMatchObject({ code: 'EGRESS_NOT_ALLOWED' })
    expect(await failure(`http://[::ffff:127.0.0.1]:${port}/`)).toMatchObject({ code: 'EGRESS_NOT_ALLOWED' })
  })

  it('one that EGRESS_ALLOW names is, at its port or at any', async () => {
    for (const egressAllow of [['localhost'], [`localhost:${port}`]]) {
      setEnvironment('production', { egressAllow })
      expect(await failure(`http://localhost:${port}/`)).toEqual({ status: 200 })
      expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({ code: 'EGRESS_NOT_ALLOWED' })
    }
    setEnvironment('production', { egressAllow: ['localhost:1'] })
    expect(await failure(`http://localhost:${port}/`)).toMatchObject({ code: 'EGRESS_NOT_ALLOWED' })
  })

  it('a name that leads to the internet and to an inner machine is not called', async () => {
    setEnvironment('production')
    setResolver((_, __, done) =>
      done(null, [
        { address: '93.184.215.14', family: 4 },
        { address: '10.0.0.5', family: 4 },
      ]),
    )
    expect(await failure('http://rebound.example/')).toMatchObject({ code: 'EGRESS_NOT_ALLOWED' })
  })

  it('a name is resolved once, and the connection goes to the address that was checked', async () => {
    setEnvironment('production', { egressAllow: ['rebound.example'] })
    const resolved = ['127.0.0.1', '10.0.0.5']
    let asked = 0
    setResolver((_, __, done) => {
      asked++
      done(null, [{ address: resolved.shift()!, family: 4 }])
    })
    expect(await callOut(`http://rebound.example:${port}/`, { patience })).toMatchObject({ text: 'inner' })
    expect(asked).toBe(1)
  })
})

describe('outside production', () => {
  it('the simulators of this machine are called, and no address at which nobody is found', async () => {
    const port = await serving((_, response) => response.end())
    expect(await failure(`http://localhost:${port}/`)).toEqual({ status: 200 })
    expect(await failure('http://169.254.169.254/')).toMatchObject({ code: 'EGRESS_NOT_ALLOWED' })
  })
})

describe('an address', () => {
  it.each([
    ['internet', ['93.184.215.14', '2606:4700::1111', '172.32.0.1', '100.128.0.1', '11.0.0.1']],
    ['inner', ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', '127.9.9.9', '100.64.0.1', '::1', 'fd00::1']],
    ['nothing', ['0.0.0.0', '169.254.169.254', '224.0.0.1', '255.255.255.255', '::', 'fe80::1%eth0', 'ff02::1']],
    ['nothing', ['::ffff:10.0.0.1', '::ffff:7f00:1', '64:ff9b::a00:1', '2002:a00:1::', 'no.number', '']],
  ] as const)('is known as %s: %j', (reach, addresses) => {
    expect(addresses.map(address => [address, reachOf(address)])).toEqual(addresses.map(address => [address, reach]))
  })
})

describe('the lists of hosts in the environment', () => {
  const read = (EGRESS_ALLOW: string) => readConfig({ NODE_ENV: 'test', EGRESS_ALLOW }).egressAllow
  it('are hosts with or without a port', () => {
    expect(read('')).toEqual([])
    expect(read(' SAP.internal, 10.1.2.3:8443 [fd00::1]:443')).toEqual([
      'sap.internal',
      '10.1.2.3:8443',
      '[fd00::1]:443',
    ])
    for (const wrong of ['https://sap.internal', '10.0.0.0/8', 'user@sap', '*', 'sap:99999'])
      expect(() => read(wrong)).toThrow(/^EGRESS_ALLOW names "/)
  })
})

describe('everything else', () => {
  it('leaves the process by no other way', () => {
    const files = readdirSync(join(root, 'api'), { recursive: true, encoding: 'utf8' }).filter(
      file => /\.(ts|mjs)$/.test(file) && !/simulator/.test(file),
    )
    const ways = [
      /(?<![.\w]|async )fetch\(/,
      /\b(axios|undici|WebSocket|EventSource)\b/,
      /'(node:(http2|tls|dgram)|nodemailer|redis|mysql2[^']*|socket\.io-client)'/,
      /import (?!type)[^;]*?\b(request|get|connect|createConnection|Agent)\b[^;]*? from 'node:(https?|net)'/,
      /import \* as \w+ from 'node:(https?|net)'|import\('node:(https?|net)'\)/,
    ]
    const leaving = files.filter(file => {
      const text = readFileSync(join(root, 'api', file), 'utf8')
      return ways.some(way => way.test(text))
    })
    expect(leaving.sort()).toEqual([
      // The mail server and Redis, whose addresses stand in the environment.
      'mail/send-mail.ts',
      'platform/http/rate-limit.ts',
      'platform/live-fanout.ts',
      'platform/outgoing/call-out.ts',
    ])
  })
})
