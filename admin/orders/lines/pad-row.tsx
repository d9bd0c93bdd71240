import { type KeyboardEvent, lazy, memo, type Ref, Suspense } from 'react'
import { percentText, pricePer, quantityText, showNumber } from '../../../resources/define/show.ts'
import { netPer } from '../../../resources/orders/line-price.ts'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { cellId, useLine, usePad, useQuotedLine } from '../pad/pad.ts'
import { isBlank, type PadColumn, type PadLine, type QuotedRow } from './line-store.ts'
import { priceFrom } from './price-from.ts'
import { ProductBox } from './product-box.tsx'
import { RowActs } from './row-acts.tsx'
import type { RowFindings } from './row-findings.ts'

// It comes with the first product, so that the pad itself loads faster.
const LineMessages = lazy(async () => ({ default: (await import('./line-messages.tsx')).LineMessages }))

const NONE = <span className="quiet">–</span>

/** One row of the order pad. */
export const PadRow = memo(function PadRow(row: {
  at: string
  index: number
  columns: number
  wrong: string
  findings: RowFindings
  measure?: Ref<HTMLTableSectionElement>
}) {
  const { at, index, columns, wrong, findings } = row
  const pad = usePad()
  const line = useLine(pad, at)
  const quoted = useQuotedLine(pad, at)
  if (!line) return null
  const no = index + 1
  const blank = isBlank(line)
  const isWrong = (column: PadColumn) => wrong.includes(column)
  const about = findings.stops.length > 0 ? { 'aria-describedby': `${cellId(at, 'product')}-told` } : {}

  function remove() {
    const keys = pad.store.keys()
    const next = keys[keys.indexOf(at) + 1]
    pad.store.remove(at)
    if (next) pad.focus(next, 'product')
  }

  function onKeyDown(event: KeyboardEvent) {
    const column = (['product', 'qty', 'discount'] as const).find(
      each => (event.target as HTMLElement).id === cellId(at, each),
    )
    if (!column) return
    const keys = pad.store.keys()
    const above = pad.store.line(keys[keys.indexOf(at) - 1] ?? '')
    if (event.altKey && event.key === 'Backspace' && !blank) {
      event.preventDefault()
      remove()
    } else if ((event.ctrlKey || event.metaKey) && event.key === 'd' && above) {
      event.preventDefault()
      pad.store.change(at, copied(column, above))
    } else {
      const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const to = pad.store.line(keys[keys.indexOf(at) + step] ?? '')
      if (step === 0 || !to) return
      event.preventDefault()
      pad.focus(to.key, event.key === 'Enter' || isBlank(to) ? 'product' : column)
    }
  }

  return (
    <tbody
      ref={row.measure}
      data-index={index}
      className="pad-row"
      onFocus={() => pad.store.enter(at)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && pad.store.enter(null)}
    >
      <tr onKeyDown={onKeyDown} className={blank ? 'pad-line is-blank' : 'pad-line'}>
        <td className="pad-no">{no}</td>
        <td className="pad-product">
          <div>
            <ProductBox line={line} no={no} wrong={isWrong('product')} about={about} />
            {line.product && (
              <span className="pad-name" title={line.product.name}>
                {line.product.name}
              </span>
            )}
          </div>
        </td>
        {blank ? (
          <td className="pad-rest" colSpan={columns - 2} />
        ) : (
          <>
            <td className="pad-qty">
              <label className="for-readers" htmlFor={cellId(at, 'qty')}>
                Quantity of row {no}
              </label>
              <NumberInput
                {...about}
                id={cellId(at, 'qty')}
                scale={3}
                status={isWrong('qty') ? 'error' : ''}
                aria-invalid={isWrong('qty') || undefined}
                value={line.qty}
                onChange={value => pad.store.change(at, { qty: value })}
              />
            </td>
            <DecidedCells line={line} no={no} quoted={quoted} wrong={wrong} about={about} />
            <td className="pad-acts">
              <RowActs line={line} no={no} isQuoted={quoted !== undefined} onRemove={remove} />
            </td>
          </>
        )}
      </tr>
      {!blank && (line.product || line.lookedUp || findings.stops.length > 0) && (
        <Suspense fallback={null}>
          <LineMessages at={at} no={no} columns={columns} findings={findings} />
        </Suspense>
      )}
    </tbody>
  )
})

/** What a cell takes from the row above. */
const copied = (column: PadColumn, { product, typed, qty, manualDiscountPct }: PadLine): Partial<PadLine> =>
  column === 'qty' ? { qty } : column === 'discount' ? { manualDiscountPct } : { product, typed, lookedUp: null }

/** How it is packed, and what is counted where that is not the pack: `500 g`, `kg (25 kg drum)`. */
const soldAs = ({ uom, packSize }: { uom: string; packSize: string | null }) =>
  packSize === null ? uom : uom === 'EA' ? packSize : `${uom.toLowerCase()} (${packSize})`

/** The pack, what the rules decided about the row, and its discount, which looks like a box where the price is open. */
function DecidedCells({
  line,
  no,
  quoted,
  wrong,
  about,
}: {
  line: PadLine
  no: number
  quoted: QuotedRow | undefined
  wrong: string
  about: object
}) {
  const { store, showsStock } = usePad()
  const { key, product, manualDiscountPct, extras } = line
  const money = (paise: number | undefined, units = 1) =>
    paise === undefined || quoted?.priceSource === null ? NONE : pricePer(paise, units)
  const isWrong = wrong.includes('discount')
  const isOpen = !quoted || quoted.priceSource === 'LIST' || manualDiscountPct !== null || isWrong
  const total = quoted && quoted.discountPct > 0 ? showNumber(quoted.discountPct, 2) : ''
  const from = quoted && priceFrom(quoted, extras.promoCode)
  return (
    <>
      <td
        className="pad-pack"
        title={product ? `${product.packSize ?? ''} × ${quantityText(product.packQty)} ${product.uom}` : ''}
      >
        {product && soldAs(product)}
      </td>
      <td className="pad-number pad-list">{money(quoted?.listPrice, quoted?.priceUnit)}</td>
      <td
        className={isOpen ? 'pad-discount' : 'pad-discount is-closed'}
        title={total && `${percentText(quoted!.discountPct)} below the list price in total`}
      >
        <label className="for-readers" htmlFor={cellId(key, 'discount')}>
          Discount in percent of row {no}
        </label>
        <NumberInput
          {...about}
          id={cellId(key, 'discount')}
          scale={2}
          status={isWrong ? 'error' : ''}
          aria-invalid={isWrong || undefined}
          placeholder={total}
          value={manualDiscountPct}
          onChange={value => store.change(key, { manualDiscountPct: value })}
        />
      </td>
      <td className="pad-number pad-net">
        {quoted?.netPrice === undefined || quoted.priceSource === null ? NONE : netPer(quoted)}
      </td>
      <td className="pad-from" title={from}>
        {from}
      </td>
      {showsStock && (
        <td className="pad-number pad-stock" title={quoted?.plant ?? ''}>
          {quoted && (quoted.stock === null ? NONE : quantityText(quoted.stock))}
        </td>
      )}
      <td className="pad-number pad-amount">{wrong.includes('qty') ? NONE : money(quoted?.netValue)}</td>
    </>
  )
}
