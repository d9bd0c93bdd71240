import type { Knex } from 'knex'
import * as payments from '../../resources/payments/commands/cart.ts'
import type { PaymentResult } from '../../resources/payments/commands/results.ts'
import * as results from '../../resources/payments/commands/results.ts'
import { handOverPath } from '../../resources/payments/hand-over-path.ts'
import { type PaymentTransaction, paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { notFound } from '../platform/errors.ts'
import { routesOf } from '../platform/http/router.ts'
import { again, checkMine, giveUp, paymentsUnderWay } from './attempts/serve-payer.ts'
import { readCart } from './cart/read-cart.ts'
import { replaceCart } from './cart/save-cart.ts'
import { customerOfCart, payingCustomer } from './cart/whose-cart.ts'
import { checkoutCart } from './checkout/checkout-cart.ts'
import { payAdvance } from './checkout/pay-advance.ts'
import { serveHandOver } from './checkout/serve-hand-over.ts'
import type { GatewayMeans } from './eligibility.ts'
import { moneyCommands } from './money/serve-money.ts'
import { showMoney } from './money/show-money.ts'
import { openGateway } from './open-gateway.ts'
import { serveReceipts } from './receipts/receipt-pdf.ts'
import { cancelPayments, checkPayments } from './results/check-payments.ts'
import { connectGateways } from './results/gateways-at-work.ts'
import { opensResult } from './results/result-link.ts'
import { takeCallbacks } from './results/serve-callbacks.ts'

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
  bind(results.checkMine, checkMine),
  bind(results.giveUp, giveUp),
  bind(results.payAgain, again),
  bind(results.underWay, (_, by) => paymentsUnderWay(by)),
  bind(results.showMoney, showMoney),
  ...moneyCommands,
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

/** How a payment stands, for whoever came back from the gateway with the token, or may read the payment. Throws 404. */
async function showResult(
  db: Knex,
  { txn, token }: { txn: string; token: string | null },
  reader: Person | undefined,
): Promise<PaymentResult> {
  const [payment] = await rowsOf(db, paymentTransaction, rows => rows.where('txnNo', txn))
  const isShown = payment && ((await opensResult(db, token, payment.id)) || (await mayRead(db, payment, reader)))
  if (!isShown) throw notFound('This payment is not shown here: sign in, and look under Transactions')
  return payment
}

async function mayRead(db: Knex, { id }: PaymentTransaction, reader: Person | undefined): Promise<boolean> {
  if (!reader?.ability.can('read', paymentTransaction.path)) return false
  const row = db('payment_transaction').where('payment_transaction.id', id)
  return Boolean(await restrict(row, db, paymentTransaction, reader, 'read').first('payment_transaction.id'))
}
