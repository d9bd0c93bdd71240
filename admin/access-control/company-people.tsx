import { Button } from 'antd'
import { useState } from 'react'
import { PageFrame } from '../shell/page-frame.tsx'
import { PeopleOfCompany } from './people-of-company.tsx'

/** The people of one's own company, whom its head invites, changes and ends. */
export default function CompanyPeoplePage() {
  const [inviting, setInviting] = useState(false)
  return (
    <PageFrame
      title="People Of Our Company"
      purpose="Who signs in for your company, and what each person may do."
      actions={
        <Button type="primary" onClick={() => setInviting(true)}>
          Invite a colleague
        </Button>
      }
    >
      <PeopleOfCompany of={null} companyId={null} inviting={inviting} onInvited={() => setInviting(false)} />
    </PageFrame>
  )
}
