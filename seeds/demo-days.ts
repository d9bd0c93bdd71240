import { today } from '../api/platform/clock.ts'
import { addDays, fyOf, monthsLater } from '../resources/define/dates.ts'

// The demo company lives around the day on which it is made, so that its contracts run and its licences hold then.

/** The first day of the month that lies so many months after this one; before it, when negative. */
export const firstOfMonth = (months: number) => `${monthsLater(today(), months).slice(0, 7)}-01`

/** The last day of the month that lies so many months after this one; before it, when negative. */
export const lastOfMonth = (months: number) => addDays(firstOfMonth(months + 1), -1)

/** The number of a demo contract, `RC/2627/0001`, in the financial year in which it begins. */
export const contractNo = (serial: string, begins = firstOfMonth(-7)) => `RC/${fyOf(begins)}/${serial}`

/** The number of a demo annexure, `AX/2627/011`; all are numbered in the financial year of the first. */
export const annexureNo = (serial: string) => `AX/${fyOf(firstOfMonth(-7))}/${serial}`
