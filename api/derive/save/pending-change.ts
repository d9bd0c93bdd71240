import type { Knex } from 'knex'
import { awaitsSecondPerson, isConfirmed } from '../../../resources/define/confirmation.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { readSettings } from '../../platform/settings.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Candidate } from './candidate.ts'
import type { Author } from './write.ts'

/** Whether rows of a resource count only once a second person has confirmed them, as `limits.four_eyes` says today. */
export const needsConfirmation = async (db: Knex, resource: Resource): Promise<boolean> =>
  isConfirmed(resource) && (await readSettings(db))['limits.four_eyes']

/** The columns of a row without a proposed change. */
const settled = { confirmStatus: 'CONFIRMED', pendingChange: null, proposedById: null } as const

/**
 * Returns what is written when people change a row that a second person confirms: a change of a confirmed row is kept
 * beside it, unless it only ends the row earlier. `needed` is what `needsConfirmation` says.
 */
export function writtenWithConfirmation(before: RowValues, changes: RowValues, author: Author, needed: boolean) {
  if (author.restoring || 'confirmStatus' in changes) return changes
  if (changes.isActive === false) return before.confirmStatus === 'PENDING' ? changes : { ...changes, ...settled }
  const isNew = changes.isActive === true || before.confirmStatus === 'PENDING' || !needed
  if (isNew) return { ...changes, ...settled, confirmStatus: 'PENDING', confirmedById: null }
  if (!awaitsSecondPerson(before, changes)) return changes
  const pendingChange = { ...(before.pendingChange as RowValues | null), ...changes }
  return { confirmStatus: 'CHANGE_PENDING', pendingChange, proposedById: author.id }
}

/** Adds a fault for a change of a row of which another person's change waits. */
export function checkPendingChanges(resource: Resource, candidates: Candidate[], author: Author) {
  if (!isConfirmed(resource) || author.restoring) return
  for (const { row, before, faults } of candidates) {
    if (before?.confirmStatus !== 'CHANGE_PENDING' || row.confirmStatus !== 'CHANGE_PENDING') continue
    if (before.proposedById === author.id) continue
    const names = Object.keys(resource.fields).filter(
      name => !resource.fields[name]!.server && (row[name] ?? null) !== (before[name] ?? null),
    )
    if (!awaitsSecondPerson(before, Object.fromEntries(names.map(name => [name, row[name]])))) continue
    const waiting = Object.keys((before.pendingChange ?? {}) as RowValues)
    const labels = waiting.map(name => labelOf(name, resource.fields[name]!)).join(', ')
    const message = `A change of ${labels} by another person is pending: confirm or withdraw it first`
    faults.push({ field: names[0]!, code: 'CHANGE_WAITS', message })
  }
}

/** Returns the row as a proposed change would leave it. */
export const asProposed = (row: StoredRow): StoredRow => ({
  ...row,
  ...(row.pendingChange as RowValues | null),
  ...settled,
})
