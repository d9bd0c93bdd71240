import { quantity } from '../../../resources/define/fields.ts'
import { quantityText } from '../../../resources/define/show.ts'
import type { PodGoods } from '../../../resources/dispatches/commands/pods.ts'
import { podLine } from '../../../resources/dispatches/pods/pod-line.ts'
import type { FormField } from '../../derive/form/fields-of.ts'
import { FormRow } from '../../derive/form/form-row.tsx'

/** What is entered of goods on a POD, by the id of their row on the LR: thousandths of their unit, null while empty. */
export type SaidOfGoods = Readonly<Record<number, { shortQty: number | null; damagedQty: number | null }>>

/** The goods as a command takes them; null while nothing is entered of any. */
export function saidGoods(goods: readonly PodGoods[], said: SaidOfGoods) {
  const isSaid = Object.values(said).some(one => one.shortQty !== null || one.damagedQty !== null)
  if (!isSaid) return null
  return goods.map(({ lrLineItemId }) => ({
    lrLineItemId,
    shortQty: said[lrLineItemId]?.shortQty ?? 0,
    damagedQty: said[lrLineItemId]?.damagedQty ?? 0,
  }))
}

/** Asks of each of the goods on an LR how much of it was short or damaged. */
export function GoodsRows(rows: {
  formId: string
  goods: readonly PodGoods[]
  said: SaidOfGoods
  asks: readonly ('shortQty' | 'damagedQty')[]
  errorOf: (name: string) => string | undefined
  onChange: (said: SaidOfGoods) => void
}) {
  const { formId, goods, said, asks, errorOf, onChange } = rows
  return (
    <div className="form-grid is-double" id={`${formId}-goods`} tabIndex={-1}>
      {goods.flatMap(({ lrLineItemId, name, qty, uom }, index) =>
        asks.map(asked => (
          <FormRow
            key={`${lrLineItemId} ${asked}`}
            id={`${formId}-goods[${index}].${asked}`}
            resource={podLine}
            of={
              {
                name: asked,
                field: quantity({
                  optional: true,
                  label: `${name}: ${asked === 'shortQty' ? 'short' : 'damaged'}`,
                  hint: `Of ${quantityText(qty)} ${uom}`,
                }),
                editable: true,
              } as FormField
            }
            value={said[lrLineItemId]?.[asked] ?? null}
            text={null}
            error={errorOf(`goods[${index}].${asked}`)}
            onChange={(_, value) => {
              const before = said[lrLineItemId] ?? { shortQty: null, damagedQty: null }
              onChange({ ...said, [lrLineItemId]: { ...before, [asked]: value as number | null } })
            }}
            onBlur={keepAsTyped}
          />
        )),
      )}
    </div>
  )
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
