import type { ComplaintPerson } from '../../resources/complaints/complaint-commands.ts'
import { complaintNote } from '../../resources/complaints/complaint-note.ts'
import { type DisputeNote, disputeNote } from '../../resources/complaints/dispute-note.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { api } from '../shell/api.ts'
import { rowsOf } from '../shell/rows.ts'
import { sendFile } from '../shell/send-file.ts'

/** What notes are written about, by the names under which the API knows it. */
export interface Thread {
  /** Such as `complaint`, in sentences. */
  noun: string
  notes: typeof complaintNote | typeof disputeNote
  key: string
  files: string
  people: string
}

export const complaintThread: Thread = {
  noun: 'complaint',
  notes: complaintNote,
  key: 'complaintId',
  files: 'COMPLAINT',
  people: 'complaint-people',
}

export const disputeThread: Thread = {
  noun: 'dispute',
  notes: disputeNote,
  key: 'disputeId',
  files: 'DISPUTE',
  people: 'dispute-people',
}

/** A note of any thread; customers get it without its author. */
export type Note = Omit<DisputeNote, 'disputeId'> & { texts: { authorId?: string } }

export const notesOf = ({ notes, key }: Thread, about: number) =>
  rowsOf<Resource>(notes).all<Note>({ where: { [key]: about }, sort: { id: 1 } })

export const addNote = ({ notes, key }: Thread, about: number, note: object, headers: Record<string, string>) =>
  api.post(`/${notes.path}`, { [key]: about, ...note }, { headers })

/** The employees who can own all of these, or with part of a name be mentioned. */
export const peopleFor = async ({ people }: Pick<Thread, 'people'>, ids: readonly number[], q = '') =>
  (await api.get<{ people: ComplaintPerson[] }>(`/${people}`, { params: { ids: ids.join(','), q } })).data.people

/** Sends a photo or file for a thread; its number. */
export const sendPhoto = async ({ files }: Pick<Thread, 'files'>, file: File): Promise<number> =>
  (await sendFile(file, files)).id
