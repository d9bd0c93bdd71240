import type { Knex } from 'knex'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { REMINDED_BEFORE, reminderDue } from '../../../resources/orders/documents/reminders.ts'
import { today } from '../../platform/clock.ts'

/** The latest end date of which somebody may be reminded today. */
export const lastRemindedDay = () => addDays(today(), Math.max(...REMINDED_BEFORE))

/** Filters rows that end soon to those of which a reminder is due today; the log of messages shows which were sent. */
export async function remindersDue<Row extends { id: number; validTo: string }>(
  db: Knex,
  rows: readonly Row[],
  template: string,
  ownerType: string,
): Promise<Row[]> {
  if (rows.length === 0) return []
  const sent: { ownerId: number; last: string }[] = await db('message_log')
    .where({ templateCode: template, ownerType })
    .whereIn(
      'ownerId',
      rows.map(({ id }) => id),
    )
    .groupBy('ownerId')
    .select('ownerId')
    .max({ last: 'createdAt' })
  const lastOf = new Map(sent.map(({ ownerId, last }) => [ownerId, dayOf(last)]))
  return rows.filter(({ id, validTo }) => reminderDue(today(), validTo, lastOf.get(id) ?? null))
}
