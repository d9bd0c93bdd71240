import type { Knex } from 'knex'
import { refusalOf } from '../../../resources/define/process/process.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
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
import type { GatewayMeans } from '../eligibility.ts'
import type { PaymentForm, StartingPayment } from '../gateways/gateway.ts'
import { type OpenAccount, openGateway } from '../open-gateway.ts'

/** A form for a gateway, and the origins that it and the pages behind it may be posted to. */
interface HandedOut {
  form: PaymentForm
  formOrigins: readonly string[]
}

/**
 * Begins a payment at its gateway, outside any transaction, and hands its form out once: null for a payment that is there
 * already, or over. Throws 503 where the gateway cannot be opened.
 */
export async function handOut(
  db: Knex,
  payment: PaymentTransaction,
  person: Person,
  author: Author,
  means: GatewayMeans,
): Promise<HandedOut | null> {
  if (!isStartable(payment)) return null
  const [account] = await rowsOf(db, paymentAccount, rows => rows.where('id', payment.accountId))
  const { gateway, formOrigins } = opened(account!, means)
  const form = await gateway.start(await startingPayment(db, payment, account!, person, means))
  const isFirst = await transact(db, trx => markHandedOut(trx, payment.id, author), 'latest')
  return isFirst ? { form, formOrigins } : null
}

const isStartable = (payment: PaymentTransaction) =>
  refusalOf(paymentProcess, 'handOut', payment, ['system']) === undefined

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
  { txnNo, amount, customerId, isAdvance }: PaymentTransaction,
  { code }: PaymentAccount,
  person: Person,
  { config: { portalUrl } }: GatewayMeans,
): Promise<StartingPayment> {
  const payer = await db('user').where({ id: person.id }).first('email', 'mobile')
  const customer = await db('customer').where({ id: customerId }).first('code', 'mobile')
  return {
    orderNo: txnNo,
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

/** Marks a payment as being at its gateway, in the commit that hands its form out; false where another was faster. */
async function markHandedOut(trx: Knex, id: number, author: Author): Promise<boolean> {
  const [payment] = await rowsOf(trx, paymentTransaction, rows => rows.where({ id }).forUpdate())
  if (!payment || !isStartable(payment)) return false
  const { 'payment.pending_expiry_days': days } = await readSettings(trx)
  const initiatedAt = now()
  const nextPollAt = nextPoll(payment.gateway, initiatedAt, initiatedAt, days)
  const changes = { status: 'PENDING' as const, initiatedAt, nextPollAt }
  await updateRow(trx, paymentTransaction, payment, changes, author)
  return true
}
