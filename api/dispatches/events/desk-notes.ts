import type { Knex } from 'knex'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { type Holder, holdersOf } from '../../derive/rights/holders.ts'
import { readPerson } from '../../derive/rights/read-person.ts'
import { type NewNotification, notify } from '../../mail/notify.ts'

/** Rings the bell of every dispatch desk that has the LR in its plants. */
export async function notifyDesk(
  trx: Knex,
  { id }: Pick<Lr, 'id'>,
  note: Omit<NewNotification, 'link'>,
): Promise<void> {
  const desks = await desksOf(trx, [id])
  await notify(
    trx,
    desks.map(desk => desk.id),
    { ...note, link: `/dispatches/lr/${id}` },
  )
}

/** The people of every dispatch desk that has one of these LRs in its plants. */
export async function desksOf(trx: Knex, lrIds: readonly number[]): Promise<Holder[]> {
  const desks: Holder[] = []
  for (const holder of await holdersOf(trx, 'reportAsDispatchDesk')) {
    const person = await readPerson(trx, holder.id)
    const theirs = person && restrict(trx('lr').whereIn('lr.id', lrIds), trx, lr, person, 'update')
    if (await theirs?.first('lr.id')) desks.push(holder)
  }
  return desks
}
