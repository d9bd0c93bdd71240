import { addDays, dayOf, isSunday } from '../define/dates.ts'

/** Working days of banks that a gateway has to settle a payment. */
export const SETTLEMENT_DAYS = 3
/** Working days of banks after the day of a transfer in which the bank has it. */
const TRANSFER_DAYS = 1
/** Working days of banks in which a refund stands in a settlement file. */
const RETURN_DAYS = 10

const isSaturday = (day: string) => isSunday(addDays(day, 1))

/** The day so many working days of banks later: Saturdays, Sundays and holidays of the whole country do not count. */
function bankDaysAfter(day: string, days: number, holidays: ReadonlySet<string>): string {
  let reached = day
  for (let left = days; left > 0; ) {
    reached = addDays(reached, 1)
    if (!isSaturday(reached) && !isSunday(reached) && !holidays.has(reached)) left--
  }
  return reached
}

/** The last business day on which a gateway may settle a payment of this day. */
export const settledBy = (day: string, holidays: ReadonlySet<string>): string =>
  bankDaysAfter(day, SETTLEMENT_DAYS, holidays)

/** The last business day on which the bank may have a transfer of this day; later it is late. */
export const receivedBy = (day: string, holidays: ReadonlySet<string>): string =>
  bankDaysAfter(day, TRANSFER_DAYS, holidays)

/** The last business day on which a refund that was paid back on this day may come in a settlement file. */
export const takenBy = (day: string, holidays: ReadonlySet<string>): string => bankDaysAfter(day, RETURN_DAYS, holidays)

/** Whether the gateway is late to settle a payment that succeeded at an instant. */
export const isSettlementLate = (paidAt: string, holidays: ReadonlySet<string>, today: string) =>
  settledBy(dayOf(paidAt), holidays) < today
