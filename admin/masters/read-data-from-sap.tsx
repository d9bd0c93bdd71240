import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { can } from '../../resources/capabilities.ts'
import { labelOf } from '../../resources/define/label.ts'
import { type SapReadStatus, type SapSyncRun, sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { useMay, usePerson } from '../account/person.ts'
import { useActions } from '../derive/action/use-actions.tsx'
import { Cell } from '../derive/grid/cell.tsx'
import { type ApiRow, momentText, optionText } from '../derive/value-text.ts'
import { api, type Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { showSuccess } from '../shell/notices.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import '../derive/list/list.css'
import './read-data-from-sap.css'

type Run = ApiRow & SapSyncRun

const shown = [
  'startedAt',
  'object',
  'filterCode',
  'requestedById',
  'trigger',
  'status',
  'rowsRead',
  'rowsCreated',
  'rowsUpdated',
  'rowsFailed',
] as const

const many: Readonly<Record<string, string>> = {
  STOCK: 'Stock',
  ORDER_STATUS: 'States of orders',
  DELIVERY: 'Deliveries',
  OUTSTANDING: 'Outstanding items',
  SHIP_TO: 'Ship-to addresses',
}
const nameOf = (object: string) => many[object] ?? `${optionText(object)}s`

/** What the portal reads from SAP, when each last succeeded, and every run that brought changes. */
export default function ReadDataFromSap() {
  const queries = useQueryClient()
  const may = useMay()
  const { user } = usePerson()
  const cards = useQuery<SapReadStatus[], Refusal>({
    queryKey: ['sap-cards'],
    queryFn: async () => (await api.get<SapReadStatus[]>('/read-data-from-sap')).data,
    refetchInterval: 10_000,
  })
  const runs = useQuery<Run[], Refusal>({
    queryKey: ['sap-runs'],
    queryFn: async () =>
      (await api.get<{ data: Run[] }>('/sap-sync-runs', { params: { $sort: { id: -1 }, $limit: 20 } })).data.data,
    refetchInterval: 10_000,
  })
  const read = useMutation<Run, Refusal, string>({
    mutationFn: async object => (await api.post<Run>('/read-data-from-sap', { object })).data,
    onSuccess: run =>
      showSuccess(
        `${nameOf(run.object)}: ${run.rowsCreated} new, ${run.rowsUpdated} changed, ${run.rowsFailed} not taken over.`,
      ),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['sap-cards'] })
      void queries.invalidateQueries({ queryKey: ['sap-runs'] })
    },
  })
  const allowed = may('approve', sapSyncRun.path) && can(user, 'readAllFromSap')
  const error = cards.error ?? runs.error
  return (
    <PageFrame title="Read Data From SAP" purpose="What was read from SAP, when, and what could not be taken over.">
      {error && <Failure error={error} onRetry={() => void Promise.all([cards.refetch(), runs.refetch()])} />}
      {read.error && (
        <div className="notice-box is-bad sap-refused" role="alert">
          {read.error.message}
        </div>
      )}
      <ul className="cards">
        {cards.data?.map(card => (
          <li key={card.object} className="card">
            <span className="card-title">{nameOf(card.object)}</span>
            <span className="quiet">
              {!card.isRead
                ? 'Not connected yet: until then these come with files'
                : card.isRunning
                  ? 'Being read just now'
                  : card.lastOkAt
                    ? `Last read ${momentText(card.lastOkAt)}`
                    : 'Not read yet'}
            </span>
            {allowed && card.isRead && (
              <Button loading={read.isPending} onClick={() => read.mutate(card.object)}>
                Read now<span className="for-readers"> {nameOf(card.object)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <h2 className="sap-runs-head">Readings</h2>
      {runs.data?.length === 0 && <p className="quiet">Nothing has been read yet.</p>}
      <ul className="row-cards sap-runs">
        {runs.data?.map(run => (
          <li key={run.id} className="row-card">
            <dl>
              {shown
                .filter(name => run[name] !== null)
                .map(name => (
                  <div key={name}>
                    <dt>{labelOf(name, sapSyncRun.fields[name])}</dt>
                    <dd>
                      <Cell field={sapSyncRun.fields[name]} value={run[name]} text={run.texts?.[name]} />
                    </dd>
                  </div>
                ))}
            </dl>
            {run.errorText && <p className="field-error">{run.errorText}</p>}
            {run.rowsFailed > 0 && (
              <p>
                <a href={`/api/sheets/sap-errors?runId=${run.id}`} download>
                  Download the errors
                </a>
              </p>
            )}
            <RunActions run={run} onTaken={() => void runs.refetch()} />
          </li>
        ))}
      </ul>
    </PageFrame>
  )
}

/** A run that has not started may be cancelled. */
function RunActions({ run, onTaken }: { run: Run; onTaken: () => void }) {
  const { actions, dialog } = useActions(sapSyncRun, [run], onTaken)
  return (
    <>
      {actions.map(({ name, action, take }) => (
        <Button key={name} size="small" danger={action.danger} onClick={take}>
          {action.label}
        </Button>
      ))}
      {dialog}
    </>
  )
}
