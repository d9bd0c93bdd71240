import { useEffect, useState } from 'react'
import { parseScaled, scaledText } from '../../derive/form/scaled.ts'

/** A plain box for an amount in paise: a cart has up to a thousand of them. */
export function AmountInput({
  id,
  label,
  value,
  faultId,
  onChange,
}: {
  id: string
  label: string
  value: number | string | null
  /** The id of the sentence that says what is wrong with it. */
  faultId: string | undefined
  onChange: (value: number | string | null) => void
}) {
  const [text, setText] = useState(() => scaledText(value, 2))
  useEffect(() => {
    setText(typed => (parseScaled(typed, 2) === value ? typed : scaledText(value, 2)))
  }, [value])
  return (
    <input
      id={id}
      className="cart-amount"
      aria-label={label}
      aria-invalid={faultId ? true : undefined}
      aria-describedby={faultId}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => {
        setText(target.value)
        onChange(parseScaled(target.value, 2))
      }}
      onBlur={() => setText(scaledText(value, 2))}
    />
  )
}
