import { complaint } from '../../resources/complaints/complaint.ts'
import ListPage from '../derive/list/list-page.tsx'

/** The complaints that somebody may see: customers their own, everybody else those in reach. */
export default function Complaints() {
  return <ListPage resource={complaint} />
}
