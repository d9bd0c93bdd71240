import { today } from '../api/platform/clock.ts'
import { holiday } from '../resources/settings/holiday.ts'
import type { SeedWriter } from './seed-writer.ts'

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
const byTheMoon = [
  ['2026-03-04', '2026-10-20', '2026-11-08'],
  ['2027-03-22', '2027-10-09', '2027-10-29'],
  ['2028-03-11', '2028-09-27', '2028-10-17'],
  ['2029-03-01', '2029-10-16', '2029-11-05'],
  ['2030-03-20', '2030-10-06', '2030-10-26'],
] as const

/** Writes the office holidays of this year and the next. */
export async function writeHolidays({ write }: SeedWriter): Promise<void> {
  const thisYear = Number(today().slice(0, 4))
  for (const year of [thisYear, thisYear + 1]) {
    const fixed = everyYear.map(([day, state, name]) => ({ holidayDate: `${year}-${day}`, state, name }))
    const moving = byTheMoon
      .filter(([holi]) => holi.startsWith(`${year}-`))
      .flatMap(days =>
        ['Holi', 'Dussehra', 'Diwali'].map((name, place) => ({ holidayDate: days[place]!, state: null, name })),
      )
    await write(holiday, [...fixed, ...moving])
  }
}
