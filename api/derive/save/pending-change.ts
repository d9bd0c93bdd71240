import type { Knex } from 'knex'
import { joined } from '../../../resources/access-words.ts'
import { awaitsSecondPerson, isAlwaysConfirmed, isConfirmed } from '../../../resources/define/confirmation.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText, show } from '../../../resources/define/show.ts'
import { conflict } from '../../platform/errors.ts'
import { withTexts } from '../list/texts.ts'
import { readableAmong } from '../rights/readable-among.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Author } from './author.ts'
import type { Candidate } from './candidate.ts'
import { personIn } from './row-names.ts'
import type { SecondPerson } from './second-person.ts'

/** Whether a change is kept beside its row, or a new row waits: what the portal itself writes of money or power is confirmed. */
const isGuarded = (resource: Resource, author: Author, { covers }: SecondPerson, ...states: RowValues[]) =>
  covers(...states) && !(isAlwaysConfirmed(resource) && author.source === 'SYSTEM')

/** The state in which a new row of a resource that moves money or gives power begins. */
export const newConfirmStatus = (resource: Resource, row: RowValues, author: Author, second: SecondPerson) =>
  isGuarded(resource, author, second, row) && !second.isAlone ? 'PENDING' : 'CONFIRMED'

/** The columns of a row without a proposed change. */
export const settled = { confirmStatus: 'CONFIRMED', pendingChange: null, proposedById: null } as const

/**
 * Returns what is written when people change a row that a second person confirms: a change of a confirmed row is kept
 * beside it, unless it only ends the row earlier.
 */
export function writtenWithConfirmation(
  resource: Resource,
  before: RowValues,
  changes: RowValues,
  author: Author,
  second: SecondPerson,
) {
  if (!isGuarded(resource, author, second, before, { ...before, ...changes })) return changes
  if (resource.waitsInactive && before.confirmStatus === 'PENDING' && changes.isActive && !('confirmStatus' in changes))
    throw conflict('CHANGE_WAITS', 'It becomes active when another person confirms it')
  if (isOfProduct(resource, changes)) return changes
  if (isAlwaysConfirmed(resource)) return writtenAlways(resource, before, changes, author)
  if (author.restoring || 'confirmStatus' in changes) return changes
  if (changes.isActive === false) return before.confirmStatus === 'PENDING' ? changes : { ...changes, ...settled }
  const isNew = changes.isActive === true || before.confirmStatus === 'PENDING' || !second.needed
  if (isNew) return { ...changes, ...settled, confirmStatus: 'PENDING', confirmedById: null }
  if (!awaitsSecondPerson(resource, before, changes)) return changes
  const pendingChange = { ...(before.pendingChange as RowValues | null), ...changes }
  return { confirmStatus: 'CHANGE_PENDING', pendingChange, proposedById: author.id }
}

/**
 * Whether the product itself changes a row: columns that it alone writes, such as the payment that holds an item, or one
 * that decides what is guarded, since SAP or a file takes the row over.
 */
function isOfProduct({ movesMoney, fields }: Resource, changes: RowValues) {
  const names = Object.keys(changes)
  const decides = typeof movesMoney === 'object' ? Object.keys(movesMoney) : []
  return names.every(name => fields[name]?.server) || names.some(name => fields[name]?.server && decides.includes(name))
}

/**
 * Returns what is written of a row that moves money or gives power: all waits beside the row, also where that is
 * deactivated, but for an earlier end and a deactivation of what moves money; what waits is added to by its author alone.
 * Throws 409 for others.
 */
function writtenAlways(resource: Resource, before: RowValues, changes: RowValues, author: Author) {
  if ('confirmStatus' in changes || before.confirmStatus === 'PENDING' || Object.keys(changes).length === 0)
    return changes
  if (changes.isActive === false && !resource.givesPower) return { ...changes, ...settled }
  if (before.isActive !== false && !awaitsSecondPerson(resource, before, changes)) return changes
  if (before.confirmStatus === 'CHANGE_PENDING' && before.proposedById !== author.id)
    throw conflict('CHANGE_WAITS', `A change of ${waitingLabels(resource, before)} is pending: ${FIRST}`)
  const pendingChange = { ...(before.pendingChange as RowValues | null), ...changes }
  return { confirmStatus: 'CHANGE_PENDING', pendingChange, proposedById: author.id }
}

/** Whether a row is active is no field of it. */
const status = { label: 'Status' }

const FIRST = 'confirm or withdraw it first'

const waitingNames = ({ pendingChange }: RowValues) => Object.keys((pendingChange ?? {}) as RowValues)
const waitingLabels = (resource: Resource, row: RowValues) =>
  waitingNames(row)
    .map(name => labelOf(name, resource.fields[name] ?? status))
    .join(', ')

/** Adds a fault for a change of a row of which another person's change waits. */
export async function checkPendingChanges(db: Knex, resource: Resource, candidates: Candidate[], author: Author) {
  if (!isConfirmed(resource) || author.restoring) return
  for (const { row, before, faults } of candidates) {
    if (before?.confirmStatus !== 'CHANGE_PENDING' || row.confirmStatus !== 'CHANGE_PENDING') continue
    if (before.proposedById === author.id) continue
    const names = Object.keys(resource.fields).filter(
      name => !resource.fields[name]!.server && (row[name] ?? null) !== (before[name] ?? null),
    )
    if (!awaitsSecondPerson(resource, before, Object.fromEntries(names.map(name => [name, row[name]])))) continue
    const message = await waitingSentence(db, resource, before, author)
    faults.push({ field: names[0]!, code: 'CHANGE_WAITS', message })
  }
}

/** Who changed what of a row, to which values and when, that a second person has not confirmed yet. */
async function waitingSentence(db: Knex, resource: Resource, row: StoredRow, author: Author): Promise<string> {
  const waiting = waitingNames(row)
  const who = await personIn(db, resource, row, 'proposedById', author)
  const readable = await readableAmong(db, resource, [row.id], author, [
    'pendingChange',
    ...waiting.filter(name => name in resource.fields),
  ])
  const day = row.updatedById === row.proposedById ? ` on ${dayText(dayOf(String(row.updatedAt)))}` : ''
  const isTold = readable.has(row.id)
  const after = { ...(row.pendingChange as RowValues), id: row.id } as StoredRow
  const texts = isTold ? ((await withTexts(db, resource, [after]))[0]!.texts as Record<string, string>) : {}
  const changes = waiting.map(name => {
    const label = `“${labelOf(name, resource.fields[name] ?? status)}”`
    if (!isTold) return label
    const field = resource.fields[name]
    const value = field ? (texts[name] ?? show(field, after[name])) : after[name] ? 'Active' : 'Inactive'
    return `${label} to ${value || 'nothing'}`
  })
  return `${who} changed ${joined(changes, 'and')}${day}, which waits for a second person: ${FIRST}`
}

/** Returns the row as a proposed change would leave it. */
export const asProposed = (row: StoredRow): StoredRow => ({
  ...row,
  ...(row.pendingChange as RowValues | null),
  ...settled,
})
