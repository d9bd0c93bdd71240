import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { FieldRow } from '../derive/form/field-row.tsx'
import type { StepInputProps } from '../derive/process/step-kind.ts'
import { peopleFor, type Thread } from './thread-api.ts'

/** The input of a new owner, in the steps of what these notes are about. */
export const ownerInput = (thread: Thread) =>
  function OwnerInput({ value, ...row }: StepInputProps) {
    return <OwnerRow {...row} thread={thread} value={(value ?? null) as number | null} />
  }

/** Chooses who owns complaints or disputes, among the employees who reach all of them. */
export function OwnerRow(row: {
  id: string
  thread: Thread
  ids: readonly number[]
  value: number | null
  error: string | undefined
  onChange: (employeeId: number | null) => void
}) {
  const { data, isLoading } = useQuery({
    queryKey: [row.thread.people, row.ids],
    queryFn: () => peopleFor(row.thread, row.ids),
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
          notFoundContent={isLoading ? 'Loading...' : 'No employee has access to all of them'}
          onChange={row.onChange}
        />
      )}
    </FieldRow>
  )
}
