import type { Knex } from 'knex'
import { isAlwaysConfirmed } from '../../../resources/define/confirmation.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { rolesWith } from '../../../resources/define/rights.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { roles } from '../../../resources/roles.ts'
import { today } from '../../platform/clock.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import type { ActionHandler } from '../extend.ts'
import { demandStillConfirms } from '../rights/confirmers.ts'
import { rolesHeldBy } from '../rights/holders.ts'
import { onePersonOf } from '../rights/one-person.ts'
import type { Person } from '../rights/person.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Author } from './author.ts'
import { isFor, loginsOf } from './beneficiary.ts'
import { type Candidate, requireNoFaults } from './candidate.ts'
import { checkRows } from './check.ts'
import { checkDeactivation } from './check-deactivation.ts'
import { checkSuccession } from './check-succession.ts'
import { succession } from './effective-dating.ts'
import { asProposed } from './pending-change.ts'
import { needsConfirmation } from './second-person.ts'
import { changesIn, insertRows, updateRow } from './write.ts'

/** Throws 403 unless a person is another one than each of those who wrote a row or whom it is for, not only another login. */
async function demandOtherPerson(db: Knex, logins: readonly number[], person: Person) {
  const isOnePerson = await onePersonOf(db, [...logins, person.id])
  if (logins.some(login => isOnePerson(login, person.id)))
    throw forbidden(
      'A row is confirmed by another person than the one who wrote it, or whom it is for',
      'SECOND_PERSON',
    )
}

/**
 * Throws 403 unless the person who confirms what moves money and each who wrote it hold different roles between them: one
 * by which the change was written, another by which it is confirmed. What Finance proposes, an IT administrator confirms,
 * and the other way round.
 */
async function demandOtherRole(db: Knex, resource: Resource, writers: readonly number[], person: Person) {
  const confirming = new Set(rolesWith(resource.access, 'approve')).intersection(new Set(person.roles))
  const names = rolesWith(resource.access, 'approve').map(role => roles[role].name)
  const changing = new Set([...rolesWith(resource.access, 'update'), ...rolesWith(resource.access, 'import')])
  for (const writer of new Set(writers)) {
    const writing = changing.intersection(new Set(await rolesHeldBy(db, writer)))
    if (writing.union(confirming).size > 1 && writing.size > 0 && confirming.size > 0) continue
    throw forbidden(
      `What moves money is confirmed by a person with another role than the one who wrote it: ${names.join(' or ')}`,
      'SECOND_PERSON',
    )
  }
}

/**
 * Confirms new rows and proposed changes, which count only when a second person has confirmed them.
 * Throws 403 for a person who wrote any of what waits, or whom the row is for.
 */
export const confirmRows: ActionHandler = async (trx, { resource, rows, person, author }) => {
  if (resource.givesPower) await demandStillConfirms(trx, resource, person)
  for (const row of rows) {
    const writers = await writersOf(trx, resource, row)
    if (writers.includes(person.id)) throw forbidden('A row is confirmed by another person than the one who wrote it')
    const states = [row, asProposed(row)]
    if (states.some(state => isFor(resource, state, person)))
      throw forbidden('A row is confirmed by another person than the one whom it is for')
    if (isAlwaysConfirmed(resource))
      await demandOtherPerson(trx, [...writers, ...states.flatMap(state => loginsOf(resource, state))], person)
    if (resource.movesMoney) await demandOtherRole(trx, resource, writers, person)
    if (row.confirmStatus === 'CHANGE_PENDING') await applyProposed(trx, resource, row, author)
    else await confirmNew(trx, resource, row, author)
  }
}

/**
 * Drops proposed changes: the rows go on as they were confirmed; new ones are deactivated, or never become active. Throws
 * 403 where the person would keep what they hold by it.
 */
export const withdrawChanges: ActionHandler = async (trx, { resource, rows, person, author }) => {
  for (const row of rows) {
    if (resource.givesPower && isFor(resource, row, person))
      throw forbidden('A change of your own roles is withdrawn by another person')
    if (row.confirmStatus === 'PENDING') {
      await updateRow(trx, resource, row, resource.waitsInactive ? WITHDRAWN : { isActive: false }, author)
      continue
    }
    const { confirmStatus, pendingChange, proposedById } = asProposed(row)
    await updateRow(trx, resource, row, { confirmStatus, pendingChange, proposedById }, author)
  }
}

const WITHDRAWN = { confirmStatus: 'WITHDRAWN' } as const

/** Returns who wrote what waits: the proposed change, or the parts of a new row. */
async function writersOf(trx: Knex, resource: Resource, row: StoredRow): Promise<number[]> {
  if (row.confirmStatus === 'CHANGE_PENDING') return idsIn(row.proposedById)
  const writers: number[] = await trx('audit_entry')
    .where({ entity: resource.name, entityId: row.id })
    .where('id', '>', await lastConfirmation(trx, resource.name, row.id))
    .whereNotNull('actorId')
    .pluck('actorId')
  return [...writers, ...idsIn(row.updatedById)]
}

const idsIn = (id: unknown): number[] => (typeof id === 'number' ? [id] : [])

/** Returns the id of the last confirmation's history entry, or 0. */
async function lastConfirmation(trx: Knex, entity: string, entityId: number): Promise<number> {
  const confirmation = await trx('audit_entry')
    .where({ entity, entityId })
    .where('afterJson', 'like', '%"confirmStatus":"CONFIRMED"%')
    .max({ id: 'id' })
    .first()
  return Number(confirmation?.id ?? 0)
}

/** Lets a new row count, at the earliest from today: what an earlier day answered stays. Throws 409 when it is over. */
async function confirmNew(trx: Knex.Transaction, resource: Resource, before: StoredRow, author: Author) {
  if (String(before.validTo) < today())
    throw conflict('PERIOD_OVER', `Valid to, ${before.validTo}, is past: the row would never count`, {}, 'validTo')
  const hasCounted =
    !(isAlwaysConfirmed(resource) || (await needsConfirmation(trx, resource, author))) ||
    (await lastConfirmation(trx, resource.name, before.id)) > 0
  const validFrom = !hasCounted && String(before.validFrom) < today() ? today() : before.validFrom
  const confirmed = { confirmStatus: 'CONFIRMED', confirmedById: author.id }
  const changes = { ...changesIn(before, { validFrom }), ...(resource.waitsInactive && { isActive: true }) }
  if (resource.waitsInactive) await requireItFits(trx, resource, { ...before, ...changes }, author)
  await updateRow(trx, resource, before, { ...confirmed, ...changes }, author)
}

/** Checks a row that waited, as it begins to count: meanwhile another one may have come. */
async function requireItFits(trx: Knex.Transaction, resource: Resource, row: StoredRow, author: Author) {
  const candidate: Candidate = { row, before: { ...row, isActive: false }, faults: [] }
  await checkRows(trx, resource, [candidate], author)
  requireNoFaults([candidate])
}

/**
 * Puts a proposed change in force, with all the checks of a save: in place, or as a row that succeeds this one, from
 * today at the earliest. Throws 400 or 409 where the row or its neighbours have changed so that it fits no longer.
 */
export async function applyProposed(trx: Knex.Transaction, resource: Resource, before: StoredRow, author: Author) {
  const row: StoredRow = { ...asProposed(before), confirmedById: author.id }
  // A change that was planned for a day that has passed meanwhile begins today.
  if (row.validFrom !== before.validFrom && String(row.validFrom) < today()) row.validFrom = today()
  // The row has counted until now, whatever day was meant when its end was proposed.
  if (resource.endsAtOnce && String(row.validTo) < yesterday() && row.validTo !== before.validTo)
    row.validTo = yesterday()
  const candidate: Candidate = { row, before, faults: [] }
  const next = succession(resource, candidate, true)
  if (leaves(before)) await checkDeactivation(trx, resource, before, changesIn(before, row), author)
  else if (next) await checkSuccession(trx, resource, candidate, next, author)
  else await checkRows(trx, resource, [candidate], author)
  requireNoFaults([candidate])
  await updateRow(
    trx,
    resource,
    before,
    changesIn(before, next ? { ...next.ended.row, ...settledOf(row) } : row),
    author,
  )
  if (next) await insertRows(trx, resource, [{ ...next.next.row, ...settledOf(row) }], author)
}

const yesterday = () => addDays(today(), -1)

/** Whether nothing is proposed of a row but that it leaves use. */
const leaves = ({ isActive, pendingChange }: StoredRow) => {
  const { isActive: stays, validTo, ...others } = (pendingChange ?? {}) as RowValues
  return isActive && (stays === false || (Object.keys(others).length === 0 && String(validTo) < today()))
}

const settledOf = ({ confirmStatus, confirmedById, pendingChange, proposedById }: StoredRow) => ({
  confirmStatus,
  confirmedById,
  pendingChange,
  proposedById,
})
