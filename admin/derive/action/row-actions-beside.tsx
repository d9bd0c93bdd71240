import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import type { ApiRow } from '../value-text.ts'
import { useActions } from './use-actions.tsx'
import './row-actions-beside.css'

/** The buttons of what the person may do with one row, where it is shown beside a list; nothing where they may nothing. */
export function RowActionsBeside({ resource, id }: { resource: Resource; id: number }) {
  const client = useQueryClient()
  const { data: row } = useQuery<ApiRow, Refusal>({
    queryKey: ['row beside', resource.path, id],
    queryFn: () => rowsOf(resource).at<ApiRow>(id),
  })
  const { actions, dialog } = useActions(resource, row ? [row] : [], () => void client.invalidateQueries())
  return (
    <>
      {actions.length > 0 && (
        <p className="beside-actions">
          {actions.map(({ name, action, take }) => (
            <Button key={name} danger={action.danger} onClick={take}>
              {action.label}
            </Button>
          ))}
        </p>
      )}
      {dialog}
    </>
  )
}
