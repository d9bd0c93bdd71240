import type { Knex } from 'knex'
import { HOURS_BETWEEN_MAILS, kindsOfHold } from '../../../resources/orders/holds/hold-kinds.ts'
import { type OrderHold, orderHold } from '../../../resources/orders/holds/order-hold.ts'
import { type Order, order as orders } from '../../../resources/orders/order.ts'
import type { Role } from '../../../resources/roles.ts'
import { type Holder, holdersOfRoles } from '../../derive/rights/holders.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readPerson } from '../../derive/rights/read-person.ts'
import { readableBy } from '../../derive/rights/readable-by.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRows } from '../../derive/save/write.ts'
import { sendMails } from '../../mail/messages.ts'
import { notify } from '../../mail/notify.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { mailTo, orderMailValues, receiverMailValues } from '../mail/mail-values.ts'
import { reasonOf } from './hold-words.ts'

const author = systemAuthor('Desks told of holds in SAP')

/**
 * Tells the desks that can help of holds that have begun, by the bell and one mail for each reason; a reason that ended
 * less than 24 hours ago has been told.
 */
export async function tellHolds(trx: Knex, order: Order, opened: readonly OrderHold[]): Promise<void> {
  for (const holds of Map.groupBy(opened, ({ kind, code }) => `${kind}/${code}`).values()) {
    const told = await lastTold(trx, holds)
    if (told === null) await tell(trx, order, holds)
    await updateRows(trx, orderHold, holds, { mailedAt: told ?? now() }, author)
  }
}

/** When the desks were told of the same reason, where it is still open or ended less than 24 hours ago; else null. */
async function lastTold(trx: Knex, holds: readonly OrderHold[]): Promise<string | null> {
  const [{ orderId, kind, code }] = holds as [OrderHold]
  const before = await rowsOf(trx, orderHold, rows =>
    rows
      .where({ orderId, kind, code })
      .whereNotNull('mailedAt')
      .whereNotIn(
        'id',
        holds.map(({ id }) => id),
      )
      .where(recent => recent.whereNull('endedAt').orWhere('endedAt', '>', secondsFromNow(-3600 * HOURS_BETWEEN_MAILS)))
      .orderBy('id', 'desc')
      .limit(1),
  )
  return before[0]?.mailedAt ?? null
}

async function tell(trx: Knex, order: Order, holds: readonly OrderHold[]) {
  const { told, unmailed } = kindsOfHold[holds[0]!.kind]
  const people = await whoReads(trx, order, told)
  const reason = await reasonOf(trx, holds)
  await notify(
    trx,
    people.map(({ id }) => id),
    { title: `Order ${order.orderNo} is held in SAP`, body: reason, link: linkTo(order) },
  )
  if (!unmailed) await mailHold(trx, order, 'ORDER_HELD', reason, people)
}

export const linkTo = ({ id }: Order) => `/orders/order-history/${id}`

/** Writes a mail about holds to people of ours. */
export async function mailHold(
  trx: Knex,
  order: Order,
  template: 'ORDER_HELD' | 'HOLD_ESCALATED',
  reason: string,
  people: readonly Pick<Holder, 'name' | 'email'>[],
): Promise<void> {
  const values = await orderMailValues(trx, order)
  const mails = people.map(({ name, email }) => {
    const receiver = { name, to: email, reader: 'staff' as const, whom: name }
    return {
      ...mailTo(receiver, order, template),
      values: { ...values, ...receiverMailValues(receiver, order), reason },
    }
  })
  await sendMails(trx, mails)
}

/** Those who hold one of these roles and reach the order. */
async function whoReads(db: Knex, { id }: Order, roles: readonly Role[]): Promise<Holder[]> {
  const holders = new Map<Person, Holder>()
  for (const holder of await holdersOfRoles(db, roles)) {
    const person = await readPerson(db, holder.id)
    if (person) holders.set(person, holder)
  }
  const readable = await readableBy(db, orders, [...holders.keys()], [id])
  return [...holders].flatMap(([person, holder]) => (readable.get(person)?.includes(id) ? [holder] : []))
}
