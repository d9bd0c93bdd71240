import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../api/platform/config.ts'
import { gatewayNames } from '../support/gateways/payment-gateways.ts'
import { type Ended, type Ends, wrongAfterwards } from './payment-books.ts'
import { type Payment, type PaymentDesk, paymentDesk } from './payment-desk.ts'
import type { Tortured } from './portals.ts'
import { randomFrom } from './random.ts'

export interface KilledPayments {
  /** At how many steps a portal was killed, by what it was asked just then. */
  kills: Record<string, number>
  payments: number
  /** What is wrong afterwards, as sentences. */
  wrong: string[]
  seconds: number
}

type Headers = Record<string, string>

/** Something that a portal is asked when it is killed. */
interface Stage {
  /** What went before; returns the request that meets the kill, and what people and gateways do afterwards. */
  begin(payment: Payment): Promise<{ ask(headers: Headers): Promise<unknown>; after(no: number): Promise<unknown> }>
  ends: Ends
}

const unpaid: Ends = ['FAILED', 'CANCELLED']

const stages: Record<string, Stage> = {
  checkout: {
    begin: async payment => ({
      ask: payment.checkOut,
      // The payer's page asks again with its key, and once more.
      async after() {
        for (const _ of [1, 2]) await demand(payment.checkOut(), 201)
        await succeed(payment)
      },
    }),
    ends: ['SUCCESS'],
  },
  'hand-over': {
    async begin(payment) {
      await demand(payment.checkOut(), 201)
      return { ask: payment.handOver, after: () => succeed(payment) }
    },
    // A form that was handed out as the portal died is not handed out again: the payment waits until it ends by itself.
    ends: ['SUCCESS', 'PENDING'],
  },
  'return of a success': { begin: payment => returning(payment, 'twice'), ends: ['SUCCESS'] },
  'return of a failure': { begin: payment => returning(payment, 'fail'), ends: unpaid },
  'a success after a failure': {
    async begin(payment) {
      const { page, fields } = await atGateway(payment, 'fail')
      await demand(payment.post('return', fields), 303)
      const late = await payment.pay(page, 'success')
      return {
        ask: headers => payment.post('return', late.fields, headers),
        // Of what has failed the portal asks only when it was told, and gateways tell until they are answered.
        after: no => news(payment, late.fields, no % 3 === 2 ? 0 : no),
      }
    },
    ends: ['SUCCESS'],
  },
  question: {
    async begin(payment) {
      const { fields } = await atGateway(payment, 'success')
      return { ask: payment.check, after: no => news(payment, fields, no) }
    },
    ends: ['SUCCESS'],
  },
}

/**
 * Kills a portal at every step of checkout, of the hand-over and of what follows a gateway's answer, by turns for each
 * gateway; or at `kills` steps that chance takes.
 */
export async function killPayments({ kills, ...tortured }: Tortured & { kills?: number }): Promise<KilledPayments> {
  const began = performance.now()
  const desk = await paymentDesk(tortured, {
    NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'tests/torture/die-at.ts'))}`,
  })
  const ended: Ended[] = []
  const killed: Record<string, number> = {}
  /** Returns false where the stage has no such step. */
  async function kill(name: string, at: number) {
    const { ends } = stages[name]!
    const payment = await desk.payment(gatewayNames[at % gatewayNames.length]!)
    ended.push({ payment, ends })
    const wasKilled = await meetKill(desk, stages[name]!, payment, at)
    if (wasKilled) killed[name] = (killed[name] ?? 0) + 1
    return wasKilled
  }
  try {
    if (kills === undefined)
      for (const name of Object.keys(stages)) {
        for (let at = 1; await kill(name, at); ) at++
        tortured.say(`${name}: killed at ${killed[name]} steps`)
      }
    else for (const [name, at] of someSteps(kills, randomFrom(tortured.seed))) await kill(name, at)
    const wrong = await wrongAfterwards(desk, tortured, ended)
    return { kills: killed, payments: ended.length, wrong, seconds: Math.round((performance.now() - began) / 1000) }
  } finally {
    await desk.close()
  }
}

/** Every stage has at least so many steps. */
const FEWEST_STEPS = 12

/** So many steps, of different stages as far as there are any. */
function someSteps(count: number, random: () => number): [stage: string, at: number][] {
  const names = Object.keys(stages)
  const first = Math.floor(random() * names.length)
  return Array.from({ length: count }, (_, no) => [
    names[(first + no) % names.length]!,
    1 + Math.floor(random() * FEWEST_STEPS),
  ])
}

/** Kills the portal at a step of a stage, starts it again, and lets the world go on; false where there is no such step. */
async function meetKill({ machines: [portal] }: PaymentDesk, stage: Stage, payment: Payment, at: number) {
  const { ask, after } = await stage.begin(payment)
  const answer = await ask({ 'X-Request-Id': `killed-${at}-${payment.key.slice(0, 8)}` }).catch(() => null)
  if (answer === null) {
    await portal!.kill()
    await portal!.start()
  }
  await after(at)
  return answer === null
}

async function returning(payment: Payment, choice: 'twice' | 'fail') {
  const { fields } = await atGateway(payment, choice)
  return {
    ask: (headers: Headers) => payment.post('return', fields, headers),
    after: (no: number) => news(payment, fields, no),
  }
}

/** Checks out, and goes to the gateway and presses a button. */
async function atGateway(payment: Payment, choice: 'success' | 'twice' | 'fail') {
  await demand(payment.checkOut(), 201)
  const page = await demand(payment.handOver(), 200)
  return { page, ...(await payment.pay(page, choice)) }
}

/** Goes on from a checkout to a success, where the form is still to be had. */
async function succeed(payment: Payment) {
  const page = await payment.handOver()
  if (page.status === 409) return
  const { fields } = await payment.pay(page, 'success')
  await demand(payment.post('return', fields), 303)
}

/** By turns the gateway tells everything again, Finance asks, and nobody does anything: then the portal asks by itself. */
async function news(payment: Payment, fields: Headers, no: number) {
  if (no % 3 === 0) {
    await Promise.all([payment.post('notify', fields), payment.post('return', fields), payment.post('notify', fields)])
  } else if (no % 3 === 1) await demand(payment.check(), 201)
}

async function demand<Answer extends { status: number }>(asked: Promise<Answer>, status: number): Promise<Answer> {
  const answer = await asked
  if (answer.status !== status)
    throw new Error(`The portal answered ${answer.status}: ${JSON.stringify((answer as { body?: unknown }).body)}`)
  return answer
}
