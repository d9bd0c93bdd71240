import { useQuery } from '@tanstack/react-query'
import { momentText } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { NoteBox } from './note-box.tsx'
import { type Note, notesOf, type Thread } from './thread-api.ts'
import '../orders/show/order-comments.css'

/** Everything that was said and done, oldest first, with a box for a new note; internal ones are marked. */
export function ThreadPanel({ thread, about, writes }: { thread: Thread; about: number; writes: boolean }) {
  const { data } = useQuery<Note[], Refusal>({
    queryKey: [thread.notes, about],
    queryFn: () => notesOf(thread, about),
  })
  return (
    <section className="panel comments" aria-labelledby="thread-title">
      <h2 id="thread-title">Notes and history</h2>
      {data?.length === 0 && <p className="quiet">No comments yet.</p>}
      <ol className="comment-list" aria-live="polite">
        {(data ?? []).map(({ id, texts, authorName, body, audience, attachmentId, createdAt }) => (
          <li key={id} className={audience === 'INTERNAL' ? 'is-internal' : undefined}>
            <p className="comment-head">
              <strong>{texts.authorId ?? authorName}</strong>
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
      {writes && <NoteBox thread={thread} about={about} />}
    </section>
  )
}
