import { Cron } from 'croner'

const TIMEZONE = 'Asia/Kolkata'

/** The times that a cron pattern of five fields names, in India. */
export const cronOf = (pattern: string) => new Cron(pattern, { timezone: TIMEZONE, paused: true })

/** Whether a text is a time of reading: a cron pattern of five fields, or `never`. */
export function isReadingTime(text: string): boolean {
  if (text === 'never') return true
  try {
    return text.trim().split(/\s+/).length === 5 && cronOf(text).nextRun() !== null
  } catch {
    return false
  }
}
