import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import {
  type ClosedUse,
  type ClosingRow,
  closing as closings,
  type TakeOver,
} from '../../../resources/platform/closing.ts'
import type { PlannedUse } from '../../../resources/platform/commands/closings.ts'
import { resourceAt, resourceNamed } from '../../../resources/registry.ts'
import { now, today } from '../../platform/clock.ts'
import { conflict, invalidField, notFound } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { requireRight, restrict } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import type { StoredRow } from '../row-codec.ts'
import { rowsOf } from '../rows-of.ts'
import type { Author } from '../save/author.ts'
import { insertRows, updateRow } from '../save/write.ts'
import { closeLastly, closeUses, type Deed } from './close-rows.ts'
import { type Use, usesOf } from './used-by.ts'

/** A closing as it is asked for. */
interface Asked {
  resource: string
  rowId: number
  lastDay: string
  takerId: number | null
  takeOvers?: readonly TakeOver[] | null
}

/** What closing a row would do, found by doing it and rolling it back. Throws 404 unless the person may deactivate it. */
export async function planOf(
  db: Knex,
  { resource: path, rowId, lastDay: asked, takerId }: Omit<Asked, 'lastDay'> & { lastDay: string | null },
  person: Person,
  author: Author,
) {
  const { resource, row } = await closableRow(db, path, rowId, person)
  const lastDay = asked ?? lastDayOf(resource, row) ?? today()
  const planned = { resource: path, rowId, lastDay, takerId }
  const uses = await usesOf(db, resource, rowId, passing(resource, planned))
  const problems = await triedProblems(db, resource, uses, planned, author)
  return { subject: nameOf(resource, row), lastDay, uses: uses.map(plannedUse), problems: problems.slice(0, 50) }
}

/**
 * Plans the closing of a row: its last day is kept with it, and the night after it the rest is done. Returns the id of the
 * closing. Throws 400 for a day that is over or a missing successor, 404, and 409 where one is planned.
 */
export async function close(
  trx: Knex,
  asked: Asked & { reason: string },
  person: Person,
  author: Author,
): Promise<number> {
  const { resource, row } = await closableRow(trx, asked.resource, asked.rowId, person)
  if (asked.lastDay < today()) throw invalidField('lastDay', 'RANGE', 'Last day must be today or later')
  const [planned] = await openClosings(trx, resource, row.id)
  const subject = nameOf(resource, row)
  if (planned)
    throw conflict('CLOSING_EXISTS', `${subject} closes after ${dayText(planned.lastDay)} already: undo that first`)
  const takers = [asked.takerId, ...(asked.takeOvers ?? []).map(({ toId }) => toId)].filter(id => id !== null)
  for (const id of takers) await requireTaker(trx, resource, row.id, id)
  await requireAllTaken(trx, resource, asked)
  const { lastDay: name, successor } = resource.closing!
  const before = (row[name] as string | null) ?? null
  const changes = { [name]: asked.lastDay, ...(successor && asked.takerId !== null && { [successor]: asked.takerId }) }
  await updateRow(trx, resource, row, changes, { ...author, reason: asked.reason })
  const taker = asked.takerId === null ? null : await nameOfId(trx, resource, asked.takerId)
  const [made] = await insertRows(
    trx,
    closings,
    [
      {
        ...{ list: resource.path, rowId: row.id, subject, lastDay: asked.lastDay, lastDayBefore: before },
        ...{ takerId: asked.takerId, taker, takeOvers: [...(asked.takeOvers ?? [])], reason: asked.reason },
        ...{ status: 'PLANNED', plannedById: person.id },
      },
    ],
    author,
  )
  return made!.id
}

/** Undoes a closing whose last day is not over. Throws 404, and 409 once it has begun. */
export async function undo(trx: Knex, closingId: number, person: Person, author: Author): Promise<number> {
  const [found] = await rowsOf(trx, closings, rows => rows.where({ id: closingId }))
  if (!found) throw notFound()
  const { resource, row } = await closableRow(trx, found.list, found.rowId, person)
  if (found.status !== 'PLANNED')
    throw conflict(
      'NOT_NOW',
      `${found.subject} is ${found.status === 'UNDONE' ? 'not closing any more' : 'closed since its last day: reactivate it instead'}`,
    )
  const reason = `Closing undone: ${found.reason}`
  await updateRow(trx, resource, row, { [resource.closing!.lastDay]: found.lastDayBefore }, { ...author, reason })
  await updateRow(trx, closings, found, { status: 'UNDONE' }, author)
  return found.id
}

/** How far the closing of a row is, for its page; null where none is planned or done, or the person reads no closings. */
export async function closingOf(db: Knex, path: string, rowId: number, person: Person) {
  const resource = resourceAt(path)
  if (!resource?.closing) throw notFound()
  await readRow(db, resource, rowId, person, 'read')
  if (!person.ability.can('read', closings.path)) return null
  const [found] = await rowsOf(db, closings, rows =>
    rows.where({ list: path, rowId }).whereNot({ status: 'UNDONE' }).orderBy('id', 'desc').limit(1),
  )
  if (!found) return null
  const planner = await db('user').where({ id: found.plannedById }).first('name')
  const { id, lastDay, status, taker, stillOpen, reason } = found
  const done = (found.done as ClosedUse[] | null) ?? []
  return {
    ...{ id, lastDay, status, taker, stillOpen, reason, plannedBy: (planner?.name as string | undefined) ?? null },
    done: done.map(({ use, becomes, count }) => ({ ...titleOf(use), becomes, count })),
  }
}

/** Does what is due: the night after the last day, and each night until nothing is open. Returns how many it moved on. */
export async function closeDue(db: Knex): Promise<number> {
  const due = await rowsOf(db, closings, rows =>
    rows.whereIn('status', ['PLANNED', 'FINISHING']).where('lastDay', '<', today()).orderBy('id'),
  )
  for (const { id } of due) await transact(db, trx => moveOn(trx, id))
  return due.length
}

async function moveOn(trx: Knex, id: number): Promise<void> {
  const [found] = await rowsOf(trx, closings, rows => rows.where({ id }).forUpdate())
  if (!found || (found.status !== 'PLANNED' && found.status !== 'FINISHING')) return
  const resource = resourceAt(found.list)!
  const reason = `${found.subject} closed after ${dayText(found.lastDay)}: ${found.reason}`.slice(0, 500)
  const author: Author = { id: found.plannedById, source: 'SYSTEM', ip: null, requestId: `closing ${id}`, reason }
  const asked = { ...found, resource: found.list, takeOvers: found.takeOvers as TakeOver[] | null }
  const passes = passing(resource, asked)
  const uses = await usesOf(trx, resource, found.rowId, passes)
  const deed = deedOf(resource, asked, author)
  await closeUses(trx, uses, deed)
  const isLeft = ({ use, becomes }: Use) => becomes === 'PASSES' && deed.toOf(use) === null
  const open = uses.filter(use => use.becomes === 'FINISHED' || isLeft(use))
  const done = counted(
    (found.done as ClosedUse[] | null) ?? [],
    uses.filter(use => !open.includes(use) && (use.becomes !== 'LASTLY' || open.length === 0)),
  )
  const stillOpen = [...open.map(openText), ...deed.problems].join('. ').slice(0, 1000) || null
  if (open.length > 0) {
    await updateRow(trx, closings, found, { status: 'FINISHING', stillOpen, done }, author)
    return
  }
  await closeLastly(trx, await usesOf(trx, resource, found.rowId, passes), addDays(today(), -1), author)
  const [row] = (await rowsOf(trx, resource, rows => rows.where({ id: found.rowId }))) as StoredRow[]
  if (row!.isActive) await updateRow(trx, resource, row!, { isActive: false }, author)
  await updateRow(trx, closings, found, { status: 'CLOSED', stillOpen, done, closedAt: now() }, author)
}

/** Adds what was done tonight to what was done on the nights before. */
function counted(before: readonly ClosedUse[], uses: readonly Use[]): ClosedUse[] {
  const all = new Map(before.map(each => [`${each.use} ${each.becomes}`, each]))
  for (const { use, becomes, ids } of uses) {
    const key = `${use} ${becomes}`
    all.set(key, { use, becomes, count: (all.get(key)?.count ?? 0) + ids.length })
  }
  return [...all.values()]
}

const openText = ({ resource, ids }: Use) => `${resource.title}: ${ids.length}`

/** Rolls the attempt back. */
class Tried extends Error {}

async function triedProblems(db: Knex, resource: Resource, uses: readonly Use[], asked: Asked, author: Author) {
  const deed = deedOf(resource, asked, { ...author, source: 'SYSTEM', reason: 'A plan' })
  await transact(db, async trx => {
    await closeUses(trx, uses, deed)
    throw new Tried()
  }).catch(error => {
    if (!(error instanceof Tried)) throw error
  })
  return [...new Set(deed.problems)]
}

function deedOf({ closing }: Resource, { lastDay, takerId, takeOvers }: Asked, author: Author): Deed {
  const toOf = (use: string) => takeOvers?.find(each => each.use === use)?.toId ?? takerId
  return { lastDay, toOf, emptied: use => closing!.with?.[use] ?? [], author, problems: [] }
}

/** Of which uses somebody takes over; where somebody must, all of them, also before it is known who. */
const passing =
  ({ closing }: Resource, { takerId, takeOvers }: Pick<Asked, 'takerId' | 'takeOvers'>) =>
  (use: string) =>
    closing!.taker.must === true || takerId !== null || (takeOvers?.some(each => each.use === use) ?? false)

async function requireAllTaken(db: Knex, resource: Resource, asked: Asked) {
  if (!resource.closing!.taker.must || asked.takerId !== null) return
  const uses = await usesOf(db, resource, asked.rowId, () => true)
  const left = uses.filter(
    ({ use, becomes }) => becomes === 'PASSES' && !asked.takeOvers?.some(each => each.use === use),
  )
  if (left.length === 0) return
  const what = left.map(openText).join(', ')
  const { label } = resource.closing!.taker
  throw invalidField('takerId', 'REQUIRED', `${label} is required: choose who gets ${what}`)
}

/** Throws 400 unless another active row that does not close itself can take over. */
async function requireTaker(db: Knex, resource: Resource, rowId: number, takerId: number) {
  const [taker] = (await rowsOf(db, resource, rows => rows.where({ id: takerId }))) as StoredRow[]
  const says = (what: string) => invalidField('takerId', 'RULE', `${resource.closing!.taker.label} ${what}`)
  if (!taker?.isActive) throw says('must be an active row of the same list')
  if (takerId === rowId) throw says('must be another row than the one that is closed')
  const last = lastDayOf(resource, taker)
  if (last) throw says(`must stay: ${nameOf(resource, taker)} closes after ${dayText(last)}`)
}

const lastDayOf = ({ closing }: Resource, row: StoredRow) => row[closing!.lastDay] as string | null

const openClosings = (db: Knex, { path }: Resource, rowId: number): Promise<ClosingRow[]> =>
  rowsOf(db, closings, rows => rows.where({ list: path, rowId }).whereIn('status', ['PLANNED', 'FINISHING']))

/** Returns an active row that the person may deactivate. Throws 404 for others, and 409 for one that is inactive. */
async function closableRow(db: Knex, path: string, rowId: number, person: Person) {
  const resource = resourceAt(path)
  if (!resource?.closing) throw notFound()
  const row = await readRow(db, resource, rowId, person, 'deactivate')
  if (!row.isActive) throw conflict('NOT_NOW', `${nameOf(resource, row)} is inactive already`)
  return { resource, row }
}

async function readRow(db: Knex, resource: Resource, id: number, person: Person, action: 'read' | 'deactivate') {
  requireRight(person, resource, action)
  const table = tableOf(resource)
  const mine = await restrict(db(table).where(`${table}.id`, id), db, resource, person, action).first(`${table}.id`)
  if (!mine) throw notFound()
  const [row] = await rowsOf(db, resource, rows => rows.where({ id }))
  return row as StoredRow
}

const nameOf = ({ display }: Resource, row: StoredRow) =>
  display
    .map(name => row[name])
    .join(' · ')
    .slice(0, 160)

async function nameOfId(db: Knex, resource: Resource, id: number) {
  const [row] = (await rowsOf(db, resource, rows => rows.where({ id }))) as StoredRow[]
  return nameOf(resource, row!)
}

function titleOf(use: string) {
  const [name, field] = use.split('.') as [string, string]
  const { title, path, fields } = resourceNamed(name)
  return { title, path, label: labelOf(field, fields[field]!) }
}

const plannedUse = ({ use, becomes, ids }: Use): PlannedUse => ({ use, ...titleOf(use), becomes, count: ids.length })
