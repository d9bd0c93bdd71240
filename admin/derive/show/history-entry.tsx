import { Button } from 'antd'
import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import type { HistoryEntry } from '../../../resources/platform/commands/history.ts'
import { pathOf } from '../../shell/screens.ts'
import { momentText, optionText } from '../value-text.ts'
import { ChangeTable } from './change-table.tsx'

const sourceTexts: Record<string, string> = {
  UI: 'on the screen',
  IMPORT: 'by import',
  SAP: 'from SAP',
  API: 'over the API',
  SYSTEM: 'automatically',
}

/** One change of a row: who, when, how and why, and each field before and after. */
export function HistoryEntryItem({
  resource,
  entry,
  onRestore,
}: {
  resource: Resource
  entry: HistoryEntry
  onRestore?: () => void
}) {
  // Changes by the system carry its occasion in place of a request id.
  const bySystem = entry.source === 'SYSTEM'
  const why = entry.reason ?? (bySystem ? entry.requestId : null)
  return (
    <li>
      <p className="history-head">
        <strong>{optionText(entry.action.toUpperCase())}</strong>
        <span>{entry.actor ?? 'Bilty'}</span>
        <time dateTime={entry.at}>{momentText(entry.at)}</time>
        <span className="quiet">
          <ChangeSource resource={resource} entry={entry} />
        </span>
        {onRestore && (
          <Button size="small" onClick={onRestore}>
            Restore this version
          </Button>
        )}
      </p>
      {why && <p className="history-why">Why: {why}</p>}
      <ChangeTable resource={resource} change={entry} />
      {entry.requestId && !bySystem && <p className="quiet history-request">Request {entry.requestId}</p>}
    </li>
  )
}

function ChangeSource({ resource, entry }: { resource: Resource; entry: HistoryEntry }) {
  const way = sourceTexts[entry.source ?? ''] ?? entry.source
  if (!entry.importJobId) return way
  return <Link to={`${pathOf.import(resource)}?job=${entry.importJobId}`}>{way}</Link>
}
