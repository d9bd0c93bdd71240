import { afterEach, beforeEach, expect, it } from 'vitest'
import { alertOfHeldOrders } from '../../../api/payments/held-orders.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { gatewayDesk } from '../../support/gateways/gateway-desk.ts'
import { type PaymentWorld, paymentWorld } from '../../support/payments/payment-world.ts'
import { personWith } from '../../support/people.ts'
import { emptyPortal, type TestPortal } from '../../support/portal.ts'

let at = ''
const later = (days: number) => {
  at = new Date(Date.parse(at) + days * 86_400_000).toISOString()
}
let portal: TestPortal
let world: PaymentWorld
beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  portal = await emptyPortal()
  world = await paymentWorld(portal)
})
afterEach(async () => {
  await portal.close()
  setClock(null)
})

const bells = () => portal.db('notification').orderBy('id').select('title', 'body', 'link')

it('Finance is told each day of what CCAvenue gives back within three days unless it is confirmed', async () => {
  await personWith(portal, ['FINANCE'])
  await personWith(portal, ['CSC_AGENT'])
  const payment = await world.payment('ccavenue')
  await world.pay(payment, 'authorise')
  later(8)
  expect(await alertOfHeldOrders(portal.db)).toBe(0)
  expect(await bells()).toEqual([])
  later(1)
  expect(await alertOfHeldOrders(portal.db)).toBe(1)
  later(2)
  await alertOfHeldOrders(portal.db)
  const told = await bells()
  expect(told).toHaveLength(2)
  expect(told[0]).toMatchObject({
    title: 'CCAVENUE1 gives back a payment soon',
    body: `Confirm in the gateway’s own console, or the payers get their money back. ${payment.txnNo} of ₹ 12,000.50: 3 days left.`,
  })
  expect(told[1].body).toContain(': 1 day left')
})

it('A gateway that does not answer, or has nothing on hold, tells nobody', async () => {
  await personWith(portal, ['FINANCE'])
  await world.pay(await world.payment('ccavenue'), 'authorise')
  later(10)
  // What its notice asks has been asked.
  await portal.runDue()
  await gatewayDesk(portal, 'ccavenue').isSilent(1)
  expect(await alertOfHeldOrders(portal.db)).toBe(0)
  await world.pay(await world.payment('payu'), 'authorise')
  expect(await alertOfHeldOrders(portal.db)).toBe(1)
})
