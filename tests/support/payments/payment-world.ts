import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows, updateRow } from '../../../api/derive/save/write.ts'
import { addAttempt, attemptsOf } from '../../../api/payments/attempts/attempts.ts'
import type { Fields } from '../../../api/payments/gateways/fields.ts'
import { simulatedAccount } from '../../../api/payments/gateways/simulated-account.ts'
import { recountPayment } from '../../../api/payments/money/recount.ts'
import { takeCapture } from '../../../api/payments/money/take-capture.ts'
import { now, secondsFromNow, today } from '../../../api/platform/clock.ts'
import { simulatorSecret } from '../../../api/platform/simulators.ts'
import { transact } from '../../../api/platform/transact.ts'
import type { ChoiceName } from '../../../api/simulators/gateways/choices.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { paymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import type { PaymentState } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { GatewayName } from '../../../resources/payments/payment-words.ts'
import { type ResourceName, resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../example-rows.ts'
import { adapters, gatewayNames } from '../gateways/payment-gateways.ts'
import { formOn } from '../gateways/simulated-shop.ts'
import type { TestPortal } from '../portal.ts'

export type WorldGateway = (typeof gatewayNames)[number]
const author = systemAuthor('test')

/** The code of the account that the world has at a gateway. */
export const accountOfWorld = (name: WorldGateway) => `${name.toUpperCase()}1`

export type PaymentWorld = Awaited<ReturnType<typeof paymentWorld>>

/** A customer with open items and an account at each simulated gateway of a running portal. */
export async function paymentWorld(portal: TestPortal) {
  const { db, url } = portal
  const named = (name: ResourceName, given: Record<string, unknown> = {}) => exampleRow(db, resourceNamed(name), given)
  const customer = await named('customer', { code: '100101' })
  const user = await named('user', { loginId: 'payer', name: 'Asha Kulkarni', email: 'asha@buyer.example' })
  const accountIds = new Map<WorldGateway, number>()
  for (const name of gatewayNames) {
    const given = { code: accountOfWorld(name), gateway: name.toUpperCase(), mode: 'TEST', companyCode: '1000' }
    accountIds.set(name, (await named('payment-account', given)).id)
  }
  let count = 0

  /** An open item over so many paise; negative for a credit note. */
  async function item(amount: number): Promise<OutstandingItem> {
    const row = await named('upload-outstanding', {
      customerId: customer.id,
      documentNo: `INV${String(++count).padStart(6, '0')}`,
      documentType: amount < 0 ? 'CREDIT_NOTE' : 'INVOICE',
      documentDate: '2026-10-01',
      dueDate: '2026-10-31',
      originalAmount: amount,
      balanceAmount: amount,
      sapItem: null,
      source: 'UPLOAD',
      asOnDate: today(),
    })
    return row as unknown as OutstandingItem
  }

  /** A payment of these items in a state; while it is open, failed or cancelled the world follows what the portal does. */
  async function payment(
    name: WorldGateway,
    { status = 'PENDING' as PaymentState, amounts = [500_000, 700_050] as readonly number[], onAccount = 0 } = {},
  ): Promise<PaymentTransaction> {
    const items: OutstandingItem[] = []
    for (const amount of amounts) items.push(await item(amount))
    const total = amounts.reduce((sum, amount) => sum + amount, onAccount)
    const txnNo = `PT2627${String(++count).padStart(8, '0')}`
    return transact(db, async trx => {
      const row = withDefaults(resourceNamed('payment-transaction'), {
        ...{ txnNo, customerId: customer.id, userId: user.id, accountId: accountIds.get(name)!, cartId: null },
        ...{
          gateway: name.toUpperCase() as GatewayName,
          companyCode: '1000',
          amount: total,
          advanceAmount: onAccount,
        },
        ...{
          status: status === 'SUCCESS' ? 'PENDING' : status,
          idempotencyKey: txnNo,
          requestHash: txnNo,
          initiatedAt: status === 'CREATED' ? null : now(),
        },
        lockUntil: secondsFromNow(86_400),
      })
      const [made] = await insertRows(trx, paymentTransaction, [row as Partial<PaymentTransaction>], author)
      const allocations = items.map(({ id: itemId, documentNo, balanceAmount: amount }) => ({
        ...{ transactionId: made!.id, customerId: customer.id, itemId, documentNo, amount },
        tdsAmount: 0,
      }))
      await insertRows(trx, paymentAllocation, allocations, author)
      const attempt = await addAttempt(trx, made!, author)
      const isStarted = status !== 'CREATED'
      await updateRow(
        trx,
        paymentAttempt,
        attempt,
        {
          startedAt: isStarted ? now() : null,
          nextAskAt: status === 'PENDING' ? secondsFromNow(300) : null,
          endedAt: status === 'FAILED' || status === 'CANCELLED' ? now() : null,
        },
        author,
      )
      if (status !== 'SUCCESS') return recountPayment(trx, made!.id, author)
      const facts = { gatewayTxnId: `MIH${txnNo}`, amount: total, currency: 'INR' }
      return (await takeCapture(trx, made!, facts, { via: 'POLL', attemptId: attempt.id }, author)).payment
    })
  }

  const account = (name: WorldGateway) =>
    simulatedAccount(name, adapters[name], simulatorSecret({ secret: portal.secret }, 'gateway'), {
      url: portal.simulators.url,
      page: portal.simulators.url,
    })
  /** Posts a form; `from` is the address behind the proxy of a portal that has one. */
  const post = (address: string, fields: Fields, from?: string) =>
    fetch(new URL(address, url), {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers: from ? { 'X-Forwarded-For': from } : {},
    })
  const gateway = (name: WorldGateway) => adapters[name].open(account(name))

  /** The form with which the browser goes to the gateway. */
  const start = ({ txnNo, amount }: PaymentTransaction, name: WorldGateway) =>
    gateway(name).start({
      ...{ orderNo: txnNo, amount, customerCode: '100101', purpose: 'Invoices' },
      ...{ firstName: 'Asha', email: 'asha@buyer.example', phone: '9876543210' },
      returnUrl: `${url}/api/payments/return/${accountOfWorld(name)}`,
      notifyUrl: `${url}/api/payments/notify/${accountOfWorld(name)}`,
    })

  return {
    ...{ db, portal, customer, user, named, item, payment, account, gateway, post },
    /** Goes to the gateway, presses a button and returns the form that the browser takes back to the portal. */
    async pay(row: PaymentTransaction, choice: ChoiceName) {
      const name = row.gateway.toLowerCase() as WorldGateway
      const form = await start(row, name)
      const chooser = formOn(await (await post(form.action, form.fields)).text())
      const choose = new URL(chooser.action, form.action).href
      return formOn(await (await post(choose, { ...chooser.fields, choice })).text())
    },
    /** The browser comes back; returns where it is led. */
    async comeBack(form: { action: string; fields: Fields }, from?: string) {
      const answer = await post(form.action, form.fields, from)
      return { status: answer.status, to: answer.headers.get('location') ?? '', answer }
    },
    notify: (name: WorldGateway, fields: Fields, from?: string) =>
      post(`/api/payments/notify/${accountOfWorld(name)}`, fields, from),
    now: async ({ id }: PaymentTransaction) => (await rowsOf(db, paymentTransaction, rows => rows.where({ id })))[0]!,
    callbacks: ({ txnNo }: PaymentTransaction) => db('payment_callback').where({ txnNo }).orderBy('id'),
    tasks: ({ id }: PaymentTransaction) => db('payment_task').where({ transactionId: id }).orderBy('id'),
    /** Who holds the items of a payment. */
    locks: ({ id }: PaymentTransaction): Promise<(number | null)[]> =>
      db('payment_allocation as a')
        .join('upload_outstanding as i', 'i.id', 'a.itemId')
        .where('a.transactionId', id)
        .orderBy('a.id')
        .pluck('i.lockedById'),
    /** Whether what a payment settles, and what is on account, come to its amount. */
    async isBalanced({ id }: PaymentTransaction) {
      const [row] = await rowsOf(db, paymentTransaction, rows => rows.where({ id }))
      const amounts: number[] = await db('capture_allocation')
        .where('transactionId', id)
        .whereNot('clearingStatus', 'RELEASED')
        .pluck('amount')
      return amounts.reduce((sum, amount) => sum + amount, row!.unresolvedAmount) === row!.capturedAmount
    },
    captures: ({ id }: Pick<PaymentTransaction, 'id'>) =>
      rowsOf(db, paymentCapture, rows => rows.where('transactionId', id).orderBy('id')),
    attempts: ({ id }: Pick<PaymentTransaction, 'id'>) => attemptsOf(db, [id]),
    /** Changes an open item as another payment, or SAP, would. */
    async changeItem(id: number, changes: Partial<OutstandingItem>) {
      const [row] = await rowsOf(db, uploadOutstanding, rows => rows.where({ id }))
      await updateRow(db, uploadOutstanding, row!, changes, author)
    },
  }
}
