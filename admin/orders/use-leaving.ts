import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/**
 * Asks before what is on the pad is left behind: by a link, by «back», by another order on the same page, by closing the
 * tab. Whether anything would be lost is looked at only then. A navigation whose state names this pad stays on it.
 */
export function useLeaving(padKey: string, isDirty: () => boolean): () => void {
  const { modal } = App.useApp()
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const released = useRef(false)
  const { state, proceed, reset } = useBlocker(({ currentLocation: here, nextLocation: next }) => {
    const stays = (next.state as { pad?: string } | null)?.pad === padKey
    const elsewhere = here.pathname !== next.pathname || here.search !== next.search || here.key !== next.key
    return !released.current && !stays && elsewhere && dirty.current()
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current && dirty.current()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  useEffect(() => {
    if (state !== 'blocked') return
    const dialog = modal.confirm({
      title: 'Leave without saving?',
      content: 'The order on this page is not saved and would be lost.',
      okText: 'Leave without saving',
      okButtonProps: { danger: true },
      cancelText: 'Stay',
      onOk: () => proceed?.(),
      onCancel: () => reset?.(),
    })
    return () => dialog.destroy()
  }, [state, proceed, reset, modal])
  return () => {
    released.current = true
  }
}
