import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { secondsFromNow } from '../../../api/platform/clock.ts'
import { ConfigError, readConfig } from '../../../api/platform/config.ts'
import { rateLimits } from '../../../api/platform/http/rate-limit.ts'
import { createLog } from '../../../api/platform/log.ts'
import { type StandInRedis, startRedis } from '../../support/databases/redis.ts'
import { newLogins, personWith } from '../../support/people.ts'
import { type Answer, emptyPortal, portalBeside, type TestPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const REDIS = process.env.TEST_REDIS_URL

describe('two portals that share a Redis', () => {
  let redis: StandInRedis | undefined
  let one: TestPortal
  let two: TestPortal
  beforeAll(async () => {
    redis = REDIS ? undefined : await startRedis()
    const settings = { REDIS_URL: REDIS ?? redis!.url }
    one = await emptyPortal(settings)
    two = await portalBeside(one, settings)
  })
  afterAll(async () => {
    await two.close()
    await one.close()
    await redis?.close()
  })

  afterEach(() => void vi.useRealTimers())

  /** The HTTP status of attempts sent to the two portals in turn. */
  async function byTurns(times: number, ask: (portal: TestPortal, n: number) => Promise<Answer>) {
    const answers: Answer[] = []
    for (let n = 0; n < times; n++) answers.push(await ask(n % 2 ? two : one, n))
    return answers
  }

  it('count forgotten passwords together, and say in one sentence how long to wait', async () => {
    const loginId = `shared-${Date.now()}`
    const answers = await byTurns(12, portal =>
      portal.nobody.post('/api/forgotten-password', { loginId, email: 'a@b.example' }),
    )
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429, 429])
    const refused = answers.at(-1)!
    expect(refused.body.message).toMatch(/^Too many tries\. Please wait \d+ minutes and try again\.$/)
    expect(refused.body.errors).toMatchObject([{ code: 'RATE_LIMITED' }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  })

  it('count guesses at a consignment together, and share the pause after them', async () => {
    const number = `LR${Date.now()}`
    const answers = await byTurns(8, portal =>
      portal.nobody.post('/api/track', { type: 'LR', number, pincode: '411001' }),
    )
    expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill(404), 429, 429, 429])
    for (const refused of answers.slice(5)) expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
  })

  it('count sign-ins together', async () => {
    // On a busy machine a minute would pass before seventy passwords are checked.
    vi.useFakeTimers({ toFake: ['Date'] })
    const logins = await newLogins(one, 70)
    const answers = await byTurns(70, (portal, n) =>
      portal.nobody.post('/api/authentication', { strategy: 'local', loginId: logins[n], password: 'x' }),
    )
    const slowed = answers.filter(({ status }) => status === 429)
    expect(slowed.length).toBeGreaterThanOrEqual(5)
    expect(slowed[0]!.body.message).toBe('Too many tries. Please wait a minute and try again.')
    expect(slowed[0]!.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

describe('a person', () => {
  const portal = portalOfFile(() => emptyPortal({ TRUSTED_PROXIES: '1' }))

  it('gets at most five codes in ten minutes, so that codes cannot be guessed', async () => {
    const who = await personWith(portal, ['SALES_REP'])
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) {
      statuses.push((await who.post('/api/my-contact', { email: `new-${n}@test.example` })).status)
    }
    expect(statuses).toEqual([...Array(5).fill(201), 429, 429])
  })

  it('exports at most two hundred files in ten minutes', async () => {
    const who = await personWith(portal, ['AUDITOR'])
    const ask = () => who.get('/api/export/masters/sbu?format=csv&id=0')
    const answers: Answer[] = []
    for (let n = 0; n < 203; n++) answers.push(await ask())
    expect(new Set(answers.slice(0, 200).map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.slice(200).map(({ status }) => status)).toEqual([429, 429, 429])
    // Asking for the number of rows is not an export.
    expect((await who.get('/api/export/masters/sbu?check=true')).status).toBe(200)
  })

  it('is counted by the address that the proxy saw, not by a claimed one', async () => {
    const logins = await newLogins(portal, 66)
    const signIn = (claimed: string, n: number) =>
      portal.nobody.post(
        '/api/authentication',
        { strategy: 'local', loginId: logins[n], password: 'x' },
        { 'x-forwarded-for': claimed },
      )
    // The proxy appends the address it saw; the entries before it come from the client.
    const answers = await Promise.all(Array.from({ length: 66 }, (_, n) => signIn(`10.0.0.${n}, 203.0.113.7`, n)))
    expect(answers.filter(({ status }) => status === 429).length).toBe(6)
    expect((await signIn('203.0.113.8', 0)).status).toBe(401)
    const { ip } = await portal.db('login_session').orderBy('id', 'desc').first('ip')
    expect(ip).toBe('203.0.113.8')
  })
})

it('limits still apply in each process when Redis is unavailable', async () => {
  const redis = await startRedis()
  const limits = await rateLimits({ redisUrl: redis.url }, createLog({ logLevel: 'silent' }))
  const limit = limits.of('test', { tries: 3, seconds: 60 })
  await limit.take('x')
  expect(redis.keys()).toEqual(['bilty:test:x'])
  await redis.close()
  const started = secondsFromNow(0)
  const results: string[] = []
  for (let n = 0; n < 5; n++)
    results.push(
      await limit.take('x').then(
        () => 'taken',
        error => String(error.code),
      ),
    )
  expect(results).toEqual(['taken', 'taken', 'taken', '429', '429'])
  expect(secondsFromNow(-15) < started).toBe(true)
  await limits.close()
})

it('the settings of limits are refused with a sentence that names the variable and repeats no password', () => {
  expect(() => readConfig({ REDIS_URL: 'http://user:geheim@x', BILTY_SECRET: 'x'.repeat(32) })).toThrow(ConfigError)
  expect(() => readConfig({ REDIS_URL: 'http://user:geheim@x', BILTY_SECRET: 'x'.repeat(32) })).not.toThrow('geheim')
  expect(() => readConfig({ TRUSTED_PROXIES: 'all', BILTY_SECRET: 'x'.repeat(32) })).toThrow('TRUSTED_PROXIES')
})
