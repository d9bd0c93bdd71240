import { useQuery } from '@tanstack/react-query'
import { isOpenComplaint } from '../../resources/complaints/complaint-flow.ts'
import type { ComplaintNote } from '../../resources/complaints/complaint-note.ts'
import { usePerson } from '../account/person.ts'
import { momentText } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { type ComplaintRow, notesOf } from './complaint-api.ts'
import { NoteBox } from './note-box.tsx'
import '../orders/show/order-comments.css'

/** Everything that was said and done, oldest first, with a box for a new note; internal ones are marked. */
export function ComplaintThread({ complaint }: { complaint: ComplaintRow }) {
  const { may } = usePerson()
  const { data } = useQuery<ComplaintNote[], Refusal>({
    queryKey: ['complaint-notes', complaint.id],
    queryFn: () => notesOf(complaint.id),
  })
  const writes = may('update', 'complaints') && (isOpenComplaint(complaint) || complaint.status === 'RESOLVED')
  return (
    <section className="panel comments" aria-labelledby="complaint-thread">
      <h2 id="complaint-thread">What was said and done</h2>
      {data?.length === 0 && <p className="quiet">Nothing was said yet.</p>}
      <ol className="comment-list" aria-live="polite">
        {(data ?? []).map(({ id, authorName, body, audience, attachmentId, createdAt }) => (
          <li key={id} className={audience === 'INTERNAL' ? 'is-internal' : undefined}>
            <p className="comment-head">
              <strong>{authorName}</strong>
              {audience === 'INTERNAL' && <span className="source-badge">Internal</span>}
              <time dateTime={createdAt} className="quiet">
                {momentText(createdAt)}
              </time>
            </p>
            <p className="comment-body">{body}</p>
            {attachmentId !== null && <a href={`/api/attachments/${attachmentId}/file`}>Open the file</a>}
          </li>
        ))}
      </ol>
      {writes && <NoteBox complaintId={complaint.id} />}
    </section>
  )
}
