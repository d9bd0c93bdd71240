import { Button } from 'antd'
import { labelOf } from '../../../resources/define/label.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { type CartingCharge, cartingCharge } from '../../../resources/dispatches/bills/carting-charge.ts'
import { FieldInput } from '../../derive/form/field-input.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'

type Nullable<T> = { [name in keyof T]: T[name] | null }
/** One charge of a voucher while it is entered. */
export type Charge = { key: number } & Nullable<
  Pick<CartingCharge, 'lrId' | 'chargeType' | 'amount' | 'gateInAt' | 'gateOutAt'>
>

/** The inputs of one charge: LR, type and amount; of detention also when the vehicle came and could leave. */
export function VoucherLine(row: {
  id: string
  line: Charge
  faults: readonly Fault[]
  onChange: (line: Charge) => void
  onRemove: (() => void) | undefined
}) {
  const { line, faults, onChange } = row
  const isDetention = line.chargeType === 'DETENTION'
  const names = ['lrId', 'chargeType', 'amount', ...(isDetention ? (['gateInAt', 'gateOutAt'] as const) : [])] as const
  return (
    <div className="voucher-line">
      {names.map(name => {
        const field = cartingCharge.fields[name]
        return (
          <FieldRow
            key={name}
            id={`${row.id}.${name}`}
            label={labelOf(name, field)}
            required
            error={faults.find(fault => fault.field.endsWith(`.${name}`))?.message}
          >
            {control => (
              <FieldInput
                resource={cartingCharge}
                field={field}
                control={control}
                value={line[name]}
                onChange={value => onChange(changed(line, name, value))}
                onBlur={() => undefined}
              />
            )}
          </FieldRow>
        )
      })}
      {row.onRemove && <Button onClick={row.onRemove}>Remove</Button>}
    </div>
  )
}

/** Only detention has gate times. */
const changed = (line: Charge, name: keyof Charge, value: unknown): Charge => ({
  ...line,
  ...(name === 'chargeType' && value !== 'DETENTION' ? { gateInAt: null, gateOutAt: null } : {}),
  [name]: value,
})
