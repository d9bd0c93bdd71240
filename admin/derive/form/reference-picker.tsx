import { useSelect } from '@refinedev/antd'
import { type CrudFilter, useList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Refusal } from '../../shell/api.ts'
import { useTexts } from '../reference-texts.ts'
import { type ApiRow, rowText } from '../value-text.ts'
import type { Control } from './control.ts'

type Picker = Control & {
  target: Resource
  /** Conditions on the rows that may be chosen. */
  where?: Readonly<Record<string, unknown>> | undefined
  onBlur?: (() => void) | undefined
  placeholder?: string
  /** The text of the row that is chosen at first, where it is known. */
  text?: string | null | undefined
  /** Ids of rows that are offered first while nothing is typed. */
  recent?: readonly number[]
  /** Offers to create a row, with the typed text. */
  onCreate?: (typed: string) => void
} & (
    | { multiple: true; value: number[]; onChange: (ids: number[]) => void }
    | { multiple?: false; value: number | null; onChange: (id: number | null) => void }
  )

/** Chooses rows of another resource: offers the first rows at once, others while any part of code or name is typed. */
export function ReferencePicker(picker: Picker) {
  const { target, where, multiple, value, onChange, placeholder, text, recent = [], onCreate, ...control } = picker
  const [first] = useState(value)
  const [typed, setTyped] = useState('')
  // The search text of the last request, which follows the typing after a pause.
  const [searched, setSearched] = useState('')
  const moved = useRef(false)
  const [open, setOpen] = useState(false)
  const { query, selectProps } = useSelect<ApiRow, Refusal>({
    resource: target.path,
    optionLabel: row => rowText(target, row),
    optionValue: row => String(row.id),
    filters: choosable(target, where),
    onSearch: q => {
      setSearched(q)
      return [{ field: 'q', operator: 'eq', value: q }]
    },
    debounce: 250,
    pagination: { pageSize: 20 },
    queryOptions: { enabled: open, placeholderData: keepPreviousData },
    errorNotification: false,
  })
  const { isFetching, isPlaceholderData, error } = query
  const { result: lately } = useList<ApiRow, Refusal>({
    resource: target.path,
    filters: [...choosable(target, where), { field: 'id', operator: 'in', value: recent }],
    pagination: { pageSize: recent.length },
    queryOptions: { enabled: open && recent.length > 0 },
    errorNotification: false,
  })
  const chosen = multiple ? value : value === null ? [] : [value]
  const nothingTyped = typed.trim() === ''
  // Until the answer arrives, Enter and Tab choose nothing: the list does not yet match the typed text.
  const waits = !nothingTyped && (typed.trim() !== searched || isPlaceholderData)
  const asOption = (row: ApiRow) => ({ value: row.id, label: rowText(target, row) })
  const before = nothingTyped ? inOrder(lately.data ?? [], recent).map(asOption) : []
  const offered = (query.data?.data ?? []).map(asOption).filter(({ value }) => !before.some(one => one.value === value))
  const missing = chosen.filter(id => ![...before, ...offered].some(option => option.value === id))
  const knownText = (id: number) => (id === first ? text : undefined)
  const texts = useTexts(
    target,
    missing.filter(id => !knownText(id)),
  )
  const missingOptions = missing.map(id => ({ value: id, label: knownText(id) ?? texts.get(id) ?? `No. ${id}` }))
  const searches = waits || isFetching
  const none = searches ? 'Searching...' : (error?.message ?? `Nothing found under ${target.title}`)
  // Screen readers do not announce an empty list, so its message is the only option; choosing it does nothing.
  const options = [
    ...(nothingTyped ? missingOptions : hidden(missingOptions)),
    ...before.map(option => ({ ...option, className: 'option-recent' })),
    ...(waits || before.length + offered.length === 0 ? [messageOption(none)] : []),
    ...(waits ? hidden(offered) : offered),
    ...(onCreate ? [{ value: NEW, label: `New ${target.one}...`, className: 'option-new' }] : []),
  ]
  return (
    <Select<number | number[] | null>
      {...control}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      className="wide"
      showSearch
      allowClear
      filterOption={false}
      loading={isFetching}
      placeholder={placeholder ?? 'Type code or name'}
      options={options}
      value={multiple ? value : value === null ? null : value}
      onSearch={text => {
        setTyped(text)
        moved.current = false
        selectProps.onSearch?.(text.trim())
      }}
      onOpenChange={now => {
        moved.current = false
        setOpen(now)
      }}
      onInputKeyDown={event => {
        if (event.key.startsWith('Arrow')) moved.current = true
        const isMessageOnly = options.some(({ value }) => value === NOBODY)
        if (open && searches && isMessageOnly && !moved.current) staysOpen(event)
      }}
      onChange={next => {
        setTyped('')
        selectProps.onSearch?.('')
        const all = [next ?? []].flat()
        if (all.includes(NEW)) return onCreate?.(typed.trim())
        const ids = all.filter(id => id !== NOBODY)
        if (multiple) onChange(ids)
        else onChange(ids[0] ?? (next === NOBODY ? value : null))
      }}
    />
  )
}

/** Keeps the list open when Enter is pressed before the answer arrives. */
function staysOpen(event: KeyboardEvent) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}

const NOBODY = -1
const NEW = -2

/** The rows in the order of these ids. */
const inOrder = (rows: readonly ApiRow[], ids: readonly number[]) =>
  ids.flatMap(id => rows.find(row => row.id === id) ?? [])

const messageOption = (label: string) => ({ value: NOBODY, label, className: 'option-says' })

/** The chosen row keeps its text in the box, and is hidden among the search results. */
const hidden = (options: { value: number; label: string }[]) =>
  options.map(option => ({ ...option, className: 'hidden-option', disabled: true }))

/** The filters for active rows that the field's conditions allow. */
function choosable(target: Resource, where: Picker['where']): CrudFilter[] {
  const fixed: Record<string, unknown> = { ...where, ...(target.kind === 'master' ? { isActive: true } : {}) }
  const set = Object.entries(fixed).filter(
    ([, value]) => value !== null && !(typeof value === 'string' && value.startsWith('$')),
  )
  return set.map(([field, value]) => ({ field, operator: 'eq', value }))
}
