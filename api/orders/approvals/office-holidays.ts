import type { Knex } from 'knex'

/** Days on which no office works, besides Sundays: holidays of the whole country. */
export const officeHolidays = async (db: Knex): Promise<Set<string>> =>
  new Set(await db('holiday').where('isActive', 1).whereNull('stateId').pluck('holidayDate'))
