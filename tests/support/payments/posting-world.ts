import type { Knex } from 'knex'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { lockPayment } from '../../../api/payments/lock-payment.ts'
import { type CaptureFacts, takeCapture } from '../../../api/payments/money/take-capture.ts'
import { now, setClock, today } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import { sum } from '../../../resources/define/amounts.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { messageTemplate } from '../../../resources/settings/message-template.ts'
import { paymentAccount } from '../../../resources/settings/payment-account.ts'
import { user } from '../../../resources/settings/user.ts'
import { freshDatabase } from '../database.ts'
import { createCompany } from '../dispatches/shipped-order.ts'
import { exampleRow } from '../example-rows.ts'
import { sapOverHttp } from '../sap/over-http.ts'

const author = systemAuthor('test')

/** What a payment in a test settles: an open item, how much of it, and the tax deducted; money in paise. */
export interface Settled {
  item: OutstandingItem
  amount: number
  tds?: number
}

/** Functions that make open items and payments of a customer. */
export function paymentMaker(db: Knex, who: { customerId: number; userId: number }) {
  let last = 0
  let accountId: number | null = null
  const rowOf = async <R extends Resource>(resource: R, row: RowValues) =>
    (await insertRows(db, resource, [withDefaults(resource, row) as never], author))[0]!

  async function account(more: RowValues = {}): Promise<number> {
    const row = { code: `MOCK${++last}`, gateway: 'MOCK', mode: 'TEST', companyCode: '1000', ...more }
    return (await exampleRow(db, paymentAccount, row)).id
  }

  /** An open item as a reading from SAP saves it. */
  async function item(balance: number, more: RowValues = {}): Promise<OutstandingItem> {
    const doc = `${1_800_000_000 + ++last}`
    const row = {
      ...{
        customerId: who.customerId,
        documentNo: `INV${last}`,
        documentType: balance < 0 ? 'CREDIT_NOTE' : 'INVOICE',
      },
      ...{ documentDate: '2026-10-01', dueDate: '2026-10-31', originalAmount: balance, balanceAmount: balance },
      ...{
        sapAccountingDoc: doc,
        fiscalYear: '2026',
        sapItem: `1000/2026/${doc}/1`,
        source: 'SAP',
        asOnDate: today(),
      },
      ...more,
    }
    return (await rowOf(uploadOutstanding, row)) as unknown as OutstandingItem
  }

  /** A payment that is at its gateway: what the payer means to settle, and the part of it that is paid ahead. */
  async function planned(settled: readonly Settled[], ahead = 0, more: RowValues = {}): Promise<PaymentTransaction> {
    accountId ??= await account()
    const txnNo = `PT2627${String(++last).padStart(8, '0')}`
    const payment = (await rowOf(paymentTransaction, {
      ...{ txnNo, ...who, accountId, gateway: 'MOCK', companyCode: '1000', currency: 'INR' },
      ...{ amount: sum(settled.map(({ amount }) => amount)) + ahead, advanceAmount: ahead },
      ...{ status: 'PENDING', initiatedAt: now(), lockUntil: '2099-01-01T00:00:00.000Z' },
      ...{ idempotencyKey: txnNo, requestHash: txnNo, isAdvance: settled.length === 0, ...more },
    })) as unknown as PaymentTransaction
    for (const { item: one, amount, tds = 0 } of settled)
      await rowOf(paymentAllocation, {
        ...{ transactionId: payment.id, customerId: who.customerId, itemId: one.id, documentNo: one.documentNo },
        ...{ amount, tdsAmount: tds },
      })
    return payment
  }

  /** A capture of a payment that is known, with all that follows from it; without facts of all of it. */
  const captured = ({ id }: { id: number }, facts: Partial<CaptureFacts> = {}): Promise<PaymentCapture> =>
    transact(db, async trx => {
      const payment = await lockPayment(trx, id)
      const { amount, currency } = payment
      const all = {
        gatewayTxnId: `GW${++last}`,
        amount,
        currency,
        bankRefNo: `UTR${last}`,
        mode: 'UPI' as const,
        ...facts,
      }
      return (await takeCapture(trx, payment, all, { via: 'POLL' }, author)).capture
    })

  /** A payment that was paid in full, with everything that follows. */
  const succeeded = async (...given: Parameters<typeof planned>): Promise<PaymentTransaction> => {
    const payment = await planned(...given)
    await captured(payment)
    return (await paymentNow(payment)) as PaymentTransaction
  }

  const paymentNow = ({ id }: { id: number }) => db('payment_transaction').where({ id }).first()
  const captureOf = ({ id }: { id: number }) =>
    db('payment_capture').where({ transactionId: id }).orderBy('id').first() as Promise<PaymentCapture>

  return {
    account,
    item,
    planned,
    captured,
    succeeded,
    payment: paymentNow,
    /** The first capture of a payment. */
    capture: captureOf,
    /** What the captures of a payment settle now. */
    allocations: ({ id }: { id: number }) =>
      db('capture_allocation')
        .where({ transactionId: id, target: 'ITEM' })
        .whereNot('clearingStatus', 'RELEASED')
        .orderBy(['itemId', 'id']),
    itemNow: ({ id }: { id: number }) => db('upload_outstanding').where({ id }).first(),
    /** The latest message to SAP about the captures of a payment. */
    message: ({ id }: { id: number }) =>
      db('sap_outbox')
        .where({ ownerType: 'CAPTURE' })
        .whereIn('ownerId', db('payment_capture').where({ transactionId: id }).select('id'))
        .orderBy('id', 'desc')
        .first(),
  }
}

/** A customer who pays, on a new database with its SAP over HTTP, at the time of a clock that a test moves. */
export async function postingWorld() {
  let at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  const { db, close } = await freshDatabase()
  const company = await createCompany(db)
  const asha = await exampleRow(db, user, {
    ...{ loginId: 'asha', name: 'Asha Rao', email: 'asha@buyer.example', userType: 'CUSTOMER' },
    customerId: company.customerId,
  })
  for (const [code, body] of Object.entries({
    PAYMENT_RECEIPT: '{name} {amount} {paidAt}\n\n{allocations}',
    PAYMENT_FAILED: '{name} {amount}: {reason}.',
  }))
    await exampleRow(db, messageTemplate, { code, medium: 'EMAIL', subject: `${code} {txnNo}`, body })
  const sap = await sapOverHttp(now)
  return {
    ...paymentMaker(db, { customerId: company.customerId, userId: asha.id }),
    db,
    company,
    sap,
    /** Sends what waits for SAP. */
    send: () => messageSender({ db, sap: sap.adapter(), log: createLog({ logLevel: 'silent' }) }).drain(),
    later: (minutes: number) => {
      at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
    },
    async close() {
      setClock(null)
      await sap.close()
      await close()
    },
  }
}
