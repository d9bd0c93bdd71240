import { useEffect, useRef, useState } from 'react'
import { Modal } from '../shell/modal.tsx'
import { signOut } from './session.ts'

const WARNED_SECONDS = 120
/** Tabs of one browser share the time of the last activity under this key. */
const ACTIVITY_KEY = 'bilty-touched'

/** Signs out a person who has been inactive in all tabs for so many minutes; asks two minutes before. */
export default function IdleWatch({ minutes }: { minutes: number }) {
  const [left, setLeft] = useState<number>()
  const touched = useRef(Date.now())

  useEffect(() => {
    const touch = () => {
      const now = Date.now()
      if (now - touched.current > 5_000) localStorage.setItem(ACTIVITY_KEY, String(now))
      touched.current = now
    }
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === ACTIVITY_KEY) touched.current = Math.max(touched.current, Number(newValue) || 0)
    }
    const kinds = ['pointerdown', 'keydown', 'wheel'] as const
    for (const kind of kinds) window.addEventListener(kind, touch, { passive: true })
    window.addEventListener('storage', onStorage)
    const watching = setInterval(() => {
      const seconds = Math.ceil((touched.current + minutes * 60_000 - Date.now()) / 1000)
      setLeft(seconds <= WARNED_SECONDS ? seconds : undefined)
      if (seconds <= 0) void signOut().finally(() => window.location.assign('/login?idle=1'))
    }, 1_000)
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, touch)
      window.removeEventListener('storage', onStorage)
      clearInterval(watching)
    }
  }, [minutes])

  if (left === undefined || left <= 0) return null
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <Modal
      open
      width={416}
      title="Are you still there?"
      okText="Stay signed in"
      cancelText="Sign out"
      onOk={() => setLeft(undefined)}
      onCancel={() => void signOut().finally(() => window.location.assign('/login'))}
    >
      <p>
        You have been inactive. You will be signed out in <strong role="timer">{clock}</strong>. Unsaved changes will be
        lost.
      </p>
    </Modal>
  )
}
