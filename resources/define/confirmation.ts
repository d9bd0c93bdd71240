import { fulfils } from './condition.ts'
import type { Resource } from './resource.ts'
import type { RowValues } from './row-values.ts'

/** Whether a second person confirms new rows of a resource and their changes. */
export const isConfirmed = ({ fields }: Resource): boolean => 'pendingChange' in fields

/**
 * Whether a row of such a resource waits for a second person in any of these states of it: all do, but where only some of
 * a resource move money.
 */
export const isConfirmedRow = (resource: Resource, ...states: readonly RowValues[]): boolean => {
  const { movesMoney } = resource
  if (!isConfirmed(resource)) return false
  return typeof movesMoney !== 'object' || states.some(row => fulfils(movesMoney, row))
}

/** Whether the change of a row waits for a second person: the row counts as confirmed, and does not only end earlier. */
export function awaitsSecondPerson(before: RowValues, changes: RowValues): boolean {
  const names = Object.keys(changes)
  if (before.confirmStatus === 'PENDING' || before.isActive === false || 'isActive' in changes) return false
  const shortened = names.every(name => name === 'validTo') && String(changes.validTo) < String(before.validTo)
  return names.length > 0 && !shortened
}

/** What a saved row has to wait for, as a sentence after «is saved»; undefined where it counts as it stands. */
export function confirmationSentence(row: RowValues): string | undefined {
  if (row.confirmStatus === 'PENDING') return 'It takes effect once another person confirms it.'
  if (row.confirmStatus !== 'CHANGE_PENDING') return undefined
  return 'The change waits for confirmation by another person. Until then the confirmed values apply.'
}
