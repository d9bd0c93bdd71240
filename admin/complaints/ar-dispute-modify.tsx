import { Radio } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { disputeLists, disputeTabs } from '../../resources/complaints/dispute-lists.ts'
import { usePerson } from '../account/person.ts'
import type { SelectedRows } from '../derive/grid/use-selection.tsx'
import ListPage from '../derive/list/list-page.tsx'
import { StepOnMany } from '../derive/process/step-on-many.tsx'
import type { DisputeRow } from './dispute-api.ts'
import { disputeSteps } from './dispute-steps.tsx'
import './complaints.css'

const tabs: readonly string[] = disputeTabs

/** The lists of those who decide disputes, each a tab: what is open, late, to be confirmed, or waits for its credit note. */
export default function WorkOnDisputes() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { may } = usePerson()
  const shown = Math.max(0, tabs.indexOf(params.get('of') ?? ''))
  const list = disputeLists[shown]!
  const bulk = ({ all, rows, clear }: SelectedRows) =>
    all ? (
      <span>Select single disputes to take them over, reassign or close them.</span>
    ) : (
      <StepOnMany kind={disputeSteps} rows={rows as DisputeRow[]} onDone={clear} />
    )
  return (
    <ListPage
      key={list.grid}
      resource={list}
      {...(may('update', 'complaints/ar-dispute') && { bulk })}
      above={
        <Radio.Group
          aria-label="Which disputes"
          className="complaint-tabs"
          optionType="button"
          buttonStyle="solid"
          value={shown}
          options={tabs.map((label, value) => ({ label, value }))}
          onChange={event =>
            void navigate(`/complaints/ar-dispute-modify?of=${encodeURIComponent(tabs[event.target.value]!)}`)
          }
        />
      }
    />
  )
}
