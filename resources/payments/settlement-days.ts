import { addDays, dayOf, isSunday } from '../define/dates.ts'

/** Working days of banks that a gateway has to settle a payment. */
export const SETTLEMENT_DAYS = 3

const isSaturday = (day: string) => isSunday(addDays(day, 1))

/**
 * The last business day on which a gateway may settle a payment of this day. Saturdays, Sundays and holidays of the whole
 * country do not count.
 */
export function settledBy(day: string, holidays: ReadonlySet<string>): string {
  let reached = day
  for (let left = SETTLEMENT_DAYS; left > 0; ) {
    reached = addDays(reached, 1)
    if (!isSaturday(reached) && !isSunday(reached) && !holidays.has(reached)) left--
  }
  return reached
}

/** Whether the gateway is late to settle a payment that succeeded at an instant. */
export const isSettlementLate = (paidAt: string, holidays: ReadonlySet<string>, today: string) =>
  settledBy(dayOf(paidAt), holidays) < today
