import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { readConfig } from '../../api/platform/config.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { simulatorFile } from '../../api/platform/simulators.ts'
import { type SimulatedMode, simulatedModeNames } from '../../resources/platform/simulated-sap.ts'
import { idempotencyHeader, orderInputFor } from '../support/orders/example-order.ts'
import { PASSWORD } from '../support/password.ts'
import { type ApiClient, clientAt, type TestPortal } from '../support/portal.ts'
import { freePort, type Machine, machine } from './machines.ts'
import { startPortals, type Tortured } from './portals.ts'
import { randomFrom } from './random.ts'

export interface TortureInput extends Tortured {
  orders: number
  kills: number
}

export interface TortureResult {
  /** Orders whose submission was acknowledged. */
  acknowledged: number
  /** How many of them SAP has once, never, and more than once. */
  once: number
  missing: string[]
  twice: string[]
  /** Orders in SAP that no portal acknowledged. */
  unknown: string[]
  /** Every attempt to create those that SAP has more than once. */
  attemptsOfTwice: object[]
  /** Messages that waited longer than they may without being shown as stuck. */
  hidden: string[]
  confirmed: number
  /** How often SAP was told to fail, by way. */
  failures: Record<string, number>
  seconds: number
}

/** The first two make a second order: SAP does it twice, or says that it has none. The others are no failures. */
const noWays: readonly SimulatedMode[] = ['twice', 'zero-rows', 'ok', 'random']

/** Each way in which SAP, or something between it and the portal, fails for a moment. */
const waysToFail = simulatedModeNames.filter(mode => !noWays.includes(mode))

/**
 * Has people place orders while SAP fails at random and portals are killed, then heals SAP, sends again what is stuck,
 * and counts.
 */
export async function torture(input: TortureInput): Promise<TortureResult> {
  const { say } = input
  const began = performance.now()
  const random = randomFrom(input.seed)
  // The demo company's past is in it, so that numbers go on from there.
  const sapFile = simulatorFile(
    readConfig({ NODE_ENV: 'development', BILTY_HOME: input.home, DATABASE_URL: input.databaseUrl }),
    'sap',
  )
  const sapPort = await freePort()
  const portals = await startPortals(input, {
    SAP_URL: `http://127.0.0.1:${sapPort}`,
    SAP_USER: 'BILTY',
    SAP_PASSWORD: 'secret',
    SAP_TIMEOUT_SECONDS: '2',
  })
  const sap = await startSap(sapPort, sapFile)
  const db = openDatabase(input.databaseUrl)
  const failures: Record<string, number> = {}
  let over = false
  try {
    await prepare(db)
    const before = new Set<string>(await db('order').whereNotNull('orderNo').pluck('orderNo'))
    const failing = failAtRandom(sap, random, failures, () => over)
    const killing = killAtRandom(portals, input.kills, random, say)
    const placed = await placeOrders(db, portals, input.orders, say)
    await killing
    over = true
    await failing
    await tell(sap, { mode: 'ok' })
    const hidden = await waitingUnseen(db, portals[0]!)
    await sendRest(db, portals[0]!, say)
    const counts = countIn(sapFile)
    const acknowledged = [...placed]
    const twice = [...counts].filter(([, times]) => times > 1).map(([no]) => no)
    const confirmed = await confirmedAmong(db, acknowledged)
    return {
      acknowledged: acknowledged.length,
      once: acknowledged.filter(no => counts.get(no) === 1).length,
      missing: acknowledged.filter(no => !counts.has(no)),
      twice,
      attemptsOfTwice: await attemptsOf(db, twice),
      unknown: [...counts.keys()].filter(no => !placed.has(no) && !before.has(no)),
      hidden,
      confirmed,
      failures,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    over = true
    await Promise.all([...portals, sap].map(each => each.kill()))
    await db.destroy()
  }
}

async function startSap(port: number, file: string): Promise<Machine> {
  const sap = machine(
    'tests/torture/simulated-sap.ts',
    [String(port), file, 'BILTY', 'secret'],
    port,
    () => process.env,
  )
  await sap.start()
  return sap
}

/**
 * Nobody's credit ends while 2,000 orders are placed, at whatever hour: nothing is read from SAP, which knows of no such
 * credit.
 */
async function prepare(db: Knex) {
  await db('customer').update({ creditLimit: 9e13 })
  await db('app_setting').where('key', 'like', 'sap.times.%').update({ value: 'never' })
}

const tell = (sap: Machine, behaviour: object) =>
  fetch(`${sap.url}/sap/simulator/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  })

/** SAP fails in one way after the other, each for a few calls, with moments in which it works. */
async function failAtRandom(
  sap: Machine,
  random: () => number,
  failures: Record<string, number>,
  isOver: () => boolean,
) {
  while (!isOver()) {
    const mode = random() < 0.35 ? 'ok' : waysToFail[Math.floor(random() * waysToFail.length)]!
    const { ok } = await tell(sap, { mode, ...(mode !== 'ok' && { times: 1 + Math.floor(random() * 6) }) })
    if (!ok) throw new Error(`The simulated SAP does not know how to be ${mode}`)
    if (mode !== 'ok') failures[mode] = (failures[mode] ?? 0) + 1
    await pause(100 + random() * 500)
  }
}

async function killAtRandom(portals: Machine[], kills: number, random: () => number, say: (line: string) => void) {
  for (let no = 1; no <= kills; no++) {
    await pause(600 + random() * 1_500)
    const victim = portals[Math.floor(random() * portals.length)]!
    await victim.kill()
    await victim.start()
    if (no % 10 === 0) say(`${no} kills`)
  }
}

/** Four people place orders until so many are acknowledged; what a kill left unanswered is sent again with its key. */
async function placeOrders(db: Knex, portals: Machine[], orders: number, say: (line: string) => void) {
  const placed = new Set<string>()
  let begun = 0
  const portal = { db, url: portals[0]!.url } as TestPortal
  const token = await signedIn(portals[0]!)
  const clients = portals.map(({ url }) => clientAt(url, token))
  const customer = await db('customer').where({ code: '100101' }).first()
  const input = await orderInputFor(portal, clients[0]!, customer, [['LS-1001', 10, 0]])
  const place = async () => {
    while (begun < orders) {
      const no = begun++
      const [key, submitKey] = [idempotencyHeader(), idempotencyHeader()]
      const draft = await untilAnswered(clients, no, who =>
        who.post('/api/orders', { ...input, customerPoNo: `TORTURED-${no}` }, key),
      )
      const sent = await untilAnswered(clients, no, who =>
        who.post('/api/order-steps', { orderId: draft.id, step: 'submit' }, submitKey),
      )
      placed.add(String((sent.order as { orderNo: string }).orderNo))
      if (placed.size % 200 === 0) say(`${placed.size} orders placed`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, place))
  return placed
}

async function signedIn({ url }: Machine, loginId = 'asha'): Promise<string> {
  const { body } = await clientAt(url, null).post('/api/authentication', {
    strategy: 'local',
    loginId,
    password: PASSWORD,
  })
  return body.accessToken
}

/** The body of the first 201; killed portals do not answer, and the next one is asked then. */
async function untilAnswered(
  clients: readonly ApiClient[],
  first: number,
  ask: (who: ApiClient) => ReturnType<ApiClient['post']>,
): Promise<Record<string, unknown>> {
  for (let turn = first; ; turn++) {
    const answer = await ask(clients[turn % clients.length]!).catch(() => null)
    if (answer?.status === 201) return answer.body
    if (answer && answer.status < 500 && answer.status !== 409) throw new Error(JSON.stringify(answer.body))
    await pause(100)
  }
}

/** The orders whose message waits longer than it may and which the page of stuck orders does not show. */
async function waitingUnseen(db: Knex, portal: Machine): Promise<string[]> {
  const desk = clientAt(portal.url, await signedIn(portal, 'sys_admin'))
  const { body } = await desk.get('/api/orders-stuck')
  const shown = new Set(body.map(({ orderNo }: { orderNo: string }) => orderNo))
  const given: string[] = await db('sap_outbox')
    .join('order', 'order.id', 'sap_outbox.orderId')
    .where('sap_outbox.status', 'FAILED_TECH')
    .pluck('order.orderNo')
  return given.filter(orderNo => !shown.has(orderNo))
}

/** Sends again what is stuck, as a person at the console would, until no order waits; what SAP refused does not. */
async function sendRest(db: Knex, portal: Machine, say: (line: string) => void) {
  const end = Date.now() + 10 * 60_000
  for (;;) {
    const [{ left }] = (await db('sap_outbox')
      .where({ messageType: 'ORDER_CREATE' })
      .whereNotIn('status', ['DONE', 'CANCELLED', 'FAILED_BUSINESS'])
      .count({ left: '*' })) as [{ left: number }]
    if (Number(left) === 0) return
    if (Date.now() > end) return say(`${left} orders still wait`)
    const desk = clientAt(portal.url, await signedIn(portal, 'sys_admin'))
    await desk.post('/api/orders-stuck', {})
    await pause(1_000)
  }
}

/** How often SAP has each of our order numbers; what was entered in SAP itself has none. */
function countIn(sapFile: string): Map<string, number> {
  const sap = new DatabaseSync(sapFile, { readOnly: true })
  const rows = sap
    .prepare('select orderNo, count(*) as times from salesOrder where length(orderNo) > 0 group by orderNo')
    .all()
  sap.close()
  return new Map(rows.map(({ orderNo, times }) => [String(orderNo), Number(times)]))
}

/** When each attempt to create these orders left, by which process, what it asked and what it heard. */
const attemptsOf = (db: Knex, orderNos: readonly string[]): Promise<object[]> =>
  db('sap_attempt as attempt')
    .join('sap_outbox as message', 'message.id', 'attempt.messageId')
    .join('order', 'order.id', 'message.orderId')
    .whereIn('order.orderNo', orderNos)
    .orderBy('attempt.id')
    .select('order.orderNo', 'attempt.at', 'attempt.ms', 'attempt.process', 'attempt.asked', 'attempt.errorText')

async function confirmedAmong(db: Knex, orderNos: readonly string[]): Promise<number> {
  let confirmed = 0
  for (let start = 0; start < orderNos.length; start += 500) {
    const some = orderNos.slice(start, start + 500)
    const rows = await db('order').whereIn('orderNo', some).whereNotNull('sapOrderNo').select('id')
    confirmed += rows.length
  }
  return confirmed
}
