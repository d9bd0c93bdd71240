import { useQuery } from '@tanstack/react-query'
import { can } from '../../../resources/capabilities.ts'
import type { OrderComment } from '../../../resources/orders/order-comment.ts'
import { usePerson } from '../../account/person.ts'
import { momentText } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { listOf } from '../../shell/list-of.ts'
import { CommentBox } from './comment-box.tsx'
import './order-comments.css'

/** The comments on an order, oldest first, with a box for a new one; internal ones are marked. */
export default function OrderComments({ orderId }: { orderId: number }) {
  const { user } = usePerson()
  const { data } = useQuery<OrderComment[], Refusal>({
    queryKey: ['order-comments', orderId],
    queryFn: () => listOf<OrderComment>('order-comments', { orderId, $sort: { id: 1 } }),
  })
  const comments = data ?? []
  return (
    <section className="panel comments" aria-labelledby="detail-comments">
      <h2 id="detail-comments">Comments</h2>
      {data && comments.length === 0 && <p className="quiet">No comments yet.</p>}
      <ol className="comment-list" aria-live="polite">
        {comments.map(({ id, authorName, body, isInternal, createdAt }) => (
          <li key={id} className={isInternal ? 'is-internal' : undefined}>
            <p className="comment-head">
              <strong>{authorName}</strong>
              {isInternal && <span className="source-badge">Internal</span>}
              <time dateTime={createdAt} className="quiet">
                {momentText(createdAt)}
              </time>
            </p>
            <p className="comment-body">{body}</p>
          </li>
        ))}
      </ol>
      {can(user, 'commentOnOrders') && <CommentBox orderId={orderId} />}
    </section>
  )
}
