import { App } from 'antd'
import { useCallback, useEffect, useRef } from 'react'
import { type Location, useBlocker } from 'react-router'

type Leaves = (here: Location, next: Location) => boolean

const open = new Set<() => boolean>()

/** Whether leaving now would lose typed work, on any part of the screen. */
export const isAnythingUnsaved = () => [...open].some(isDirty => isDirty())

const otherPage: Leaves = (here, next) => here.pathname !== next.pathname

/**
 * Asks before unsaved work is left by a link, by «back», or by closing the tab. `isDirty` is called only then; `leaves`
 * says which changes of address leave the work. Call the returned function once the work is saved, just before
 * navigating.
 */
export function useUnsavedGuard(isDirty: () => boolean, leaves: Leaves = otherPage): () => void {
  const { modal } = App.useApp()
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const released = useRef(false)
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !released.current && leaves(currentLocation, nextLocation) && dirty.current(),
  )
  useEffect(() => {
    const wouldLose = () => !released.current && dirty.current()
    open.add(wouldLose)
    return () => {
      open.delete(wouldLose)
    }
  }, [])
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
      content: 'Your changes on this page are not saved and will be lost.',
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

/** The guard as a component, for work whose owner can only offer `isDirty`. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  useUnsavedGuard(isDirty)
  return null
}
