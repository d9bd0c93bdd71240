import type { Knex } from 'knex'
import { type Settings, settingsFrom } from '../../resources/settings/settings.ts'

/** The current settings: amounts in paise, percentages in hundredths; what nobody changed has its standard value, and
 * a change that waits for a second person does not count yet. */
export async function readSettings(db: Knex): Promise<Settings> {
  const rows: { key: string; value: string }[] = await db('app_setting')
    .where('isActive', 1)
    .whereIn('confirmStatus', ['CONFIRMED', 'CHANGE_PENDING'])
    .select('key', 'value')
  return settingsFrom(new Map(rows.map(({ key, value }) => [key, value])))
}
