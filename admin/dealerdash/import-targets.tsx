import { targetSheet } from '../../resources/uploads/targets.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Takes in a file of targets; a month that is over needs a reason beside the file. */
export default function ImportTargets() {
  return (
    <ImportPage
      resource={targetSheet}
      list={{ title: 'Upload Customer Target', path: '/dealerdash/upload-target' }}
      extraFields={
        <>
          <p>
            <label htmlFor="target-reason">Reason (required for past months)</label>
            <br />
            <input id="target-reason" name="given.reason" maxLength={200} autoComplete="off" className="wide" />
          </p>
          <p className="quiet">
            Each row replaces the target of its distributor, SBU and month; all others are unchanged. Empty cells keep
            their value.
          </p>
        </>
      }
    />
  )
}
