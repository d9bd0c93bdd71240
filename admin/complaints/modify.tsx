import { Radio } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { complaintLists } from '../../resources/complaints/complaint-lists.ts'
import type { SelectedRows } from '../derive/grid/use-selection.tsx'
import ListPage from '../derive/list/list-page.tsx'
import type { ComplaintRow } from './complaint-api.ts'
import { ReassignMany } from './reassign-many.tsx'
import './complaints.css'

const tabs = ['Open', 'Without owner', 'Late', 'All']

/** The lists of the desk, each a tab: what is open, what nobody owns, what is late. */
export default function WorkOnComplaints() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const shown = Math.max(0, tabs.indexOf(params.get('of') ?? ''))
  const list = complaintLists[shown]!
  const bulk = ({ all, rows }: SelectedRows) =>
    all ? <span>Select single complaints to reassign them.</span> : <ReassignMany rows={rows as ComplaintRow[]} />
  return (
    <ListPage
      key={list.grid}
      resource={list}
      bulk={bulk}
      above={
        <Radio.Group
          aria-label="Which complaints"
          className="complaint-tabs"
          optionType="button"
          value={shown}
          options={tabs.map((label, value) => ({ label, value }))}
          onChange={event => void navigate(`/complaints/modify?of=${encodeURIComponent(tabs[event.target.value]!)}`)}
        />
      }
    />
  )
}
