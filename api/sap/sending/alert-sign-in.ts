import type { Knex } from 'knex'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { holdersOf } from '../../derive/rights/holders.ts'
import { sendMails } from '../../mail/messages.ts'
import { notify } from '../../mail/notify.ts'

const link = '/orders/order-stuck-for-sap'

/** Tells the administrators by mail and bell that SAP refuses the sign-in of the portal, and why. */
export async function alertOfSignIn(trx: Knex, why: string): Promise<void> {
  const people = await holdersOf(trx, 'hearOfSapSignIn')
  const title = 'SAP refuses the sign-in of the portal: orders wait'
  await notify(
    trx,
    people.map(({ id }) => id),
    { title, body: why, link },
  )
  const mails = people.map(({ name, email }) => ({
    template: 'SAP_SIGN_IN_REFUSED',
    topic: 'SECURITY' as const,
    to: email,
    whom: name,
    values: { name, errorText: why, link: `${PORTAL}${link}` },
  }))
  await sendMails(trx, mails)
}
