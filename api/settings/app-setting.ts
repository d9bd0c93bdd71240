import type { Knex } from 'knex'
import { isMoneySetting } from '../../resources/settings/money-settings.ts'
import { sapReadingTimes } from '../../resources/settings/sap-reading-times.ts'
import { sapSettingFault } from '../../resources/settings/sap-settings.ts'
import { businessSettingFault } from '../../resources/settings/setting-groups.ts'
import { isReadable, type SettingKey, settings, valueTypeOf } from '../../resources/settings/settings.ts'
import { worksToday } from '../derive/rights/works-today.ts'
import type { Candidate } from '../derive/save/candidate.ts'
import { ELSEWHERE, isForbiddenHere } from '../derive/save/check-addresses.ts'
import { isReadingTime } from './reading-time.ts'

/** Refuses values with which the portal could not talk to SAP, or would never read from it without anybody knowing. */
export async function checkSettings(db: Knex, candidates: Candidate[]): Promise<void> {
  for (const { row, before, faults } of candidates) {
    if (row.isActive === false && before?.isActive && isMoneySetting(String(before.key)))
      faults.push({
        field: 'isActive',
        code: 'NOT_ALLOWED',
        message: 'This setting protects money and stays active: change its value instead',
      })
    const { key, value, valueType } = row as { key: string; value: string; valueType: string }
    if (Object.hasOwn(settings, key) && valueType !== valueTypeOf(key as SettingKey))
      faults.push({
        field: 'valueType',
        code: 'RULE',
        message: 'Value type must stay as it is for a setting of the product',
      })
    const message =
      sapSettingFault(key, value) ??
      businessSettingFault(key, value) ??
      timeFault(key, value) ??
      addressFault(key, value) ??
      (await employeeFault(db, key, value)) ??
      (faults.length > 0 || isReadable(key, value) ? null : 'Value must not be negative, and have at most two decimals')
    if (message !== null) faults.push({ field: 'value', code: 'FORMAT', message })
  }
}

const addressFault = (key: string, value: string): string | null =>
  Object.hasOwn(settings, key) && settings[key as SettingKey].kind === 'origin' && isForbiddenHere(value)
    ? `Value ${ELSEWHERE}`
    : null

/** Why a setting cannot name an employee; null where it can, and for settings that name none. */
async function employeeFault(db: Knex, key: string, value: string): Promise<string | null> {
  if (!Object.hasOwn(settings, key) || settings[key as SettingKey].kind !== 'employee' || value === '-') return null
  const named = await db('employee').where('employeeCode', value).first('id', 'employeeCode', 'name')
  // The code is compared as it is written, whatever its case is to the database.
  if (named?.employeeCode !== value) return 'Value must be the code of an employee, or - for none'
  const login = await db('user').where('employeeId', named.id).where(worksToday()).first('id')
  return login ? null : `Value names ${named.name}, who is inactive, has left or has no login: name another employee`
}

const timeFault = (key: string, value: string): string | null =>
  !Object.hasOwn(sapReadingTimes, key) || isReadingTime(value)
    ? null
    : 'Value must be a time as cron writes it, in India’s time, such as 30 2 * * *, or never'
