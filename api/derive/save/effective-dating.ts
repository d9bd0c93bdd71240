import type { Knex } from 'knex'
import { addDays, dayOf, daysBetween } from '../../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText } from '../../../resources/define/show.ts'
import { hasCounted, inForceFaults, keepsPast, successorStart } from '../../../resources/define/succession.ts'
import { type Fault, withDefaults } from '../../../resources/define/validate.ts'
import { today } from '../../platform/clock.ts'
import type { Author } from './author.ts'
import { type Candidate, isSettled } from './candidate.ts'
import { keyTextsOf } from './key-texts.ts'
import { needsConfirmation } from './second-person.ts'

/**
 * Adds faults where a change would alter what earlier days answered: a row that has counted keeps its key, its start and
 * its amounts, and ends today or later.
 */
export async function checkEffectiveDating(db: Knex, resource: Resource, given: Candidate[], author: Author) {
  if (!keepsPast(resource) || mayRewrite(author)) return
  const candidates = given.filter(candidate => isSettled(candidate, 'validFrom', 'validTo'))
  const needed = await needsConfirmation(db, resource, author)
  const isKeyed = (candidate: Candidate) => isSettled(candidate, ...resource.key)
  const made = needed ? [] : candidates.filter(candidate => !candidate.before && isKeyed(candidate))
  const starts = new Set(made.map(({ row }) => startOf(resource, row)))
  for (const candidate of candidates) {
    const { row, before, faults, succeeded } = candidate
    if (!before) continue
    const next = () => startOf(resource, { ...row, validFrom: addDays(String(row.validTo), 1) })
    const follows = succeeded || (isKeyed(candidate) && starts.has(next()))
    const earliestEnd = follows ? addDays(today(), -1) : today()
    const found = inForceFaults(resource, before, row, { today: today(), earliestEnd, needed })
    faults.push(...found.filter(({ field }) => isSettled(candidate, field)))
  }
}

/** The key of a row with its first day, by which the row that follows another is found among those saved together. */
const startOf = (resource: Resource, row: RowValues) => `${keyTextsOf(resource, row).periodKey} ${row.validFrom}`

const startsBack = ({ row, before }: Candidate) =>
  row.isActive !== false && String(row.validFrom) < today() && row.validFrom !== before?.validFrom

/** SAP may correct its own, the portal ends what is over, and a roll-back restores earlier values. */
const mayRewrite = ({ source, restoring }: Author) => source === 'SAP' || source === 'SYSTEM' || restoring

/** Adds a fault for starts before today under a key of which other rows have counted; a first price list may have them. */
export async function checkStarts(db: Knex, resource: Resource, given: Candidate[], author: Author) {
  const candidates = given.filter(startsBack)
  if (candidates.length === 0 || !keepsPast(resource) || mayRewrite(author)) return
  const needed = await needsConfirmation(db, resource, author)
  const keys = candidates.map(({ row }) => keyTextsOf(resource, row).periodKey!)
  const rows: EarlierRow[] = await db(tableOf(resource))
    .whereIn('periodKey', [...new Set(keys)])
    .select(
      'id',
      'periodKey',
      'validFrom',
      'isActive',
      'createdAt',
      'updatedAt',
      ...Object.keys(resource.whatIf?.once ?? {}),
    )
  candidates.forEach(({ row, before, faults }, index) => {
    const earlier = rows.some(
      other => other.periodKey === keys[index] && other.id !== before?.id && isHistory(resource, other, needed),
    )
    if (!earlier) {
      if (hasCounted(resource, row, today(), needed) && !needed) faults.push(...backdatedFaults(row, author))
      return
    }
    const message =
      'Valid from must be today or later: this key has a history, and earlier days keep what they answered'
    faults.push({ field: 'validFrom', code: 'BACK_DATED', message })
  })
}

/** A file is asked once, before it is saved. */
function backdatedFaults({ validFrom }: RowValues, { reason, source }: Author): Fault[] {
  if (reason || source === 'IMPORT') return []
  const days = daysBetween(String(validFrom), today())
  const message = `Valid from, ${dayText(String(validFrom))}, is ${days === 1 ? 'one day' : `${days} days`} ago: say in Why how that is`
  return [{ field: 'why', code: 'REQUIRED', message }]
}

interface EarlierRow {
  [name: string]: unknown
  id: number
  periodKey: string
  isActive: number
  createdAt: string
  updatedAt: string
}

/** Whether a row has counted; one that was deactivated on the day it was entered was a mistake and never did. */
const isHistory = (resource: Resource, row: EarlierRow, needed: boolean) =>
  hasCounted(resource, row, today(), needed) && (Boolean(row.isActive) || dayOf(row.createdAt) !== dayOf(row.updatedAt))

/** The row that ends and the new row that succeeds it, neither of them checked yet. */
export interface Succession {
  ended: Candidate
  next: Candidate
}

/**
 * Splits a change of a price or limit in force: the saved row ends the day before, and a new row with the change
 * succeeds it from today or a later given day. Returns undefined when the row may be changed directly. `needed` says
 * whether rows count only once they are confirmed.
 */
export function succession(resource: Resource, candidate: Candidate, needed: boolean): Succession | undefined {
  const { row, before } = candidate
  const validFrom = before && successorStart(resource, before, row, today(), needed)
  if (!before || validFrom === undefined) return undefined
  const entered = Object.entries(row).filter(([name]) => !resource.fields[name]?.server)
  return {
    ended: { row: { ...before, validTo: addDays(validFrom, -1) }, before, faults: [], succeeded: true },
    next: {
      row: withDefaults(resource, { ...Object.fromEntries(entered), validFrom }),
      before: undefined,
      faults: [...candidate.faults],
    },
  }
}
