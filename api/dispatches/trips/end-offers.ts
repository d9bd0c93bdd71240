import type { Knex } from 'knex'
import { type TripOffer, tripOffer } from '../../../resources/dispatches/trips/trip-offer.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach } from '../../derive/save/write.ts'
import { notify } from '../../mail/notify.ts'

/** The page of an offer. */
export const linkOf = ({ id }: Pick<TripOffer, 'id'>) => `/${tripOffer.path}/show/${id}`

/** Tells the logins of the transporter of an offer. */
export async function tellLogins(trx: Knex, row: TripOffer, note: { title: string; body: string }): Promise<void> {
  const logins: number[] = await trx('user').where({ transporterId: row.transporterId, isActive: 1 }).pluck('id')
  await notify(trx, logins, { ...note, link: linkOf(row) })
}

/** Ends the offers of a trip that are open, but for one; their transporters are told. */
export async function endOffers(
  trx: Knex,
  tripId: number,
  author: Author,
  reason: string | null,
  but?: number,
): Promise<void> {
  const open = await rowsOf(trx, tripOffer, rows => rows.where({ tripId }).whereIn('status', ['ASKED', 'OFFERED']))
  const others = open.filter(({ id }) => id !== but)
  await updateEach(
    trx,
    tripOffer,
    others.map(before => ({ before, asked: { status: 'NOT_CHOSEN' as const, reason: reason ?? before.reason } })),
    author,
  )
  const body = reason ?? 'The trip was given to another transporter.'
  for (const row of others) await tellLogins(trx, row, { title: `Trip not yours: ${row.route}`, body })
}
