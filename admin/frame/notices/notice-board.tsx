import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { RefusedRight } from '../../../resources/platform/refusal.ts'
import { roles } from '../../../resources/roles.ts'
import { useShortcuts } from '../../derive/grid/use-shortcuts.ts'
import { registerBoard, showSuccess } from '../../shell/notices/notices.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { Notice, type NoticeKind } from './notice.tsx'
import './notices.css'

const RequestForm = lazy(() => import('../../access-control/request-form.tsx'))

const MOST = 3
const kinds = { success: 'good', progress: 'warning', error: 'bad' } as const

interface Shown {
  key: string
  kind: NoticeKind
  message: string
  description?: ReactNode
  actions?: ReactNode
}

/** Notices, at the top right of the screen, the latest three. They lie above the page, which never moves for them. */
export function NoticeBoard() {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const [wanted, setWanted] = useState<RefusedRight['rule']>()
  const given = useRef(0)
  const close = useCallback((key: string) => setShown(before => before.filter(one => one.key !== key)), [])
  useEffect(() => {
    const show = ({ key = `${++given.current}`, ...notice }: Omit<Shown, 'key'> & { key?: string }) =>
      setShown(before => [...before.filter(one => one.key !== key), { key, ...notice }].slice(-MOST))
    return registerBoard({
      open: ({ type, message, description, key, cancelMutation: undo }) =>
        show({ kind: kinds[type], message, description, key, ...(undo && { actions: <Undo undo={undo} /> }) }),
      close,
      refused: right => {
        const { rule } = right
        // The same refusal twice is one notice.
        const key = `refused ${rule.action} ${rule.path}`
        const ask = () => {
          close(key)
          setWanted(rule)
        }
        show({
          key,
          kind: 'warning',
          message: `You have no right to ${rule.action} “${rule.title}”`,
          description: whoMay(right),
          actions: <Button onClick={ask}>Request access</Button>,
        })
      },
    })
  }, [close])
  const stopAsking = () => setWanted(undefined)
  return (
    <>
      <div className="notices">
        {shown.map(({ key, ...notice }) => (
          <Notice key={key} id={key} {...notice} onClose={close} />
        ))}
      </div>
      {wanted && (
        <Suspense fallback={<Opening onClose={stopAsking} />}>
          <RequestForm
            wanted={{ screen: wanted.path, action: wanted.action, title: wanted.title }}
            onClose={stopAsking}
            onSent={() => {
              stopAsking()
              showSuccess('Your request is sent. You will be notified of the answer.')
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Takes back what the notice tells, once. */
function Undo({ undo }: { undo: () => void }) {
  const [isDone, setDone] = useState(false)
  const take = () => {
    setDone(true)
    undo()
  }
  useShortcuts(!isDone, { z: take })
  return (
    <Button size="small" disabled={isDone} aria-keyshortcuts="Z" onClick={take}>
      Undo
    </Button>
  )
}

/** The sentence of a refused right: «Open to Master data desk. Given by Prakash Pillai (IT administrator).» */
function whoMay({ rule, grantedBy }: RefusedRight): string {
  const open = rule.openTo.map(code => roles[code].name).join(', ')
  return [open && `Open to ${open}.`, grantedBy && `Given by ${grantedBy}.`].filter(Boolean).join(' ')
}
