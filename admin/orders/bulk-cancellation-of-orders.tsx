import { Button } from 'antd'
import { useRef, useState } from 'react'
import { quantityText } from '../../resources/define/show.ts'
import type { CancelFilter, CancelLinePreview, CancelRunPreview } from '../../resources/orders/cancel/cancel-lines.ts'
import { type CancelRow, readCancelSheet } from '../../resources/orders/cancel/cancel-sheet.ts'
import type { CancelResult, previewCancellation } from '../../resources/orders/cancel/commands.ts'
import { rowsOfText, splitCells } from '../../resources/orders/pad/paste-cells.ts'
import { Refusals } from '../derive/action/refusals.tsx'
import { ask, question } from '../derive/command/ask.ts'
import { type PlainColumn, PlainGrid } from '../derive/grid/plain-grid.tsx'
import { isRefusal } from '../shell/api.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { CancelFilterRow } from './cancel/cancel-filter-row.tsx'
import { CancelResults } from './cancel/cancel-results.tsx'
import { CancelRun } from './cancel/cancel-run.tsx'
import { saveCsv } from './cancel/save-csv.ts'
import { sheetText } from './paste/sheet-text.ts'
import { StatusMark } from './show/status-mark.tsx'
import './show/marks.css'
import './order-lists.css'

/** Cancels many lines in one run: chosen by filter or file, previewed, executed order by order, with a report. */
export default function BulkCancellation() {
  const [preview, setPreview] = useState<CancelRunPreview | null>(null)
  const [results, setResults] = useState<CancelResult[] | null>(null)
  const [refusal, setRefusal] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const file = useRef<HTMLInputElement>(null)

  async function loadPreview(pick: { rows: CancelRow[] } | { filter: CancelFilter }) {
    setBusy(true)
    setResults(null)
    setRefusal([])
    try {
      setPreview(await ask(question<typeof previewCancellation>('POST cancellation-previews'), pick))
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusal(error.faults.length > 0 ? error.faults.map(({ message }) => message) : [error.message])
    } finally {
      setBusy(false)
    }
  }

  async function readFile(chosen: File) {
    setBusy(true)
    try {
      const { text } = await sheetText(chosen)
      const { rows, problems } = readCancelSheet(rowsOfText(text).map(row => splitCells(row.text, '\t') ?? [row.text]))
      setPreview(null)
      if (rows.length > 0) await loadPreview({ rows })
      if (problems.length > 0) setRefusal(before => [...before, ...firstOf(problems)])
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusal([error.message])
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageFrame
      title="Bulk Cancellation of Orders"
      purpose="Cancel up to 500 lines in one run: select them by filter or file, preview the result, give one reason."
      actions={
        <>
          <Button
            onClick={() => saveCsv('bulk-cancellation.csv', [['order_no', 'line_no', 'cancel_qty', 'reason_code']])}
          >
            Template
          </Button>
          <Button loading={busy} onClick={() => file.current?.click()}>
            From a file
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            accept=".xlsx,.csv"
            aria-label="File with the lines to cancel"
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen) void readFile(chosen)
              target.value = ''
            }}
          />
        </>
      }
    >
      <CancelFilterRow busy={busy} onLook={filter => void loadPreview({ filter })} />
      <Refusals sentences={refusal} />
      {results ? (
        <CancelResults results={results} />
      ) : (
        preview && (
          <>
            <Missing preview={preview} />
            <PlainGrid oneLine label="Lines of this run" rows={preview.lines} columns={columns} />
            <CancelRun lines={preview.lines} onEnded={setResults} />
          </>
        )
      )}
      {!results && !preview && refusal.length === 0 && (
        <p className="quiet">Set at least one filter and show its lines, or upload a file based on the template.</p>
      )}
    </PageFrame>
  )
}

/** The rows that could not be read, as many as can be looked through; the others go on. */
const firstOf = (problems: readonly string[]) =>
  problems.length > MOST_TOLD
    ? [...problems.slice(0, MOST_TOLD), `${problems.length - MOST_TOLD} more rows cannot be read`]
    : problems
const MOST_TOLD = 20

const columns: readonly PlainColumn<CancelLinePreview>[] = [
  { head: 'Line', value: row => `${row.orderNo} / ${row.lineNo}` },
  { head: 'Customer', value: row => row.customer },
  { head: 'Product', value: row => row.product },
  { head: 'Order status', value: row => <StatusMark order={{ status: row.orderStatus }} /> },
  { head: 'Ordered', value: row => `${quantityText(row.qty)} ${row.uom}`, right: true },
  {
    head: 'Will be cancelled',
    value: row => (row.why === null ? quantityText(row.cancelQty) : '0'),
    right: true,
  },
  { head: 'Why not', value: row => row.why },
]

/** Orders and lines that a file names and that do not exist. */
function Missing({ preview: { lines, more, unknown, lineless } }: { preview: CancelRunPreview }) {
  return (
    <>
      {unknown.length > 0 && (
        <div className="notice-box is-bad" role="alert">
          <p>
            Not found, or not visible to you: {unknown.join(', ')}.
            {lines.length > 0 && ' The other rows can be cancelled without them.'}
          </p>
        </div>
      )}
      {lineless.length > 0 && (
        <div className="notice-box is-bad" role="alert">
          <p>No such line: {lineless.map(({ orderNo, lineNo }) => `${orderNo} / ${lineNo}`).join(', ')}.</p>
        </div>
      )}
      {lines.length === 0 && (
        <div className="notice-box" role="status">
          <p>No matching lines.</p>
        </div>
      )}
      {more && <p role="status">The first {lines.length} lines are listed. Run them, then search for the others.</p>}
    </>
  )
}
