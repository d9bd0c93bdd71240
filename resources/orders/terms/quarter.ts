/**
 * The first and the last day of the quarter of a day. The financial year begins on 1 April, so that its quarters are
 * those of the calendar.
 */
export function quarterOf(day: string): [string, string] {
  const year = Number(day.slice(0, 4))
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3
  const dayOf = (month: number, date: number) => new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
  return [dayOf(first, 1), dayOf(first + 3, 0)]
}
