import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import { seesAmounts } from '../../../resources/orders/order-mails.ts'
import { sendMails } from '../../mail/messages.ts'
import { listedReceivers, receiversOf } from './mail-receivers.ts'
import { mailTo, orderMailValues, receiverMailValues } from './mail-values.ts'

interface MailRule {
  toEmails: string
  ccEmails: string | null
  includeCustomer: number
  attachOrderPdf: number
}

/** Sends the mails of all configured rules that match an order which the customer service centre has approved. */
export async function mailCscApproval(trx: Knex, order: Order): Promise<void> {
  const rules = await rulesFor(trx, order)
  if (rules.length === 0) return
  const orderValues = await orderMailValues(trx, order)
  const customers = rules.some(({ includeCustomer }) => includeCustomer)
    ? await receiversOf(trx, order, ['customer'])
    : []
  const mails = rules.flatMap(({ toEmails, ccEmails, includeCustomer, attachOrderPdf }) =>
    [...listedReceivers(toEmails), ...(includeCustomer ? customers : [])].map((receiver, index) => ({
      ...mailTo(receiver, order, 'CSC_APPROVED'),
      cc: index === 0 ? ccEmails : null,
      values: { ...orderValues, ...receiverMailValues(receiver, order) },
      attach: attachOrderPdf ? { orderPdf: order.id, amounts: seesAmounts(receiver.reader) } : null,
    })),
  )
  await sendMails(trx, mails)
}

async function rulesFor(db: Knex, { channelId, sbuId, orderTypeId, shipToId }: Order): Promise<MailRule[]> {
  const zone = db('ship_to')
    .join('state_city', 'state_city.id', 'ship_to.cityId')
    .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
    .where('ship_to.id', shipToId)
    .select('zone_area.zoneId')
  return db('sending_mail_after_csc_approval')
    .where({ channelId, isActive: 1 })
    .where(any => any.whereNull('sbuId').orWhere({ sbuId }))
    .where(any => any.whereNull('orderTypeId').orWhere({ orderTypeId }))
    .where(any => any.whereNull('zoneId').orWhereIn('zoneId', zone))
    .orderBy('id')
    .select('toEmails', 'ccEmails', 'includeCustomer', 'attachOrderPdf')
}
