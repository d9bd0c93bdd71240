import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useSearchText } from '../../derive/list/use-search-text.ts'
import { Icon } from '../../shell/menu/icons.tsx'

/** One labelled filter above a list. */
export function FilterBox({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="history-filter">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}

/** A text filter that applies after a pause in typing. */
export function WordsFilter(box: {
  id: string
  label: string
  hint?: string
  icon?: boolean
  value: string
  onChange: (text: string) => void
}) {
  const [text, type] = useSearchText(box.value, box.onChange)
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
