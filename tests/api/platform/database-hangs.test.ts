/** @module-tag locks */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../api/platform/database.ts'
import { seededDatabase } from '../../support/database.ts'
import { answersBeforeLong } from '../../support/hang-limit.ts'
import { exampleOrderInput, idempotencyHeader, takeStep } from '../../support/orders/example-order.ts'
import { PASSWORD } from '../../support/password.ts'
import { type Answer, type ApiClient, demoPortal, portalOn, type TestPortal } from '../../support/portal.ts'
import { statementsDuring } from '../../support/statements.ts'
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

const askAll = async () => {
  const draft = await exampleBody()
  return [
    ...Array.from({ length: 14 }, () => asha.get('/api/me')),
    asha.get('/api/orders?$limit=5'),
    asha.post('/api/orders', draft, idempotencyHeader()),
    portal.nobody.post('/api/authentication', { strategy: 'local', loginId: 'meena', password: PASSWORD }),
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
  'while the database %s, no request waits for it: each fails with 503 and says when to come again',
  async () => {
    await exampleBody()
    proxy.freeze()
    try {
      const waiting = await askAll()
      const health = await answersBeforeLong('health', portal.nobody.get('/api/health'))
      expect(health.status).toBe(503)
      expect(health.body).toEqual({ status: 'no database', cause: 'The database does not answer' })
      for (const { status, headers, body } of await answersBeforeLong('requests', Promise.all(waiting))) {
        expect([status, headers.get('retry-after'), body.message]).toEqual([
          503,
          '2',
          'The database does not answer just now: please try again in a moment.',
        ])
      }
      // Nobody waits once it is known: the database is not even asked.
      const queries = await statementsDuring(portal.db, async headers => {
        expect((await asha.get('/api/me', headers)).status).toBe(503)
      })
      expect(queries).toEqual([])
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
  await expect.poll(async () => (await portal.nobody.get('/api/health')).status).toBe(200)
  expect((await asha.get('/api/me')).status).toBe(200)
  const { status, body } = await asha.post('/api/orders', await exampleBody(), idempotencyHeader())
  expect([status, body.message]).toEqual([201, undefined])
  expect((await takeStep(asha, body.id, 'submit')).status).toBe(201)
}
