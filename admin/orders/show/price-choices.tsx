import { Radio } from 'antd'
import { percentText, quantityText, rupees, rupeesPer } from '../../../resources/define/show.ts'
import type {
  LineChangesAsked,
  LineChangesPreview,
  previewLineChanges,
} from '../../../resources/orders/commands/line-changes.ts'
import { question, useAsk } from '../../derive/command/ask.ts'
import { useDebounced } from '../../shell/use-debounced.ts'
import type { OrderLineRow } from '../order-rows.ts'

/** A change of a line as it is sent. */
export type SentChange = Partial<LineChangesAsked['lines'][number]> & { lineNo: number }

/**
 * What the changes make of the order, asked while they are typed: for each line whose price is another for its new
 * quantity both prices to choose from, and the new total.
 */
export function PriceChoices({
  orderId,
  lines,
  changes,
  onKeep,
}: {
  orderId: number
  lines: readonly OrderLineRow[]
  changes: readonly SentChange[]
  onKeep: (lineNo: number, keepPrice: boolean) => void
}) {
  const asked = useDebounced(changes, 300)
  const { data, error } = useAsk(
    question<typeof previewLineChanges>('POST line-change-previews'),
    { orderId, lines: asked as LineChangesAsked['lines'] },
    { enabled: asked.length > 0, retry: false, placeholderData: before => before },
  )
  if (asked.length === 0) return null
  if (error) return <p role="status">{error.message}</p>
  if (!data) return null
  const chosen = (no: number) => changes.find(({ lineNo }) => lineNo === no)
  return (
    <>
      {data.lines
        .filter(({ lineNo, differs }) => differs && chosen(lineNo) && !chosen(lineNo)?.netPrice)
        .map(line => (
          <PriceChoice
            key={line.lineNo}
            line={line}
            row={lines.find(({ lineNo }) => lineNo === line.lineNo)}
            qty={chosen(line.lineNo)?.qty ?? line.was.qty}
            keepPrice={chosen(line.lineNo)?.keepPrice === true}
            onKeep={keepPrice => onKeep(line.lineNo, keepPrice)}
          />
        ))}
      {data.lines.map(({ lineNo, notKept }) => notKept && <p key={lineNo}>{notKept}</p>)}
      <NewTotal preview={data} />
    </>
  )
}

function PriceChoice(choice: {
  line: LineChangesPreview['lines'][number]
  row: OrderLineRow | undefined
  qty: number
  keepPrice: boolean
  onKeep: (keepPrice: boolean) => void
}) {
  const { line, row, qty, keepPrice, onKeep } = choice
  const { lineNo, was, fresh, kept, why } = line
  if (fresh.netPrice === undefined) return null
  const discount = kept.manualDiscountPct > 0 ? ` (${percentText(kept.manualDiscountPct)} discount)` : ''
  return (
    <fieldset className="step-choice">
      <legend>
        Line {lineNo}: price for {quantityText(qty)} {row?.uom} instead of {quantityText(was.qty)}
      </legend>
      {why && <p className="field-hint">{why}.</p>}
      <Radio.Group
        value={keepPrice}
        options={[
          { value: false, label: `New price ${rupeesPer(fresh.netPrice, fresh.priceUnit)}` },
          { value: true, label: `Keep ${rupeesPer(kept.netPrice, kept.priceUnit)}${discount}` },
        ]}
        onChange={({ target }) => onKeep(target.value === true)}
      />
    </fieldset>
  )
}

function NewTotal({ preview: { was, now } }: { preview: LineChangesPreview }) {
  if (!now) return <p role="status">No line is left: the order is rejected.</p>
  if (now.grossValue === undefined || now.grossValue === was.grossValue) return null
  return (
    <p role="status">
      The order comes to <strong>{rupees(now.grossValue)}</strong> with tax instead of {rupees(was.grossValue)}.
    </p>
  )
}
