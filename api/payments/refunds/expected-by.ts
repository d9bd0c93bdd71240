import type { Knex } from 'knex'
import { addWorkingDays } from '../../../resources/define/dates.ts'

/** Working days in which banks credit what goes back (§F2.4). */
const DAYS = 7

/** The day by which a payer has their money back that is asked for on a day. */
export async function expectedFrom(db: Knex, day: string): Promise<string> {
  const holidays: string[] = await db('holiday').where('isActive', 1).whereNull('stateId').pluck('holidayDate')
  return addWorkingDays(day, DAYS, new Set(holidays))
}
