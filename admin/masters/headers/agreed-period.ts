import { daysBetween, FOREVER } from '../../../resources/define/dates.ts'
import type { Fact, Tone } from '../../derive/record/record-header.ts'
import { dayInWords, daysText, plainDay } from '../../derive/record/when.ts'

interface Period {
  validFrom: string
  validTo: string
}
interface Agreed extends Period {
  status: string
  isActive: boolean
}

/** From so many days before its end the end of an agreement is bad news. */
const SOON = 30

const states: Readonly<Record<string, { tone: Tone; word: string }>> = {
  DRAFT: { tone: 'end', word: 'Draft' },
  ISSUED: { tone: 'wait', word: 'Waits for the customer' },
  SUSPENDED: { tone: 'bad', word: 'Suspended' },
  EXPIRED: { tone: 'end', word: 'Ended' },
  CLOSED: { tone: 'end', word: 'Closed' },
}

/** How what was agreed with a customer stands: by its status, and in force only within its period. */
export function agreedState(row: Agreed, today: string): { tone: Tone; word: string } {
  if (!row.isActive) return { tone: 'end', word: 'Inactive' }
  const { tone, word } = states[row.status] ?? { tone: 'ok', word: 'In force' }
  if (tone !== 'ok') return { tone, word }
  if (today < row.validFrom) return { tone: 'wait', word: `Begins ${plainDay(row.validFrom, today)}` }
  return today > row.validTo ? { tone: 'end', word: 'Ended' } : { tone, word }
}

/** `It ends in 12 days, on 31 Dec.` */
export function periodInWords({ validFrom, validTo }: Period, today: string): string {
  if (today < validFrom) return `It begins ${dayInWords(validFrom, today)}.`
  if (validTo === FOREVER) return 'It has no end.'
  const left = daysBetween(today, validTo)
  if (left < 0) return `It ended ${dayInWords(validTo, today)}.`
  return left === 0 ? 'It ends today.' : `It ends in ${daysText(left)}, on ${plainDay(validTo, today)}.`
}

/** The promise of an agreement: until when it holds. */
export const periodFact: Fact<Period, { today: string }> = {
  label: 'Until',
  of: ['validFrom', 'validTo'],
  say: ({ validFrom, validTo }, { today }) => {
    const left = daysBetween(today, validTo)
    return {
      value: validTo === FOREVER ? 'no end' : plainDay(validTo, today),
      small: `from ${plainDay(validFrom, today)}`,
      bad: left >= 0 && left <= SOON,
    }
  },
}
