import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { MyNotifications } from '../../../resources/platform/notification.ts'
import { usePerson } from '../../account/person.ts'
import { api } from '../api.ts'
import { Icon } from '../menu/icons.tsx'
import { Opening } from '../use-quick-exit.ts'

const BellNotes = lazy(() => import('./bell-notes.tsx'))

/** The notification bell, with the number of unread ones. */
export function Bell() {
  const client = useQueryClient()
  const { user } = usePerson()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['notifications'],
    enabled: !user.mustChangePassword,
    refetchInterval: 60_000,
    queryFn: async () => (await api.get<MyNotifications>('/my-notifications')).data,
  })
  const unread = data?.unread ?? 0

  async function close() {
    setOpen(false)
    const [newest] = data?.data ?? []
    if (!newest || unread === 0) return
    await api.post('/my-notifications', { readUpTo: newest.id }).catch(() => undefined)
    void client.invalidateQueries({ queryKey: ['notifications'] })
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
