import { notification } from 'antd'
import { useEffect } from 'react'
import { hangBoard } from './notices.ts'

/** Notices, top right: good news goes after 4.5 s, bad news stays until closed, never more than three. */
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
          const bad = type === 'error'
          const notice = { message, description, key, duration: bad ? 0 : 4.5, role: bad ? 'alert' : 'status' } as const
          notices[bad ? 'error' : 'success'](notice)
        },
        close: key => notices.destroy(key),
      }),
    [notices],
  )
  return holder
}
