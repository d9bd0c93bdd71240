import type { Knex } from 'knex'
import { takeDueSteps } from '../../api/derive/process/due-steps.ts'
import { attachedCollection } from '../../api/dispatches/collections/change-collection.ts'
import { keepOutstandingOf } from '../../api/mis/payments/outstanding-day.ts'
import { closeOrders } from '../../api/orders/close-orders.ts'
import { expireOrders } from '../../api/orders/expire-orders.ts'
import { readOrder } from '../../api/orders/move-order.ts'
import { doDuties } from '../../api/platform/before-commit.ts'
import { today } from '../../api/platform/clock.ts'
import type { Config } from '../../api/platform/config.ts'
import { createLog } from '../../api/platform/log.ts'
import { simulatorFile } from '../../api/platform/simulators.ts'
import { mailDelays } from '../../api/shipment-tracking/news/mail-delays.ts'
import { addDays } from '../../resources/define/dates.ts'
import type { CartStep } from '../carts.ts'
import { placeOrder, takeOrderStep } from '../orders.ts'
import type { SeedWriter } from '../seed-writer.ts'
import { openDiary } from './diary.ts'
import type { Past } from './past.ts'
import { billConsignments, decideCarting, enterVouchers, settleBills } from './past-bills.ts'
import { letBlock } from './past-blocks.ts'
import type { PastCart } from './past-cart.ts'
import { pastCarts } from './past-carts.ts'
import { writeCertificates } from './past-certificates.ts'
import { letCollect } from './past-collections.ts'
import { letComplain } from './past-complaints.ts'
import { writeDisputeDays } from './past-disputes.ts'
import { writePaymentDays } from './past-payment-days.ts'
import { type PastSap, pastSap } from './past-sap.ts'
import { letLeave, letSigmaLeave } from './past-shipments.ts'
import { sigmaConsignments } from './past-sigma.ts'
import { drawPods } from './pod-pictures.ts'

/**
 * Replays the last hundred days of the demo company, each day with its own clock: orders placed, decided, sent to SAP,
 * billed, dispatched and delivered by the real steps, their deliveries proved, rated and billed by the transporters, and
 * their invoices paid online.
 */
export async function replayPastDays(
  trx: Knex,
  rows: SeedWriter,
  { databaseUrl, home, secret }: Pick<Config, 'databaseUrl' | 'home' | 'secret'>,
) {
  const log = createLog({ logLevel: 'silent' })
  const sap = await pastSap(trx, log)
  const diary = openDiary()
  const past: Past = { trx, rows, home, secret, diary, pictures: await drawPods() }
  for (const cart of pastCarts) writePages(past, cart, sap)
  // SAP bills the day after an order.
  for (const ago of new Set(pastCarts.map(cart => cart.ago - 1))) diary.ago(ago, sap.bill)
  for (const one of sigmaConsignments) letSigmaLeave(past, one)
  writeNights(past)
  letComplain(past)
  letBlock(past)
  writeBillingDays(past)
  writeDisputeDays(past, sap)
  writeCertificates(past)
  const payToday = writePaymentDays(past, sap, { databaseUrl }, log)
  await diary.play(() => doDuties(trx))
  await payToday()
  sap.handOver(simulatorFile({ databaseUrl, home }, 'sap'))
}

/** Everything that happens to one order; billing and nightly jobs are for all orders. */
function writePages(past: Past, cart: PastCart, sap: PastSap) {
  const { trx, rows, home, diary } = past
  const { ago, yes, later = [], sap: mood = 'takes' } = cart
  let orderId = 0
  const step = async (deed: CartStep) => {
    await takeOrderStep(trx, rows, orderId, deed)
    await sap.send(mood)
  }
  diary.ago(ago, async () => {
    orderId = await placeOrder(trx, rows, cart, home)
    await sap.send(mood)
  })
  for (const by of yes?.split(' ') ?? [])
    diary.ago(ago - 1, async () => {
      const { status, pendingStep } = await readOrder(trx, orderId)
      if (status === 'PENDING') await step([by, pendingStep === 'ACCEPTANCE' ? 'accept' : 'approve'])
    })
  for (const [after, ...deed] of later) diary.ago(ago - after, () => step(deed))
  if (cart.collected) letCollect(past, () => orderId, cart)
  else letLeave(past, () => orderId, cart)
}

/** The days on which the transporters bill, Finance settles, and vouchers of carting are entered. */
function writeBillingDays(past: Past) {
  const { diary } = past
  for (const ago of [80, 60, 40, 21, 6]) {
    diary.ago(ago, () => enterVouchers(past))
    diary.ago(ago, () => settleBills(past))
    diary.ago(ago, () => decideCarting(past))
    diary.ago(ago, () => billConsignments(past))
    diary.ago(ago - 3, () => settleBills(past))
  }
}

/** The nightly jobs: what ends orders and collections once a week, since nothing else depends on them. */
function writeNights({ trx, diary }: Past) {
  for (let ago = 90; ago > 0; ago--) diary.ago(ago, () => mailDelays(trx))
  for (let ago = 1; ago < 90; ago += 7)
    for (const end of [(db: Knex) => takeDueSteps(db, attachedCollection), expireOrders, closeOrders])
      diary.ago(ago, () => end(trx))
  // What was outstanding on the days since Finance last imported its list.
  const present = today()
  for (let ago = 7; ago > 0; ago--) diary.ago(ago, () => keepOutstandingOf(trx, addDays(present, -ago - 1)))
}
