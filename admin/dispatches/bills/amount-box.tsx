import { NumberInput } from '../../derive/form/number-input.tsx'

/** An input for an amount in paise, without a hint or an error of its own. */
export function AmountBox({
  id,
  value,
  onChange,
}: {
  id: string
  value: number | null
  onChange: (paise: number | null) => void
}) {
  return (
    <NumberInput
      {...plain}
      id={id}
      scale={2}
      unit="₹"
      value={value}
      onChange={next => onChange(next as number | null)}
    />
  )
}

/** What a control is given that has neither a hint nor an error. */
export const plain = { 'aria-describedby': undefined, 'aria-invalid': undefined, status: undefined }
