import type { Knex } from 'knex'
import { dayOf } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { sendMails } from '../../mail/messages.ts'
import type { Order } from '../move-order.ts'
import { receiversOf } from './mail-receivers.ts'
import { addressed, wordsFor, wordsOf } from './mail-words.ts'

/** Warns whoever placed an order that it expires on `expiresOn` unless somebody continues it. */
export async function warnOfDeath(trx: Knex, order: Order, expiresOn: string): Promise<void> {
  const receivers = await receiversOf(trx, order, ['creator'])
  const orderValues = {
    ...(await wordsOf(trx, order)),
    statusSince: dayText(dayOf(order.statusSince)),
    deadOn: dayText(expiresOn),
  }
  await sendMails(
    trx,
    receivers.map(receiver => ({
      ...addressed(receiver, order, 'ORDER_DEAD_WARNING'),
      values: { ...orderValues, ...wordsFor(receiver, order) },
    })),
  )
}
