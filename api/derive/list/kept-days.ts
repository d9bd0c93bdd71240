import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { behaviourOf } from '../extend.ts'

/** Throws 400 for a past day of which a report has no rows, and names the days on either side that it has. */
export async function requireKept(db: Knex, report: Resource, day: string): Promise<void> {
  if (day === today()) return
  if (day > today()) throw notKept('RANGE', `As on ${dayText(day)} is still to come: choose today or a past day`)
  const days = await behaviourOf(report).keptDays!(db)
  if (days.includes(day)) return
  const reason = `As on ${dayText(day)}: ${report.title} was not kept that day`
  if (days.length === 0) throw notKept('NOT_KEPT', `${reason}, nor on any other day so far: choose today`)
  const [later, earlier] = [days.findLast(one => one > day), days.find(one => one < day)]
  const nearest = [earlier, later].filter(one => one !== undefined).map(dayText)
  throw notKept(
    'NOT_KEPT',
    `${reason}: choose ${nearest.join(' or ')}. ${days.length} days are kept from ${dayText(days.at(-1)!)} to ${dayText(days[0]!)}`,
  )
}

const notKept = (code: string, message: string) => invalidField('asOn', code, message)
