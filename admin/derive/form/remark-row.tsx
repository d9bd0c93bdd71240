import TextArea from 'antd/es/input/TextArea'
import { FieldRow, type FieldRowProps } from './field-row.tsx'

/** An optional remark on a command, stored in the history: up to 255 characters, empty is null. */
export function RemarkRow({
  value,
  onChange,
  autoFocus = false,
  ...row
}: Omit<FieldRowProps, 'children'> & {
  value: string | null
  onChange: (remark: string | null) => void
  autoFocus?: boolean
}) {
  return (
    <FieldRow {...row}>
      {({ status, ...control }) => (
        <TextArea
          {...control}
          autoFocus={autoFocus}
          status={status ?? ''}
          rows={2}
          maxLength={255}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value || null)}
        />
      )}
    </FieldRow>
  )
}
