import { quantityText, rupeesPer } from '../../../resources/define/show.ts'
import { samePrice } from '../../../resources/orders/approvals/changed-price.ts'
import type { OriginalLine } from '../../../resources/orders/line-change.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { OrderLineRow } from '../order-rows.ts'
import type { StepFormProps } from './step-form.ts'

/** What an approver changed since the order was placed: whoever accepts it accepts that too. */
export default function AcceptChanges({ lines }: StepFormProps) {
  const changed = lines.filter(({ changedByApprover }) => changedByApprover)
  if (changed.length === 0) return null
  return (
    <>
      <p>This was changed since the order was placed:</p>
      <ul>
        {changed.map(line => (
          <li key={line.id}>
            {nameIn(line.texts.productId)}: {changesOf(line).join(', ')}
          </li>
        ))}
      </ul>
    </>
  )
}

function changesOf(line: OrderLineRow): string[] {
  if (line.lineStatus === 'REJECTED') return ['no longer on the order']
  const before = line.originalJson as OriginalLine | null
  const changes = [
    before && before.qty !== line.qty && `${quantityText(before.qty)} → ${quantityText(line.qty)} ${line.uom}`,
    before &&
      line.netPrice !== undefined &&
      !samePrice({ priceUnit: line.priceUnit, ...before }, line) &&
      `${rupeesPer(before.netPrice, before.priceUnit ?? line.priceUnit)} → ${rupeesPer(line.netPrice, line.priceUnit)}`,
  ].filter(change => typeof change === 'string') as string[]
  return changes.length > 0 ? changes : ['another plant or day']
}
