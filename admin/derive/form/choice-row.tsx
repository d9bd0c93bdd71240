import { Select } from 'antd'
import { FieldRow, type FieldRowProps } from './field-row.tsx'

/** A form field with a few options; `search` lets people type where the options are too many to scan. */
export function ChoiceRow<Value extends string | number>({
  options,
  value,
  placeholder = 'Choose',
  search = false,
  onChange,
  ...row
}: Omit<FieldRowProps, 'children'> & {
  options: { value: Value; label: string }[]
  value: Value | null | undefined
  placeholder?: string
  search?: boolean
  onChange: (value: Value) => void
}) {
  return (
    <FieldRow {...row}>
      {({ status, ...control }) => (
        <Select<Value | null, { value: Value; label: string }>
          {...control}
          status={status ?? ''}
          className="wide"
          showSearch={search}
          optionFilterProp="label"
          placeholder={placeholder}
          options={options}
          value={value ?? null}
          onChange={chosen => chosen !== null && onChange(chosen)}
        />
      )}
    </FieldRow>
  )
}
