import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import type { SapRunState } from '../../../resources/sap/commands/reading.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import type { ApiRow } from '../../derive/value-text.ts'

/** Cancels a reading that waits or runs, for whoever may. */
export function CancelRun({ run, name }: { run: Pick<SapRunState, 'id' | 'rowVersion' | 'status'>; name: string }) {
  const queries = useQueryClient()
  const { actions, dialog } = useActions(sapSyncRun, [run as unknown as ApiRow], () => void queries.invalidateQueries())
  return (
    <>
      {actions.map(({ name: action, action: { label, danger }, take }) => (
        <Button key={action} size="small" danger={danger} onClick={take}>
          {label}
          <span className="for-readers"> the reading of {name}</span>
        </Button>
      ))}
      {dialog}
    </>
  )
}
