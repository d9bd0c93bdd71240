import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, type InputRef } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, lazy, Suspense, useCallback, useRef, useState } from 'react'
import { bestOffer } from '../../../resources/orders/pad/best-offer.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { useDebounced } from '../../shell/use-debounced.ts'
import { findProducts, offersKey } from '../order-api.ts'
import { cellId, type LookedUp, usePad } from '../pad/pad.ts'
import { isList } from '../paste/tray-rows.ts'
import type { PadLine } from './line-store.ts'

// It comes with the focus, so that the pad itself loads faster.
const loadList = () => import('./product-list.tsx')
const ProductList = lazy(async () => ({ default: (await loadList()).ProductList }))

/**
 * The product of a row, by code, name or CAS number. Tab and Enter take the marked one and go on to the quantity at
 * once; an answer that is not there yet is waited for meanwhile.
 */
export function ProductBox({
  line,
  no,
  wrong,
  about,
}: {
  line: PadLine
  no: number
  wrong: boolean
  about: { 'aria-describedby'?: string }
}) {
  const pad = usePad()
  const box = useRef<InputRef>(null)
  const [open, setOpen] = useState(false)
  // Kept by product id, since a new answer may change the list under the cursor.
  const [under, setUnder] = useState<number | null>(null)
  const typed = line.typed.trim()
  const searched = useDebounced(typed, 150)
  const {
    data: offered = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: offersKey(pad.customerId, searched),
    queryFn: ({ signal }) => findProducts(pad.customerId, searched, signal),
    enabled: open && searched !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const waiting = isFetching || isPlaceholderData || searched !== typed
  const marked =
    offered.find(product => product.id === under) ??
    (waiting || offered.length === 0 ? null : bestOffer(typed, offered))
  const active = marked ? offered.indexOf(marked) : -1
  const id = cellId(line.key, 'product')
  const anchor = useCallback(() => box.current?.input ?? null, [])
  const shown = open && line.product === null && typed !== ''

  /** Takes a product; one that is on the pad already is raised on its own row instead. */
  function choose(product: OfferedProduct): LookedUp {
    setOpen(false)
    if (raise(product)) return 'nothing'
    pad.store.change(line.key, { product, typed: product.code, lookedUp: null })
    return 'taken'
  }

  /** Goes to the row that has the product already, unless this row has a quantity of its own. */
  function raise(product: OfferedProduct): boolean {
    const other = pad.store.lines().find(each => each.key !== line.key && each.product?.id === product.id)
    if (!other || pad.store.line(line.key)?.qty !== null) return false
    pad.store.remove(line.key)
    pad.focus(other.key, 'qty')
    return true
  }

  /** Takes what is marked, or what the text means once it is answered. */
  function settle(): Promise<LookedUp> {
    setOpen(false)
    if (line.product || typed === '') return Promise.resolve('nothing')
    if (!shown || !marked || marked.id !== under) return pad.lookUp(line.key)
    return Promise.resolve(choose(marked))
  }

  /** Goes on to the quantity; where several products turn out to fit, asks which, unless it goes on being typed there. */
  function goOn() {
    const asked = line.lookedUp === 'several'
    const settled = settle()
    // A product that is on the pad already has led to its row.
    if (!pad.store.line(line.key)) return
    pad.focus(line.key, 'qty')
    void settled.then(lookedUp => {
      const quantity = document.getElementById(cellId(line.key, 'qty')) as HTMLInputElement | null
      if (document.activeElement !== quantity || quantity?.value !== '') return
      const { product } = pad.store.line(line.key) ?? {}
      if (lookedUp === 'several' && !asked) ask(null)
      else if (lookedUp === 'taken' && product) raise(product)
    })
  }

  /** Several fit equally well: one is marked, and the next Tab or Enter takes the marked one. */
  function ask(first: OfferedProduct | null) {
    box.current?.focus()
    setOpen(true)
    setUnder(first?.id ?? null)
  }

  function onKeyDown(event: KeyboardEvent) {
    const goesOn = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey && line.product === null)
    if (event.key === 'Escape' && shown) {
      event.stopPropagation()
      setOpen(false)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && shown && offered.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setUnder(offered.at(active < 0 && step < 0 ? -1 : (active + step) % offered.length)!.id)
    } else if (goesOn && typed !== '') {
      event.preventDefault()
      event.stopPropagation()
      if (shown && !waiting && !marked && offered.length > 1) ask(offered[0]!)
      else goOn()
    }
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (!isList(text)) return
    event.preventDefault()
    pad.paste(text, line.key)
  }

  return (
    <>
      <label className="for-readers" htmlFor={id}>
        Product of row {no}
      </label>
      <Input
        {...about}
        id={id}
        ref={box}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        aria-invalid={wrong || undefined}
        status={wrong ? 'error' : ''}
        {...(line.product && { className: 'is-taken', style: { width: `${line.typed.length + 1.5}ch` } })}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        placeholder="Product, code or CAS"
        value={line.typed}
        onChange={event => {
          pad.store.change(line.key, { typed: event.target.value, product: null, lookedUp: null, recognisedAs: null })
          setOpen(true)
          setUnder(null)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocus={() => {
          void loadList()
          if (line.lookedUp === 'several') setOpen(true)
        }}
        onBlur={() => void settle()}
      />
      {shown && (
        <Suspense fallback={null}>
          <ProductList
            id={id}
            anchor={anchor}
            typed={typed}
            offered={offered}
            waiting={waiting}
            active={active}
            onChoose={product => choose(product) === 'taken' && pad.focus(line.key, 'qty')}
          />
        </Suspense>
      )}
    </>
  )
}
