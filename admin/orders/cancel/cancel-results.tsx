import { Button, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { CancelResult } from '../../../resources/orders/cancel/commands.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { saveCsv } from './save-csv.ts'

const ended: Record<CancelResult['outcome'], string> = {
  CANCELLED: 'Cancelled',
  ASKED: 'SAP is asked',
  REFUSED: 'Not cancelled',
}

/** The outcome of a run of cancellations, order by order, with a download. */
export function CancelResults({ results }: { results: readonly CancelResult[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused control of the preview is gone.
  useEffect(() => heading.current?.focus(), [])
  const [only, setOnly] = useState<CancelResult['outcome'] | null>(null)
  const rows = results.map((row, id) => ({ id, ...row })).filter(({ outcome }) => only === null || outcome === only)
  const count = (outcome: CancelResult['outcome']) => results.filter(row => row.outcome === outcome).length
  return (
    <section aria-labelledby="run-result">
      <div className="page-head">
        <h2 id="run-result" role="status" tabIndex={-1} ref={heading}>
          {count('CANCELLED')} cancelled, {count('ASKED')} asked of SAP, {count('REFUSED')} not cancelled
        </h2>
        <Select
          aria-label="Which results"
          allowClear
          placeholder="All"
          popupMatchSelectWidth={false}
          options={Object.entries(ended).map(([value, label]) => ({ value, label }))}
          value={only}
          onChange={(outcome: CancelResult['outcome'] | null | undefined) => setOnly(outcome ?? null)}
        />
        <Button
          onClick={() =>
            saveCsv('bulk-cancellation-result.csv', [
              ['order_no', 'lines', 'outcome', 'message'],
              ...results.map(row => [row.orderNo, row.lines, ended[row.outcome], row.message]),
            ])
          }
        >
          Download
        </Button>
      </div>
      <PlainGrid label="Result of each order" rows={rows} columns={resultColumns} />
    </section>
  )
}

const resultColumns: readonly PlainColumn<CancelResult & { id: number }>[] = [
  { head: 'Order', value: row => row.orderNo },
  { head: 'Lines', value: row => row.lines },
  { head: 'Result', value: row => ended[row.outcome] },
  { head: 'Details', value: row => row.message },
]
