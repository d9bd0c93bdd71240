import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import type { RefusedRight } from '../../../resources/platform/refusal.ts'

type Listener = {
  open: (notice: OpenNotificationParams) => void
  close: (key: string) => void
  refused: (right: RefusedRight) => void
}
let board: Listener | undefined

/** Registers the notice board of the layout, which shows all notices. */
export function registerBoard(listener: Listener) {
  board = listener
  return () => {
    if (board === listener) board = undefined
  }
}

export const notificationProvider: NotificationProvider = {
  open: notice => board?.open(notice),
  close: key => board?.close(key),
}

/** Shows that something succeeded; closes by itself. */
export const showSuccess = (message: string, description?: string) =>
  board?.open({ type: 'success', message, ...(description ? { description } : {}) })

/** Shows what was done, with a button and the key Z that take it back. */
export const showUndoable = (message: string, undo: () => Promise<void>) =>
  board?.open({ type: 'success', message, cancelMutation: () => void undo() })

/** Shows that something failed; stays until closed. */
export const showFailure = (message: string, description?: string) =>
  board?.open({ type: 'error', message, ...(description ? { description } : {}) })

/** Shows that something was done although it looks wrong; stays until closed. */
export const showWarning = (message: string, description?: string) =>
  board?.open({ type: 'progress', message, ...(description ? { description } : {}) })

/** Shows which right was missing and offers to request it, besides the page's own message. */
export const showMissingRight = (right: RefusedRight) => board?.refused(right)
