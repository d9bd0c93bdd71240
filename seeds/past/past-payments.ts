import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { rowsOf } from '../../api/derive/rows-of.ts'
import { attemptsOf } from '../../api/payments/attempts/attempts.ts'
import { readCart } from '../../api/payments/cart/read-cart.ts'
import { saveCart } from '../../api/payments/cart/save-cart.ts'
import { checkoutCart } from '../../api/payments/checkout/checkout-cart.ts'
import type { Checkout } from '../../api/payments/checkout/create-payment.ts'
import { handOut } from '../../api/payments/checkout/hand-out.ts'
import { payAdvance } from '../../api/payments/checkout/pay-advance.ts'
import type { GatewayMeans } from '../../api/payments/eligibility.ts'
import { captureMessage } from '../../api/payments/posting/capture-lines.ts'
import { percentOf } from '../../resources/define/amounts.ts'
import { type OutstandingItem, uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import type { CartLine } from '../../resources/payments/cart-rules.ts'
import type { CheckoutInput } from '../../resources/payments/commands/cart.ts'
import { type PaymentCapture, paymentCapture } from '../../resources/payments/money/payment-capture.ts'
import { type PaymentTransaction, paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { type PaymentAccount, paymentAccount } from '../../resources/settings/payment-account.ts'
import { callerNamed } from '../orders.ts'
import type { PastPayment } from './paid-online.ts'
import { act, type Past } from './past.ts'
import type { PastGateways } from './past-gateways.ts'
import type { PastSap } from './past-sap.ts'

/** What paying online in the past needs. */
export interface Counter {
  past: Past
  sap: PastSap
  gateways: PastGateways
  means: GatewayMeans
  /** The payments of the story that others name. */
  paymentIds: Map<string, number>
}

type Payer = Awaited<ReturnType<typeof payerOf>>

/** Lets a buyer choose what is open, pay it at their gateway and come back, and SAP post it. */
export async function payOnline(counter: Counter, one: PastPayment): Promise<void> {
  const { past, sap, gateways, means, paymentIds } = counter
  const payer = await payerOf(past, one.by)
  const payment = await checkOut(counter, one, payer)
  if (!payment) return
  if (one.name) paymentIds.set(one.name, payment.id)
  if (one.ends === 'never starts') return
  const [attempt] = await attemptsOf(past.trx, [payment.id])
  const handedOut = await handOut(past.trx, payment, attempt!, payer.person, payer.author, means)
  const account = await accountOf(past.trx, payment)
  gateways.open(account, handedOut!.form)
  if (one.ends !== 'waits') await gateways.choose(account, payment, one.ends ?? 'success')
  if (one.sap !== 'later') await sap.send(one.sap ?? 'takes')
}

async function payerOf({ trx, rows }: Past, login: string) {
  const { person, author } = await callerNamed(trx, rows, login)
  const customer = await trx('customer').where({ id: person.customerId! }).first('id', 'code')
  return { person, author, customerId: customer.id as number, code: customer.code as string }
}

async function checkOut({ past, sap, means, paymentIds }: Counter, one: PastPayment, payer: Payer) {
  const { trx } = past
  const { customerId, author } = payer
  const checkout = (input: CheckoutInput): Checkout => ({
    ...{ customerId, userId: payer.person.id, author, key: randomUUID(), input, means },
  })
  if (one.advance) return payAdvance(trx, one.advance, checkout({ advanceAmount: one.advance }))
  const again = one.again && (await itemsOf(trx, paymentIds.get(one.again)!))
  const items = again || (await sap.receivables.invoices(payer.code, one.invoices ?? 1))
  if (items.length === 0) return null
  const credits = one.credit ? await sap.receivables.credit(payer.code, one.credit) : []
  const cart = await fill(past, means, payer, [...items.map(item => lineFor(item, one)), ...credits.map(inFull)])
  const lines = cart.items.flatMap(({ id: itemId, payable, inCart }) =>
    inCart ? [{ itemId, payable, ...inCart }] : [],
  )
  const reviewed = { ...{ cartId: cart.cart!.id, rowVersion: cart.cart!.rowVersion }, lines, total: cart.totals.net }
  return one.inCart ? null : checkoutCart(trx, reviewed, checkout(reviewed))
}

async function fill({ trx }: Past, means: GatewayMeans, { customerId, author }: Payer, items: readonly CartLine[]) {
  const { cart } = await readCart(trx, customerId, means)
  await saveCart(trx, customerId, { rowVersion: cart?.rowVersion ?? null, items: [...items] }, author, means)
  return readCart(trx, customerId, means)
}

const inFull = ({ id, balanceAmount }: OutstandingItem): CartLine => ({
  ...{ itemId: id, payAmount: balanceAmount, tdsAmount: 0 },
})

/** What of an invoice is paid: all of it, a part in whole rupees, or all less the tax of one percent deducted. */
function lineFor(item: OutstandingItem, { pays }: PastPayment): CartLine {
  const { id: itemId, balanceAmount } = item
  if (pays === 'part') return { itemId, payAmount: Math.round(balanceAmount / 250) * 100, tdsAmount: 0 }
  const tdsAmount = pays === 'less tax' ? percentOf(balanceAmount, 100) : 0
  return { itemId, payAmount: balanceAmount - tdsAmount, tdsAmount }
}

const itemsOf = async (trx: Knex, transactionId: number): Promise<OutstandingItem[]> =>
  rowsOf(trx, uploadOutstanding, rows =>
    rows.whereIn('id', trx('payment_allocation').where({ transactionId }).select('itemId')).orderBy('id'),
  )

const accountOf = async (trx: Knex, { accountId }: PaymentTransaction): Promise<PaymentAccount> =>
  (await rowsOf(trx, paymentAccount, rows => rows.where('id', accountId)))[0]!

/** A payment of the story as it is now, with its account; undefined where it was not made. */
export async function paymentNamed({ past: { trx }, paymentIds }: Counter, name: string) {
  const [payment] = await rowsOf(trx, paymentTransaction, rows => rows.where('id', paymentIds.get(name) ?? 0))
  return payment && { payment, account: await accountOf(trx, payment) }
}

/** A buyer who had given up pays after all, on the page that was still open in another window. */
export async function succeedLate(counter: Counter, name: string): Promise<void> {
  const namedPayment = await paymentNamed(counter, name)
  if (!namedPayment) return
  await counter.gateways.choose(namedPayment.account, namedPayment.payment, 'success', 'notice')
  await counter.sap.send('takes')
}

/** The gateway captures a payment a second time. */
export async function captureAgain(counter: Counter, name: string): Promise<void> {
  const namedPayment = await paymentNamed(counter, name)
  if (namedPayment) await counter.gateways.captureAgain(namedPayment.account, namedPayment.payment)
}

/** The gateway finds out that a payment was a fraud, or the payer's bank takes the money back. */
export async function reportLater(counter: Counter, name: string, reason: 'FRAUD' | 'CHARGEBACK'): Promise<void> {
  const namedPayment = await paymentNamed(counter, name)
  if (namedPayment) await counter.gateways.report(namedPayment.account, namedPayment.payment, reason)
}

/** Accounting posts a payment that SAP refused by hand; Finance names its document, and a second person confirms it. */
export async function postByHand(counter: Counter, name: string): Promise<void> {
  const { past, sap } = counter
  const namedPayment = await paymentNamed(counter, name)
  if (!namedPayment) return
  const capture = await firstCaptureOf(past.trx, namedPayment.payment)
  const document = await sap.postByHand(await captureMessage(past.trx, capture))
  const named = { sapAccountingDoc: document.accountingDocument, sapFiscalYear: document.fiscalYear }
  await act(past, 'finance', paymentCapture, 'markPosted', capture, named)
  await act(past, 'sneha', paymentCapture, 'confirmPosted', await firstCaptureOf(past.trx, namedPayment.payment))
}

const firstCaptureOf = async (trx: Knex, { id: transactionId }: PaymentTransaction): Promise<PaymentCapture> =>
  (await rowsOf(trx, paymentCapture, rows => rows.where({ transactionId }).orderBy('id').limit(1)))[0]!
