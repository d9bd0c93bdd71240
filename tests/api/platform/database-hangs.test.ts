/** @module-tag locks */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../api/platform/database.ts'
import { seededDatabase } from '../../support/database.ts'
import { exampleOrderInput, idempotencyHeader, takeStep } from '../../support/example-order.ts'
import { type Answer, type ApiClient, demoPortal, portalOn, type TestPortal } from '../../support/portal.ts'
import { type FrozenProxy, proxyBefore } from './frozen-proxy.ts'

const onMariaDb = process.env.TEST_DATABASE === 'mariadb'
let proxy: FrozenProxy
let portal: TestPortal
let asha: ApiClient

beforeAll(async () => {
  portal = onMariaDb ? await portalBehindProxy() : await demoPortal()
  asha = await portal.as('asha')
})
afterAll(async () => {
  await portal.close()
  if (onMariaDb) await proxy.shut()
})

/** The portal on a database that it reaches through the proxy. */
async function portalBehindProxy() {
  const { db: direct, url, close } = await seededDatabase()
  const address = new URL(url)
  proxy = await proxyBefore(Number(address.port))
  address.port = String(proxy.port)
  const db = openDatabase(address.href)
  return portalOn({
    db,
    url: address.href,
    async close() {
      await db.destroy()
      await direct.raw('select 1')
      await close()
    },
  })
}

/** Answers with how many milliseconds they took. */
const timed = async (answer: Promise<Answer>) => {
  const from = performance.now()
  return { ...(await answer), milliseconds: performance.now() - from }
}
const askAll = async () => {
  const draft = await exampleBody()
  return [
    ...Array.from({ length: 14 }, () => timed(asha.get('/api/me'))),
    timed(asha.get('/api/orders?$limit=5')),
    timed(asha.post('/api/orders', draft, idempotencyHeader())),
    timed(portal.nobody.post('/api/authentication', { strategy: 'local', loginId: 'meena', password: 'Demo@12345' })),
  ]
}
let example: Awaited<ReturnType<typeof exampleOrderInput>>
const exampleBody = async () => {
  example ??= await exampleOrderInput(portal, asha)
  return { ...example, customerPoNo: `HANGS-${Math.random()}`.slice(0, 20) }
}

it('health says that all is well while the database answers', async () => {
  expect((await portal.nobody.get('/api/health')).body).toEqual({ status: 'ok' })
})

it.runIf(onMariaDb).each(['hangs', 'hangs for the second time'])(
  'while the database %s, every request fails within 5 seconds with 503 and says when to come again',
  async () => {
    await exampleBody()
    proxy.freeze()
    try {
      const waiting = await askAll()
      const health = await timed(portal.nobody.get('/api/health'))
      expect(health.status).toBe(503)
      expect(health.body).toEqual({ status: 'no database', cause: 'The database does not answer' })
      expect(health.milliseconds).toBeLessThan(2_500)
      for (const { status, headers, body, milliseconds } of await Promise.all(waiting)) {
        expect([status, headers.get('retry-after'), body.message]).toEqual([
          503,
          '2',
          'The database does not answer just now: please try again in a moment.',
        ])
        expect(milliseconds).toBeLessThan(5_000)
      }
      // Nobody waits once it is known.
      expect((await timed(asha.get('/api/me'))).milliseconds).toBeLessThan(500)
    } finally {
      proxy.thaw()
    }
    await recovers()
  },
)

it.runIf(onMariaDb)('a database that is restarted is never answered with 500, and is found again', async () => {
  await exampleBody()
  const answers: Answer[] = []
  let asking = true
  const ask = async () => {
    while (asking)
      for (const answer of await Promise.all(await askAll())) {
        answers.push(answer)
        await pause(5)
      }
  }
  const all = Promise.all([ask(), ask()])
  for (let round = 0; round < 4; round++) {
    await pause(500)
    await proxy.shut()
    await pause(round === 3 ? 6_000 : 300)
    await proxy.open()
  }
  await pause(500)
  asking = false
  await all
  // Whoever signs in so often is asked to wait, too.
  const strange = answers.filter(({ status }) => ![200, 201, 429, 503].includes(status))
  expect(strange.map(({ status, body }) => [status, body.message])).toEqual([])
  expect(answers.some(({ status }) => status === 503)).toBe(true)
  await recovers()
})

async function recovers() {
  await expect.poll(async () => (await portal.nobody.get('/api/health')).status, { timeout: 5_000 }).toBe(200)
  expect((await asha.get('/api/me')).status).toBe(200)
  const { status, body } = await asha.post('/api/orders', await exampleBody(), idempotencyHeader())
  expect([status, body.message]).toEqual([201, undefined])
  expect((await takeStep(asha, body.id, 'submit')).status).toBe(201)
}
