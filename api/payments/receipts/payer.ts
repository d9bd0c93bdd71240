import type { Knex } from 'knex'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import type { Mail } from '../../mail/messages.ts'

/** A mail about a payment to whoever paid, or where they have no address, to the customer; without template and values. */
export async function mailToPayer(
  trx: Knex,
  { id, userId, customerId }: PaymentTransaction,
): Promise<{ mail: Pick<Mail, 'topic' | 'to' | 'whom' | 'owner' | 'customerId'>; name: string; link: string }> {
  const person = await trx('user').where({ id: userId }).first('name', 'email')
  const customer = await trx('customer').where({ id: customerId }).first('code', 'name', 'email')
  return {
    mail: {
      topic: 'PAYMENT',
      to: person.email ?? customer.email,
      whom: `${person.name} of customer ${customer.code} ${customer.name}`,
      owner: { type: paymentTransaction.name, id },
      customerId,
    },
    name: person.name,
    link: `${PORTAL}/${paymentTransaction.path}/show/${id}`,
  }
}
