import type { Knex } from 'knex'
import type { PaymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { holdersOf } from '../../derive/rights/holders.ts'
import { notify } from '../../mail/notify.ts'

/** Tells Finance that a gateway says something which stands in no list. */
export const alertOfWord = (trx: Knex, payment: PaymentTransaction, attempt: PaymentAttempt): Promise<void> =>
  alert(trx, payment, {
    title: `Payment ${payment.txnNo}: the gateway says “${attempt.lastWord}”`,
    body: 'This word is not known. Look at the gateway’s own console, and decide by hand if it stays.',
  })

/** Tells Finance that a gateway calls a payment a fraud. */
export const alertOfDoubt = (trx: Knex, payment: PaymentTransaction, attempt: PaymentAttempt): Promise<void> =>
  alert(trx, payment, {
    title: `Payment ${payment.txnNo}: the gateway says “${attempt.lastWord}”`,
    body: 'Ask the bank what it took. Two people then decide by hand with the bank’s amount.',
  })

/** Tells Finance that a gateway gives two payments the same number. */
export const alertOfNumber = (trx: Knex, payment: PaymentTransaction, number: string, other: string): Promise<void> =>
  alert(trx, payment, {
    title: `Payment ${payment.txnNo}: the gateway gives it the number of ${other}`,
    body: `${number} is the capture of ${other} already. Ask the gateway what it took for each; two people then decide by hand.`,
  })

async function alert(trx: Knex, { id }: PaymentTransaction, words: { title: string; body: string }) {
  const people = await holdersOf(trx, 'hearOfDoubtfulPayments')
  const link = `/${paymentTransaction.path}/show/${id}`
  await notify(
    trx,
    people.map(person => person.id),
    { ...words, link },
  )
}
