import { useCallback, useEffect, useRef, useState } from 'react'
import { usePerson } from '../account/person.ts'
import { isRefusal } from '../shell/api.ts'
import { newKey } from '../shell/idempotency-key.ts'
import { drop, keep, kept, type Waiting } from './outbox-store.ts'

/** Milliseconds between tries while something waits. */
const RETRY_MS = 15_000

/** Whether the server said nothing of the entry itself: no connection, a failure, nobody signed in, too many at once. */
const isPassing = (error: unknown) =>
  isRefusal(error) && (error.statusCode === 0 || error.statusCode >= 500 || [401, 429].includes(error.statusCode))

/**
 * Sends what a person enters, and keeps it in the browser while there is no connection. It is sent later, with the same
 * key, so that the server takes it once. `box` names what is sent, such as `events`; each person has their own.
 */
export function useOutbox<Body>(
  box: string,
  send: (body: Body, key: string) => Promise<unknown>,
  /** Called after something that had waited was sent. */
  onSent?: () => void,
) {
  const own = `${box} ${usePerson().user.id}`
  const [waiting, setWaiting] = useState<Waiting<Body>[]>([])
  const latest = useRef({ send, onSent })
  latest.current = { send, onSent }
  const busy = useRef(false)

  const look = useCallback(async () => setWaiting(await kept<Body>(own)), [own])

  const retry = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    let sent = 0
    try {
      for (const entry of await kept<Body>(own)) {
        if (entry.refused !== undefined) continue
        try {
          await latest.current.send(entry.body, entry.key)
          await drop(entry.key)
          sent += 1
        } catch (error) {
          if (isPassing(error)) break
          await keep(own, { ...entry, refused: isRefusal(error) ? error.message : 'It could not be sent' })
        }
      }
    } finally {
      busy.current = false
      await look()
      if (sent > 0) latest.current.onSent?.()
    }
  }, [own, look])

  useEffect(() => {
    void retry()
    const again = () => void retry()
    window.addEventListener('online', again)
    const timer = setInterval(again, RETRY_MS)
    return () => {
      window.removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [retry])

  /** Sends an entry, or keeps it to be sent later. Throws the server's refusal; then nothing is kept. */
  async function submit(label: string, body: Body): Promise<'sent' | 'kept'> {
    const entry = { key: newKey(), label, body, enteredAt: new Date().toISOString() }
    // Kept first: a page that is closed while it sends loses nothing.
    await keep(own, entry)
    try {
      await send(body, entry.key)
      await drop(entry.key)
      return 'sent'
    } catch (error) {
      if (!isPassing(error)) {
        await drop(entry.key)
        throw error
      }
      await look()
      return 'kept'
    }
  }

  /** Takes an entry out that the server refused, or that is not wanted any more. */
  const discard = async (key: string) => {
    await drop(key)
    await look()
  }

  return { waiting, submit, retry, discard }
}
export type Outbox<Body> = ReturnType<typeof useOutbox<Body>>
