import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differencesAmong } from '../../../api/payments/reconcile-payments.ts'
import { askRefunds } from '../../../api/payments/refunds/ask-refunds.ts'
import { now } from '../../../api/platform/clock.ts'
import { root } from '../../../api/platform/config.ts'
import { simulatorFile } from '../../../api/platform/simulators.ts'
import { openLedger } from '../../../api/simulators/gateways/ledger.ts'
import type { Refund } from '../../../resources/payments/refund.ts'
import { gatewayDesk } from '../../support/gateways/gateway-desk.ts'
import { withinSeconds } from '../../support/limits.ts'
import { type PaymentWorld, paymentWorld, type WorldGateway } from '../../support/payments/payment-world.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal, type TestPortal } from '../../support/portal.ts'
import { runs } from '../../support/proof.ts'

let portal: TestPortal
let world: PaymentWorld
let [first, second] = [] as unknown as [ApiClient, ApiClient]
beforeAll(async () => {
  portal = await emptyPortal()
  world = await paymentWorld(portal)
  first = await personWith(portal, ['FINANCE'])
  second = await personWith(portal, ['FINANCE'])
})
afterAll(() => portal.close())

const refundNow = ({ id }: Pick<Refund, 'id'>): Promise<Refund> => portal.db('refund').where({ id }).first()

/** A payment that was made at the simulated gateway, with a refund of a part that two people agreed to. */
async function confirmed(name: WorldGateway, amount = 50_000) {
  const payment = await world.payment(name)
  await world.comeBack(await world.pay(payment, 'success'))
  await portal.runDue()
  const [capture] = await world.captures(payment)
  const asked = { amount, how: 'API', reason: 'Goods came back' }
  const { body } = await first.post(`/api/payments/captures/${capture!.id}/refund`, asked)
  const row = await portal.db('refund').where('id', body.id).first('id', 'rowVersion')
  const path = '/api/transaction-view/payment-refunds/actions'
  await second.post(path, { action: 'confirmRefund', rows: [row] })
  return { payment, capture: capture!, row: await refundNow(row), desk: gatewayDesk(portal, name) }
}

async function askNow({ id }: Pick<Refund, 'id'>) {
  await portal.db('refund').where({ id }).whereNotNull('nextAskAt').update({ nextAskAt: now() })
  await askRefunds(portal.db)
  return refundNow({ id })
}

describe.each(['mock', 'payu', 'ccavenue'] as const)('a refund at %s', name => {
  it('is accepted, and settled with the reference of the bank once it is done there', async () => {
    const { payment, row, desk } = await confirmed(name)
    expect(await askNow(row)).toMatchObject({ status: 'ACCEPTED' })
    expect(await askNow(row)).toMatchObject({ status: 'ACCEPTED' })
    await desk.endsRefund(row.refundNo, 'SETTLED')
    expect(await askNow(row)).toMatchObject({ status: 'SETTLED' })
    expect(await world.now(payment)).toMatchObject({ status: 'SUCCESS', refundedAmount: 50_000 })
    expect(await differencesAmong(portal.db, [await world.now(payment)])).toEqual([])
  })

  it('whose answer is lost is found there, and asked for once', async () => {
    const { payment, row, desk } = await confirmed(name)
    await desk.nextRefund('lost')
    expect(await askNow(row)).toMatchObject({ status: 'ASKED' })
    expect(await askNow(row)).toMatchObject({ status: 'ACCEPTED' })
    await desk.endsRefund(row.refundNo, 'SETTLED')
    expect((await askNow(row)).status).toBe('SETTLED')
    expect(await world.now(payment)).toMatchObject({ refundedAmount: 50_000 })
  })

  it('that fails there later leaves its rupees to be decided', async () => {
    const { payment, row, desk } = await confirmed(name)
    await askNow(row)
    await desk.endsRefund(row.refundNo, 'FAILED')
    expect(await askNow(row)).toMatchObject({ status: 'FAILED' })
    expect(await world.now(payment)).toMatchObject({ refundedAmount: 0, unresolvedAmount: 50_000 })
    expect(await differencesAmong(portal.db, [await world.now(payment)])).toEqual([])
  })

  it('that is refused leaves its rupees to be decided, with the gateway’s words', async () => {
    const { payment, row, desk } = await confirmed(name)
    await desk.nextRefund('refuse', { mock: 'REFUSED', payu: '105', ccavenue: '51310' }[name])
    const refused = await askNow(row)
    expect(refused.status).toBe('FAILED')
    expect(refused.failedText).toMatch(/\w/)
    expect(await world.now(payment)).toMatchObject({ unresolvedAmount: 50_000 })
  })
})

it('BillDesk takes no refunds of an account without its interface: only by hand', async () => {
  await portal.db('payment_account').where('gateway', 'BILLDESK').update({ refundApi: false })
  const payment = await world.payment('billdesk')
  await world.comeBack(await world.pay(payment, 'success'))
  await portal.runDue()
  const [capture] = await world.captures(payment)
  const asked = { amount: 1_000, how: 'API', reason: 'x' }
  const { status, body } = await first.post(`/api/payments/captures/${capture!.id}/refund`, asked)
  expect([status, body.errors[0].code]).toEqual([422, 'BY_HAND_ONLY'])
})

/** Lets a process of its own ask for what is due, and kills it at a step; whether it came to its end. */
async function askedElsewhere(step: number): Promise<boolean> {
  const support = (file: string) => join(root, 'tests', file)
  const child = spawn(
    process.execPath,
    [
      ...['--import', pathToFileURL(support('torture/die-at.ts')).href, support('support/payments/refunds-asked.ts')],
      ...[`killed-${step}-refund`, portal.simulators.url],
    ],
    {
      env: {
        ...{ ...process.env, NODE_ENV: 'test', DATABASE_URL: portal.databaseUrl, BILTY_HOME: portal.home },
        ...{ BILTY_SECRET: portal.secret, LOG_LEVEL: 'silent' },
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal === null && code !== 0) throw new Error(`The process ended with ${code}`)
  return signal === null
}

it('a refund is given back once wherever the process is killed that asks for it', {
  timeout: withinSeconds(240),
}, async () => {
  const { payment, capture, row, desk } = await confirmed('mock', 10_000)
  // Statements of the claim come first, then the call and its answer, then those that save what it said.
  let killed = -1
  for (let hasEnded = false, step = 6; !hasEnded; step += runs(5, 1), killed++) {
    await portal.db('refund').where('id', row.id).whereNotNull('nextAskAt').update({ nextAskAt: now() })
    hasEnded = await askedElsewhere(step)
  }
  await askNow(row)
  await desk.endsRefund(row.refundNo, 'SETTLED')
  expect(await askNow(row)).toMatchObject({ status: 'SETTLED' })
  expect(await world.now(payment)).toMatchObject({ refundedAmount: 10_000 })
  const file = simulatorFile({ databaseUrl: portal.databaseUrl, home: portal.home }, 'gateway')
  expect(openLedger(file).returns.of('mock', capture.gatewayTxnId)).toMatchObject([{ refundNo: row.refundNo }])
  expect(killed).toBeGreaterThan(3)
})
