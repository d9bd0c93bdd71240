import { Input } from 'antd'
import { targetSheet } from '../../resources/uploads/targets.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import ImportPage from '../derive/import/import-page.tsx'

/** Takes in a file of targets; a month that is over needs a reason beside the file. */
export default function ImportTargets() {
  return (
    <ImportPage
      resource={targetSheet}
      list={{ title: 'Upload Customer Target', path: '/dealerdash/upload-target' }}
      extraFields={
        <>
          <FieldRow id="target-reason" label="Reason" hint="Required for past months">
            {control => <Input {...control} name="given.reason" maxLength={200} autoComplete="off" />}
          </FieldRow>
          <p className="quiet">
            Each row replaces the target of its distributor, SBU and month; all others are unchanged. Empty cells keep
            their value.
          </p>
        </>
      }
    />
  )
}
