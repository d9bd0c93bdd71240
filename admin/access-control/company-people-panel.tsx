import { Button } from 'antd'
import { useState } from 'react'
import { companyPerson } from '../../resources/access-control/company-person.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { useMay } from '../account/person.ts'
import type { ApiRow } from '../derive/value-text.ts'
import { PeopleOfCompany } from './people-of-company.tsx'

/** The people of a customer or a transporter, on its page. */
export default function CompanyPeoplePanel({ resource, row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const [inviting, setInviting] = useState(false)
  if (!may('read', companyPerson.path)) return null
  return (
    <section className="panel" aria-labelledby="company-people">
      <div className="page-head">
        <h2 id="company-people">People</h2>
        {may('update', companyPerson.path) && may('update', resource.path) && row.isActive !== false && (
          <Button onClick={() => setInviting(true)}>Invite a person</Button>
        )}
      </div>
      <PeopleOfCompany
        of={resource.name as 'customer' | 'transporter'}
        companyId={row.id}
        inviting={inviting}
        onInvited={() => setInviting(false)}
      />
    </section>
  )
}
