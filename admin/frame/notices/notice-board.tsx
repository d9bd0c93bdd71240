import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefusedRight } from '../../../resources/platform/refusal.ts'
import { roles } from '../../../resources/roles.ts'
import { registerBoard, showSuccess } from '../../shell/notices/notices.ts'
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

/**
 * Notices, at the top of the screen, the latest three. They cover nothing: they stand in the free room of the header,
 * and what does not fit there moves the page down.
 */
export function NoticeBoard() {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const [wanted, setWanted] = useState<RefusedRight['rule']>()
  const given = useRef(0)
  const board = useRoomTaken(shown)
  const close = useCallback((key: string) => setShown(before => before.filter(one => one.key !== key)), [])
  useEffect(() => {
    const show = ({ key = `${++given.current}`, ...notice }: Omit<Shown, 'key'> & { key?: string }) =>
      setShown(before => [...before.filter(one => one.key !== key), { key, ...notice }].slice(-MOST))
    return registerBoard({
      open: ({ type, message, description, key }) => show({ kind: kinds[type], message, description, key }),
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
      <div className="notices" ref={board}>
        {shown.map(({ key, ...notice }) => (
          <Notice key={key} id={key} {...notice} onClose={close} />
        ))}
      </div>
      {wanted && (
        <Suspense fallback={null}>
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

/** The page leaves the notices the room they take: `--notices` is their height, before they are painted. */
function useRoomTaken(shown: readonly Shown[]) {
  const board = useRef<HTMLDivElement>(null)
  const measure = useCallback(() => {
    document.documentElement.style.setProperty('--notices', `${board.current?.offsetHeight ?? 0}px`)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides the height
  useLayoutEffect(measure, [shown, measure])
  useEffect(() => {
    const watch = new ResizeObserver(measure)
    watch.observe(board.current!)
    return () => {
      watch.disconnect()
      document.documentElement.style.removeProperty('--notices')
    }
  }, [measure])
  return board
}

/** The sentence of a refused right: «Open to Master data desk. Given by Prakash Pillai (IT administrator).» */
function whoMay({ rule, grantedBy }: RefusedRight): string {
  const open = rule.openTo.map(code => roles[code].name).join(', ')
  return [open && `Open to ${open}.`, grantedBy && `Given by ${grantedBy}.`].filter(Boolean).join(' ')
}
