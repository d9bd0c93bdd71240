import type { Knex } from 'knex'
import { type ComplaintNote, complaintNote } from '../../resources/complaints/complaint-note.ts'
import { type DisputeNote, disputeNote } from '../../resources/complaints/dispute-note.ts'
import type { Person } from '../derive/rights/person.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows } from '../derive/save/write.ts'

/** Who writes a note; null is the portal itself. */
type NoteAuthor = Pick<Person, 'id' | 'name'> | null

type Written<Note extends { body: string; audience: string }> = Pick<Note, 'body' | 'audience'> &
  Partial<Pick<DisputeNote, 'step' | 'attachmentId' | 'authorName'>>

/** What the portal writes in the name of those of ours who answer disputes: customers are not told who decides. */
const OUR_ACCOUNTS = 'Accounts'

const signed = (by: NoteAuthor) => ({
  step: null,
  attachmentId: null,
  authorId: by?.id ?? null,
  authorName: by?.name ?? 'Portal',
})

/** Writes a note on a complaint. */
export async function writeNote(
  trx: Knex,
  note: Written<ComplaintNote> & Pick<ComplaintNote, 'complaintId'>,
  by: NoteAuthor,
  author: Author,
): Promise<void> {
  await insertRows(trx, complaintNote, [{ ...signed(by), ...note }], author)
}

/** Writes a note on a dispute; what our own people write for the customer bears no name. */
export async function writeDisputeNote(
  trx: Knex,
  note: Written<DisputeNote> & Pick<DisputeNote, 'disputeId'>,
  by: (NoteAuthor & { userType?: Person['userType'] }) | null,
  author: Author,
): Promise<void> {
  const isOurs = by?.userType === 'EMPLOYEE' && note.audience === 'SHARED'
  await insertRows(trx, disputeNote, [{ ...signed(by), ...(isOurs && { authorName: OUR_ACCOUNTS }), ...note }], author)
}
