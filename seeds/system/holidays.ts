import { holiday } from '../../resources/settings/holiday.ts'
import { productRowsOf } from './give-rows.ts'

// Without a state a holiday holds everywhere. Sundays need no entry.

const everyYear = [
  ['01-15', '33', 'Pongal'],
  ['01-26', null, 'Republic Day'],
  ['05-01', '27', 'Maharashtra Day'],
  ['05-01', '24', 'Gujarat Day'],
  ['06-02', '36', 'Telangana Formation Day'],
  ['08-15', null, 'Independence Day'],
  ['10-02', null, 'Gandhi Jayanti'],
  ['11-01', '29', 'Kannada Rajyotsava'],
  ['12-25', null, 'Christmas'],
] as const

/** Holi, Dussehra and Diwali follow the moon. */
const byTheMoon = {
  2026: ['03-04', '10-20', '11-08'],
  2027: ['03-22', '10-09', '10-29'],
  2028: ['03-11', '09-27', '10-17'],
  2029: ['03-01', '10-16', '11-05'],
  2030: ['03-20', '10-06', '10-26'],
} as const

/** The office holidays of the years that are known. */
export const holidays = productRowsOf(
  holiday,
  Object.entries(byTheMoon).flatMap(([year, moving]) => [
    ...everyYear.map(([day, state, name]) => ({ holidayDate: `${year}-${day}`, state, name })),
    ...['Holi', 'Dussehra', 'Diwali'].map((name, place) => ({
      holidayDate: `${year}-${moving[place]}`,
      state: null,
      name,
    })),
  ]),
)
