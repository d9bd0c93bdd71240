import { Button } from 'antd'
import { type KeyboardEvent, memo, type ReactNode, type Ref } from 'react'
import { percentText, pricePer, quantityText } from '../../../resources/define/show.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import type { LineDocuments } from '../../../resources/orders/quote/quote.ts'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { cellId, useInstruction, useLine, usePad, useQuotedLine } from '../pad/pad.ts'
import { DecidedCells } from './decided-cells.tsx'
import { isBlank, type PadColumn, type QuotedRow } from './line-store.ts'
import { ProductBox } from './product-box.tsx'
import { PromoBox } from './promo-box.tsx'
import { RowButton } from './row-button.tsx'
import './line-drawer.css'

const NONE = <span className="quiet">–</span>
const money = (paise: number | undefined, units = 1) => (paise === undefined ? NONE : pricePer(paise, units))

/** One row of the order pad. */
export const PadRow = memo(function PadRow(row: {
  at: string
  index: number
  wrong: string
  /** The errors, one sentence per line. */
  errors: string
  measure?: Ref<HTMLTableSectionElement>
}) {
  const { at, index, wrong, errors } = row
  const pad = usePad()
  const line = useLine(pad, at)
  const quoted = useQuotedLine(pad, at)
  if (!line) return null
  const no = index + 1
  const blank = isBlank(line)
  const { product, qty } = line
  const unpriced = quoted?.priceSource === null
  const needsDocument = quoted?.eud?.needed && quoted.eud.status === 'REQUIRED'
  const number = quoted ? 'pad-number' : 'pad-number is-empty'
  const isWrong = (column: PadColumn) => wrong.includes(column)
  const about = errors ? { 'aria-describedby': `${cellId(at, 'product')}-told` } : {}

  function onKeyDown(event: KeyboardEvent) {
    const column = (['product', 'qty', 'discount'] as const).find(
      each => (event.target as HTMLElement).id === cellId(at, each),
    )
    if (!column) return
    const keys = pad.store.keys()
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const to = keys[keys.indexOf(at) + step]
    if (step === 0 || to === undefined) return
    event.preventDefault()
    pad.focus(to, event.key === 'Enter' ? 'product' : column)
  }

  function remove() {
    const keys = pad.store.keys()
    const next = keys[keys.indexOf(at) + 1]
    pad.store.remove(at)
    if (next) pad.focus(next, 'product')
  }

  return (
    <tbody
      ref={row.measure}
      data-index={index}
      className={wrong ? 'pad-row is-wrong' : 'pad-row'}
      onFocus={() => pad.store.enter(at)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && pad.store.enter(null)}
    >
      <tr onKeyDown={onKeyDown} className="pad-line">
        <td className="pad-no">{no}</td>
        <td className="pad-product pad-entry" data-label="Product">
          <ProductBox line={line} no={no} wrong={isWrong('product')} about={about} />
          {(product || line.recognisedAs) && (
            <span className="pad-under">
              {product && (
                <span className="pad-name" title={nameOf(product)}>
                  {nameOf(product)}
                </span>
              )}
              {line.recognisedAs && (
                <span className="read-as quiet" title={line.recognisedAs}>
                  {line.recognisedAs}
                </span>
              )}
              {quoted && <PadNotes of={quoted} />}
              {quoted?.eud?.needed && quoted.eud.status !== 'REQUIRED' && <EudMark eud={quoted.eud} />}
            </span>
          )}
          {line.lookedUp === 'none' && <span className="field-error">Not a product this customer can order</span>}
          {line.lookedUp === 'several' && <span className="field-error">Several products fit: choose one</span>}
        </td>
        <td className="pad-number pad-entry" data-label="Quantity">
          <label className="for-readers" htmlFor={cellId(at, 'qty')}>
            Quantity of row {no}
          </label>
          <NumberInput
            {...about}
            id={cellId(at, 'qty')}
            scale={3}
            status={isWrong('qty') ? 'error' : ''}
            aria-invalid={isWrong('qty') || undefined}
            value={qty}
            onChange={value => pad.store.change(at, { qty: value })}
          />
          {product && (
            <span className="quiet under">
              {product.packQty > 1000 ? `× ${quantityText(product.packQty)} ${product.uom}` : product.uom}
            </span>
          )}
        </td>
        <td className={number} data-label="List price ₹">
          {money(unpriced ? undefined : quoted?.listPrice, quoted?.priceUnit)}
        </td>
        <td className="pad-number pad-entry" data-label="Discount %">
          <div className="pad-discount">
            <label className="for-readers" htmlFor={cellId(at, 'discount')}>
              Discount in percent of row {no}
            </label>
            <NumberInput
              {...about}
              id={cellId(at, 'discount')}
              scale={2}
              status={isWrong('discount') ? 'error' : ''}
              aria-invalid={isWrong('discount') || undefined}
              value={line.manualDiscountPct}
              onChange={value => pad.store.change(at, { manualDiscountPct: value })}
            />
            {product && (
              <PromoBox
                line={line}
                no={no}
                under={quoted && quoted.discountPct > 0 ? `${percentText(quoted.discountPct)} in total` : ''}
                discount={quoted?.promoDiscountValue}
              />
            )}
          </div>
        </td>
        <DecidedCells line={line} no={no} quoted={quoted} />
        <td className="pad-actions">
          {product && (
            <RowButton onPress={() => pad.openDetails(at)}>
              More<span className="for-readers"> of row {no}</span>
            </RowButton>
          )}
          {quoted && (
            <RowButton onPress={() => pad.explain(at)}>
              Explain<span className="for-readers"> row {no}</span>
            </RowButton>
          )}
          {!blank && (
            <RowButton look="is-bare" onPress={remove} title="Remove the row">
              <Icon name="close" />
              <span className="for-readers">Remove row {no}</span>
            </RowButton>
          )}
        </td>
      </tr>
      {(errors || needsDocument) && (
        <PadRowErrors at={at} errors={errors}>
          {needsDocument && <GiveDocument at={at} no={no} />}
        </PadRowErrors>
      )}
    </tbody>
  )
})

const nameOf = ({ name, packSize }: OfferedProduct) => (packSize ? `${name} · ${packSize}` : name)

/** What is special about a row: one batch, and a shipping instruction other than the one above the lines. */
function PadNotes({ of }: { of: Pick<QuotedRow, 'singleBatchRequired' | 'shippingInstruction'> }) {
  const shared = useInstruction(usePad().store)?.text
  const own = of.shippingInstruction === shared ? null : of.shippingInstruction
  const notes = [of.singleBatchRequired && 'One batch', own].filter(Boolean).join(' · ')
  return (
    notes !== '' && (
      <span className="line-notes quiet" title={notes}>
        {notes}
      </span>
    )
  )
}

/** Leads to the form of the end-user document that a row needs. */
function GiveDocument({ at, no }: { at: string; no: number }) {
  const { openDetails } = usePad()
  return (
    <Button size="small" className="eud-mark" onClick={() => openDetails(at)}>
      <Icon name="upload" size={12} /> Give the end-user document<span className="for-readers"> of row {no}</span>
    </Button>
  )
}

/** That the end-user document of a row is there. */
function EudMark({ eud }: { eud: LineDocuments }) {
  return (
    <span className="eud-mark quiet">
      <Icon name="check" size={12} /> {eud.onFile ? 'End-user document on file' : 'End-user document given'}
    </span>
  )
}

/** The errors of a pad row, below it, with what helps; `errors` has one sentence per line. */
function PadRowErrors({ at, errors, children }: { at: string; errors: string; children: ReactNode }) {
  return (
    <tr className="pad-told">
      <td />
      <td colSpan={9}>
        <div className="pad-told-words">
          <span id={`${cellId(at, 'product')}-told`}>
            {errors.split('\n').map(sentence => (
              <span key={sentence} className="field-error">
                {sentence}
              </span>
            ))}
          </span>
          {children}
        </div>
      </td>
    </tr>
  )
}
