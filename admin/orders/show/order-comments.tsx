import { can } from '../../../resources/capabilities.ts'
import type { OrderComment } from '../../../resources/orders/order-comment.ts'
import { usePerson } from '../../account/person.ts'
import { momentText } from '../../derive/value-text.ts'
import { CommentBox } from './comment-box.tsx'
import './order-comments.css'

/** The comments on an order, with a box for a new one; internal ones are marked. */
export default function OrderComments({ orderId, comments }: { orderId: number; comments: readonly OrderComment[] }) {
  const { user } = usePerson()
  return (
    <div className="comments">
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
    </div>
  )
}
