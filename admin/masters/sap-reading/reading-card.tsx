import { Button, Popconfirm, Progress } from 'antd'
import { Link } from 'react-router'
import { showNumber } from '../../../resources/define/show.ts'
import { percentRead, wayOn } from '../../../resources/platform/reading-words.ts'
import { sapObjectNames } from '../../../resources/platform/sap-objects.ts'
import type { SapReadStatus, SapRunState } from '../../../resources/sap/commands/reading.ts'
import { sapSheets } from '../../../resources/uploads/sap/sap-sheets.ts'
import { momentText } from '../../derive/value-text.ts'
import { FactList } from '../../shell/fact-list.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { pathOf } from '../../shell/screens.ts'
import { CancelRun } from './cancel-run.tsx'
import { Sparkline } from './sparkline.tsx'

interface Card {
  card: SapReadStatus
  /** What the person may start. */
  may: { read: boolean; readFull: boolean; import: boolean }
  busy: boolean
  onRead: (mode: 'DELTA' | 'FULL') => void
  onErrors: (runId: number) => void
}

/** One object that is read from SAP: how its last readings went, when the next comes, and the buttons to read it now. */
export function ReadingCard({ card, may, busy, onRead, onErrors }: Card) {
  const { object, lastRun, lastOkAt, watermark, durations, waitingRows, nextAt } = card
  const name = sapObjectNames[object]
  const file = sapSheets.find(sheet => sheet.object === object)
  const isOpen = lastRun?.status === 'QUEUED' || lastRun?.status === 'RUNNING'
  const moment = (instant: string | null) => instant && momentText(instant)
  return (
    <li className="card sap-card" aria-label={name}>
      <h2 className="card-title">{name}</h2>
      {lastRun ? (
        <RunState run={lastRun} onErrors={onErrors} name={name} />
      ) : (
        <p className="quiet">Not read yet{may.read ? ': press Read now to fetch it for the first time.' : '.'}</p>
      )}
      <FactList
        facts={[
          ['Last good', moment(lastOkAt)],
          ['Up to the change of', moment(watermark)],
          ['Rows', lastRun && !isOpen && rowsText(lastRun)],
          [
            'Waiting for other rows',
            waitingRows > 0 && `${rowCount(waitingRows)}, until the rows they refer to are read`,
          ],
          ['Next', nextText(nextAt)],
        ]}
      />
      <Sparkline seconds={durations.map(tenths => tenths / 10)} />
      {file && may.import && (
        <p className="quiet">
          <Link to={pathOf.import(file.sheet)}>
            Read from a file<span className="for-readers"> of SAP, {name}</span>
          </Link>
        </p>
      )}
      {may.read && !isOpen && (
        <div className="sap-card-acts">
          <Button loading={busy} onClick={() => onRead('DELTA')}>
            Read now<span className="for-readers"> {name}</span>
          </Button>
          {may.readFull && (
            <Popconfirm
              title={`Read all ${name.toLowerCase()} again?`}
              description="Every row in SAP is compared, not only what changed. This may take minutes."
              okText="Read all"
              cancelText="Back"
              onConfirm={() => onRead('FULL')}
            >
              <Button disabled={busy}>
                Read all<span className="for-readers"> {name}</span>
              </Button>
            </Popconfirm>
          )}
        </div>
      )}
    </li>
  )
}

/** The latest reading: how far it is, or how it ended and what to do. */
function RunState({ run, name, onErrors }: { run: SapRunState; name: string } & Pick<Card, 'onErrors'>) {
  if (run.status === 'QUEUED')
    return (
      <div className="sap-progress">
        <p role="status">Queued.</p>
        <CancelRun run={run} name={name} />
      </div>
    )
  if (run.status === 'RUNNING') return <Running run={run} name={name} />
  const advice = wayOn(run)
  const isBad = run.status === 'FAILED'
  return (
    <div className={`sap-ended is-${run.status.toLowerCase()}`}>
      <p>
        <Icon name={advice ? 'alert' : 'check'} size={12} />{' '}
        {isBad ? 'Failed' : run.status === 'PARTIAL' ? 'Read, with errors' : 'Read'}
        {run.finishedAt && `, ${momentText(run.finishedAt)}`}
        {run.mode === 'FULL' && ', all rows'}
      </p>
      {run.errorText && <p className="field-error">{run.errorText}</p>}
      {advice && <p className="quiet">{advice}</p>}
      {run.rowsFailed + run.rowsSkipped > 0 && (
        <Button type="link" size="small" className="cell-link" onClick={() => onErrors(run.id)}>
          {run.rowsFailed > 0 ? `Show ${showNumber(run.rowsFailed)} left out` : 'Show what was left out'}
          <span className="for-readers"> of {name}</span>
        </Button>
      )}
    </div>
  )
}

function Running({ run, name }: { run: SapRunState; name: string }) {
  const percent = percentRead(run)
  const rows = showNumber(run.rowsRead)
  return (
    <div className="sap-progress">
      <p role="status">
        Being read: {run.rowsTotal ? `${rows} of ${showNumber(run.rowsTotal)} rows` : `${rows} rows so far`}
        {percent !== null && `, ${percent} %`}
      </p>
      {percent !== null && (
        <Progress percent={percent} showInfo={false} size="small" aria-label={`Reading of ${name}`} />
      )}
      <CancelRun run={run} name={name} />
    </div>
  )
}

const rowCount = (rows: number) => (rows === 1 ? '1 row' : `${showNumber(rows)} rows`)

const rowsText = ({ rowsRead, rowsCreated, rowsUpdated, rowsFailed, rowsSkipped }: SapRunState) =>
  [
    `${showNumber(rowsRead)} read`,
    `${showNumber(rowsCreated)} new`,
    `${showNumber(rowsUpdated)} changed`,
    rowsFailed > 0 && `${showNumber(rowsFailed)} left out`,
    rowsSkipped > 0 && `${showNumber(rowsSkipped)} not relevant`,
  ]
    .filter(Boolean)
    .join(', ')

const nextText = ({ delta, full }: SapReadStatus['nextAt']) =>
  [delta && `changes ${momentText(delta)}`, full && `all rows ${momentText(full)}`].filter(Boolean).join(', ') ||
  'Manual only'
