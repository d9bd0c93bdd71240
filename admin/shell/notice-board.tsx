import { notification } from 'antd'
import { useEffect } from 'react'
import { hangBoard } from './notices.ts'

const kinds = { success: 'success', progress: 'warning', error: 'error' } as const

/** Notices, top right: good news goes after 4.5 s, warnings and bad news stay until closed, never more than three. */
export function NoticeBoard() {
  const [notices, holder] = notification.useNotification({
    placement: 'topRight',
    top: 24,
    duration: 4.5,
    maxCount: 3,
    pauseOnHover: true,
  })
  useEffect(
    () =>
      hangBoard({
        open: ({ type, message, description, key }) => {
          const good = type === 'success'
          const notice = {
            message,
            description,
            key,
            duration: good ? 4.5 : 0,
            role: good ? 'status' : 'alert',
          } as const
          notices[kinds[type]](notice)
        },
        close: key => notices.destroy(key),
      }),
    [notices],
  )
  return holder
}
