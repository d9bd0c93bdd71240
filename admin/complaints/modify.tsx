import { Radio } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { batchRadar } from '../../resources/complaints/batch-radar.ts'
import { batchReceivers } from '../../resources/complaints/batch-receivers.ts'
import { complaintLists, complaintTabs } from '../../resources/complaints/complaint-lists.ts'
import { useMay } from '../account/person.ts'
import type { SelectedRows } from '../derive/grid/use-selection.tsx'
import ListPage from '../derive/list/list-page.tsx'
import ReportPage from '../derive/list/report-page.tsx'
import { StepOnMany } from '../derive/process/step-on-many.tsx'
import { BatchBeside } from './batch-beside.tsx'
import type { ComplaintRow } from './complaint-api.ts'
import { complaintSteps } from './complaint-steps.tsx'
import './complaints.css'

/** The tabs of quality: batches that customers complain about, and who has them. */
const batchTabs = ['Batches', 'Receivers']

/** The lists of the desk, each a tab: what is open, what nobody owns, what is late; for quality also the batches. */
export default function WorkOnComplaints() {
  const navigate = useNavigate()
  const may = useMay()
  const [params] = useSearchParams()
  const tabs: readonly string[] = may('read', batchRadar.path) ? [...complaintTabs, ...batchTabs] : complaintTabs
  const shown = Math.max(0, tabs.indexOf(params.get('of') ?? ''))
  const above = (
    <Radio.Group
      aria-label="Which list"
      className="complaint-tabs"
      optionType="button"
      buttonStyle="solid"
      value={shown}
      options={tabs.map((label, value) => ({ label, value }))}
      onChange={event => void navigate(`/complaints/modify?of=${encodeURIComponent(tabs[event.target.value]!)}`)}
    />
  )
  if (tabs[shown] === 'Batches')
    return <ReportPage key="batches" report={batchRadar} above={above} more={id => <BatchBeside id={id} />} />
  if (tabs[shown] === 'Receivers') return <ReportPage key="receivers" report={batchReceivers} above={above} />
  const list = complaintLists[shown]!
  const bulk = ({ all, rows, clear }: SelectedRows) =>
    all ? (
      <span>Select single complaints to take them over or reassign them.</span>
    ) : (
      <StepOnMany kind={complaintSteps} rows={rows as ComplaintRow[]} onDone={clear} />
    )
  return <ListPage key={list.grid} resource={list} bulk={bulk} above={above} />
}
