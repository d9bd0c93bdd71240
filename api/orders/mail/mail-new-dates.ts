import type { Knex } from 'knex'
import { daysBetween } from '../../../resources/define/dates.ts'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { sendMails } from '../../mail/messages.ts'
import { contactsOf } from '../../masters/contacts-of.ts'

/** A delivery that is now expected on another day. */
export interface NewDate {
  orderLineId: number
  oldDate: string
  newDate: string
}

/** Shifts of up to so many days are not announced. */
const SMALL_SHIFT_DAYS = 2

/** Whether a shift is large enough to inform the customer. */
export const isWorthMailing = ({ oldDate, newDate }: Pick<NewDate, 'oldDate' | 'newDate'>) =>
  Math.abs(daysBetween(oldDate, newDate)) > SMALL_SHIFT_DAYS

/**
 * Mails customers which deliveries come more than two days earlier or later: one mail to each contact for all of them.
 */
export async function mailNewDates(trx: Knex, dates: readonly NewDate[]): Promise<void> {
  const news = dates.filter(isWorthMailing)
  if (news.length === 0) return
  const lines = await linesOf(trx, news)
  const byCustomer = Map.groupBy(news, ({ orderLineId }) => lines.get(orderLineId)!.customerId)
  const contacts = await contactsOf(trx, [...byCustomer.keys()], ['PURCHASE', 'STORES'])
  const mails = contacts.map(({ customerId, name, to, whom }) => ({
    template: 'EDD_CHANGED',
    topic: 'ORDER' as const,
    to,
    whom,
    values: {
      name,
      lines: byCustomer
        .get(customerId)!
        .map(one => lineText(lines.get(one.orderLineId)!, one))
        .join('\n'),
      link: `${PORTAL}/orders/order-history`,
    },
    owner: { type: 'customer', id: customerId },
    customerId,
  }))
  await sendMails(trx, mails)
}

interface MovedLine {
  id: number
  customerId: number
  orderNo: string
  lineNo: number
  code: string
  name: string
  qty: number
  uom: string
}

async function linesOf(db: Knex, dates: readonly NewDate[]): Promise<Map<number, MovedLine>> {
  const ids = [...new Set(dates.map(({ orderLineId }) => orderLineId))]
  const lines: MovedLine[] = []
  for (let start = 0; start < ids.length; start += 500) {
    const batch = await db('order_line as line')
      .join('order', 'order.id', 'line.orderId')
      .join('products', 'products.id', 'line.productId')
      .whereIn('line.id', ids.slice(start, start + 500))
      .select('line.id', 'order.customerId', 'order.orderNo', 'line.lineNo', 'line.qty', 'line.uom')
      .select('products.code', 'products.name')
    lines.push(...batch)
  }
  return new Map(lines.map(line => [line.id, line]))
}

const lineText = ({ orderNo, lineNo, code, name, qty, uom }: MovedLine, { oldDate, newDate }: NewDate) =>
  `Order ${orderNo}, line ${lineNo}: ${code} ${name}, ${quantityText(qty)} ${uom}, on ${dayText(newDate)} instead of ${dayText(oldDate)}`
