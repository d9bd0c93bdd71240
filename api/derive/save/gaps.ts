import { addDays, daysBetween } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { addWarning, type Candidate } from './candidate.ts'

interface Period {
  validFrom: string
  validTo: string
}

/** Rows of one key: those that are saved together, and those that are there besides. */
interface Neighbours {
  saved: readonly Candidate[]
  others: readonly Period[]
}

/** Warns of days between a row and the one before or after it on which no row of their key is valid. */
export function warnOfGaps({ saved, others }: Neighbours) {
  const periods = [...others, ...saved.map(({ row }) => row as unknown as Period)]
  for (const candidate of saved) {
    if (candidate.succeeded || candidate.faults.length > 0) continue
    const { validFrom, validTo } = candidate.row as unknown as Period
    const next = first(periods.map(period => period.validFrom).filter(day => day > validTo))
    const earlier = first(
      periods.map(period => period.validTo).filter(day => day < validFrom),
      -1,
    )
    if (next && next > addDays(validTo, 1)) {
      const days = daysText(validTo, next)
      const message = `This row ends on ${dayText(validTo)}, and the next one begins on ${dayText(next)}: no row is valid for ${days}`
      addWarning(candidate, { field: 'validTo', code: 'GAP', message })
    }
    if (earlier && addDays(earlier, 1) < validFrom) {
      const days = daysText(earlier, validFrom)
      const message = `The earlier row ended on ${dayText(earlier)}, and this one begins on ${dayText(validFrom)}: no row is valid for ${days}`
      addWarning(candidate, { field: 'validFrom', code: 'GAP', message })
    }
  }
}

const first = (days: readonly string[], way = 1): string | undefined => days.toSorted().at(way > 0 ? 0 : -1)

function daysText(last: string, begins: string) {
  const days = daysBetween(last, begins) - 1
  return days === 1 ? 'one day' : `${days} days`
}
