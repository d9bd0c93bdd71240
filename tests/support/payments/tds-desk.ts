import { systemAuthor } from '../../../api/derive/save/author.ts'
import { liveRows, moveMoney } from '../../../api/payments/money/ledger.ts'
import { recountPayment } from '../../../api/payments/money/recount.ts'
import { takeCapture } from '../../../api/payments/money/take-capture.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { TaxQuarter } from '../../../resources/payments/tds/tax-quarters.ts'
import { messages } from '../../../seeds/system/messages.ts'
import { exampleRow } from '../example-rows.ts'
import { personWith } from '../people.ts'
import { type ApiClient, emptyPortal } from '../portal.ts'
import { paymentWorld } from './payment-world.ts'

const author = systemAuthor('test')
const PATH = '/api/transaction-view/tds-certificates'

/** A customer who deducts TDS from payments, with two people of Finance and those who look on. */
export async function tdsDesk() {
  const portal = await emptyPortal()
  const { db } = portal
  const world = await paymentWorld(portal)
  for (const seed of messages.seeds) if (seed.medium !== 'SMS') await exampleRow(db, messages.resource, seed)
  const clerk = async () => (await world.named('employee', { managerId: null, departmentId: null, zoneId: null })).id
  const stranger = await world.named('customer', { code: '100909' })
  const people = {
    finance: await personWith(portal, ['FINANCE'], { employeeId: await clerk(), name: 'Sneha Accountant' }),
    second: await personWith(portal, ['FINANCE'], { employeeId: await clerk(), name: 'Vikram Accountant' }),
    credit: await personWith(portal, ['CREDIT_CONTROLLER'], { name: 'Chitra Credit' }),
    auditor: await personWith(portal, ['AUDITOR'], { name: 'Anil Auditor' }),
    buyer: await personWith(portal, ['CUSTOMER'], { customerId: world.customer.id, name: 'Rohan Bhide' }),
    stranger: await personWith(portal, ['CUSTOMER'], { customerId: stranger.id, name: 'Somebody Else' }),
  }

  /** A payment whose payer is about to deduct so much, in paise, from one invoice. */
  async function planned(tds: number): Promise<PaymentTransaction> {
    const payment = await world.payment('mock', { amounts: [1_000_00] })
    const { itemId } = await db('payment_allocation').where({ transactionId: payment.id }).first('itemId')
    await db('payment_allocation').where({ transactionId: payment.id }).update({ tdsAmount: tds })
    await db('upload_outstanding')
      .where({ id: itemId })
      .update({ balanceAmount: 1_000_00 + tds })
    return payment
  }
  /** The gateway captures it. */
  const captured = (payment: PaymentTransaction) =>
    transact(db, trx => {
      const facts = { gatewayTxnId: `G${payment.txnNo}`, amount: payment.amount, currency: 'INR' }
      return takeCapture(trx, payment, facts, { via: 'POLL' }, author)
    })
  const row = (of: Partial<TaxQuarter> = {}) =>
    db('tds_certificate')
      .where({ customerId: world.customer.id, ...of })
      .orderBy('dueOn', 'desc')
      .first()

  return {
    ...{ portal, db, world, people, planned, captured, row },
    clockAt: (at = '2026-11-20T06:30:00.000Z') => setClock(() => at),
    /** A payment from which the customer deducted so much, in paise. */
    async deducted(tds: number) {
      const payment = await planned(tds)
      await captured(payment)
      return payment
    },
    /** The whole payment goes on account: nothing is deducted from any invoice any more. */
    takenBack: (payment: PaymentTransaction) =>
      transact(db, async trx => {
        const [capture] = await world.captures(payment)
        const from = await liveRows(trx, [capture!.id])
        await moveMoney(trx, capture!, { from, to: [{ target: 'ON_ACCOUNT', amount: payment.amount }] }, author)
        await recountPayment(trx, payment.id, author)
      }),
    async act(who: ApiClient, action: string, { id }: { id: number }, asked?: object) {
      const { rowVersion } = await db('tds_certificate').where({ id }).first('rowVersion')
      return who.post(`${PATH}/actions`, { action, rows: [{ id, rowVersion }], ...(asked && { asked }) })
    },
    list: async (who: ApiClient, query = '') => who.get(`${PATH}?$limit=100${query}`),
    async close() {
      setClock(null)
      await portal.close()
    },
  }
}
