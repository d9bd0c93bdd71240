import { complaint } from '../../resources/complaints/complaint.ts'
import { ownComplaints } from '../../resources/complaints/complaint-lists.ts'
import { usePerson } from '../account/person.ts'
import ListPage from '../derive/list/list-page.tsx'

/** The complaints that somebody may see: customers their own, everybody else those in reach. */
export default function Complaints() {
  const { user } = usePerson()
  return <ListPage resource={user.customerId === null ? complaint : ownComplaints} />
}
