import * as payments from '../../resources/payments/commands/cart.ts'
import * as results from '../../resources/payments/commands/results.ts'
import { handOverPath } from '../../resources/payments/hand-over-path.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { routesOf } from '../platform/http/router.ts'
import { readCart } from './cart/read-cart.ts'
import { replaceCart } from './cart/save-cart.ts'
import { customerOfCart, payingCustomer } from './cart/whose-cart.ts'
import { checkoutCart } from './checkout/checkout-cart.ts'
import { payAdvance } from './checkout/pay-advance.ts'
import { serveHandOver } from './checkout/serve-hand-over.ts'
import type { GatewayMeans } from './eligibility.ts'
import { openGateway } from './open-gateway.ts'
import { serveReceipts } from './receipts/receipt-pdf.ts'
import { cancelPayments, checkPayments } from './results/check-payments.ts'
import { connectGateways } from './results/gateways-at-work.ts'
import { takeCallbacks } from './results/serve-callbacks.ts'
import { showResult } from './results/show-result.ts'

/** What people do to pay online, and to see what became of a payment. */
const paymentCommands = (means: GatewayMeans): Bound[] => [
  bind(payments.showCart, async ({ customerId }, { trx, person }) =>
    readCart(trx, await customerOfCart(trx, person, customerId), means),
  ),
  bind(payments.saveCart, (cart, { trx, person, author }) =>
    replaceCart(trx, payingCustomer(person), cart, author, means),
  ),
  // One payment for one `Idempotency-Key`, also where the request comes many times at once.
  bind(payments.checkout, async (input, { trx, person, author, key }) => {
    const by = { customerId: payingCustomer(person), userId: person.id, author, key, input, means }
    const { id, txnNo, amount } =
      'advanceAmount' in input ? await payAdvance(trx, input.advanceAmount, by) : await checkoutCart(trx, input, by)
    return { id, txnNo, amount, location: handOverPath(txnNo) }
  }),
  bind(results.showResult, (asked, { trx, call }) => showResult(trx, asked, call.person)),
  bind(results.checkPayments, checkPayments),
  bind(results.cancelPayments, cancelPayments),
]

/** Online payments, from the cart to their receipt, posting and settlement. */
export function serve(means: Means): Served {
  const { app, router, config, db, log } = means
  const around: GatewayMeans['around'] = { simulators: null }
  const gateways = { config, log, around }
  const callbacks = takeCallbacks({ ...means, times: config.postingTimes })
  app.use(callbacks.middleware)
  serveHandOver(app, db, gateways)
  serveReceipts(router, db)
  return {
    commands: paymentCommands(gateways),
    routes: routesOf(callbacks.router),
    start(_, simulators) {
      around.simulators = simulators
      connectGateways(db, account => openGateway(config, account, simulators).gateway)
    },
    dueWork: [callbacks.runDue],
    stop: callbacks.runDue,
  }
}
