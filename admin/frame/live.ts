import type { Query, QueryClient } from '@tanstack/react-query'
import { io } from 'socket.io-client'
import type { LiveChange } from '../../resources/platform/live-change.ts'

/** Changes that come faster are shown together. */
const SHOWN_EVERY_MS = 1_500

/** What is counted of many lists, and so is asked again when an order or a task goes on. */
const counts = ['home', 'my-work', 'approval-counts', 'approval-queue']
const counted = ['orders', 'approval-tasks']

/**
 * Asks again for what is on the screen when the server reports a change, under the person's own rights: whatever is kept
 * by the path of the changed rows, and of one row only its own. While the socket is closed, everything is asked again when
 * the window gets the focus. Returns a function that stops it.
 */
export function listenLive(client: QueryClient): () => void {
  const socket = io({ path: '/api/live', transports: ['websocket'], reconnectionDelayMax: 60_000 })
  let missed = false
  let waiting: LiveChange[] = []
  let timer: number | undefined
  let shownAt = 0

  const renewAll = () => void client.invalidateQueries()
  function renew() {
    const changes = waiting
    waiting = []
    timer = undefined
    shownAt = Date.now()
    void client.invalidateQueries({ predicate: query => changes.some(change => concerns(change, query)) })
  }

  socket.on('changed', (change: LiveChange) => {
    waiting.push(change)
    timer ??= window.setTimeout(renew, Math.max(0, shownAt + SHOWN_EVERY_MS - Date.now()))
  })
  socket.on('disconnect', () => {
    missed = true
  })
  socket.on('connect', () => {
    if (missed) renewAll()
    missed = false
  })
  const onFocus = () => {
    if (!socket.connected) renewAll()
  }
  window.addEventListener('focus', onFocus)
  return () => {
    window.removeEventListener('focus', onFocus)
    window.clearTimeout(timer)
    socket.disconnect()
  }
}

function concerns({ rows, bell }: LiveChange, { queryKey }: Query): boolean {
  const also = [...(bell || counted.some(path => path in rows) ? counts : []), ...(bell ? ['my-notifications'] : [])]
  return queryKey.some((part, at) => also.includes(part as string) || isOf(rows, queryKey, at))
}

/** Whether a key names changed rows at this place: by their path, of one row by `one` and its id behind it. */
function isOf(rows: LiveChange['rows'], key: readonly unknown[], at: number): boolean {
  const path = key[at]
  if (typeof path !== 'string' || !Object.hasOwn(rows, path)) return false
  const ids = rows[path]
  return key[at + 1] !== 'one' || !ids || ids.includes(Number(key[at + 2]))
}
