import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import type { RefusedRight } from '../../resources/platform/refusal.ts'

type Listener = {
  open: (notice: OpenNotificationParams) => void
  close: (key: string) => void
  refused: (right: RefusedRight) => void
}
let board: Listener | undefined

/** The board in the layout takes over what is said. */
export function hangBoard(listener: Listener) {
  board = listener
  return () => {
    if (board === listener) board = undefined
  }
}

export const notificationProvider: NotificationProvider = {
  open: notice => board?.open(notice),
  close: key => board?.close(key),
}

/** Says that something worked; goes away by itself. */
export const done = (message: string, description?: string) =>
  board?.open({ type: 'success', message, ...(description ? { description } : {}) })

/** Says that something failed; stays until closed. */
export const failed = (message: string, description?: string) =>
  board?.open({ type: 'error', message, ...(description ? { description } : {}) })

/** Says that something was done although it looks wrong; stays until closed. */
export const warned = (message: string, description?: string) =>
  board?.open({ type: 'progress', message, ...(description ? { description } : {}) })

/** Says whose right was lacking and lets it be asked for, beside what the page itself says of the refusal. */
export const missed = (right: RefusedRight) => board?.refused(right)
