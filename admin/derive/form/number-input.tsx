import { Input } from 'antd'
import { useEffect, useState } from 'react'
import type { Control } from './control.ts'
import { parseScaled, scaledText } from './scaled.ts'

const MOST_SIGNS = 16

/** A number in the unit people use (rupees, percent, kilograms); its value is whole paise, hundredths or grams. */
export function NumberInput(
  box: Control & {
    scale: number
    unit?: string | undefined
    value: unknown
    onChange: (value: number | string | null) => void
    onBlur?: (() => void) | undefined
    placeholder?: string
  },
) {
  const { scale, unit, value, onChange, onBlur, ...rest } = box
  const [text, setText] = useState(() => scaledText(value, scale))
  useEffect(() => {
    setText(typed => (parseScaled(typed, scale) === value ? typed : scaledText(value, scale)))
  }, [value, scale])
  return (
    <Input
      {...rest}
      className="number-input"
      // What is typed is seen whole, however narrow its column is.
      style={{ minWidth: `calc(${Math.min(text.length, MOST_SIGNS)}ch + ${unit ? 42 : 22}px)` }}
      inputMode={scale > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...(unit === '₹' ? { prefix: '₹' } : unit ? { suffix: unit } : {})}
      value={text}
      onChange={event => {
        setText(event.target.value)
        onChange(parseScaled(event.target.value, scale))
      }}
      onBlur={() => {
        setText(scaledText(value, scale))
        onBlur?.()
      }}
    />
  )
}
