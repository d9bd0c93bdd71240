import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { secondsText } from '../../../resources/platform/reading-words.ts'
import { sapObjectNames } from '../../../resources/platform/sap-objects.ts'
import { type SapSyncRun, sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import DayInput from '../../derive/form/day-input.tsx'
import { Cell } from '../../derive/grid/cell.tsx'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { Status } from '../../derive/record/status.tsx'
import { type ApiRow, labelOfOption, momentText, optionText } from '../../derive/value-text.ts'
import type { Where } from '../../http/asked.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { CancelRun } from './cancel-run.tsx'

type Run = ApiRow & SapSyncRun & { id: number; rowVersion: number }

interface Filter {
  object: Run['object'] | null
  status: Run['status'] | null
  from: string | null
  to: string | null
}
const anything: Filter = { object: null, status: null, from: null, to: null }
const PAGE = 20

/** Every reading from SAP, the latest first, by object, status and day. */
export function RunHistory({ onErrors }: { onErrors: (runId: number) => void }) {
  const [filter, setFilter] = useState(anything)
  const [limit, setLimit] = useState(PAGE)
  const { data, error, refetch } = useQuery<{ data: Run[]; total: number }, Refusal>({
    queryKey: ['sap-sync-runs', filter, limit],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? 2_000 : 10_000),
    queryFn: () => rowsOf(sapSyncRun).page<Run>({ where: whereOf(filter), sort: { id: -1 }, most: limit }),
  })
  const change = (changes: Partial<Filter>) => {
    setFilter({ ...filter, ...changes })
    setLimit(PAGE)
  }
  return (
    <section className="sap-history" aria-labelledby="sap-history">
      <h2 id="sap-history">Readings</h2>
      <Filters filter={filter} onChange={change} />
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data?.data.length === 0 ? (
        <p className="quiet">
          {filter === anything ? 'Nothing has been read yet.' : 'No reading fits these filters: clear one of them.'}
        </p>
      ) : (
        data && (
          <>
            <PlainGrid
              oneLine
              label="Readings"
              rows={data.data}
              columns={columns}
              actions={run => <RunActs run={run} onErrors={onErrors} />}
            />
            {data.data.length < data.total && (
              <Button className="sap-more" onClick={() => setLimit(limit + PAGE)}>
                Show more of {showNumber(data.total)}
              </Button>
            )}
          </>
        )
      )}
    </section>
  )
}

const isOpen = ({ status }: Run) => status === 'QUEUED' || status === 'RUNNING'

const whereOf = ({ object, status, from, to }: Filter): Where<typeof sapSyncRun> => ({
  ...(object && { object }),
  ...(status && { status }),
  ...((from || to) && {
    startedAt: {
      ...(from && { $gte: instantOf(from, '00:00') }),
      ...(to && { $lt: instantOf(addDays(to, 1), '00:00') }),
    },
  }),
})

function Filters({ filter, onChange }: { filter: Filter; onChange: (changes: Partial<Filter>) => void }) {
  const { object, status, from, to } = filter
  const { fields } = sapSyncRun
  return (
    <search className="history-filters">
      <Box id="sap-object" label="Object">
        <Select
          id="sap-object"
          allowClear
          placeholder="Any"
          options={fields.object.options!.map(value => ({
            value,
            label: sapObjectNames[value as SapSyncRun['object']],
          }))}
          value={object}
          onChange={chosen => onChange({ object: chosen ?? null })}
        />
      </Box>
      <Box id="sap-status" label="Status">
        <Select
          id="sap-status"
          allowClear
          placeholder="Any"
          options={fields.status.options!.map(value => ({ value, label: optionText(value) }))}
          value={status}
          onChange={chosen => onChange({ status: chosen ?? null })}
        />
      </Box>
      <Box id="sap-from" label="From">
        <DayInput id="sap-from" value={from} onChange={day => onChange({ from: day })} />
      </Box>
      <Box id="sap-to" label="To">
        <DayInput id="sap-to" value={to} onChange={day => onChange({ to: day })} />
      </Box>
      {Object.values(filter).some(Boolean) && <Button onClick={() => onChange(anything)}>Clear filters</Button>}
    </search>
  )
}

const Box = ({ id, label, children }: { id: string; label: string; children: React.ReactNode }) => (
  <div className="history-filter">
    <label htmlFor={id}>{label}</label>
    {children}
  </div>
)

const columns: readonly PlainColumn<Run>[] = [
  { head: 'Started', value: run => momentText(run.startedAt) },
  {
    head: 'Object',
    value: run =>
      run.filterCode ? `${sapObjectNames[run.object]}: only ${run.filterCode}` : sapObjectNames[run.object],
  },
  { head: 'What', value: run => labelOfOption(sapSyncRun.fields.mode, run.mode) },
  { head: 'By', value: run => run.texts?.requestedById ?? labelOfOption(sapSyncRun.fields.trigger, run.trigger) },
  { head: 'Took', value: run => run.finishedAt && secondsText(secondsOf(run)) },
  {
    head: 'Status',
    value: run => (
      <div className="sap-run-status">
        {run.errorClass === 'CANCELLED' ? (
          <Status tone="end" word="Cancelled" />
        ) : (
          <Cell field={sapSyncRun.fields.status} value={run.status} />
        )}
        {run.errorText && <span className="quiet under">{run.errorText}</span>}
      </div>
    ),
  },
  { head: 'Read', value: run => showNumber(run.rowsRead), right: true },
  { head: 'New', value: run => showNumber(run.rowsCreated), right: true },
  { head: 'Changed', value: run => showNumber(run.rowsUpdated), right: true },
  { head: 'Left out', value: run => showNumber(run.rowsFailed), right: true },
  { head: 'Skipped', value: run => showNumber(run.rowsSkipped), right: true },
]

const secondsOf = ({ startedAt, finishedAt }: Run) =>
  Math.round((Date.parse(finishedAt!) - Date.parse(startedAt)) / 100) / 10

function RunActs({ run, onErrors }: { run: Run; onErrors: (runId: number) => void }) {
  const which = `${sapObjectNames[run.object]} of ${momentText(run.startedAt)}`
  return (
    <div className="trouble-acts">
      {run.rowsFailed + run.rowsSkipped > 0 && (
        <>
          <Button size="small" onClick={() => onErrors(run.id)}>
            Errors<span className="for-readers"> of {which}</span>
          </Button>
          <Button size="small" href={`/api/sheets/sap-errors?runId=${run.id}`} download>
            Download<span className="for-readers"> the errors of {which}</span>
          </Button>
        </>
      )}
      <CancelRun run={run} name={which} />
    </div>
  )
}
