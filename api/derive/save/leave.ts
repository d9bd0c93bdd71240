import type { Knex } from 'knex'
import { isDay } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText } from '../../../resources/define/show.ts'
import { leavingOf, wasInUse } from '../../../resources/define/succession.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Author } from './author.ts'
import { settled } from './pending-change.ts'
import { needsConfirmation } from './second-person.ts'

/** Says of each row what is written where it leaves use; undefined where it is out of use already. */
export type Leaving = (row: StoredRow) => RowValues | undefined

/**
 * How rows of a resource leave use: what was in use ends, on `lastDay` if one is given, and a change of it that waits is
 * dropped; any other row is switched off.
 */
export async function leaving(
  db: Knex,
  resource: Resource,
  author: Pick<Author, 'id'>,
  lastDay?: string,
): Promise<Leaving> {
  const needed = await needsConfirmation(db, resource, author)
  return row => {
    const changes = leavingOf(resource, row, { today: today(), needed, ...(lastDay && { lastDay }) })
    const drops = changes && row.confirmStatus === 'CHANGE_PENDING' && !resource.givesPower
    return drops ? { ...changes, ...settled } : changes
  }
}

/** Reads the last day that a person gives to rows that leave use. Throws 400 for a past one. */
export function readLastDay({ dated, endsAtOnce }: Resource, day: unknown): string | undefined {
  if (day === undefined || day === null || day === '') return undefined
  if (typeof day !== 'string' || !isDay(day))
    throw invalidField('validTo', 'TYPE', 'Last day must be a day such as 2026-04-30')
  if (!dated) throw invalidField('validTo', 'RULE', 'Last day is only for rows with a period: leave it empty')
  if (endsAtOnce)
    throw invalidField('validTo', 'RULE', 'Last day must be empty, for these rows end at once: set an end date instead')
  if (day < today())
    throw invalidField('validTo', 'BACK_DATED', `Last day must be today, ${dayText(today())}, or later`)
  return day
}

/** Throws 400 where a row that was in use leaves without a reason. */
export function requireReason(resource: Resource, rows: readonly RowValues[], reason: string | undefined) {
  if (reason || !rows.some(row => wasInUse(resource, row, today()))) return
  const message = `Why must be given: say why ${rows.length === 1 ? 'this row is' : 'these rows are'} taken out of use`
  throw invalidField('why', 'REQUIRED', message)
}
