import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Call } from '../../derive/service.ts'
import { notFound } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/rate-limit.ts'
import type { ApiRouter } from '../../platform/router.ts'
import { cancelPayments, checkPayments } from './check-payments.ts'
import { opensResult } from './result-link.ts'

/** A page asks every two seconds, and several payers may share an address. */
const RATE = { tries: 300, seconds: 60 }

/**
 * `GET /api/payments/result?txn=&token=`: how a payment stands, for whoever came back from the gateway with the token, or
 * may read the payment. `POST /api/payments/check` and `/cancel { ids }` ask the gateways at once.
 */
export function servePaymentResults(
  app: Application,
  router: ApiRouter,
  { db, limits }: { db: Knex; limits: RateLimits },
) {
  const limit = limits.of('payment-results', RATE)
  router.get('/api/payments/result', async ctx => {
    await limit.take(ctx.ip)
    const { txn, token } = ctx.query
    const [payment] =
      typeof txn === 'string' ? await rowsOf(db, paymentTransaction, rows => rows.where('txnNo', txn)) : []
    const isShown = payment && ((await opensResult(db, token, payment.id)) || (await mayRead(db, ctx, payment)))
    if (!isShown) throw notFound('This payment is not shown here: sign in, and look under Transactions')
    ctx.body = { txnNo: payment.txnNo, status: payment.status, amount: payment.amount }
  })
  const check = { create: (body: unknown, call: Call) => checkPayments(db, body, call) }
  const cancel = { create: (body: unknown, call: Call) => cancelPayments(db, body, call) }
  app.use('api/payments/check', check as never, { methods: ['create'] } as never)
  app.use('api/payments/cancel', cancel as never, { methods: ['create'] } as never)
}

async function mayRead(db: Knex, ctx: Context, { id }: PaymentTransaction): Promise<boolean> {
  const person = ctx.state.person as Person | undefined
  if (!person?.ability.can('read', paymentTransaction.path)) return false
  const row = db('payment_transaction').where('payment_transaction.id', id)
  return Boolean(await restrict(row, db, paymentTransaction, person, 'read').first('payment_transaction.id'))
}
