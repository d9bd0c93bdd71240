import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { markRead, showNotifications } from '../../../resources/platform/commands/mail.ts'
import { usePerson } from '../../account/person.ts'
import { ask, at, keyOf, useAsk } from '../../derive/command/ask.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { Opening } from '../../shell/use-quick-exit.ts'

const notes = at<typeof showNotifications>('GET my-notifications')
const marking = at<typeof markRead>('POST my-notifications')
const BellNotes = lazy(() => import('./bell-notes.tsx'))

/** The notification bell, with the number of unread ones. */
export function Bell() {
  const client = useQueryClient()
  const { user } = usePerson()
  const [open, setOpen] = useState(false)
  const { data } = useAsk(notes, {}, { enabled: !user.mustChangePassword, refetchInterval: 60_000 })
  const unread = data?.unread ?? 0

  async function close() {
    setOpen(false)
    const [newest] = data?.data ?? []
    if (!newest || unread === 0) return
    await ask(marking, { readUpTo: newest.id }).catch(() => undefined)
    void client.invalidateQueries({ queryKey: keyOf(notes) })
  }

  return (
    <>
      <button type="button" className="bell" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="bell" size={18} />
        <span className="for-readers">Notifications</span>
        {unread > 0 && (
          <span className="count">
            {unread > 99 ? '99+' : unread}
            <span className="for-readers"> new</span>
          </span>
        )}
      </button>
      {open && (
        <Suspense fallback={<Opening onClose={() => setOpen(false)} />}>
          <BellNotes notes={data?.data ?? []} onClose={() => void close()} />
        </Suspense>
      )}
    </>
  )
}
