import { useRef, useState } from 'react'
import { isRefusal, type Refusal } from '../shell/api.ts'
import { done } from '../shell/notices.ts'
import { type KeptOrder, keepOrder, type StepTaken, takeStep } from './keep-order.ts'
import { placed, sendable, unfinished } from './line-bodies.ts'
import type { LineStore, PadFault } from './line-store.ts'
import type { Header } from './order-shapes.ts'
import { pressing } from './press.ts'

/** Why a press did not lead to the end; `theirs` where somebody else saved the order meanwhile. */
export interface Trouble {
  message: string
  requestId?: string
  theirs?: { rowVersion: number }
  /** The rules found faults: they are listed with it. */
  refused?: boolean
}

/** What is kept of the pad and what is not: saving, submitting, and what went wrong with either. */
export function useKeeping(pad: {
  store: LineStore
  customerId: number
  header: Header
  order: KeptOrder | null
  /** Rows of the tray count as work that is not saved. */
  waiting: number
  onKept: (order: KeptOrder) => void
  onSubmitted: (taken: StepTaken) => void
}) {
  const { store, header, customerId } = pad
  const [kept, setKept] = useState(pad.order)
  const [busy, setBusy] = useState<'save' | 'submit' | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [pressed, setPressed] = useState(false)
  const [press] = useState(pressing)
  const words = () => JSON.stringify([header, store.filled().map(({ key: _, ...line }) => line), pad.waiting])
  const saved = useRef<string | null>(null)
  saved.current ??= words()
  const running = useRef(false)

  async function keep(over: KeptOrder | null): Promise<KeptOrder> {
    const { bodies } = sendable(store.lines())
    const told = words()
    const order = await keepOrder({ ...header, customerId, lines: bodies }, over, press)
    saved.current = told
    setKept(order)
    pad.onKept(order)
    return order
  }

  function refuse(error: unknown) {
    if (!isRefusal(error)) throw error
    const { keys } = sendable(store.lines())
    const faults = placed(error.faults, keys, store.lines())
    if (faults.length > 0) store.hear({ ...store.answer(), faults })
    setTrouble(troubleOf(error))
  }

  /** The faults that keep even a draft from being saved; the first of them is to be put right. */
  function stopped(): PadFault[] {
    setPressed(true)
    return unfinished(store.lines())
  }

  async function run(what: 'save' | 'submit', work: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setTrouble(null)
    setBusy(what)
    try {
      await work()
    } catch (error) {
      refuse(error)
    } finally {
      running.current = false
      setBusy(null)
    }
  }

  const save = (over = kept) =>
    run('save', async () => {
      const { orderNo } = await keep(over)
      setPressed(false)
      done(`Draft ${orderNo} is saved.`)
    })

  const submit = () =>
    run('submit', async () => {
      const order = kept && saved.current === words() ? kept : await keep(kept)
      const step = order.status === 'IN_ERROR' ? 'resubmit' : 'submit'
      pad.onSubmitted(await takeStep({ orderId: order.id, step, rowVersion: order.rowVersion }, press))
    })

  return { kept, busy, trouble, pressed, stopped, save, submit, isDirty: () => saved.current !== words() }
}

function troubleOf({ message, requestId, code, data, faults, statusCode }: Refusal): Trouble {
  const theirs = code === 'STALE_ROW' ? (data.theirs as Trouble['theirs']) : undefined
  if (theirs) return { message: 'Somebody changed this order while you were working on it.', theirs }
  if (statusCode === 422 && faults.length > 0)
    return { message: 'The order is kept as a draft. Put this right, then submit again:', refused: true }
  if (faults.length > 0) return { message: 'The order could not be saved. Put this right:', refused: true }
  return { message, ...(requestId && { requestId }) }
}
