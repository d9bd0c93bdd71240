import { useState } from 'react'
import type { Fault } from '../../resources/define/validate.ts'
import { isRefusal } from './api.ts'

/** What a form that is sent keeps: the faults of its last try, and whether it is on its way. */
export function useSending(onDone: () => void) {
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)

  /** Sends; a refusal becomes the faults of the form. */
  async function send(work: () => Promise<unknown>) {
    setBusy(true)
    try {
      await work()
      onDone()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setFaults(error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }])
      setAttempt(old => old + 1)
    } finally {
      setBusy(false)
    }
  }
  return {
    faults,
    attempt,
    busy,
    send,
    errorOf: (name: string) => faults.find(({ field }) => field === name)?.message,
    forget: (name: string) => setFaults(old => old.filter(({ field }) => field !== name)),
  }
}
