import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { WaitingInvoices } from '../../../resources/dispatches/commands/booking-desk.ts'
import { MOST_ON_LR } from '../../../resources/dispatches/lr-faults.ts'
import { ask, keyOf } from '../../derive/command/ask.ts'
import { isRefusal } from '../../shell/api.ts'
import { notWaiting, waitingInvoices } from '../lr-api.ts'
import { type Chosen, firstHit, isAmong } from './chosen.ts'

/** What the find box answers to the last Enter. */
export interface FindAnswer {
  text: string
  isRefused: boolean
  /** The plant at which it waits instead. */
  plantId: number | null
}

/** What the list asks for a plant and a text; Enter asks the same, so that both have one answer. */
export const waitingQuery = (plantId: number | null, text: string) => {
  const body = { plantId, q: text.trim() || null }
  return {
    queryKey: keyOf(waitingInvoices, body, 'invoices'),
    queryFn: ({ signal }: { signal?: AbortSignal }) => ask(waitingInvoices, body, {}, signal),
  }
}

/**
 * Takes what somebody found by Enter, one after the other: a scanner sends the next number while the last is looked up.
 */
export function useFind(desk: {
  plants: WaitingInvoices['plants']
  plantId: number | null
  /** What is chosen at this moment, drawn or not. */
  chosenNow: () => readonly Chosen[]
  onAdd: (one: Chosen) => void
  onPlant: (plantId: number) => void
  /** Called when a text has done its work, so that the box can be emptied. */
  onDone: (text: string) => void
}) {
  const client = useQueryClient()
  const [answer, setAnswer] = useState<FindAnswer | null>(null)
  const latest = useRef(desk)
  latest.current = desk
  const before = useRef(Promise.resolve())

  async function take(text: string) {
    const { plants, plantId, chosenNow, onAdd, onPlant, onDone } = latest.current
    const { groups } = await client.fetchQuery(waitingQuery(plantId, text))
    const { hit, isOnly, count } = firstHit(groups, text, chosenNow())
    if (!hit && count === 0) {
      const plant = plants.find(({ code, name }) =>
        [code, name].some(one => one.toUpperCase() === text.trim().toUpperCase()),
      )
      if (plant) {
        onDone(text)
        onPlant(plant.id)
        return { text: `Plant ${plant.code} · ${plant.name} is shown.`, isRefused: false, plantId: null }
      }
      const { reason, plantId: elsewhere } = await ask(notWaiting, { plantId, number: text })
      return { text: `${reason}.`, isRefused: true, plantId: elsewhere }
    }
    if (!hit || isAmong(chosenNow(), hit)) {
      if (isOnly) onDone(text)
      const what = isOnly ? (hit?.invoiceNo ?? 'What was found') : 'All that was found'
      return { text: `${what} is selected already.`, isRefused: false, plantId: null }
    }
    onAdd(hit)
    if (!isAmong(chosenNow(), hit))
      return {
        text: `${hit.invoiceNo} is left out: an LR takes at most ${MOST_ON_LR}.`,
        isRefused: true,
        plantId: null,
      }
    if (isOnly) onDone(text)
    return { text: `${hit.invoiceNo} is selected.`, isRefused: false, plantId: null }
  }

  function onEnter(text: string) {
    if (text.trim() === '') return
    before.current = before.current
      .then(() => take(text.trim()))
      .catch(error => {
        if (!isRefusal(error)) throw error
        return { text: error.message, isRefused: true, plantId: null }
      })
      .then(setAnswer)
  }
  return { answer, onEnter, clear: () => setAnswer(null) }
}
