import { holiday } from '../resources/settings/holiday.ts'
import { productRowsOf } from './give-rows.ts'

/** The office holidays of 2026 and 2027; without a state they hold everywhere. Sundays need no entry. */
const days = [
  ['2026-01-26', null, 'Republic Day'],
  ['2026-03-04', null, 'Holi'],
  ['2026-05-01', '27', 'Maharashtra Day'],
  ['2026-05-01', '24', 'Gujarat Day'],
  ['2026-06-02', '36', 'Telangana Formation Day'],
  ['2026-08-15', null, 'Independence Day'],
  ['2026-10-02', null, 'Gandhi Jayanti'],
  ['2026-10-20', null, 'Dussehra'],
  ['2026-11-08', null, 'Diwali'],
  ['2026-12-25', null, 'Christmas'],
  ['2027-01-15', '33', 'Pongal'],
  ['2027-01-26', null, 'Republic Day'],
  ['2027-03-22', null, 'Holi'],
  ['2027-05-01', '27', 'Maharashtra Day'],
  ['2027-05-01', '24', 'Gujarat Day'],
  ['2027-06-02', '36', 'Telangana Formation Day'],
  ['2027-08-15', null, 'Independence Day'],
  ['2027-10-02', null, 'Gandhi Jayanti'],
  ['2027-10-09', null, 'Dussehra'],
  ['2027-10-29', null, 'Diwali'],
  ['2027-11-01', '29', 'Kannada Rajyotsava'],
  ['2027-12-25', null, 'Christmas'],
] as const

export const holidays = productRowsOf(
  holiday,
  days.map(([holidayDate, state, name]) => ({ holidayDate, state, name })),
)
