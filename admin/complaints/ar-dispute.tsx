import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import ListPage from '../derive/list/list-page.tsx'

/** The disputes that somebody may see, and the way to a new one. */
export default function ArDisputes() {
  return <ListPage resource={arDispute} />
}
