import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import type { PlacedColumn } from '../list/columns.ts'
import type { ListState } from '../list/list-state.ts'

const MailDialog = lazy(() => import('./mail-dialog.tsx'))
const PrintedRows = lazy(() => import('./printed-rows.tsx'))

/** Of a report besides its export: print its rows, and have it mailed. */
export default function ReportButtons({
  report,
  state,
  columns,
}: {
  report: Resource
  state: ListState
  columns: readonly PlacedColumn[]
}) {
  const [mailing, setMailing] = useState(false)
  const [printing, setPrinting] = useState(false)
  return (
    <>
      <Button loading={printing} onClick={() => setPrinting(true)}>
        Print
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setMailing(true)}>
        Mail
      </Button>
      <Suspense fallback={mailing && <Opening onClose={() => setMailing(false)} />}>
        {printing && <PrintedRows {...{ report, state, columns }} onDone={() => setPrinting(false)} />}
        {mailing && <MailDialog report={report} state={state} onClose={() => setMailing(false)} />}
      </Suspense>
    </>
  )
}
