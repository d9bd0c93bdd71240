import { Button, notification } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { RefusedRight } from '../../../resources/platform/refusal.ts'
import { roles } from '../../../resources/roles.ts'
import { registerBoard, showSuccess } from './notices.ts'

const RequestForm = lazy(() => import('../../access-control/request-form.tsx'))

const kinds = { success: 'success', progress: 'warning', error: 'error' } as const

/** Notices, top right: successes close after 4.5 s, warnings and errors stay until closed, at most three at a time. */
export function NoticeBoard() {
  const [notices, holder] = notification.useNotification({
    placement: 'topRight',
    top: 24,
    duration: 4.5,
    maxCount: 3,
    pauseOnHover: true,
  })
  const [wanted, setWanted] = useState<RefusedRight['rule']>()
  useEffect(
    () =>
      registerBoard({
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
        refused: right => {
          const { rule } = right
          // The same refusal twice is one notice.
          const key = `refused ${rule.action} ${rule.path}`
          const ask = () => {
            notices.destroy(key)
            setWanted(rule)
          }
          notices.warning({
            key,
            message: `You have no right to ${rule.action} «${rule.title}»`,
            description: whoMay(right),
            duration: 0,
            role: 'alert',
            actions: <Button onClick={ask}>Request access</Button>,
          })
        },
      }),
    [notices],
  )
  const close = () => setWanted(undefined)
  return (
    <>
      {holder}
      {wanted && (
        <Suspense fallback={null}>
          <RequestForm
            wanted={{ screen: wanted.path, action: wanted.action, title: wanted.title }}
            onClose={close}
            onSent={() => {
              close()
              showSuccess('Your request is sent. You will be notified of the answer.')
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The sentence of a refused right: «Open to Master data desk. Given by Prakash Pillai (IT administrator).» */
function whoMay({ rule, grantedBy }: RefusedRight): string {
  const open = rule.openTo.map(code => roles[code].name).join(', ')
  return [open && `Open to ${open}.`, grantedBy && `Given by ${grantedBy}.`].filter(Boolean).join(' ')
}
