import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askGateway } from '../../../api/payments/gateways/ask.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { accountOf, adapters, listening, payment } from '../../support/gateways/payment-gateways.ts'

let at = ''
const later = (seconds: number) => {
  at = new Date(Date.parse(at) + seconds * 1000).toISOString()
}
const stops: (() => Promise<void>)[] = []
beforeEach(() => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
})
afterEach(async () => {
  setClock(null)
  for (const stop of stops.splice(0)) await stop()
})

/** A gateway that counts how many questions it has at once, and answers each with what it is told. */
async function counting(answer: () => { status?: number; body: string }) {
  const seen = { now: 0, most: 0, all: 0 }
  const server = createServer((request, response) => {
    seen.all++
    seen.most = Math.max(seen.most, ++seen.now)
    request.resume().on('end', () =>
      setImmediate(() => {
        seen.now--
        const { status = 200, body } = answer()
        response.writeHead(status).end(body)
      }),
    )
  })
  const { url, stop } = await listening(server)
  stops.push(stop)
  const account = { ...accountOf({ identities: { KEY: 'TESTKEY1' } }), askAt: url }
  return { seen, account, ask: () => askGateway(account, url, { question: '1' }) }
}

it('One question at a time is asked of an account', async () => {
  const { seen, ask } = await counting(() => ({ body: 'fine' }))
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(answers).toEqual(Array(20).fill('fine'))
  expect(seen).toMatchObject({ all: 20, most: 1 })
})

it('Another account is asked meanwhile', async () => {
  const { seen, account } = await counting(() => ({ body: 'fine' }))
  const accounts = ['ONE', 'TWO'].map(KEY => ({ ...account, identities: { KEY } }))
  for (let tries = 0; tries < 20 && seen.most < 2; tries++)
    await Promise.all(accounts.map(one => askGateway(one, account.askAt, { question: '1' })))
  expect(seen.most).toBe(2)
})

it.each([
  ['its words', { body: JSON.stringify({ status: 0, msg: 'Requests limit reached' }) }],
  ['429', { status: 429, body: 'Too many requests' }],
])(
  'A gateway that was asked too often, by %s, is left alone for a minute, then for twice as long',
  async (_, limit) => {
    let isBusy = true
    const { seen, ask } = await counting(() => (isBusy ? limit : { body: 'fine' }))
    const asked = async () => {
      const before = seen.all
      const answer = await ask()
      return [typeof answer === 'string' ? answer : answer.why, seen.all - before]
    }
    for (const pause of [60, 120, 240, 480, 960, 1920, 3600, 3600]) {
      expect(await asked()).toEqual(['LIMITED', 1])
      later(pause - 1)
      expect(await asked()).toEqual(['LIMITED', 0])
      later(1)
    }
    isBusy = false
    expect(await asked()).toEqual(['fine', 1])
    isBusy = true
    expect(await asked()).toEqual(['LIMITED', 1])
    later(60)
    expect(await asked()).toEqual(['LIMITED', 1])
  },
)

it('Questions that wait behind one that was too many are not asked', async () => {
  const { seen, ask } = await counting(() => ({ status: 429, body: '' }))
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(answers).toMatchObject(Array(3).fill({ status: 'UNKNOWN', why: 'LIMITED' }))
  expect(seen.all).toBe(1)
})

it('A clock that is set back keeps a gateway alone for no longer than its pause', async () => {
  const { seen, ask } = await counting(() => ({ status: 429, body: '' }))
  await ask()
  later(-3 * 3600)
  await ask()
  expect(seen.all).toBe(2)
})

it('Who waits too long for their turn is told that the gateway is busy', async () => {
  const silent = await listening(createServer(() => undefined))
  stops.push(silent.stop)
  const account = { ...accountOf(), askAt: silent.url }
  const first = askGateway(account, silent.url, {}, 200)
  expect(await askGateway(account, silent.url, {}, 20)).toEqual({
    ...{ status: 'UNKNOWN', why: 'TIMEOUT', message: 'The gateway is still busy with other questions' },
  })
  expect(await first).toMatchObject({ why: 'TIMEOUT', message: 'The gateway did not answer in time' })
})

it('A payment of which nothing was asked stays as it is', async () => {
  const { account } = await counting(() => ({ body: JSON.stringify({ status: 0, msg: 'Requests limit reached' }) }))
  expect(await adapters.payu.open(account).verify(payment)).toMatchObject({ status: 'UNKNOWN', why: 'LIMITED' })
})
