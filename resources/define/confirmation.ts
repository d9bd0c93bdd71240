import type { Resource } from './resource.ts'
import { rolesWith } from './rights.ts'
import type { RowValues } from './row-values.ts'
import type { Role } from './vocabulary.ts'

/** Whether a second person confirms new rows of a resource and their changes. */
export const isConfirmed = ({ fields }: Resource): boolean => 'pendingChange' in fields

/** Whether a second person confirms its rows whatever the settings say: they move money, or give power. */
export const isAlwaysConfirmed = ({ movesMoney, givesPower }: Resource): boolean =>
  movesMoney !== undefined || givesPower !== undefined

/** Whether who holds these roles only proposes rows of a resource: no role of theirs changes them but by a proposal. */
export function onlyProposes({ access, proposedBy }: Resource, roles: readonly Role[]): boolean {
  const writing = rolesWith(access, 'update').filter(role => roles.includes(role))
  return proposedBy !== undefined && writing.length > 0 && writing.every(role => proposedBy.includes(role))
}

/**
 * Whether the change of a row that a second person confirms waits: the row counts as confirmed, and does not only end
 * earlier. Where rows give power, their end waits, too.
 */
export function awaitsSecondPerson({ givesPower }: Resource, before: RowValues, changes: RowValues): boolean {
  const names = Object.keys(changes)
  if (before.confirmStatus === 'PENDING') return false
  if (givesPower) return names.length > 0
  if (before.isActive === false || 'isActive' in changes) return false
  const shortened = names.every(name => name === 'validTo') && String(changes.validTo) < String(before.validTo)
  return names.length > 0 && !shortened
}

/** What a saved row has to wait for, as a sentence after «is saved»; undefined where it counts as it stands. */
export function confirmationSentence(row: RowValues): string | undefined {
  if (row.confirmStatus === 'PENDING') return 'It takes effect once another person confirms it.'
  if (row.confirmStatus !== 'CHANGE_PENDING') return undefined
  return 'The change waits for confirmation by another person. Until then the confirmed values apply.'
}
