import { useEffect, useRef, useState } from 'react'
import type { StepTaken } from '../../../resources/orders/commands/steps.ts'
import type { HeaderBody, SavedOrder } from '../../../resources/orders/order-input.ts'
import type { PricesChanged, SeenLine } from '../../../resources/orders/quote/seen-prices.ts'
import type { SamePo, SamePoAnswer } from '../../../resources/orders/terms/same-po.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { placeFaults, sendableLines, unfinishedLineFaults } from '../lines/line-bodies.ts'
import type { LineStore, PadFault } from '../lines/line-store.ts'
import { pricesChangedOf, samePoOf, saveOrder, takeStep } from '../save-order.ts'
import { type AutosaveResult, useAutosave } from './use-autosave.ts'

/** Why saving or submitting failed; `theirs` when somebody else saved the order meanwhile. */
export interface SaveError {
  message: string
  requestId?: string
  theirs?: { rowVersion: number }
}

/** What the person says with a submit. */
interface Consent {
  samePo?: SamePoAnswer
  /** The new prices that they accepted, in place of those the pad showed. */
  seenLines?: readonly Partial<SeenLine>[]
}

/** The state of autosave. */
export interface AutosaveState {
  /** The instant of the last save. */
  at: string | null
  /** The server cannot be reached: changes are stored on this device only. */
  offline: boolean
  /** Why the server refused to save. */
  refused: string | null
}

/** Saving and submitting of the pad: the saved order, the actions, and their failures. */
export function useSaving(pad: {
  store: LineStore
  customerId: number
  header: HeaderBody
  order: SavedOrder | null
  /** The number of tray rows, which no draft stores. */
  waiting: number
  onSaved: (order: SavedOrder) => void
  onSubmitted: (taken: StepTaken) => void
  /** Prices the pad anew. */
  onRepriced: () => void
}) {
  const { store, header, customerId } = pad
  const [savedOrder, setSavedOrder] = useState(pad.order)
  const latest = useRef<SavedOrder | null>(pad.order)
  const [busy, setBusy] = useState<'save' | 'submit' | null>(null)
  const [saveError, setSaveError] = useState<SaveError | null>(null)
  const [pressed, setPressed] = useState(false)
  const [sendOnce] = useState(createSendOnce)
  const words = () => JSON.stringify([header, store.filled().map(({ key: _, ...line }) => line)])
  const saved = useRef<string | null>(null)
  saved.current ??= words()
  const running = useRef<Promise<unknown> | null>(null)
  const [auto, setAuto] = useState<AutosaveState>({ at: null, offline: false, refused: null })
  const stale = useRef(false)
  const said = useRef<Consent>({})
  const [prices, setPrices] = useState<PricesChanged | null>(null)
  const [samePo, setSamePo] = useState<SamePo | null>(null)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  async function writeOrder(over: SavedOrder | null): Promise<SavedOrder> {
    const { bodies } = sendableLines(store.lines())
    const savedWords = words()
    const order = await saveOrder({ ...header, customerId, lines: bodies }, over, sendOnce)
    saved.current = savedWords
    stale.current = false
    latest.current = order
    setSavedOrder(order)
    setAuto({ at: new Date().toISOString(), offline: false, refused: null })
    // A person who has left the pad meanwhile is not brought back.
    if (over === null && here.current) pad.onSaved(order)
    return order
  }

  /** Saves what can be saved without a notice; never an empty draft, nor over somebody else's version. */
  async function autosave(): Promise<AutosaveResult> {
    if (running.current || stale.current) return 'nothing'
    const { shipToId, orderTypeId, requestedDeliveryDate } = header
    const isComplete = shipToId !== null && orderTypeId !== null && requestedDeliveryDate !== null
    const status = latest.current?.status ?? 'DRAFT'
    if (
      saved.current === words() ||
      !isComplete ||
      status !== 'DRAFT' ||
      sendableLines(store.lines()).bodies.length === 0
    )
      return 'nothing'
    const work = writeOrder(latest.current)
    running.current = work.catch(() => undefined)
    try {
      await work
      return 'saved'
    } catch (error) {
      if (!isRefusal(error)) throw error
      const unreached = error.statusCode === 0 || error.statusCode >= 500
      setAuto(now => ({ ...now, offline: unreached, refused: unreached ? null : error.message }))
      if (error.code === 'STALE_ROW') {
        stale.current = true
        setSaveError(saveErrorOf(error))
      }
      return unreached ? 'unreached' : 'stopped'
    } finally {
      running.current = null
    }
  }
  useAutosave(store, header, autosave)

  function refuse(error: unknown) {
    if (!isRefusal(error)) throw error
    const changed = pricesChangedOf(error)
    setPrices(changed)
    const asked = samePoOf(error)
    setSamePo(asked)
    if (changed || asked) return
    const { keys } = sendableLines(store.lines())
    const faults = placeFaults(error.faults, keys, store.lines())
    if (faults.length > 0) store.applyQuote({ faults })
    setSaveError(saveErrorOf(error))
  }

  /** The faults that prevent even saving a draft; focuses the first. */
  function stopped(): PadFault[] {
    setPressed(true)
    return unfinishedLineFaults(store.lines())
  }

  const working = useRef(false)
  /** Answers whether it was done. */
  async function run(what: 'save' | 'submit', work: () => Promise<void>): Promise<boolean> {
    if (working.current) return false
    working.current = true
    setSaveError(null)
    setBusy(what)
    // A running autosave finishes first, so that its version is the one that is replaced.
    await running.current
    const mine = work()
    running.current = mine.catch(() => undefined)
    try {
      await mine
      return true
    } catch (error) {
      refuse(error)
      return false
    } finally {
      running.current = null
      working.current = false
      setBusy(null)
    }
  }

  const save = (over?: SavedOrder) =>
    run('save', async () => {
      const { orderNo } = await writeOrder(over ?? latest.current)
      setPressed(false)
      showSuccess(`Draft ${orderNo} is saved.`)
    })

  /** Submits what the pad shows: the amounts go along, and the server refuses others. */
  const submit = async (consent: Consent = {}): Promise<void> =>
    void (await run('submit', async () => {
      const { bodies } = sendableLines(store.lines())
      const { seenLinesOf } = await import('./seen-lines.ts')
      const seenLines = consent.seenLines ?? (await seenLinesOf(store, { ...header, customerId, lines: bodies }))
      said.current = consent.seenLines || consent.samePo ? { ...said.current, ...consent } : consent
      const before = latest.current
      const order = before && saved.current === words() ? before : await writeOrder(before)
      const step = order.status === 'IN_ERROR' ? 'resubmit' : 'submit'
      pad.onSubmitted(
        await takeStep(
          {
            orderId: order.id,
            step,
            rowVersion: order.rowVersion,
            ...(said.current.samePo && { samePo: said.current.samePo }),
            ...(seenLines.length > 0 && { seenLines }),
          },
          sendOnce,
        ),
      )
    }))

  /** Leaves the order a draft. */
  const declineSamePo = () => setSamePo(null)

  /** Leaves the order as it is, and shows its new prices. */
  function declinePrices() {
    setPrices(null)
    pad.onRepriced()
  }

  /** The id of the draft, which is saved first where there is none. */
  async function savedId(): Promise<number | null> {
    if (!latest.current) await run('save', async () => void (await writeOrder(null)))
    return latest.current?.id ?? null
  }

  const isDirty = () => pad.waiting > 0 || saved.current !== words()
  const asked = { prices, declinePrices, samePo, declineSamePo }
  return { savedOrder, busy, saveError, ...asked, pressed, auto, stopped, save, submit, savedId, isDirty }
}

function saveErrorOf({ message, requestId, code, data, faults, statusCode }: Refusal): SaveError {
  const theirs = code === 'STALE_ROW' ? (data.theirs as SaveError['theirs']) : undefined
  if (theirs) return { message: 'Another person changed this order while you were working on it.', theirs }
  if (statusCode === 422 && faults.length > 0)
    return { message: 'The order is kept as a draft. Correct what is marked, then send it again.' }
  if (faults.length > 0) return { message: 'The order could not be saved. Correct what is marked.' }
  return { message, ...(requestId && { requestId }) }
}
