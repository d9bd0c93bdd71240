/** @module-tag sql */
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, root } from '../../../api/platform/config.ts'
import { isAddressFormat } from '../../../resources/define/formats.ts'
import { may } from '../../../resources/define/rights.ts'
import { reports, resources } from '../../../resources/registry.ts'
import { LEAKED_DETAILS } from '../../support/abuse.ts'
import { answersBeforeLong } from '../../support/hang-limit.ts'
import { masterEditor } from '../../support/people.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

describe('an address that the portal itself connects to', () => {
  const base = { NODE_ENV: 'test', SAP_USER: 'u', SAP_PASSWORD: 'p', MAIL_FROM: 'a@b.in', PORTAL_URL: 'https://b.in' }
  it.each([
    'http://169.254.169.254/latest',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:alert(1)',
    '//sap.internal',
    'sap.internal',
  ])('is never a link-local address, a file or another scheme: %s', url => {
    expect(() => readConfig({ ...base, SAP_URL: url })).toThrow(/^SAP_URL/)
    expect(() => readConfig({ ...base, SMTP_URL: url.replace(/^http:/, 'smtp:') })).toThrow(/^SMTP_URL/)
  })

  it('comes from the environment alone: no field, setting or upload sets one, and nothing else is fetched', () => {
    const told = resources.flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { format }]) => (isAddressFormat(format) ? [`${name}.${field}`] : [])),
    )
    // Two are links for people to follow. Those of accounts name hosts that the product or
    // the environment knows; payment accounts are confirmed too.
    expect(told.sort()).toEqual([
      'banner.linkUrl',
      'eway-account.address',
      'eway-account.irnAddress',
      'payment-account.askAt',
      'payment-account.formHosts',
      'payment-account.payAt',
      'transporter.trackingUrlTemplate',
    ])
    const files = readdirSync(join(root, 'api'), { recursive: true, encoding: 'utf8' })
    const callers = files.filter(
      file => file.endsWith('.ts') && /\bcallOut\(/.test(readFileSync(join(root, 'api', file), 'utf8')),
    )
    expect(callers.sort()).toEqual([
      'dispatches/eway/open-account.ts',
      'dispatches/eway/portal.ts',
      'mail/sms/gateway.ts',
      'mail/sms/serve-sms.ts',
      'payments/gateways/ask.ts',
      'platform/outgoing/call-out.ts',
      'sap/http/session.ts',
      'sap/http/sign-in.ts',
      'sap/steer-sap.ts',
    ])
  })
})

describe('a client that sends too slowly or too much', () => {
  let portal: TestPortal
  let keeper: ApiClient
  const sockets: Socket[] = []
  beforeAll(async () => {
    portal = await demoPortal()
    keeper = await masterEditor(portal)
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await portal.close()
  })

  const hold = (head: string) =>
    new Promise<Socket>(resolve => {
      const socket = connect(Number(new URL(portal.url).port), '127.0.0.1', () => {
        if (head) socket.write(head)
        resolve(socket)
      })
      socket.on('error', () => undefined)
      sockets.push(socket)
    })

  it('does not hold up other clients and is disconnected', async () => {
    const begun = 'POST /api/authentication HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const heads = ['', 'GET /api/health HTTP/1.1\r\nX-A: ', `${begun}Content-Length: 1000\r\n\r\n{"strategy":`]
    await Promise.all(Array.from({ length: 300 }, (_, n) => hold(heads[n % heads.length]!)))
    expect((await answersBeforeLong('a list', keeper.get('/api/masters/sbu?$limit=5'))).status).toBe(200)
    const { headersTimeout, requestTimeout, keepAliveTimeout } = portal.server
    // Proxies end their connections after sixty seconds.
    expect(keepAliveTimeout).toBeGreaterThan(60_000)
    expect([headersTimeout > 0 && headersTimeout <= 20_000, requestTimeout > 0 && requestTimeout <= 120_000]).toEqual([
      true,
      true,
    ])
  })

  it('is refused with 413 for a body of a hundred megabytes, compressed or not, at sign-in and at a change', async () => {
    const large = Buffer.alloc(100 * 1024 * 1024, ' ')
    const packed = gzipSync(large)
    for (const path of ['/api/authentication', '/api/masters/sbu', '/api/quotes']) {
      const headers = {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        authorization: `Bearer ${keeper.token}`,
      }
      const sent = fetch(portal.url + path, { method: 'POST', headers, body: packed })
      expect([path, (await answersBeforeLong(path, sent)).status]).toEqual([path, 413])
    }
    const whole = await new Promise<string>(resolve => {
      const socket = connect(Number(new URL(portal.url).port), '127.0.0.1', () => {
        socket.write(
          `POST /api/quotes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keeper.token}\r\nContent-Type: application/json\r\nContent-Length: ${large.length}\r\n\r\n`,
        )
        socket.write(large.subarray(0, 3_000_000))
      })
      sockets.push(socket)
      socket.on('error', () => undefined)
      socket.once('data', data => resolve(data.toString('latin1')))
    })
    expect(whole).toMatch(/^HTTP\/1.1 413 /)
    expect((await portal.nobody.get('/api/health')).status).toBe(200)
  })

  it('gets an answer at once to a text of a hundred thousand characters, in every text field of a master, in a header and in a search', async () => {
    const wrong: unknown[] = []
    let asked = 0
    const refused = async (what: string, answer: Promise<{ status: number }>) => {
      const { status } = await answersBeforeLong(what, answer)
      asked++
      if (status < 400 || status >= 500) wrong.push([what, status])
    }
    for (const part of ['a', '1.']) {
      const text = part.repeat(100_000 / part.length)
      await refused('search', keeper.get(`/api/masters/sbu?q=${encodeURIComponent(text)}`))
      await refused('filter', keeper.get(`/api/masters/sbu?name[$contains]=${encodeURIComponent(text)}`))
      await refused('header', keeper.get('/api/masters/sbu', { 'x-request-id': text.replaceAll(' ', 'b') }))
      await refused(
        'sign-in',
        portal.nobody.post('/api/authentication', { strategy: 'local', loginId: text, password: text }),
      )
      for (const { kind, path, fields, access } of resources) {
        if (kind !== 'master' || !may(access, 'MASTER_ADMIN', 'C')) continue
        const texts = Object.keys(fields).filter(name => fields[name]!.kind === 'text' && !fields[name]!.server)
        const body = Object.fromEntries(texts.slice(0, 15).map(name => [name, text]))
        await refused(path, keeper.post(`/api/${path}`, body))
      }
    }
    expect(asked).toBeGreaterThan(80)
    expect(wrong).toEqual([])
  })
})

describe('SQL in request data', () => {
  let portal: TestPortal
  let keeper: ApiClient
  beforeAll(async () => {
    portal = await demoPortal()
    keeper = await masterEditor(portal)
  })
  afterAll(() => portal.close())

  const injected = [
    "'",
    '"',
    '\\',
    "' or 1=1 -- ",
    "1' and sleep(100) and '1'='1",
    "'; drop table `user`; --",
    "' union select loginId, passwordHash from user -- ",
    '1) or (1=1',
    "'||(select randomblob(100000000))||'",
    "%' and 1=0 union all select null-- ",
    'a%_\\%',
  ]
  const LISTS = [
    'masters/products',
    'masters/transporter',
    'masters/sbu',
    'access-control/customer',
    'access-control/employee',
    'orders',
    'order-lines',
    'invoices',
    'audit-entries',
    'mis/audit-log-report',
  ]

  it('changes no list: as a value it matches nothing, as a name it is refused, and it causes no delay', async () => {
    const auditor = await portal.as('auditor')
    const wrong: unknown[] = []
    let filled = 0
    for (const path of LISTS) {
      const resource = [...resources, ...reports].find(one => one.path === path)!
      const text = Object.keys(resource.fields).find(name => {
        const { kind, secret, hiddenFrom } = resource.fields[name]!
        return kind === 'text' && !secret && !hiddenFrom
      })!
      const all = (await auditor.get(`/api/${path}?$limit=1`)).body.total
      if (all > 0) filled++
      for (const attack of injected) {
        const sql = encodeURIComponent(attack)
        const byValue = await Promise.all(
          [
            `${text}=${sql}`,
            `${text}[$contains]=${sql}`,
            `${text}[$in][]=${sql}`,
            `q=${sql}`,
            `$or[0][${text}]=${sql}`,
          ].map(query => auditor.get(`/api/${path}?$limit=5&${query}`)),
        )
        const byName = await Promise.all(
          [`${sql}=1`, `$sort[${sql}]=1`, `$select[]=${sql}`, `$limit=${sql}`, `id=${sql}`, `${text}[${sql}]=1`].map(
            query => auditor.get(`/api/${path}?${query}`),
          ),
        )
        for (const { status, body } of byValue) {
          const tooMany = status === 200 && body.total >= all && all > 0
          if ((status !== 200 && status !== 400) || tooMany) wrong.push([path, attack, status, body.total])
        }
        for (const { status, body } of byName)
          if (status >= 500 || LEAKED_DETAILS.test(JSON.stringify(body))) wrong.push([path, attack, status])
      }
    }
    expect(filled).toBeGreaterThan(5)
    expect(wrong).toEqual([])
  })

  it('that is stored in a name stays plain text in lists, searches, files, history and reports', async () => {
    const auditor = await portal.as('auditor')
    const users = (await portal.db('user').count({ n: '*' }).first())!.n
    for (const [n, name] of injected.slice(2).entries()) {
      const made = await keeper.post('/api/settings/customer-segment', { code: `SQ${n}`, name: `${name} ${n}` })
      expect([name, made.status]).toEqual([name, 201])
      const kept = made.body.name
      const exact = encodeURIComponent(kept)
      const listed = await keeper.get(`/api/settings/customer-segment?name=${exact}`)
      expect(listed.body.data.map((row: { name: string }) => row.name)).toEqual([kept])
      const again = await Promise.all([
        keeper.get(`/api/settings/customer-segment?q=${exact}&$sort[name]=1`),
        keeper.get(`/api/export/settings/customer-segment?format=csv&name=${exact}`),
        keeper.get(`/api/history?resource=settings/customer-segment&rowId=${made.body.id}`),
        auditor.get(`/api/mis/audit-log-report?$limit=5`),
      ])
      expect([name, again.map(({ status }) => status)]).toEqual([name, [200, 200, 200, 200]])
    }
    expect((await portal.db('user').count({ n: '*' }).first())!.n).toEqual(users)
  })
})
