import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { quantityText } from '../../../resources/define/show.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'

const HEIGHT = 280

/** The position of the list: below its box, or above it near the bottom of the screen; over everything that scrolls. */
function placeOf(box: HTMLElement): CSSProperties {
  const { top, bottom, left, width } = box.getBoundingClientRect()
  const wide = Math.min(Math.max(width, 400), window.innerWidth - 16)
  const place = { width: wide, left: Math.max(8, Math.min(left, window.innerWidth - wide - 8)) }
  const below = window.innerHeight - bottom
  return below < HEIGHT && top > below
    ? { ...place, bottom: window.innerHeight - top + 2 }
    : { ...place, top: bottom + 2 }
}

/** The products that match the typed text of a box. */
export function ProductList(list: {
  id: string
  anchor: () => HTMLElement | null
  offered: readonly OfferedProduct[]
  waiting: boolean
  active: number
  onChoose: (product: OfferedProduct) => void
}) {
  const { id, anchor, offered, waiting, active } = list
  const [place, setPlace] = useState<CSSProperties>()
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
        {offered.map((product, index) => (
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
            <strong>{product.code}</strong> {product.name}
            <span className="quiet">
              {[
                product.packSize ?? `pack of ${quantityText(product.packQty)} ${product.uom}`,
                product.casNo && `CAS ${product.casNo}`,
                product.sbu,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
        ))}
      </div>
      {offered.length > 0 && !waiting && (
        <p className="product-keys quiet">
          {active < 0
            ? 'Several fit: ↓ marks one'
            : `Tab or Enter takes the marked product${offered.length > 1 ? ', ↓ marks the next' : ''}`}
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
