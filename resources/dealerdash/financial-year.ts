/** The months of a financial year by their calendar numbers, in its order. */
export const fyMonths = [4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3] as const

/** Whether a text names a financial year: `'2627'` is April 2026 to March 2027. */
export const isFy = (fy: string) => /^\d{4}$/.test(fy) && Number(fy.slice(2)) === (Number(fy.slice(0, 2)) + 1) % 100

/** The first and last day of a financial year of this century. */
export function daysOfFy(fy: string): { from: string; to: string } {
  const year = 2000 + Number(fy.slice(0, 2))
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` }
}

/** The month of a financial year by its calendar number, as `'2026-04'`. */
export function monthOfFy(fy: string, month: number): string {
  const year = 2000 + Number(fy.slice(0, 2)) + (month < 4 ? 1 : 0)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** Whether a month is over on a business day. */
export const isClosed = (fy: string, month: number, day: string) => monthOfFy(fy, month) < day.slice(0, 7)
