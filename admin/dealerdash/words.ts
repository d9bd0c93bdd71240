const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `'2026-04'` as `Apr 2026`. */
export const monthText = (month: string) => `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
/** `'2026-04'` as `Apr`, where the year is known. */
export const monthName = (month: string) => names[Number(month.slice(5)) - 1]!
/** `'2627'` as `2026-27`. */
export const yearText = (fy: string) => `20${fy.slice(0, 2)}-${fy.slice(2)}`
