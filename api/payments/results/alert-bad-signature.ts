import type { Knex } from 'knex'
import type { PaymentCallback } from '../../../resources/payments/payment-callback.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { holdersOf } from '../../derive/rights/holders.ts'
import { sendMails } from '../../mail/messages.ts'
import { secondsFromNow } from '../../platform/clock.ts'

const TEMPLATE = 'PAYMENT_BAD_SIGNATURE'
const APART_SECONDS = 3600

/** Mails those who hear of wrongly signed callbacks, at most once an hour for each payment account. */
export async function alertOfBadSignature(trx: Knex, { accountId, kind, remoteIp }: PaymentCallback): Promise<void> {
  const account: { code: string } = await trx('payment_account').where('id', accountId).forUpdate().first('code')
  const owner = { type: 'payment-account', id: accountId }
  const since = secondsFromNow(-APART_SECONDS)
  const recent = trx('message_log').where({ templateCode: TEMPLATE, ownerType: owner.type, ownerId: owner.id })
  if (await recent.where('createdAt', '>', since).first('id')) return
  const people = await holdersOf(trx, 'hearOfBadSignatures')
  const mails = people.map(({ name, email }) => ({
    template: TEMPLATE,
    topic: 'SECURITY' as const,
    to: email,
    whom: name,
    owner,
    values: {
      name,
      accountCode: account.code,
      way: kind === 'RETURN' ? 'by a browser' : 'by a server',
      ipAddress: remoteIp ?? 'an unknown address',
      link: `${PORTAL}/transaction-view/transaction-data`,
    },
  }))
  await sendMails(trx, mails)
}
