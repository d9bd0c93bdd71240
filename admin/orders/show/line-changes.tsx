import { dayText, quantityText, rupeesPer } from '../../../resources/define/show.ts'
import type { ConfirmedLine, OriginalLine } from '../../../resources/orders/line-change.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import type { OrderLineRow } from '../order-rows.ts'

/** What was changed of an order since it was sent, old beside new. */
export const LineChanges = ({ changed }: { changed: readonly OrderLineRow[] }) => (
  <PlainGrid label="Changed lines, old and new" rows={changed} columns={columns} />
)

const was = (line: OrderLineRow) => line.originalJson as OriginalLine | null | undefined
const rejected = ({ lineStatus }: OrderLineRow) => lineStatus === 'REJECTED'

const columns: readonly PlainColumn<OrderLineRow>[] = [
  { head: 'Line', value: ({ lineNo, texts }) => `${lineNo} · ${texts.productId}` },
  {
    head: 'Quantity',
    value: line => (
      <ChangedValue
        old={was(line) && quantityText(was(line)!.qty)}
        now={rejected(line) ? 'Rejected' : `${quantityText(line.qty)} ${line.uom}`}
      />
    ),
  },
  {
    head: 'Net price',
    value: line =>
      line.netPrice === undefined ? null : (
        <ChangedValue
          old={was(line) && rupeesPer(was(line)!.netPrice, was(line)!.priceUnit ?? line.priceUnit)}
          now={rupeesPer(line.netPrice, line.priceUnit)}
        />
      ),
  },
  {
    head: 'Asked for first',
    value: line => was(line) && dayText(was(line)!.requestedDate),
  },
  { head: 'Plant', value: line => (was(line)?.plantId === line.plantId ? 'Same' : (line.texts.plantId ?? 'None')) },
]

/** What was changed in SAP since it confirmed the order, old beside new. */
export const SapLineChanges = ({ changed }: { changed: readonly OrderLineRow[] }) => (
  <PlainGrid label="Lines changed in SAP, old and new" rows={changed} columns={sapColumns} />
)

const before = (line: OrderLineRow) => line.confirmedJson as ConfirmedLine

const sapColumns: readonly PlainColumn<OrderLineRow>[] = [
  { head: 'Line', value: ({ lineNo, texts }) => `${lineNo} · ${texts.productId}` },
  {
    head: 'Quantity',
    value: line => (
      <ChangedValue
        old={quantityText(before(line).qty)}
        now={`${quantityText(line.qty - line.cancelledQty)} ${line.uom}`}
      />
    ),
  },
  { head: 'Unit in SAP', value: line => <ChangedValue old={before(line).uom} now={line.sapUom ?? line.uom} /> },
  {
    head: 'Net price',
    value: line =>
      line.netPrice === undefined ? null : (
        <ChangedValue
          old={rupeesPer(before(line).netPrice, before(line).priceUnit ?? line.priceUnit)}
          now={rupeesPer(line.netPrice, line.priceUnit)}
        />
      ),
  },
  { head: 'Plant', value: line => (before(line).plantId === line.plantId ? 'Same' : (line.texts.plantId ?? 'None')) },
]

/** Struck through visually, in words for screen readers. */
function ChangedValue({ old, now }: { old: string | null | undefined; now: string }) {
  if (!old || now.startsWith(`${old} `) || old === now) return <>{now}</>
  return (
    <>
      <del>
        <span className="for-readers">was </span>
        {old}
      </del>{' '}
      <ins>
        <span className="for-readers">now </span>
        {now}
      </ins>
    </>
  )
}
