import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import { ownDisputes } from '../../resources/complaints/dispute-lists.ts'
import { usePerson } from '../account/person.ts'
import ListPage from '../derive/list/list-page.tsx'

/** The disputes that somebody may see, and the way to a new one. */
export default function ArDisputes() {
  const { user } = usePerson()
  return <ListPage resource={user.customerId === null ? arDispute : ownDisputes} />
}
