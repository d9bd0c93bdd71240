import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expiredCertificate } from '../../support/sap/expired-certificate.ts'
import { type SimulatedSap, salesOrderOf, simulatedSap } from '../../support/sap/simulated-sap.ts'

let sap: SimulatedSap

beforeEach(async () => {
  sap = await simulatedSap({ billAfterMs: 10 ** 12 })
})
afterEach(() => sap.close())

const ORDERS = 'API_SALES_ORDER_SRV/A_SalesOrder'
const tell = (body: unknown) => sap.control('behaviour', body)
const post = (orderNo: string, ms?: number) => sap.change('POST', ORDERS, salesOrderOf(orderNo), {}, ms)
const filtered = (orderNo: string) => `${ORDERS}?$filter=PurchaseOrderByShipToParty eq '${orderNo}'`
const timesInSap = async (orderNo: string) => (await sap.get(filtered(orderNo))).body.d.results.length
const changed = (more = '') => `${ORDERS}?$filter=LastChangeDateTime ge datetimeoffset'2026-01-01T00:00:00Z'${more}`
const numbersOf = (page: { d: { results: { SalesOrder: string }[] } }) => page.d.results.map(row => row.SalesOrder)
/** Whether the connection was dropped before a whole answer came. */
const isDropped = (call: Promise<unknown>) => call.then(() => false).catch(error => error.name !== 'TimeoutError')
const isTimeout = (call: Promise<unknown>) => call.then(() => false).catch(error => error.name === 'TimeoutError')

/** Posts an order with the etag of its header. */
async function posted(orderNo: string) {
  const { body } = await post(orderNo)
  return { number: body.d.SalesOrder as string, etag: body.d.__metadata.etag as string }
}

const itemPath = (number: string) => `API_SALES_ORDER_SRV/A_SalesOrderItem(SalesOrder='${number}',SalesOrderItem='10')`
const reject = ({ number, etag }: { number: string; etag: string }, ms?: number) =>
  sap.change('PATCH', itemPath(number), { SalesDocumentRjcnReason: '99' }, { 'If-Match': etag }, ms)

describe('a simulated SAP that saves nothing', () => {
  it('drops the connection when it is dead, as often as it was told, and then works', async () => {
    await posted('A')
    await tell({ mode: 'dead', times: 2 })
    expect(await isDropped(post('B'))).toBe(true)
    expect(await isDropped(sap.get(filtered('B')))).toBe(true)
    expect(await timesInSap('B')).toBe(0)
    expect((await post('B')).status).toBe(201)
  })

  it('is slow: the caller gives up, and nothing is saved afterwards', async () => {
    await posted('A')
    await tell({ mode: 'slow', times: 1 })
    expect(await isTimeout(post('B', 100))).toBe(true)
    sap.pass(10 * 60_000)
    expect(await timesInSap('B')).toBe(0)
  })

  it('answers late, and all the same does what is asked', async () => {
    await tell({ mode: 'late' })
    expect((await post('A')).status).toBe(201)
  })

  it('answers a storm of 5xx, those of a proxy in HTML', async () => {
    await posted('A')
    await tell({ mode: 'storm', times: 4 })
    const answers = [await post('B'), await post('B'), await post('B'), await post('B')]
    expect(answers.map(({ status }) => status).sort()).toEqual([500, 502, 503, 504])
    expect(answers.filter(({ headers }) => headers.get('content-type')?.startsWith('text/html'))).toHaveLength(3)
    expect(await timesInSap('B')).toBe(0)
  })

  it('is throttled: 429 with the seconds to wait', async () => {
    await tell({ mode: 'throttled', times: 1 })
    const answer = await sap.get(filtered('A'))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '30'])
  })

  it('refuses every sign-in with 401', async () => {
    await tell({ mode: 'unauthorised', times: 1 })
    const answer = await sap.get(filtered('A'))
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="SAP NetWeaver"'])
  })

  it('says that somebody is working on the document', async () => {
    const order = await posted('A')
    await tell({ mode: 'locked', times: 1 })
    const answer = await reject(order)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({
      code: 'V1/042',
      message: { value: expect.stringContaining('is currently being processed') },
    })
    expect((await reject(order)).status).toBe(204)
  })

  it('drops the CSRF token of a session, which a change then needs anew', async () => {
    await posted('A')
    await tell({ mode: 'csrf-expired', times: 1 })
    const answer = await post('B')
    expect([answer.status, answer.headers.get('x-csrf-token')]).toEqual([403, 'Required'])
    sap.signOff()
    expect((await post('B')).status).toBe(201)
  })

  it('lets somebody in SAP save the order before a change, and loses the etag of another', async () => {
    const order = await posted('A')
    await tell({ mode: 'outrun', times: 1 })
    expect((await reject(order)).status).toBe(412)
    const { body } = await sap.get(`${ORDERS}('${order.number}')`)
    const fresh = { number: order.number, etag: body.d.__metadata.etag }
    await tell({ mode: 'precondition', times: 1 })
    expect((await reject(fresh)).status).toBe(428)
    expect((await reject(fresh)).status).toBe(204)
  })
})

describe('a simulated SAP that saves, and whose answer does not come', () => {
  it('saves once and drops the connection', async () => {
    await posted('A')
    await tell({ mode: 'lost-reply', times: 1 })
    expect(await isDropped(post('B'))).toBe(true)
    expect(await timesInSap('B')).toBe(1)
  })

  it('saves minutes after the caller gave up, and only then', async () => {
    await posted('A')
    await tell({ mode: 'commit-after-timeout', times: 1 })
    expect(await isTimeout(post('B', 100))).toBe(true)
    expect(await timesInSap('B')).toBe(0)
    sap.pass(119_000)
    expect(await timesInSap('B')).toBe(0)
    sap.pass(1_000)
    expect(await timesInSap('B')).toBe(1)
    expect(await timesInSap('B')).toBe(1)
  })

  it('changes an item minutes later too, against the etag that it came with', async () => {
    const order = await posted('A')
    await tell({ mode: 'commit-after-timeout', times: 1 })
    expect(await isTimeout(reject(order, 100))).toBe(true)
    sap.pass(120_000)
    expect((await sap.get(itemPath(order.number))).body.d.SalesDocumentRjcnReason).toBe('99')
  })

  it('carries a change out twice and answers the second time', async () => {
    await tell({ mode: 'twice', times: 1 })
    const { body } = await post('A')
    expect(await timesInSap('A')).toBe(2)
    expect(numbersOf((await sap.get(filtered('A'))).body)).toContain(body.d.SalesOrder)
  })

  it('answers wrong JSON', async () => {
    await posted('A')
    await tell({ mode: 'wrong', times: 1 })
    const answer = await post('B')
    expect([answer.status, answer.body]).toEqual([201, undefined])
    expect(await timesInSap('B')).toBe(1)
  })

  it('answers half and drops the connection', async () => {
    await posted('A')
    await tell({ mode: 'half', times: 2 })
    expect(await isDropped(post('B'))).toBe(true)
    expect(await isDropped(sap.get(filtered('B')))).toBe(true)
    expect(await timesInSap('B')).toBe(1)
  })
})

describe('a simulated SAP that lists wrongly', () => {
  beforeEach(async () => {
    await sap.close()
    sap = await simulatedSap({ billAfterMs: 10 ** 12, pageLimit: 2 })
    for (const orderNo of ['A', 'B', 'C', 'D']) await post(orderNo)
  })

  /** Follows the links of a list of pages of two. */
  async function read(): Promise<string[]> {
    const found: string[] = []
    for (let path: string | undefined = changed(); path; ) {
      const { body } = await sap.get(path)
      found.push(...numbersOf(body))
      const next: string | undefined = body.d.__next
      path = next?.slice(next.indexOf(ORDERS))
    }
    return found
  }

  it('gives a page twice, and loses none to who follows the links', async () => {
    const all = await read()
    expect(all).toHaveLength(4)
    await tell({ mode: 'page-twice', times: 1 })
    expect(await read()).toEqual([...all.slice(0, 2), ...all])
  })

  it('gives the page before instead of the one asked for by number', async () => {
    const first = numbersOf((await sap.get(changed('&$top=2&$skip=0'))).body)
    await tell({ mode: 'page-twice', times: 1 })
    expect(numbersOf((await sap.get(changed('&$top=2&$skip=2'))).body)).toEqual(first)
  })

  it('loses the rows of a page, and goes on', async () => {
    const all = await read()
    await tell({ mode: 'page-lost', times: 1 })
    expect(await read()).toEqual(all.slice(2))
  })

  it('has no rows', async () => {
    await tell({ mode: 'zero-rows', times: 1 })
    expect(await read()).toEqual([])
    expect(await read()).toHaveLength(4)
  })

  it('stamps what it saves some hours ahead', async () => {
    await tell({ mode: 'clock-off', times: 1 })
    const { body, headers } = await post('E')
    expect(body.d.LastChangeDateTime).toBe(`/Date(${Date.parse('2026-11-20T11:30:00Z')}+0000)/`)
    expect(headers.get('date')).toBe('Fri, 20 Nov 2026 11:30:00 GMT')
    expect((await post('F')).body.d.LastChangeDateTime).toBe(`/Date(${Date.parse('2026-11-20T06:30:00Z')}+0000)/`)
  })
})

describe('what the simulated SAP is told', () => {
  it('is limited to a service, an entity, reading or changing, and each so manyth call', async () => {
    await posted('A')
    await tell({ mode: 'storm', only: { kind: 'change' } })
    expect((await sap.get(filtered('A'))).status).toBe(200)
    expect((await post('B')).status).toBeGreaterThanOrEqual(500)
    await tell({ mode: 'storm', only: { service: 'API_BILLING_DOCUMENT_SRV' } })
    expect((await post('C')).status).toBe(201)
    await tell({ mode: 'storm', only: { entity: 'A_SalesOrderItem' } })
    expect((await post('D')).status).toBe(201)
    expect((await sap.get(itemPath('5000000001'))).status).toBeGreaterThanOrEqual(500)
    await tell({ mode: 'throttled', every: 3 })
    const statuses = []
    for (let turn = 1; turn <= 6; turn++) statuses.push((await sap.get(filtered('A'))).status)
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
  })

  it('combines: it answers late, and a change is lost', async () => {
    await posted('A')
    const { status } = await tell({ behaviours: [{ mode: 'late' }, { mode: 'lost-reply', times: 1 }] })
    expect(status).toBe(200)
    expect(await isDropped(post('B'))).toBe(true)
    expect(await timesInSap('B')).toBe(1)
    expect((await sap.calls())[0].modes).toEqual(['late'])
  })

  it('is drawn at random, the same from the same seed', async () => {
    await posted('A')
    const drawn = async (seed: number) => {
      await tell({ mode: 'random', percent: 50, seed, among: ['storm', 'throttled', 'zero-rows'] })
      for (let turn = 0; turn < 30; turn++) await sap.get(filtered('A'))
      const calls: { modes: string[] }[] = (await sap.calls()).slice(0, 30)
      return calls.map(({ modes }) => modes.join())
    }
    const first = await drawn(7)
    expect(new Set(first)).toEqual(new Set(['', 'storm', 'throttled', 'zero-rows']))
    expect(await drawn(7)).toEqual(first)
    expect(await drawn(8)).not.toEqual(first)
  })

  it('is refused with a sentence where it is not understood, and nothing changes', async () => {
    await tell({ mode: 'dead', only: { service: 'API_PRODUCT_SRV' } })
    for (const [said, sentence] of [
      [{ mode: 'angry' }, /"mode": one of ok, slow/],
      [{ mode: 'dead', times: 0 }, /"times" as a whole number/],
      [{ mode: 'dead', every: 1.5 }, /"every" as a whole number/],
      [{ mode: 'dead', only: { kind: 'both' } }, /"only" as/],
      [{ mode: 'random', percent: 101 }, /"percent" as a number from 0 to 100/],
      [{ mode: 'random', seed: 'x' }, /"seed" as a whole number/],
      [{ mode: 'random', among: ['angry'] }, /"among" as a list of modes/],
      [{ behaviours: [{ mode: 'ok' }, null] }, /"mode"/],
    ] as const) {
      const answer = await tell(said)
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(sentence)])
    }
    expect((await sap.call('GET', '/sap/simulator/behaviour')).body).toMatchObject([{ mode: 'dead' }])
  })

  it('remembers its last calls, latest first, with what met them', async () => {
    await posted('A')
    await tell({ mode: 'dead', times: 1 })
    await isDropped(sap.get(filtered('A')))
    const [last, before] = await sap.calls()
    expect(last).toMatchObject({
      method: 'GET',
      status: null,
      modes: ['dead'],
      path: expect.stringContaining("eq 'A'"),
    })
    expect(before).toMatchObject({ method: 'POST', status: 201, modes: [] })
  })
})

describe('the OAuth 2 sign-in', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const granted = (headers = {}) =>
    sap.call('POST', '/sap/oauth/token', { ...form, ...headers }, 'grant_type=client_credentials&scope=orders')

  it('gives an access token for client credentials, in the header or in the form', async () => {
    const { body } = await granted()
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'orders',
    })
    expect((await sap.get(filtered('A'), { Authorization: `Bearer ${body.access_token}` })).status).toBe(200)
    const inForm = 'grant_type=client_credentials&client_id=BILTY&client_secret=simulated-sap'
    expect((await sap.call('POST', '/sap/oauth/token', { ...form, Authorization: '' }, inForm)).status).toBe(200)
  })

  it('refuses a wrong secret, another grant, and a token that has expired', async () => {
    expect(await granted({ Authorization: 'Basic eDp5' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect(await sap.call('POST', '/sap/oauth/token', form, 'grant_type=password')).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    })
    const { body } = await granted()
    sap.pass(3_600_000)
    expect((await sap.get(filtered('A'), { Authorization: `Bearer ${body.access_token}` })).status).toBe(401)
  })

  it('lets a token expire at each third call, and fails itself only where it is named', async () => {
    const { body } = await granted()
    await tell({ mode: 'token-expired', every: 3 })
    const bearer = { Authorization: `Bearer ${body.access_token}` }
    const statuses = []
    for (let turn = 1; turn <= 3; turn++) statuses.push((await sap.get(filtered('A'), bearer)).status)
    expect(statuses).toEqual([200, 200, 401])
    await tell({ mode: 'storm' })
    expect((await granted()).status).toBe(200)
    await tell({ mode: 'storm', only: { service: 'oauth' } })
    expect((await granted()).status).toBeGreaterThanOrEqual(500)
  })
})

it('says in the header sap-message what it warns of when it saves', async () => {
  const first = await post('A')
  expect(first.headers.get('sap-message')).toBeNull()
  const again = await post('A')
  expect(JSON.parse(again.headers.get('sap-message')!)).toMatchObject({
    code: 'V4/115',
    severity: 'warning',
    message: `Purchase order number already exists in sales document ${first.body.d.SalesOrder}.`,
    details: [],
  })
})

it('is not called at all where its certificate has expired, though its issuer is trusted', async () => {
  const trusted = getCACertificates('default')
  const behind = await simulatedSap({ certificate: expiredCertificate })
  setDefaultCACertificates([...trusted, expiredCertificate.cert])
  try {
    const error = await behind.get(filtered('A')).catch(refused => refused)
    expect(error.cause.code).toBe('CERT_HAS_EXPIRED')
  } finally {
    setDefaultCACertificates(trusted)
    await behind.close()
  }
})
