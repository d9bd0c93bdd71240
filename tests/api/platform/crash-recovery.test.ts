import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig, root } from '../../../api/platform/config.ts'
import { simulatorFile } from '../../../api/platform/simulators.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'
import { withinSeconds } from '../../support/limits.ts'
import { exampleOrderInput, idempotencyHeader, takeStep } from '../../support/orders/example-order.ts'
import { PASSWORD } from '../../support/password.ts'
import { clientAt, type TestPortal } from '../../support/portal.ts'

let database: TestDatabase
let home: string
let running: ChildProcess | undefined

beforeEach(async () => {
  database = await seededDatabase()
  home = mkdtempSync(join(tmpdir(), 'bilty-killed-'))
})
afterEach(async () => {
  await kill()
  await database.close()
  rmSync(home, { recursive: true, force: true })
})

const MINUTES = 60_000
/** Each test starts the portal twice as a separate process, which loads all modules again. */
const twoStarts = { timeout: withinSeconds(300) }

/** Starts the portal as a separate process, its clock `ahead` milliseconds ahead; returns its address, and that of its simulators. */
async function start(ahead = 0): Promise<{ url: string; simulators: string }> {
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    BILTY_HOME: home,
    DATABASE_URL: database.url,
    PORT: '0',
    BILTY_NOW: new Date(Date.now() + ahead).toISOString(),
  }
  running = spawn(process.execPath, [join(root, 'api', 'main.ts')], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  running.stdout!.on('data', chunk => {
    said += chunk
  })
  const listening = /listening on http:\/\/localhost:(\d+)\s[\s\S]*are on (\S+)\s/
  await expect.poll(() => said, { timeout: withinSeconds(140) }).toMatch(listening)
  const [, port, simulators] = listening.exec(said)!
  return { url: `http://127.0.0.1:${port}`, simulators: simulators! }
}

async function kill() {
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const gone = once(running, 'exit')
  running.kill('SIGKILL')
  await gone
}

/** asha places an order that needs no approval; returns its id and number. */
async function placeAt(url: string) {
  const portal = { db: database.db, url } as TestPortal
  const nobody = clientAt(url, null)
  const { body } = await nobody.post('/api/authentication', {
    strategy: 'local',
    loginId: 'asha',
    password: PASSWORD,
  })
  const asha = clientAt(url, body.accessToken)
  const draft = await asha.post(
    '/api/orders',
    await exampleOrderInput(portal, asha, [['LS-1001', 10, 0]]),
    idempotencyHeader(),
  )
  const { body: taken } = await takeStep(asha, draft.body.id, 'submit')
  return taken.order as { id: number; orderNo: string; status: string }
}

const statusOf = async (id: number) => (await database.db('order').where({ id }).first('status'))?.status
/** How many orders of this number the simulated SAP has; its file survives the portal. */
function timesInSap(orderNo: string): number {
  const file = simulatorFile(
    readConfig({ NODE_ENV: 'development', BILTY_HOME: home, DATABASE_URL: database.url }),
    'sap',
  )
  const sap = new DatabaseSync(file, { readOnly: true })
  const row = sap.prepare('select count(*) as times from salesOrder where orderNo = ?').get(orderNo) as {
    times: number
  }
  sap.close()
  return row.times
}

describe('a portal killed between approving an order and the answer of SAP', twoStarts, () => {
  it('sends the order after the next start when SAP did not have it', { tags: ['proof'] }, async () => {
    const { url, simulators } = await start()
    await fetch(`${simulators}/sap/simulator/behaviour`, says({ mode: 'slow' }))
    const order = await placeAt(url)
    expect(order.status).toBe('APPROVED')
    await kill()
    expect(timesInSap(order.orderNo)).toBe(0)
    await start(3 * MINUTES)
    await expect.poll(() => statusOf(order.id)).toBe('CONFIRMED')
    expect(timesInSap(order.orderNo)).toBe(1)
  })

  it('finds the order in SAP after the next start and does not send it again when SAP had it already', async () => {
    const { url, simulators } = await start()
    await fetch(`${simulators}/sap/simulator/behaviour`, says({ mode: 'lost-reply' }))
    const order = await placeAt(url)
    await expect.poll(() => timesInSap(order.orderNo)).toBe(1)
    await kill()
    expect(await statusOf(order.id)).toBe('APPROVED')
    await start(3 * MINUTES)
    await expect.poll(() => statusOf(order.id)).toBe('CONFIRMED')
    expect(timesInSap(order.orderNo)).toBe(1)
    expect(await database.db('order_step').where({ orderId: order.id, step: 'sapConfirmed' })).toHaveLength(1)
  })
})

it('an order request whose answer was lost by a kill creates one order when it is sent again with its key', {
  ...twoStarts,
  tags: ['proof'],
}, async () => {
  const { url } = await start()
  const portal = { db: database.db, url } as TestPortal
  const asha = async (at: string) => {
    const signedIn = { strategy: 'local', loginId: 'asha', password: PASSWORD }
    return clientAt(at, (await clientAt(at, null).post('/api/authentication', signedIn)).body.accessToken)
  }
  const before = await asha(url)
  const order = await exampleOrderInput(portal, before, [['LS-1001', 10, 0]])
  const sent: { body: typeof order; key: ReturnType<typeof idempotencyHeader> }[] = []
  let answered = 0
  /** Sends one order after the other until one is no longer answered. */
  const goOn = async () => {
    for (;;) {
      const next = { body: { ...order, customerPoNo: `KILLED-${sent.length}` }, key: idempotencyHeader() }
      sent.push(next)
      if ((await before.post('/api/orders', next.body, next.key).catch(() => undefined))?.status !== 201) return
      answered++
    }
  }
  const all = Promise.all(Array.from({ length: 6 }, goOn))
  await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(0)
  await kill()
  await all
  const after = await asha((await start()).url)
  for (const { body, key } of sent) expect((await after.post('/api/orders', body, key)).status).toBe(201)
  for (const { body } of sent)
    expect(await database.db('order').where({ customerPoNo: body.customerPoNo })).toHaveLength(1)
})

const says = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
