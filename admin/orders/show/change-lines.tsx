import { useQuery } from '@tanstack/react-query'
import { Checkbox, Select } from 'antd'
import { useMemo, useState } from 'react'
import { quantityText, rupeesPer } from '../../../resources/define/show.ts'
import { aboveList } from '../../../resources/orders/approvals/changed-price.ts'
import { changeableFields, type LineChange } from '../../../resources/orders/line-change.ts'
import { plant } from '../../../resources/settings/plant.ts'
import DayInput from '../../derive/form/day-input.tsx'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { rowsOf } from '../../shell/rows.ts'
import type { OrderLineRow } from '../order-rows.ts'
import { PriceChoices, type SentChange } from './price-choices.tsx'
import type { StepFormProps } from './step-form.ts'

type ChangedFields = Partial<Record<LineChange | 'keepPrice', unknown>>

/** The line changes of an approver: the fields that their queue allows; the others stay as they are. */
export default function ChangeLines({ order, lines, onSay, onNeedRemark }: StepFormProps) {
  const [changes, setChanges] = useState<ReadonlyMap<number, ChangedFields>>(new Map())
  const allowed = order.pendingStep ? changeableFields[order.pendingStep] : []
  const open = lines.filter(({ lineStatus }) => lineStatus === 'OPEN')
  const sent = useMemo(() => sentOf(changes), [changes])
  function change(lineNo: number, more: ChangedFields) {
    const next = new Map(changes).set(lineNo, { ...changes.get(lineNo), ...more })
    setChanges(next)
    onSay({ lines: sentOf(next) })
    onNeedRemark?.(open.flatMap(line => dearerThanList(line, next.get(line.lineNo)) ?? []))
  }
  const cells = columnsOf(changes, change)
  const columns: PlainColumn<OrderLineRow>[] = [
    { head: 'Line', value: ({ lineNo, texts }) => `${lineNo} · ${texts.productId}` },
    ...allowed.map(name => cells[name]),
  ]
  return (
    <div className="step-lines">
      <PlainGrid label="Lines to change" rows={open} columns={columns} />
      <PriceChoices
        orderId={order.id}
        lines={open}
        changes={sent}
        onKeep={(lineNo, keepPrice) => change(lineNo, { keepPrice })}
      />
      <p className="field-hint">
        Empty fields are not changed. The order is recalculated and routed again; the person who placed it, or the
        customer, accepts the change before it goes to SAP.
      </p>
    </div>
  )
}

/** The lines for which something else than keeping the price was entered. */
const sentOf = (changes: ReadonlyMap<number, ChangedFields>): SentChange[] =>
  [...changes]
    .map(([lineNo, of]) => ({ lineNo, ...present(of) }))
    .filter(one => Object.keys(one).some(name => name !== 'lineNo' && name !== 'keepPrice'))

/** What to say why for: a price above the list price. */
function dearerThanList({ lineNo, listPrice, priceUnit }: OrderLineRow, changed: ChangedFields | undefined) {
  const netPrice = changed?.netPrice
  if (typeof netPrice !== 'number' || changed?.isRejected === true || listPrice === undefined) return null
  return aboveList(lineNo, { netPrice, listPrice, priceUnit })
}

const present = (change: ChangedFields) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null && value !== '' && value !== false))

function columnsOf(
  changes: ReadonlyMap<number, ChangedFields>,
  change: (lineNo: number, more: ChangedFields) => void,
): Record<LineChange, PlainColumn<OrderLineRow>> {
  const number = (name: 'qty' | 'netPrice', scale: number, what: string, now: (line: OrderLineRow) => string) => ({
    head: what,
    value: (line: OrderLineRow) => (
      <NumberInput
        id={`change-${name}-${line.lineNo}`}
        aria-label={`New ${what.toLowerCase()} of line ${line.lineNo}`}
        scale={scale}
        placeholder={now(line)}
        value={changes.get(line.lineNo)?.[name] ?? null}
        onChange={value => change(line.lineNo, { [name]: value })}
      />
    ),
  })
  return {
    qty: number('qty', 3, 'Quantity', line => `${quantityText(line.qty)} ${line.uom}`),
    netPrice: number('netPrice', 2, 'Net price ₹', line => rupeesPer(line.netPrice, line.priceUnit)),
    plantId: {
      head: 'Plant',
      value: line => (
        <Plants
          line={line}
          value={changes.get(line.lineNo)?.plantId}
          onChange={id => change(line.lineNo, { plantId: id })}
        />
      ),
    },
    requestedDate: {
      head: 'First delivery',
      value: line => (
        <DayInput
          id={`change-date-${line.lineNo}`}
          aria-label={`New date of line ${line.lineNo}`}
          value={(changes.get(line.lineNo)?.requestedDate as string | undefined) ?? null}
          onChange={day => change(line.lineNo, { requestedDate: day })}
        />
      ),
    },
    isRejected: {
      head: 'Reject',
      value: line => (
        <Checkbox
          aria-label={`Reject line ${line.lineNo}`}
          checked={changes.get(line.lineNo)?.isRejected === true}
          onChange={({ target }) => change(line.lineNo, { isRejected: target.checked })}
        />
      ),
    },
  }
}

function Plants({
  line,
  value,
  onChange,
}: {
  line: OrderLineRow
  value: unknown
  onChange: (id: number | null) => void
}) {
  const { data = [] } = useQuery({
    queryKey: [plant.path, 'active'],
    staleTime: 300_000,
    queryFn: () =>
      rowsOf(plant).all<{ id: number; code: string; name: string }>({ where: { isActive: true }, sort: { code: 1 } }),
  })
  return (
    <Select
      className="wide"
      aria-label={`New plant of line ${line.lineNo}`}
      allowClear
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={260}
      placeholder={line.texts.plantId ?? 'None'}
      options={data.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
      value={(value as number | undefined) ?? null}
      onChange={(id: number | null | undefined) => onChange(id ?? null)}
    />
  )
}
