import { Button } from 'antd'
import { useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import { isRefusal } from '../../shell/api.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { showFailure } from '../../shell/notices/notices.ts'
import { readOn } from '../record/when.ts'
import { ImportConfirm } from './import-confirm.tsx'
import { isDone, isRunning, type Step, useImportStep } from './import-job.ts'
import { RollBackButton } from './import-roll-back.tsx'
import { commitText, rowsText } from './import-words.ts'

/** The next steps of an import: commit, discard, map its columns again, roll it back. */
export function ImportButtons({
  resource,
  job,
  list,
  onAgain,
}: {
  resource: Resource
  job: ImportAnswer
  list: string
  onAgain: () => void
}) {
  const take = useImportStep(job.id)
  const [busy, setBusy] = useState(false)
  const [confirming, setConfirming] = useState<'all' | 'right'>()
  const good = job.rowsNew + job.rowsChanged + job.closing
  const blocked = job.rowsFailed > 0 && job.onError !== 'SKIP_BAD_ROWS'

  const { round } = job
  const mayCommit = round ? !(round.secondPerson && job.mine) : job.mine
  const skippable = blocked && good > 0 && mayCommit && job.mode !== 'SYNC'

  async function go(step: Step) {
    setBusy(true)
    setConfirming(undefined)
    try {
      await take(step)
    } catch (error) {
      showFailure(isRefusal(error) ? error.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
  }

  if (isRunning(job.status)) {
    if (job.status === 'UPLOADED' || job.status === 'ROLLING_BACK') return null
    return (
      <p className="import-buttons">
        <Button disabled={busy} onClick={() => void go({ step: 'cancel' })}>
          {round ? 'Cancel the round' : 'Cancel the import'}
        </Button>
      </p>
    )
  }
  if (job.status !== 'VALIDATED') {
    return (
      <p className="import-buttons">
        <ButtonLink type="primary" to={list}>
          To the list
        </ButtonLink>
        {!round && <Button onClick={onAgain}>Import another file</Button>}
        {isDone(job.status) && <RollBackButton job={job} />}
      </p>
    )
  }
  return (
    <>
      {blocked && (
        <p className="import-blocked">
          {round
            ? `${rowsText(job.rowsFailed)} cannot change; they are named below. Leave them out, or cancel the round.`
            : `Nothing is imported while rows are rejected. Download them below, correct them and import the file again${skippable ? ', or leave them out' : ''}.`}
        </p>
      )}
      {!blocked && good === 0 && (
        <p className="import-blocked">No row is new or changed: there is nothing to {round ? 'change' : 'import'}.</p>
      )}
      <p className="import-buttons">
        {!blocked && good > 0 && mayCommit && (
          <Button
            type="primary"
            loading={busy}
            onClick={() => (job.closing + job.backdated > 0 ? setConfirming('all') : void go({ step: 'commit' }))}
          >
            {commitText(job, resource.one, readOn())}
          </Button>
        )}
        {skippable && (
          <Button
            loading={busy}
            onClick={() =>
              job.backdated > 0 ? setConfirming('right') : void go({ step: 'commit', skipBadRows: true })
            }
          >
            {round ? 'Change' : 'Import'} the {showNumber(good)} right {good === 1 ? 'row' : 'rows'}, leave out{' '}
            {showNumber(job.rowsFailed + job.held)}
          </Button>
        )}
        {!round && (blocked || good === 0) ? <Button onClick={onAgain}>Choose another file</Button> : null}
        {job.sheet && (
          <Button disabled={busy} onClick={() => void go({ step: 'columns' })}>
            Review columns
          </Button>
        )}
        <Button disabled={busy} onClick={() => void go({ step: 'cancel' })}>
          {round ? 'Cancel the round' : 'Cancel the import'}
        </Button>
        <span className="import-unsaved quiet">Nothing is saved yet</span>
      </p>
      {confirming && (
        <ImportConfirm
          resource={resource}
          job={job}
          onConfirmed={({ number, why }) =>
            void go({
              step: 'commit',
              skipBadRows: confirming === 'right',
              ...(number !== undefined && { confirm: number }),
              ...(why && { why }),
            })
          }
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  )
}
