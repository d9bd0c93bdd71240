import { useCallback, useMemo, useRef, useState } from 'react'
import { isRefusal } from '../../shell/api.ts'
import { showFailure } from '../../shell/notices/notices.ts'
import type { LineStore, PadColumn } from '../lines/line-store.ts'
import { matchRows, productsOf } from '../order-api.ts'
import type { PastedLines, TrayRow } from '../paste/tray-rows.ts'
import { isTypingOutside } from './is-typing-outside.ts'
import type { Pad } from './pad.ts'

type Reach = (key: string, column: PadColumn) => void

/** The actions of pad rows: focus another cell, insert a list, look up a code, explain a price. */
export function usePadActions(
  store: LineStore,
  customerId: number,
  choosesPlant: boolean,
  setTray: (change: (tray: TrayRow[]) => TrayRow[]) => void,
  savedId: () => Promise<number | null>,
) {
  const focusCell = useRef<Reach>(() => undefined)
  const [message, setMessage] = useState('')
  const [explained, setExplained] = useState<string | null>(null)
  const [detailed, setDetailed] = useState<string | null>(null)
  const savedIdRef = useRef(savedId)
  savedIdRef.current = savedId

  const pad = useMemo<Pad>(() => {
    async function lookUp(key: string, code: string) {
      const typed = store.line(key)?.typed ?? ''
      try {
        const product = (await productsOf(customerId, [code])).get(code)
        const now = store.line(key)
        return now && now.typed === typed ? { now, product } : undefined
      } catch (error) {
        showFailure(`${code} could not be looked up.`, isRefusal(error) ? error.message : undefined)
        return undefined
      }
    }
    return {
      store,
      customerId,
      choosesPlant,
      focus: (key, column) => focusCell.current(key, column),
      explain: setExplained,
      openDetails: setDetailed,
      savedId: () => savedIdRef.current(),

      lookUpCode: async key => {
        const lookedUp = await lookUp(key, (store.line(key)?.typed ?? '').trim().toUpperCase())
        if (!lookedUp || lookedUp.now.product) return
        const { product } = lookedUp
        store.change(key, product ? { product, typed: product.code } : { unknown: true })
      },

      substitute: async (key, code) => {
        const lookedUp = await lookUp(key, code)
        if (!lookedUp) return
        const { product } = lookedUp
        if (product) store.change(key, { product, typed: product.code, unknown: false, recognisedAs: null })
        else showFailure(`${code} is not a product that this customer can order.`)
        focusCell.current(key, 'product')
      },

      paste: async (text, key) => {
        setMessage('Reading the list...')
        try {
          const { pasteRows } = await import('../paste/paste-rows.ts')
          const pasted = await pasteRows(text, rows => matchRows(customerId, rows))
          store.add(pasted.lines, key)
          setTray(now => [...now, ...pasted.tray])
          setMessage(pastedText(pasted))
          const next = store.keys().at(-1)
          // The empty row moves once the others are rendered above it; rows in the tray take the focus themselves.
          if (next && pasted.tray.length === 0 && !isTypingOutside('.pad-lines'))
            requestAnimationFrame(() => focusCell.current(next, 'product'))
        } catch (error) {
          setMessage('')
          showFailure('The list could not be read.', isRefusal(error) ? error.message : undefined)
        }
      },
    }
  }, [store, customerId, choosesPlant, setTray])

  const reach = useCallback((focus: Reach) => {
    focusCell.current = focus
  }, [])
  const close = useCallback(() => {
    setExplained(null)
    setDetailed(null)
  }, [])
  return { pad, reach, message, explained, detailed, close, paste: pad.paste }
}

/** The outcome of a pasted list in a sentence. */
function pastedText({ lines, tray }: PastedLines): string {
  const guessed = lines.filter(({ recognisedAs }) => recognisedAs !== null).length
  const how = guessed > 0 ? ` (${guessed} not by our code: the row says how)` : ''
  const put = `${lines.length} ${lines.length === 1 ? 'row was' : 'rows were'} put on the order${how}`
  return tray.length > 0 ? `${put}, ${tray.length} ${tray.length === 1 ? 'waits' : 'wait'} for review.` : `${put}.`
}
