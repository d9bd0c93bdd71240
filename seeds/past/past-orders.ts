import type { Knex } from 'knex'
import { closeOrders } from '../../api/orders/close-orders.ts'
import { expireOrders } from '../../api/orders/expire-orders.ts'
import { readOrder } from '../../api/orders/move-order.ts'
import { setClock, today } from '../../api/platform/clock.ts'
import type { Config } from '../../api/platform/config.ts'
import { createLog } from '../../api/platform/log.ts'
import { simulatorFile } from '../../api/platform/simulator-files.ts'
import { addDays, instantOf, isSunday } from '../../resources/define/dates.ts'
import type { CartStep } from '../carts.ts'
import { placeOrder, takeOrderStep } from '../orders.ts'
import type { SeedWriter } from '../seed-writer.ts'
import { type PastCart, pastCarts } from './past-carts.ts'
import { bookConsignment, reportConsignment } from './past-dispatch.ts'
import { type PastSap, pastSap } from './past-sap.ts'

/** An event of a day; the day is `ago` days before today. */
interface Entry {
  ago: number
  act(): Promise<unknown>
}

/**
 * Replays the last hundred days of the demo company, each day with its own clock: orders placed, decided, sent to SAP,
 * billed, dispatched and delivered by the real steps. The clock is the real one again when it returns.
 */
export async function replayPastDays(trx: Knex, rows: SeedWriter, config: Pick<Config, 'databaseUrl' | 'home'>) {
  const day = today()
  const sap = pastSap(trx, createLog({ logLevel: 'silent' }))
  const diary = [
    ...pastCarts.flatMap(cart => pages(trx, rows, cart, sap, config.home)),
    ...billings(sap),
    ...nights(trx),
  ]
  const last = Math.max(...pastCarts.map(({ ago }) => ago))
  try {
    for (let ago = last; ago > 0; ago--) {
      for (const [place, { act }] of diary.filter(entry => entry.ago === ago).entries()) {
        setClock(instantAt(day, ago, place))
        await act()
      }
    }
  } finally {
    setClock(null)
  }
  sap.handOver(simulatorFile(config, 'sap'))
}

/** Some minutes after the one before, in working hours; what falls on a Sunday was done on Saturday afternoon. */
function instantAt(day: string, ago: number, place: number): string {
  const on = addDays(day, -ago)
  const minutes = 9 * 60 + 40 + 11 * place
  const time = (late: number) => new Date((minutes + late) * 60_000).toISOString().slice(11, 16)
  return isSunday(on) ? instantOf(addDays(on, -1), time(6 * 60)) : instantOf(on, time(0))
}

/** Everything that happens to one order; billing and nightly jobs are for all orders. */
function pages(trx: Knex, rows: SeedWriter, cart: PastCart, sap: PastSap, home: string): Entry[] {
  const { ago, yes, later = [], left, sap: mood = 'takes' } = cart
  let orderId = 0
  const place = async () => {
    orderId = await placeOrder(trx, rows, cart, home)
    await sap.send(mood)
  }
  const step = async (deed: CartStep) => {
    await takeOrderStep(trx, rows, orderId, deed)
    await sap.send(mood)
  }
  const agree = async (by: string) => {
    const { status, pendingStep } = await readOrder(trx, orderId)
    if (status === 'PENDING') await step([by, pendingStep === 'ACCEPTANCE' ? 'accept' : 'approve'])
  }
  return [
    { ago, act: place },
    ...(yes?.split(' ') ?? []).map(by => ({ ago: ago - 1, act: () => agree(by) })),
    ...later.map(([after, ...deed]) => ({ ago: ago - after, act: () => step(deed) })),
    ...(left ? [{ ago: ago - 3, act: () => bookConsignment(trx, rows, orderId) }] : []),
    ...(left ?? []).map((event, index) => ({
      ago: ago - 4 - index,
      act: () => reportConsignment(trx, rows, orderId, event),
    })),
  ]
}

/** SAP bills the day after an order. */
const billings = (sap: PastSap): Entry[] =>
  [...new Set(pastCarts.map(({ ago }) => ago - 1))].map(ago => ({ ago, act: sap.bill }))

/** The nightly jobs that end orders; here once a week, since nothing else depends on them. */
const nights = (trx: Knex): Entry[] =>
  Array.from({ length: 13 }, (_, week) => ({
    ago: 1 + 7 * week,
    act: async () => {
      await expireOrders(trx)
      await closeOrders(trx)
    },
  }))
