import type { Knex } from 'knex'
import { dayText, rupees } from '../../../resources/define/show.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { HIDDEN_AMOUNT, seesAmounts } from '../../../resources/orders/order-mails.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import type { Mail } from '../../mail/messages.ts'
import type { MailReceiver } from './mail-receivers.ts'
import { linesTable, type MailedLine, mailedLinesText } from './mailed-lines.ts'

/** A mail about an order to one receiver, without its values. */
export const mailTo = (
  { to, whom }: MailReceiver,
  { id, customerId }: Order,
  template: string,
): Omit<Mail, 'values'> => ({
  template,
  topic: 'ORDER',
  to,
  whom,
  owner: { type: 'order', id },
  customerId,
})

/** The values of a mail about an order that every receiver may read. */
export async function orderMailValues(db: Knex, order: Order): Promise<Record<string, string>> {
  const customer = await db('customer').where({ id: order.customerId }).first('name')
  return {
    orderNo: order.orderNo,
    orderDate: dayText(order.orderDate),
    customerName: customer.name,
    customerPoNo: order.customerPoNo ?? '',
    sapOrderNo: order.sapOrderNo ?? '',
    link: `${PORTAL}/orders/order-history/${order.id}`,
  }
}

/** The values of a mail that depend on its receiver. */
export const receiverMailValues = (
  { name, reader }: MailReceiver,
  order: Order,
  lines: readonly MailedLine[] = [],
) => ({
  name,
  // A buyer gets our words for what SAP said.
  errorText: (reader === 'staff' ? order.errorText : order.buyerErrorText) ?? '',
  grossValue: seesAmounts(reader) ? rupees(order.grossValue) : HIDDEN_AMOUNT,
  ...mailedLinesText(lines),
  linesTable: lines.length > 0 ? linesTable(lines, seesAmounts(reader)) : '',
  totals: seesAmounts(reader) ? totalsText(order) : '',
})

/** What the goods, their freight and taxes come to; the payment terms run from the invoice. */
function totalsText({ taxableValue, cgst, sgst, igst, grossValue, paymentTermsDays }: Order): string {
  const gst = cgst + sgst + igst
  return [
    ...(gst === 0 ? [] : [`Before GST: ${rupees(taxableValue)}`, `GST: ${rupees(gst)}`]),
    `Total: ${rupees(grossValue)}, ${paymentTermsDays === 0 ? 'paid before the goods leave' : `to be paid ${paymentTermsDays} days after invoice`}`,
  ].join('\n')
}
