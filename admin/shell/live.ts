import type { QueryClient } from '@tanstack/react-query'
import { io } from 'socket.io-client'
import type { LiveChange } from '../../resources/platform/live-change.ts'

/** The first query key words of lists that show orders. */
const lists = ['approval-queue', 'approval-counts', 'orders', 'home']
const ofOne = ['whole-order', 'decision', 'order-comments']

/**
 * Refetches what is on the screen when the server reports a change, under the person's own rights. While the socket is
 * closed, everything is refetched when the window gets the focus. Returns a function that stops it.
 */
export function listenLive(client: QueryClient): () => void {
  const socket = io({ path: '/api/live', transports: ['websocket'], reconnectionDelayMax: 60_000 })
  let missed = false

  const renew = (names: readonly string[], id?: number) => {
    for (const name of names) void client.invalidateQueries({ queryKey: id === undefined ? [name] : [name, id] })
  }
  const renewAll = () => renew([...lists, ...ofOne, 'my-notifications'])

  socket.on('changed', ({ orders, bell }: LiveChange) => {
    if (orders.length > 0) renew(lists)
    for (const id of orders) renew(ofOne, id)
    if (bell) renew(['my-notifications', 'home'])
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
    socket.disconnect()
  }
}
