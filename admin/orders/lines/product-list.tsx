import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { pricePer, quantityText } from '../../../resources/define/show.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import type { Quote } from '../../../resources/orders/quote/quote.ts'
import { askQuote } from '../order-api.ts'
import { usePad } from '../pad/pad.ts'
import './product-list.css'
import { PLAIN } from './line-store.ts'

const HEIGHT = 300
const WIDTH = 660

/** The position of the list: below its box, or above it near the bottom of the screen; over everything that scrolls. */
function placeOf(box: HTMLElement): CSSProperties {
  const { top, bottom, left, width } = box.getBoundingClientRect()
  const wide = Math.min(Math.max(width, WIDTH), window.innerWidth - 16)
  const place = { width: wide, left: Math.max(8, Math.min(left, window.innerWidth - wide - 8)) }
  const below = window.innerHeight - bottom
  return below < HEIGHT && top > below
    ? { ...place, bottom: window.innerHeight - top + 2 }
    : { ...place, top: bottom + 2 }
}

/** The products that match the typed text of a box, each with its price, the row that has it, or what is in its way. */
export function ProductList(list: {
  id: string
  anchor: () => HTMLElement | null
  typed: string
  offered: readonly OfferedProduct[]
  waiting: boolean
  active: number
  onChoose: (product: OfferedProduct) => void
}) {
  const { id, anchor, typed, offered, waiting, active } = list
  const [place, setPlace] = useState<CSSProperties>()
  const told = useOffers(waiting ? [] : offered)
  useLayoutEffect(() => {
    const follow = () => {
      const box = anchor()
      if (box) setPlace(placeOf(box))
    }
    follow()
    window.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
    }
  }, [anchor])
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  if (!place) return null
  return createPortal(
    <div className="product-list" style={place}>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Products"
        className="product-options"
        style={{ maxHeight: HEIGHT }}
      >
        {offered.map((product, index) => {
          const { text, isObstacle } = told(product)
          return (
            <div
              key={product.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={index === active ? 'product-option is-active' : 'product-option'}
              onMouseDown={event => {
                event.preventDefault()
                list.onChoose(product)
              }}
            >
              <strong>
                <Marked text={product.code} typed={typed} />
              </strong>
              <span className="product-name" title={product.casNo ? `CAS ${product.casNo}` : undefined}>
                <Marked text={product.name} typed={typed} />
                <span className="quiet">, {product.packSize ?? `${quantityText(product.packQty)} ${product.uom}`}</span>
              </span>
              <span className={isObstacle ? 'product-told is-obstacle' : 'product-told'}>{text}</span>
              {index === active && (
                <span className="key-cap" aria-hidden="true">
                  Tab
                </span>
              )}
            </div>
          )
        })}
      </div>
      {offered.length > 0 && !waiting && (
        <p className="product-keys">
          {active < 0 ? (
            'Several fit.'
          ) : (
            <span>
              <kbd>Tab</kbd> or <kbd>Enter</kbd> takes the marked one and goes to the quantity
            </span>
          )}
          <span>
            <kbd>↓</kbd> next
          </span>
          <span>
            <kbd>Esc</kbd> keep typing
          </span>
        </p>
      )}
      {offered.length === 0 && (
        <p className="product-none" role="status">
          {waiting ? 'Searching...' : 'No product that this customer can order'}
        </p>
      )}
    </div>,
    document.body,
  )
}

/** A text with what was typed of it marked. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const at = text.toLowerCase().indexOf(typed.toLowerCase())
  if (at < 0 || typed === '') return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + typed.length)}</mark>
      {text.slice(at + typed.length)}
    </>
  )
}

/**
 * What each offer says at its right: the row that has the product, else what one quote of all offers answers. The list
 * does not wait for it.
 */
function useOffers(offered: readonly OfferedProduct[]) {
  const { store, customerId, quoteHeader } = usePad()
  const rows = useSyncExternalStore(store.subscribe, store.lines)
  const ids = offered.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['offered-quotes', customerId, ids],
    enabled: ids.length > 0 && quoteHeader() !== null,
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) => {
      const lines = offered.map(({ id, minOrderQty, packQty }) => ({
        manualDiscountPct: 0,
        ...PLAIN,
        productId: id,
        qty: leastOf(minOrderQty, packQty),
      }))
      return askQuote({ ...quoteHeader()!, customerId, lines }, [], signal)
    },
  })
  return ({ id, uom }: OfferedProduct): { text: string; isObstacle?: boolean } => {
    const at = rows.findIndex(({ product }) => product?.id === id)
    if (at >= 0) return { text: `on line ${at + 1}: raises it` }
    return data ? offerText(data, ids.indexOf(id), uom) : { text: '' }
  }
}

const leastOf = (least: number, pack: number) =>
  pack > 0 ? Math.ceil(Math.max(least, 1) / pack) * pack : least || 1000

/** What stops a product whatever is ordered of it, in a few words. */
const obstacles: Record<string, string> = {
  PRODUCT_NOT_ORDERABLE: 'cannot be ordered',
  NO_PRICE: 'has no price',
  PRICE_UNIT: 'has no price',
  NO_SOURCE: 'no plant has it',
  DRUG_LICENCE_EXPIRED: 'needs a drug licence',
  DISTRIBUTOR_EXCLUSIVE: 'sold by a distributor only',
}

function offerText({ lines, faults }: Quote, index: number, uom: string): { text: string; isObstacle?: boolean } {
  const line = lines.find(each => each.index === index)
  const fault = faults.find(({ field, code }) => field.startsWith(`lines[${index}]`) && obstacles[code])
  if (fault) return { text: obstacles[fault.code]!, isObstacle: true }
  if (!line) return { text: '' }
  const price = line.netPrice === undefined ? '' : `₹ ${pricePer(line.netPrice, line.priceUnit)}`
  const stock =
    line.stock === null ? (line.backOrder ? 'on back-order' : '') : `${quantityText(line.stock)} ${uom} in stock`
  return { text: [price, stock].filter(Boolean).join(', '), isObstacle: line.backOrder }
}
