import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, type InputRef } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { useDebounced } from '../../shell/use-debounced.ts'
import { findProducts } from '../order-api.ts'
import { cellId, usePad } from '../pad/pad.ts'
import { isList } from '../paste/tray-rows.ts'
import type { PadLine } from './line-store.ts'
import { ProductList } from './product-list.tsx'

/**
 * The product of a row, by code, name or CAS number. Tab may leave the box at once: a complete code is looked up while
 * the person enters the quantity.
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
  const searched = useDebounced(line.typed.trim(), 150)
  const { data: offered = [], isFetching } = useQuery({
    queryKey: ['order-products', pad.customerId, searched],
    queryFn: ({ signal }) => findProducts(pad.customerId, searched, signal),
    enabled: open && searched !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const active = offered.findIndex(product => product.id === under)
  const id = cellId(line.key, 'product')
  const anchor = useCallback(() => box.current?.input ?? null, [])
  const shown = open && line.product === null && line.typed.trim() !== ''

  function choose(product: OfferedProduct) {
    pad.store.change(line.key, { product, typed: product.code, unknown: false })
    setOpen(false)
  }

  /** Chooses the option under the cursor, or the one whose code was typed in full. */
  function settle() {
    setOpen(false)
    if (line.product || line.typed.trim() === '') return
    const code = line.typed.trim().toUpperCase()
    const product = (shown ? offered[active] : undefined) ?? offered.find(each => each.code === code)
    if (product) choose(product)
    else pad.lookUpCode(line.key)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && shown) {
      event.stopPropagation()
      setOpen(false)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && shown && offered.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setUnder(now => {
        const at = offered.findIndex(product => product.id === now)
        return offered.at(at < 0 && step < 0 ? -1 : (at + step) % offered.length)!.id
      })
    } else if (event.key === 'Enter' && line.typed.trim() !== '') {
      event.preventDefault()
      event.stopPropagation()
      settle()
      pad.focus(line.key, 'qty')
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
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        placeholder="Code, name or CAS"
        value={line.typed}
        onChange={event => {
          pad.store.change(line.key, { typed: event.target.value, product: null, unknown: false, recognisedAs: null })
          setOpen(true)
          setUnder(null)
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={settle}
      />
      {shown && (
        <ProductList
          id={id}
          anchor={anchor}
          offered={offered}
          waiting={isFetching || searched !== line.typed.trim()}
          active={active}
          onChoose={product => {
            choose(product)
            pad.focus(line.key, 'qty')
          }}
        />
      )}
    </>
  )
}
