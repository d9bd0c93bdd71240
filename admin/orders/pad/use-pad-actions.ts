import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { isRefusal } from '../../shell/api.ts'
import { showFailure } from '../../shell/notices/notices.ts'
import type { LineStore, PadColumn } from '../lines/line-store.ts'
import { findProducts, matchRows, offersKey, productsOf } from '../order-api.ts'
import type { PastedLines, TrayRow } from '../paste/tray-rows.ts'
import { isTypingOutside } from './is-typing-outside.ts'
import type { LookedUp, Pad } from './pad.ts'

type Reach = (key: string, column: PadColumn) => void

/** The actions of pad rows: focus another cell, insert a list, look up a code, explain a price. */
export function usePadActions(
  store: LineStore,
  customerId: number,
  { choosesPlant, showsStock }: Pick<Pad, 'choosesPlant' | 'showsStock'>,
  setTray: (change: (tray: TrayRow[]) => TrayRow[]) => void,
  savedId: () => Promise<number | null>,
  header: HeaderBody,
) {
  const focusCell = useRef<Reach>(() => undefined)
  const [message, setMessage] = useState('')
  const [explained, setExplained] = useState<string | null>(null)
  const [detailed, setDetailed] = useState<{ key: string; field?: string | undefined } | null>(null)
  const queries = useQueryClient()
  const savedIdRef = useRef(savedId)
  savedIdRef.current = savedId
  const headerRef = useRef(header)
  headerRef.current = header

  const pad = useMemo<Pad>(() => {
    const failed = (text: string, error: unknown) =>
      showFailure(`${text} could not be looked up.`, isRefusal(error) ? error.message : undefined)

    async function takeMeant(key: string, typed: string): Promise<LookedUp> {
      const text = typed.trim()
      const offered = queries.getQueryData<OfferedProduct[]>(offersKey(customerId, text))
      try {
        const { productMeant } = await import('../lines/product-meant.ts')
        const meant = await productMeant(
          text,
          async () => offered ?? (await findProducts(customerId, text)),
          async () => (await matchRows(customerId, [{ code: text.slice(0, 40), cas: null, words: text }]))[0],
        )
        const now = store.line(key)
        if (!now || now.typed !== typed || now.product) return 'nothing'
        if (typeof meant === 'string') store.change(key, { lookedUp: meant })
        else store.change(key, { ...meant, typed: meant.product.code, lookedUp: null })
        return typeof meant === 'string' ? meant : 'taken'
      } catch (error) {
        failed(text, error)
        return 'nothing'
      }
    }
    const running = new Map<string, Promise<LookedUp>>()
    return {
      store,
      customerId,
      choosesPlant,
      showsStock,
      focus: (key, column) => focusCell.current(key, column),
      explain: setExplained,
      openDetails: (key, field) => setDetailed({ key, field }),
      savedId: () => savedIdRef.current(),
      quoteHeader() {
        const { shipToId, orderTypeId, requestedDeliveryDate } = headerRef.current
        return [shipToId, orderTypeId, requestedDeliveryDate].includes(null) ? null : headerRef.current
      },

      lookUp: key => {
        const { typed = '', product = null } = store.line(key) ?? {}
        if (product || typed.trim() === '') return Promise.resolve('nothing')
        const question = `${key} ${typed}`
        const asked = running.get(question) ?? takeMeant(key, typed).finally(() => running.delete(question))
        running.set(question, asked)
        return asked
      },

      substitute: async (key, code) => {
        const before = store.line(key)?.typed
        try {
          const product = (await productsOf(customerId, [code])).get(code)
          if (store.line(key)?.typed !== before) return
          if (product) store.change(key, { product, typed: product.code, lookedUp: null, recognisedAs: null })
          else showFailure(`${code} is not a product that this customer can order.`)
          focusCell.current(key, 'product')
        } catch (error) {
          failed(code, error)
        }
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
  }, [store, customerId, choosesPlant, showsStock, setTray, queries])

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
