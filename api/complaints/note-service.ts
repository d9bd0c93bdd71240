import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { type Person, readPerson } from '../derive/rights/person.ts'
import { readableRow } from '../derive/rights/readable-row.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { bodyObject, readBody } from '../derive/save/read-body.ts'
import type { Author } from '../derive/save/write.ts'
import { type Call, ResourceService } from '../derive/service.ts'
import { type ownerTypes, seesFile } from '../files/attachments.ts'
import { notify } from '../mail/notify.ts'
import { conflict, invalid, invalidField } from '../platform/errors.ts'
import { runIdempotent } from '../platform/idempotency.ts'
import { writesInternally } from './complaint-input.ts'
import { reaches } from './find-owner.ts'

/** A note as it is sent, besides what it is about. */
interface SentNote {
  body: string
  audience: 'SHARED' | 'INTERNAL'
  attachmentId: number | null
}

/** What notes are written about: everybody who reads it reads them, except internal ones, which only employees read. */
export interface Thread {
  of: Resource
  notes: Resource
  /** The field of a note that names what it is about. */
  key: string
  /** Such as `complaint`, in sentences. */
  noun: string
  files: (typeof ownerTypes)[number]
  /** Whether the person adds notes at all. Throws 403. */
  demandWriter: (person: Person) => void
  numberOf: (row: StoredRow) => string
  pathOf: (row: StoredRow) => string
  isOver: (row: StoredRow) => boolean
  write: (trx: Knex, about: number, note: SentNote, person: Person, author: Author) => Promise<void>
  /** Tells the customer what somebody of ours wrote. */
  tellCustomer: (trx: Knex, row: StoredRow, person: Person, body: string) => Promise<unknown>
  /** Tells those of ours who answer. */
  tellOurs: (trx: Knex, row: StoredRow, title: string, body: string, by: number) => Promise<unknown>
}

const MOST_MENTIONS = 10

/** The service of the notes of a thread: adding one notifies the other side and those mentioned. */
export const noteService = (thread: Thread) =>
  class NoteService extends ResourceService {
    override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
      const person = requirePerson(call)
      thread.demandWriter(person)
      const author = requireAuthor(call)
      const sent = readNote(data, thread, person)
      const { id } = await runIdempotent(this.Model, call, thread.notes.path, data, trx =>
        addNote(trx, thread, sent, person, author),
      )
      return this.get(id, { ...call, query: {} })
    }
  }

function readNote(data: unknown, { notes, key }: Thread, person: Person) {
  const { mentions = [], ...given } = bodyObject(data, 'The note')
  const faults: Fault[] = []
  const names = [key, 'body', 'audience', 'attachmentId']
  const note = readBody(notes, names as never[], given, faults) as SentNote & Record<string, number>
  const mentioned = readMentions(mentions, faults)
  if (faults.length > 0) throw invalid(faults)
  if (note.audience === 'INTERNAL' && !writesInternally(person))
    throw invalidField('audience', 'RULE', 'Internal notes are for our own people: send it for the customer')
  const { body, audience, attachmentId } = note
  return { about: note[key]!, note: { body, audience, attachmentId }, mentioned }
}

async function addNote(
  trx: Knex,
  thread: Thread,
  { about, note, mentioned }: ReturnType<typeof readNote>,
  person: Person,
  author: Author,
): Promise<{ id: number }> {
  const { of, notes, key, noun } = thread
  const row = (await readableRow(trx, of, about, person, 'lock')) as unknown as StoredRow
  const number = `${noun} ${thread.numberOf(row)}`
  if (thread.isOver(row))
    throw conflict(
      'NOT_ALLOWED_STATE',
      `${number[0]!.toUpperCase()}${number.slice(1)} is closed: no more notes can be added`,
    )
  if (note.attachmentId !== null && !(await seesFile(trx, person, note.attachmentId, thread.files)))
    throw invalidField('attachmentId', 'UNKNOWN_REF', 'File is not known: send it again')
  await demandReaders(trx, thread, about, note.audience, mentioned)
  await thread.write(trx, about, note, person, author)
  if (note.audience === 'SHARED' && person.userType === 'EMPLOYEE')
    await thread.tellCustomer(trx, row, person, note.body)
  await thread.tellOurs(trx, row, `${person.name} on ${number}`, note.body, person.id)
  await notify(
    trx,
    mentioned.filter(one => one !== person.id),
    { title: `${person.name} names you on ${number}`, body: note.body.slice(0, 200), link: thread.pathOf(row) },
  )
  return trx(tableOf(notes))
    .where({ [key]: about, createdById: person.id })
    .orderBy('id', 'desc')
    .first('id')
}

function readMentions(given: unknown, faults: Fault[]): number[] {
  if (Array.isArray(given) && given.length <= MOST_MENTIONS && given.every(id => Number.isSafeInteger(id)))
    return [...new Set(given as number[])]
  faults.push({ field: 'mentions', code: 'TYPE', message: `mentions must name at most ${MOST_MENTIONS} users` })
  return []
}

/** Throws 400 unless everybody who is mentioned can read the note. */
async function demandReaders(trx: Knex, { of }: Thread, id: number, audience: string, mentions: readonly number[]) {
  for (const one of mentions) {
    const reader = await readPerson(trx, one)
    if (reader && (audience === 'SHARED' || writesInternally(reader)) && (await reaches(trx, reader, of, id, 'read')))
      continue
    const message = `${reader?.name ?? 'Another user'} cannot read this note: leave the mention out`
    throw invalidField('mentions', 'RULE', message)
  }
}
