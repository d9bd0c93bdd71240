import type { Knex } from 'knex'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { lockItems } from '../../../api/payments/item-locks.ts'
import { recordSuccess } from '../../../api/payments/posting/record-success.ts'
import { now, setClock, today } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { messageSender } from '../../../api/sap/sending/send-messages.ts'
import { sum } from '../../../resources/define/amounts.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
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

  /** A payment that has just succeeded, as the answer of the gateway saves it: nothing follows from it yet. */
  async function paid(settled: readonly Settled[], unallocated = 0, more: RowValues = {}): Promise<PaymentTransaction> {
    accountId ??= await account()
    const txnNo = `PT2627${String(++last).padStart(8, '0')}`
    const payment = (await rowOf(paymentTransaction, {
      ...{ txnNo, ...who, accountId, gateway: 'MOCK', companyCode: '1000', currency: 'INR' },
      ...{ amount: sum(settled.map(({ amount }) => amount)) + unallocated, unallocatedAmount: unallocated },
      ...{ status: 'SUCCESS', paidAt: now(), initiatedAt: now(), paymentMode: 'UPI', bankRefNo: `UTR${last}` },
      ...{ idempotencyKey: txnNo, requestHash: txnNo, isAdvance: settled.length === 0, ...more },
    })) as unknown as PaymentTransaction
    for (const { item: one, amount, tds = 0 } of settled)
      await rowOf(paymentAllocation, {
        ...{ transactionId: payment.id, customerId: who.customerId, itemId: one.id, documentNo: one.documentNo },
        ...{ amount, tdsAmount: tds },
      })
    await transact(db, trx =>
      lockItems(
        trx,
        settled.map(one => one.item),
        payment.id,
        author,
      ),
    )
    return payment
  }

  /** A payment whose success was recorded with everything that follows. */
  const succeeded = async (...given: Parameters<typeof paid>): Promise<PaymentTransaction> => {
    const payment = await paid(...given)
    return transact(db, trx => recordSuccess(trx, payment, author))
  }

  return {
    account,
    item,
    paid,
    succeeded,
    payment: ({ id }: { id: number }) => db('payment_transaction').where({ id }).first(),
    allocations: ({ id }: { id: number }) => db('payment_allocation').where({ transactionId: id }).orderBy('itemId'),
    itemNow: ({ id }: { id: number }) => db('upload_outstanding').where({ id }).first(),
    message: ({ id }: { id: number }) =>
      db('sap_outbox').where({ ownerType: 'PAYMENT', ownerId: id }).orderBy('id', 'desc').first(),
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
