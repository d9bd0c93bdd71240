import type { Knex } from 'knex'
import { dayOf } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { sendMails } from '../../mail/messages.ts'
import { receiversOf } from './mail-receivers.ts'
import { mailTo, orderMailValues, receiverMailValues } from './mail-values.ts'

/** Warns whoever placed an order that it expires on `expiresOn` unless somebody continues it. */
export async function mailExpiryWarning(trx: Knex, order: Order, expiresOn: string): Promise<void> {
  const receivers = await receiversOf(trx, order, ['creator'])
  const orderValues = {
    ...(await orderMailValues(trx, order)),
    statusSince: dayText(dayOf(order.statusSince)),
    deadOn: dayText(expiresOn),
  }
  await sendMails(
    trx,
    receivers.map(receiver => ({
      ...mailTo(receiver, order, 'ORDER_DEAD_WARNING'),
      values: { ...orderValues, ...receiverMailValues(receiver, order) },
    })),
  )
}
