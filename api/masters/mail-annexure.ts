import type { Knex } from 'knex'
import { dayText } from '../../resources/define/show.ts'
import { type CustomerAnnexure, customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import { sendMails } from '../mail/messages.ts'
import { contactsOf } from '../orders/mail/mail-receivers.ts'

/**
 * Mails those who buy for a customer, and the owner of the customer, that an annexure waits to be accepted; returns to
 * how many.
 */
export async function mailAnnexure(trx: Knex, annexure: CustomerAnnexure): Promise<number> {
  const contacts = await contactsOf(trx, [annexure.customerId], ['PURCHASE', 'OWNER'])
  const statuses = await sendMails(
    trx,
    contacts.map(({ name, to, whom }) => ({
      template: 'ANNEXURE_ISSUED',
      topic: 'ORDER' as const,
      to,
      whom,
      values: {
        name,
        annexureNo: annexure.annexureNo,
        agreementRef: annexure.agreementRef,
        validFrom: dayText(annexure.validFrom),
        validTo: dayText(annexure.validTo),
        link: `${PORTAL}/${customerAnnexure.path}/show/${annexure.id}`,
      },
      owner: { type: customerAnnexure.name, id: annexure.id },
    })),
  )
  return statuses.filter(status => status === 'QUEUED').length
}
