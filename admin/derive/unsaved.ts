import { App } from 'antd'
import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/**
 * Asks before unsaved work is left behind: by a link, by «back», by closing the tab. Call the function it gives once the
 * work is saved, just before going elsewhere.
 */
export function useUnsaved(dirty: boolean): () => void {
  const { modal } = App.useApp()
  const guarding = useRef(dirty)
  guarding.current = dirty
  const released = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      guarding.current && !released.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  const { state, proceed, reset } = blocker
  useEffect(() => {
    if (state !== 'blocked') return
    const dialog = modal.confirm({
      title: 'Leave without saving?',
      content: 'What you changed on this page is not saved yet and would be lost.',
      okText: 'Leave without saving',
      okButtonProps: { danger: true },
      cancelText: 'Stay',
      onOk: () => proceed?.(),
      onCancel: () => reset?.(),
    })
    return () => dialog.destroy()
  }, [state, proceed, reset, modal])
  return useCallback(() => {
    released.current = true
  }, [])
}
