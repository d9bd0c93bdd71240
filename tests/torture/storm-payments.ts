import { setTimeout as pause } from 'node:timers/promises'
import { gatewayNames } from '../support/gateways/payment-gateways.ts'
import { type Ended, wrongAfterwards } from './payment-books.ts'
import { type Payment, type PaymentDesk, paymentDesk } from './payment-desk.ts'
import type { Tortured } from './portals.ts'
import { randomFrom } from './random.ts'

export interface StormedPayments {
  payments: number
  /** How many returns, notices and questions there were. */
  news: number
  /** What the portals answered to them. */
  answers: Record<string, number>
  /** What is wrong afterwards, as sentences. */
  wrong: string[]
  seconds: number
}

const AT_ONCE = 30

/**
 * Payments through all gateways, each of which is told thirty times at once: by returns, notices and questions, mixed,
 * repeated and out of order, by turns to each portal. Every other payment fails first, and succeeds while news of the
 * failure still comes in.
 */
export async function stormPayments({ rounds, ...tortured }: Tortured & { rounds: number }): Promise<StormedPayments> {
  const began = performance.now()
  const random = randomFrom(tortured.seed)
  const desk = await paymentDesk(tortured, { TRUSTED_PROXIES: '1' })
  const answers: Record<string, number> = {}
  try {
    const ended: Ended[] = []
    for (let round = 0; round < rounds; round++) {
      const payment = await desk.payment(gatewayNames[round % gatewayNames.length]!)
      ended.push({ payment, ends: ['SUCCESS'] })
      for (const status of await storm(desk, payment, round, random)) answers[status] = (answers[status] ?? 0) + 1
      if (ended.length % 20 === 0) tortured.say(`${ended.length} payments told of`)
    }
    const wrong = await wrongAfterwards(desk, tortured, ended)
    const seconds = Math.round((performance.now() - began) / 1000)
    return { payments: rounds, news: rounds * AT_ONCE, answers, wrong, seconds }
  } finally {
    await desk.close()
  }
}

/** Tells of one payment thirty times at once; returns what was answered. */
async function storm({ machines }: PaymentDesk, payment: Payment, round: number, random: () => number) {
  // Of an address of its own, since posts of one address are limited.
  const from = { 'X-Forwarded-For': `10.0.${Math.floor(round / 250)}.${(round % 250) + 1}` }
  const checkouts = await Promise.all([1, 2, 3].map(() => payment.checkOut()))
  const page = await payment.handOver()
  const failure = round % 2 === 0 ? null : (await payment.pay(page, 'fail')).fields
  const success = (await payment.pay(page, 'twice')).fields
  const news = Array.from({ length: AT_ONCE }, (_, no) => async () => {
    await pause(random() * 20)
    const to = machines[no % machines.length]!
    const fields = no % 5 === 0 && failure ? failure : success
    if (no % 3 === 2) return payment.check({}, to)
    return payment.post(no % 3 === 0 ? 'return' : 'notify', fields, from, to)
  })
  const answered = await Promise.all(news.toSorted(() => random() - 0.5).map(one => one()))
  return [...checkouts, ...answered].map(({ status }) => status)
}
