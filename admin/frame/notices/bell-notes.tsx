import { Link } from 'react-router'
import type { MyNotifications } from '../../../resources/platform/commands/mail.ts'
import { momentText } from '../../derive/value-text.ts'
import { Drawer } from '../../shell/drawer.tsx'
import { Empty } from '../../shell/empty.tsx'
import { Icon } from '../../shell/menu/icons.tsx'

/** The person's latest notifications, newest first; unread ones are marked until the drawer is closed. */
export default function BellNotes({ notes, onClose }: { notes: MyNotifications['data']; onClose: () => void }) {
  return (
    <Drawer
      open
      title="Notifications"
      width={Math.min(400, window.innerWidth)}
      closeIcon={<Icon name="close" />}
      onClose={onClose}
    >
      {notes.length === 0 && (
        <div className="bell-empty">
          <Empty
            kind="notifications"
            text="No notifications yet. News of your orders, approvals and shipments appears here."
          />
        </div>
      )}
      <ul className="bell-notes">
        {notes.map(note => (
          <li key={note.id} className={note.isRead ? undefined : 'is-new'}>
            {note.link ? (
              <Link to={note.link} onClick={onClose}>
                {note.title}
              </Link>
            ) : (
              <strong>{note.title}</strong>
            )}
            {!note.isRead && <span className="for-readers"> (new)</span>}
            {note.body && <p>{note.body}</p>}
            <time dateTime={note.createdAt} className="quiet">
              {momentText(note.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
