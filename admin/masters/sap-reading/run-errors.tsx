import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { showNumber } from '../../../resources/define/show.ts'
import type { SapRunErrors } from '../../../resources/platform/sap-run-errors.ts'
import { PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { api, type Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Modal } from '../../shell/modal.tsx'
import { Waiting } from '../../shell/waiting.tsx'

/** The rows that a reading left out, each with its reason; all of them as a file. */
export function RunErrors({ runId, onClose }: { runId: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery<SapRunErrors, Refusal>({
    queryKey: ['sap-run-errors', runId],
    queryFn: async () => (await api.get<SapRunErrors>('/sap-run-errors', { params: { runId } })).data,
  })
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
