import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postingLimits, UNSIGNED_CALLBACKS } from '../../../resources/settings/posting-limits.ts'
import { type StandInRedis, startRedis } from '../../support/databases/redis.ts'
import { idempotencyHeader } from '../../support/orders/example-order.ts'
import { personWith } from '../../support/people.ts'
import { type Answer, type ApiClient, demoPortal, portalBeside, type TestPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const WAIT = (what: string) => new RegExp(`^Too many ${what}\\. Please wait \\d+ minutes and try again\\.$`)

function expectTooMany({ status, body, headers }: Answer, what: string) {
  expect([status, body.errors?.[0].code]).toEqual([429, 'RATE_LIMITED'])
  expect(body.message).toMatch(WAIT(what))
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
}

describe('a complaint', () => {
  const portal = portalOfFile(() => demoPortal({ POSTING_LIMITS_TIMES: '1' }))
  let categoryId: number
  beforeAll(async () => {
    const plain = { isActive: 1, needsInvoice: 0, needsBatch: 0, needsAttachment: 0 }
    categoryId = (await portal.db('complaint_category').where(plain).whereNotNull('departmentId').first('id')).id
  })

  const stored = async () => (await portal.db('complaint').count({ rows: '*' }).first())!.rows as number
  const complain = (who: ApiClient, description: string, more: object = {}) =>
    who.post('/api/complaints', { categoryId, description, ...more }, idempotencyHeader())

  it('keeps markup as text, takes no header of a mail, and is refused with ten megabytes', async () => {
    const buyer = await portal.as('customer')
    const text = '<img src=x onerror=alert(1)>\r\nBcc: rival@evil.example'
    const { status, body } = await complain(buyer, text)
    expect([status, body.description]).toEqual([201, text])
    const mails = await portal.db('message_log').where('templateCode', 'like', 'COMPLAINT%')
    expect(mails.length).toBeGreaterThan(0)
    for (const { subject, toAddress, cc } of mails)
      expect(`${subject}${toAddress}${cc ?? ''}`).not.toMatch(/[\r\n]|rival/)
    const before = await stored()
    expect((await complain(buyer, 'x'.repeat(10_000_000))).status).toBe(413)
    expect((await complain(buyer, 'x'.repeat(4_001))).body.message).toBe(
      'What is wrong must be at most 4000 characters',
    )
    expect(await stored()).toBe(before)
  })

  it('is taken ten times an hour of one person, however often it is posted, and our own people are not counted', async () => {
    const { customerId } = await portal.db('user').where({ loginId: 'distributor' }).first('customerId')
    const flood = await personWith(portal, ['DISTRIBUTOR'], { customerId })
    const before = await stored()
    const { person } = postingLimits['POST complaints']!
    const answers: Answer[] = []
    for (let post = 0; post < 1_000; post++) answers.push(await complain(flood, `The ${post}th of them`))
    expect(answers.slice(0, person).every(({ status }) => status === 201)).toBe(true)
    expect(new Set(answers.slice(person).map(({ status }) => status))).toEqual(new Set([429]))
    expectTooMany(answers.at(-1)!, 'complaints')
    expect(await stored()).toBe(before + person)
    const agent = await portal.as('csc_agent')
    for (let post = 0; post < 30; post++)
      expect((await complain(agent, 'Written down on the phone', { customerId })).status).toBe(201)
  })
})

describe('what outsiders create', () => {
  let redis: StandInRedis
  let one: TestPortal
  let two: TestPortal
  beforeAll(async () => {
    redis = await startRedis()
    const settings = { REDIS_URL: redis.url, TRUSTED_PROXIES: '1', POSTING_LIMITS_TIMES: '1' }
    one = await demoPortal(settings)
    two = await portalBeside(one, settings)
  })
  afterAll(async () => {
    await two.close()
    await one.close()
    await redis.close()
  })

  const at = (address: string) => ({ 'x-forwarded-for': address, ...idempotencyHeader() })
  /** Posts to the two portals in turn until one refuses for their number. */
  async function until(most: number, post: (portal: TestPortal, n: number) => Promise<Answer>) {
    for (let n = 0; n < most; n++) {
      const answer = await post(n % 2 ? two : one, n)
      if (answer.status === 429) return { n, answer }
    }
    throw new Error(`${most} posts were taken`)
  }
  const clientsOf = async (loginId: string) => {
    const [first, second] = [await one.as(loginId), await two.as(loginId)]
    return (portal: TestPortal) => (portal === one ? first : second)
  }

  it('is counted by two portals together: complaints, disputes, comments, notes and files of one person', async () => {
    const customer = await clientsOf('customer')
    for (const [path, what, address] of [
      ['complaints', 'complaints', '10.1.0.1'],
      ['complaints/ar-dispute', 'disputes', '10.1.0.2'],
      ['order-comments', 'comments', '10.1.0.3'],
      ['complaint-notes', 'notes', '10.1.0.4'],
      ['request-access', 'requests', '10.1.0.5'],
    ] as const) {
      const { person } = postingLimits[`POST ${path}`]!
      const { n, answer } = await until(person * 6 + 1, portal =>
        customer(portal).post(`/api/${path}`, {}, at(address)),
      )
      expect([path, n]).toEqual([path, person * 6])
      expectTooMany(answer, what)
    }
  })

  it('gives back its place where it was refused, so that a form may be corrected', async () => {
    const buyer = await one.as('distributor')
    const { person } = postingLimits['POST complaints']!
    for (let n = 0; n < person + 5; n++)
      expect((await buyer.post('/api/complaints', { categoryId: 1 }, at('10.1.1.1'))).status).toBe(400)
  })

  it('is counted by address for feedback that needs no sign-in', async () => {
    const { address } = postingLimits['POST given-feedback']!
    const give = (portal: TestPortal, ip: string) =>
      portal.nobody.post('/api/given-feedback', { token: 'A'.repeat(22), rating: 5, goodsOk: true }, at(ip))
    const { n } = await until(address * 6 + 1, portal => give(portal, '10.1.2.1'))
    expect(n).toBeLessThanOrEqual(address * 6)
    expect((await give(one, '10.1.2.2')).status).toBe(404)
  })

  it('is limited for guesses at consignments, certificates, opt-outs, sign-ins and resets as well', async () => {
    const asked: [string, object][] = [
      ['track', { type: 'LR', number: 'LR-404', pincode: '411001' }],
      ['opt-out-mails', { email: 'one@company.example', topic: 'ALL' }],
      ['coa-searches', { product: 'LS-1001', batchNo: 'B1' }],
      ['forgotten-password', { loginId: 'asha', email: 'x@company.example' }],
      ['authentication', { strategy: 'local', loginId: 'nobody-here', password: 'x' }],
    ]
    for (const [path, body] of asked) {
      const { answer } = await until(80, portal => portal.nobody.post(`/api/${path}`, body, at('10.1.3.1')))
      expect([path, Number(answer.headers.get('retry-after')) > 0]).toEqual([path, true])
    }
  })

  it('is no store of junk: unsigned posts of one address to a payment account are counted so often in an hour, and none is kept', async () => {
    const { code } = await one.db('payment_account').first('code')
    const kept = async () => Number((await one.db('payment_callback').count({ n: '*' }).first())!.n)
    const counted = async () => Number((await one.db('unsigned_post').sum({ posts: 'posts' }).first())?.posts ?? 0)
    const before = { kept: await kept(), counted: await counted() }
    const junk = (portal: TestPortal, n: number, ip: string) =>
      portal.nobody.post(`/api/payments/notify/${code}`, { txnid: `junk-${n}`, status: 'success' }, at(ip))
    const { n, answer } = await until(UNSIGNED_CALLBACKS + 20, (portal, n) => junk(portal, n, '10.1.4.1'))
    expect(n).toBe(UNSIGNED_CALLBACKS)
    expectTooMany(answer, 'unsigned posts')
    expect(await kept()).toBe(before.kept)
    expect(await counted()).toBe(before.counted + UNSIGNED_CALLBACKS)
    expect((await junk(one, 1, '10.1.4.1')).status).toBe(429)
    expect((await junk(one, 1_000, '10.1.4.2')).status).toBe(200)
  })
})
