import { Button } from 'antd'
import { showNumber } from '../../../resources/define/show.ts'
import type { showRunErrors } from '../../../resources/sap/commands/reading.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { Failure } from '../../shell/failure.tsx'
import { Modal } from '../../shell/modal.tsx'
import { Waiting } from '../../shell/waiting.tsx'

const runErrors = at<typeof showRunErrors>('GET sap-run-errors')

/** The rows that a reading left out, each with its reason; all of them as a file. */
export function RunErrors({ runId, onClose }: { runId: number; onClose: () => void }) {
  const { data, error, refetch } = useAsk(runErrors, { runId })
  return (
    <Modal
      open
      width={860}
      title={data && data.total !== 1 ? `${showNumber(data.total)} rows were left out` : 'Rows that were left out'}
      footer={
        <>
          <Button href={`/api/sheets/sap-errors?runId=${runId}`} download>
            Download all
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
      onCancel={onClose}
    >
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting />
      ) : data.data.length === 0 ? (
        <p>Nothing was left out.</p>
      ) : (
        <>
          <PlainGrid
            label="Rows that were left out"
            rows={data.data}
            columns={[
              { head: 'In SAP', value: row => row.sapKey },
              { head: 'Why', value: row => row.message },
              { head: 'Field', value: row => row.column },
              { head: 'Code', value: row => row.code },
            ]}
          />
          {data.total > data.data.length && (
            <p className="quiet">These are the first {data.data.length}; the file has all.</p>
          )}
        </>
      )}
    </Modal>
  )
}
