import type { Knex } from 'knex'
import { type ComplaintNote, complaintNote } from '../../resources/complaints/complaint-note.ts'
import type { Person } from '../derive/rights/person.ts'
import { type Author, insertRows } from '../derive/save/write.ts'

/** Who writes a note; null is the portal itself. */
export type NoteAuthor = Pick<Person, 'id' | 'name'> | null

/** Writes a note on a complaint. */
export async function writeNote(
  trx: Knex,
  note: Pick<ComplaintNote, 'complaintId' | 'body' | 'audience'> &
    Partial<Pick<ComplaintNote, 'step' | 'attachmentId'>>,
  by: NoteAuthor,
  author: Author,
): Promise<void> {
  const row = {
    step: null,
    attachmentId: null,
    ...note,
    authorId: by?.id ?? null,
    authorName: by?.name ?? 'Portal',
  }
  await insertRows(trx, complaintNote, [row], author)
}
