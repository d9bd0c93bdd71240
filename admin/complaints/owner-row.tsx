import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { FieldRow } from '../derive/form/field-row.tsx'
import { peopleFor } from './complaint-api.ts'

/** Chooses who owns complaints, among the employees who reach all of them. */
export function OwnerRow(row: {
  id: string
  complaintIds: readonly number[]
  value: number | null
  error: string | undefined
  onChange: (employeeId: number | null) => void
}) {
  const { data, isLoading } = useQuery({
    queryKey: ['complaint-people', row.complaintIds],
    queryFn: () => peopleFor(row.complaintIds),
  })
  return (
    <FieldRow id={row.id} label="New owner" required error={row.error}>
      {({ status, ...control }) => (
        <Select
          {...control}
          status={status ?? ''}
          showSearch
          optionFilterProp="label"
          loading={isLoading}
          value={row.value}
          options={(data ?? []).map(({ employeeId, name }) => ({ value: employeeId, label: name }))}
          notFoundContent={isLoading ? 'Loading...' : 'Nobody reaches all of them'}
          onChange={row.onChange}
        />
      )}
    </FieldRow>
  )
}
