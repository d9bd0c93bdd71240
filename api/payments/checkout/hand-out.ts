import type { Knex } from 'knex'
import { type PaymentAttempt, paymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import { undecided } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { nextPoll } from '../../../resources/payments/poll-times.ts'
import { type PaymentAccount, paymentAccount } from '../../../resources/settings/payment-account.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/config.ts'
import { unavailable } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { lockAttempt, lockUntilFromNow } from '../attempts/attempts.ts'
import type { GatewayMeans } from '../eligibility.ts'
import type { PaymentForm, StartingPayment } from '../gateways/gateway.ts'
import { lockPayment } from '../lock-payment.ts'
import { recountPayment } from '../money/recount.ts'
import { type OpenAccount, openGateway } from '../open-gateway.ts'

/** A form for a gateway, and the origins that it and the pages behind it may be posted to. */
interface HandedOut {
  form: PaymentForm
  formOrigins: readonly string[]
}

/**
 * Begins an attempt of a payment at its gateway, outside any transaction, and hands its form out once: null for one that
 * is there already, or of a payment that is decided. Throws 503 where the gateway cannot be opened.
 */
export async function handOut(
  db: Knex,
  payment: PaymentTransaction,
  attempt: PaymentAttempt,
  person: Person,
  author: Author,
  means: GatewayMeans,
): Promise<HandedOut | null> {
  if (!isStartable(payment, attempt)) return null
  const [account] = await rowsOf(db, paymentAccount, rows => rows.where('id', payment.accountId))
  const { gateway, formOrigins } = opened(account!, means)
  const form = await gateway.start(await startingPayment(db, payment, attempt, account!, person, means))
  const isFirst = await transact(db, trx => markHandedOut(trx, attempt, author), 'latest')
  return isFirst ? { form, formOrigins } : null
}

const isStartable = (payment: PaymentTransaction, { startedAt, endedAt }: PaymentAttempt) =>
  startedAt === null && endedAt === null && undecided.includes(payment.status)

function opened(account: PaymentAccount, { config, log, around }: GatewayMeans): OpenAccount {
  try {
    return openGateway(config, account, around.simulators)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    log.error({ account: account.code, why: error.message }, 'A payment could not be handed to its gateway')
    throw unavailable('Online payment is not available at present: contact us. Nothing was paid.')
  }
}

async function startingPayment(
  db: Knex,
  { amount, customerId, isAdvance }: PaymentTransaction,
  { gatewayOrderNo }: PaymentAttempt,
  { code }: PaymentAccount,
  person: Person,
  { config: { portalUrl } }: GatewayMeans,
): Promise<StartingPayment> {
  const payer = await db('user').where({ id: person.id }).first('email', 'mobile')
  const customer = await db('customer').where({ id: customerId }).first('code', 'mobile')
  return {
    orderNo: gatewayOrderNo,
    amount,
    customerCode: customer.code,
    purpose: isAdvance ? 'Advance' : 'Invoices',
    firstName: person.name.split(' ')[0]!,
    email: payer.email,
    phone: payer.mobile ?? customer.mobile ?? '',
    returnUrl: `${portalUrl}/api/payments/return/${code}`,
    notifyUrl: `${portalUrl}/api/payments/notify/${code}`,
  }
}

/** Marks an attempt as being at its gateway, in the commit that hands its form out; false where another was faster. */
async function markHandedOut(trx: Knex, { id, transactionId }: PaymentAttempt, author: Author): Promise<boolean> {
  const payment = await lockPayment(trx, transactionId)
  const attempt = await lockAttempt(trx, id)
  if (!isStartable(payment, attempt)) return false
  const { 'payment.pending_expiry_days': days } = await readSettings(trx)
  const startedAt = now()
  const nextAskAt = nextPoll(payment.gateway, startedAt, startedAt, days)
  await updateRow(trx, paymentAttempt, attempt, { startedAt, nextAskAt }, author)
  const changes = {
    status: paymentProcess.steps.handOut.to,
    initiatedAt: payment.initiatedAt ?? startedAt,
    lockUntil: await lockUntilFromNow(trx),
  }
  await updateRow(trx, paymentTransaction, payment, changes, author)
  await recountPayment(trx, payment.id)
  return true
}
