import type { Knex } from 'knex'
import { type Actor, refusalOf, stepIn } from '../../../resources/define/process/process.ts'
import { conflict, forbidden, invalidField } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import type { Person } from '../rights/person.ts'
import { readableRow } from '../rights/readable-row.ts'
import type { Author } from '../save/author.ts'
import { updateRow } from '../save/write.ts'
import type { AttachedProcess, Deed, Done, News, Stepped } from './attach.ts'

export type Row = Stepped & Record<string, unknown>

/** The record on which a step is taken, as the person reads it. Throws 404 out of scope. */
export const rowAt = (
  db: Knex,
  { attached }: AttachedProcess,
  id: number,
  person: Person,
  lock?: 'lock',
): Promise<Row> => readableRow(db, attached.resource, id, person, lock) as unknown as Promise<Row>

/** What the rules of steps ask of a record. */
export const subjectOf = ({ attached }: AttachedProcess, row: Row, person: Person | null) => ({
  ...row,
  ...attached.subjectOf?.(row, person),
})

/** A step as it was sent: the version that was seen, the words, and what else it says. */
export interface Sent {
  step: string
  rowVersion: number
  remark: string | null
  [name: string]: unknown
}

interface By {
  person: Person
  author: Author
  /** What was asked outside before the transaction. */
  known?: unknown
}

/** Asks outside what a step must know. What its transaction refuses anyway is left to that. */
export async function askBefore(
  db: Knex,
  bound: AttachedProcess,
  id: number,
  { step, rowVersion, remark: _, ...said }: Sent,
  person: Person,
): Promise<unknown> {
  const before = (bound.attached.before as Readonly<Record<string, Before | undefined>> | undefined)?.[step]
  const row = before && (await rowAt(db, bound, id, person).catch(() => null))
  if (!before || !row || row.rowVersion !== rowVersion) return undefined
  const refused = refusalOf(bound.process, step, subjectOf(bound, row, person), await actorsOn(db, bound, row, person))
  return refused ? undefined : before(db, { row, said, person })
}

type Before = (db: Knex, deed: { row: Row; said: object; person: Person }) => Promise<unknown>

/**
 * Takes a step that was sent. Throws 404 out of scope, 403 where it is not the person's, 409 where the record stands
 * elsewhere or changed, 400 without the words that it needs.
 */
export async function takeStep(trx: Knex, bound: AttachedProcess, id: number, sent: Sent, by: By): Promise<Stepped> {
  const { process, attached } = bound
  const { step, rowVersion, remark: words, ...said } = sent
  const { label, remark: asked } = stepIn(process, step)
  const row = await rowAt(trx, bound, id, by.person, 'lock')
  demandStep(bound, row, step, by.person, await actorsOn(trx, bound, row, by.person))
  if (row.rowVersion !== rowVersion) throw changedMeanwhile(bound, row)
  if (asked?.needed && !words)
    throw invalidField('remark', 'REQUIRED', `${asked.label} is required: enter it and press “${label}” again`)
  const deed = { row, said, remark: words ?? '', ...by }
  const done = (await effectOf<Deed<Row>>(attached.effects, step)?.(trx, deed)) ?? {}
  const reason = [label, words].filter(Boolean).join(': ').slice(0, 255)
  return saveStep(trx, bound, step, { ...deed, author: { ...by.author, reason } }, done)
}

type Effect<What> = (trx: Knex, deed: What) => Promise<Done<Row>>
export const effectOf = <What>(effects: object | undefined, step: string) =>
  (effects as Readonly<Record<string, Effect<What> | undefined>> | undefined)?.[step]

/** Saves what a step did, notes it and tells whom it concerns. Returns the record as it then is. */
export async function saveStep(
  trx: Knex,
  { process, attached }: AttachedProcess,
  step: string,
  deed: Omit<News<Row>, 'step' | 'after' | 'done'>,
  done: Done<Row>,
): Promise<Row> {
  const { row, remark, author } = deed
  const { label, to = row.status, tells = [] } = stepIn(process, step)
  const status = done.to ?? (typeof to === 'string' ? to : row.status)
  if (![to].flat().includes(status)) throw new Error(`${process.of}: “${step}” does not lead to ${status}`)
  const changes = { ...done.changes, status }
  const after = (await updateRow(trx, attached.resource, row as never, changes as never, author)) as unknown as Row
  const news = { ...deed, step, after, done: { ...done, said: done.said || remark || label } }
  await attached.after?.(trx, news)
  for (const whom of tells) await attached.tell[whom]!(trx, news)
  return done.follow ? done.follow(after) : after
}

/** As whom a person acts on a record. */
export async function actorsOn(db: Knex, { process, attached }: AttachedProcess, row: Row, person: Person) {
  if (!attached.actorsOf) throw new Error(`${process.of}: its steps are actions of its resource`)
  return attached.actorsOf(db, row, person)
}

/** Throws 403 where a step is not for these actors, 409 where it is not possible now. */
export function demandStep(
  bound: AttachedProcess,
  row: Row,
  step: string,
  person: Person,
  actors: readonly Actor[] = stepIn(bound.process, step).by,
) {
  const refused = refusalOf(bound.process, step, subjectOf(bound, row, person), actors)
  if (refused?.code === 'FORBIDDEN') throw forbidden(refused.message)
  if (refused) throw conflict(refused.code, `${bound.attached.numberOf(row)}: ${refused.message}`)
}

function changedMeanwhile({ process: { noun }, attached }: AttachedProcess, row: Row) {
  const subject = `${noun[0]!.toUpperCase()}${noun.slice(1)} ${attached.numberOf(row)}`
  return conflict('STALE_ROW', `${subject} changed meanwhile: review it`, {}, 'rowVersion')
}

/** What became of one of many; a sentence says why nothing did. */
interface Result {
  id: number
  /** Null for one that the person does not read. */
  number: string | null
  isDone: boolean
  message: string | null
}

/** Takes one step on many, each in a transaction of its own. A refusal is the result of one, a failure ends the whole. */
export async function takeStepOnMany(
  db: Knex,
  bound: AttachedProcess,
  rows: readonly { id: number; rowVersion: number }[],
  said: Omit<Sent, 'rowVersion'>,
  by: By,
): Promise<Result[]> {
  const results: Result[] = []
  for (const { id, rowVersion } of rows) results.push(await takeOne(db, bound, id, { ...said, rowVersion } as Sent, by))
  return results
}

async function takeOne(db: Knex, bound: AttachedProcess, id: number, sent: Sent, by: By): Promise<Result> {
  const { numberOf } = bound.attached
  try {
    const known = await askBefore(db, bound, id, sent, by.person)
    const after = await transact(db, trx => takeStep(trx, bound, id, sent, { ...by, known }))
    return { id, number: numberOf(after as Row), isDone: true, message: null }
  } catch (error) {
    const { code, message, errors } = error as { code?: number; message: string; errors?: { message: string }[] }
    if (code === undefined || code >= 500) throw error
    const number = await rowAt(db, bound, id, by.person).then(numberOf, () => null)
    const why = errors?.[0]?.message || message
    return { id, number, isDone: false, message: number ? why.replace(`${number}: `, '') : why }
  }
}
