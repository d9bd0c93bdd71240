import { Input } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../shell/icons.tsx'

/** One filter above a list, with its label. */
export function FilterBox({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="history-filter">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}

const REST = 300

/** A filter by words that asks once the typing rests. */
export function WordsFilter(box: {
  id: string
  label: string
  hint?: string
  icon?: boolean
  value: string
  onChange: (text: string) => void
}) {
  const { value, onChange } = box
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(typed => (typed.trim() === value ? typed : value)), [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(typed: string) {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(typed.trim()), REST)
  }

  return (
    <FilterBox id={box.id} label={box.label}>
      <Input
        id={box.id}
        allowClear
        autoComplete="off"
        maxLength={35}
        placeholder={box.hint ?? ''}
        prefix={box.icon && <Icon name="search" />}
        value={text}
        onChange={event => type(event.target.value)}
      />
    </FilterBox>
  )
}
