import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { useDebounced } from '../../shell/use-debounced.ts'
import { type SimulationLine, simulationProducts } from './simulate-shapes.ts'

/** A line of a simulation: product, quantity, manual discount and promo code. */
export function SimulateLine({
  customerId,
  line,
  no,
  onChange,
  onRemove,
}: {
  customerId: number
  line: SimulationLine
  no: number
  onChange: (changes: Partial<SimulationLine>) => void
  onRemove: (() => void) | undefined
}) {
  const id = (name: string) => `trial-${line.key}-${name}`
  return (
    <li className="trial-line">
      <div className="trial-product">
        <label htmlFor={id('product')}>
          Product<span className="for-readers"> of line {no}</span>
        </label>
        <ProductChoice
          id={id('product')}
          customerId={customerId}
          product={line.product}
          onChoose={product => onChange({ product, qty: line.qty ?? minOrderQtyOf(product) })}
        />
      </div>
      <div>
        <label htmlFor={id('qty')}>
          Quantity<span className="for-readers"> of line {no}</span>
        </label>
        <NumberInput
          id={id('qty')}
          scale={3}
          unit={line.product?.uom}
          value={line.qty}
          onChange={qty => onChange({ qty: typeof qty === 'number' ? qty : null })}
        />
      </div>
      <div>
        <label htmlFor={id('pct')}>
          Discount<span className="for-readers"> of line {no}</span>
        </label>
        <NumberInput
          id={id('pct')}
          scale={2}
          unit="%"
          value={line.manualDiscountPct}
          onChange={pct => onChange({ manualDiscountPct: typeof pct === 'number' ? pct : null })}
        />
      </div>
      <div>
        <label htmlFor={id('promo')}>
          Promo code<span className="for-readers"> of line {no}</span>
        </label>
        <Input
          id={id('promo')}
          maxLength={40}
          autoComplete="off"
          value={line.promoCode}
          onChange={event => onChange({ promoCode: event.target.value })}
        />
      </div>
      {onRemove && <Button aria-label={`Remove line ${no}`} icon={<Icon name="close" />} onClick={onRemove} />}
    </li>
  )
}

function ProductChoice({
  id,
  customerId,
  product,
  onChoose,
}: {
  id: string
  customerId: number
  product: OfferedProduct | null
  onChoose: (product: OfferedProduct) => void
}) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), 200)
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['simulation-products', customerId, q],
    queryFn: ({ signal }) => simulationProducts(customerId, q, signal),
    placeholderData: before => before,
    staleTime: 60_000,
  })
  // An early Enter must not choose an option that was offered for other words.
  const offered = typed.trim() !== q || isPlaceholderData ? [] : data
  const products = product && !offered.some(each => each.id === product.id) ? [product, ...offered] : offered
  return (
    <Select<number | null, { value: number; label: string }>
      id={id}
      className="wide"
      showSearch
      filterOption={false}
      loading={isFetching}
      placeholder="Code, name or CAS"
      notFoundContent={isFetching ? 'Looking…' : 'No product that this customer may buy'}
      options={products.map(each => ({ value: each.id, label: `${each.code} · ${each.name}` }))}
      value={product?.id ?? null}
      onSearch={setTyped}
      onChange={chosen => {
        const chosenProduct = products.find(each => each.id === chosen)
        if (chosenProduct) onChoose(chosenProduct)
      }}
    />
  )
}

/** The minimum order quantity of a product. */
export const minOrderQtyOf = ({ minOrderQty, packQty }: OfferedProduct) => (minOrderQty > 0 ? minOrderQty : packQty)
