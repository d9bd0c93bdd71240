import type { Knex } from 'knex'

/** Holidays of the whole country, on which banks do not settle. */
export const bankHolidays = async (db: Knex): Promise<Set<string>> =>
  new Set(await db('holiday').where('isActive', 1).whereNull('stateId').pluck('holidayDate'))
