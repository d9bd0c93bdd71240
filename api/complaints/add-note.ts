import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import type { SentOwner } from '../../resources/platform/file-owners.ts'
import type { Person } from '../derive/rights/person.ts'
import { readPerson } from '../derive/rights/read-person.ts'
import { readableRow } from '../derive/rights/readable-row.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import { seesFile } from '../files/attachments.ts'
import { notify } from '../mail/notify.ts'
import { conflict, invalidField } from '../platform/errors.ts'
import { writesInternally } from './check-complaint.ts'
import { reaches } from './find-owner.ts'

/** A note, besides what it is about. */
interface Note {
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
  files: SentOwner
  numberOf: (row: StoredRow) => string
  pathOf: (row: StoredRow) => string
  isOver: (row: StoredRow) => boolean
  write: (trx: Knex, about: number, note: Note, person: Person, author: Author) => Promise<void>
  /** Tells the customer what somebody of ours wrote. */
  tellCustomer: (trx: Knex, row: StoredRow, person: Person, body: string) => Promise<unknown>
  /** Tells those of ours who answer. */
  tellOurs: (trx: Knex, row: StoredRow, title: string, body: string, by: number) => Promise<unknown>
}

/** A note as it is sent: what it is about stands under the key of its thread. */
interface SentNote extends Note {
  mentions: readonly number[] | null
}

/**
 * Adds a note, and notifies the other side and those mentioned. Throws 400 at the field, 404 where what it is about is out
 * of reach, 409 where that is over.
 */
export async function addNote(
  trx: Knex,
  thread: Thread,
  about: number,
  { body, audience, attachmentId, mentions }: SentNote,
  person: Person,
  author: Author,
): Promise<{ id: number }> {
  const { of, notes, key, noun } = thread
  const note = { body, audience, attachmentId }
  const mentioned = [...new Set(mentions ?? [])]
  if (audience === 'INTERNAL' && !writesInternally(person))
    throw invalidField('audience', 'RULE', 'Internal notes are for our own people: send it for the customer')
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
