import { Button } from 'antd'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { useMay } from '../../account/person.ts'
import { useAskSap } from '../command/ask-sap.ts'

/** Reads the shown row from SAP at once; for people who may read single rows from SAP. */
export function PullFromSap({ object, code }: { object: string; code: string }) {
  const may = useMay()
  const ask = useAskSap(object, code)
  if (!may('approve', sapSyncRun.path)) return null
  return (
    <Button loading={ask.isPending} onClick={() => ask.mutate()}>
      Pull from SAP
    </Button>
  )
}
