import { useParams } from 'react-router'
import { transporterBill } from '../../resources/dispatches/bills/transporter-bill.ts'
import ListPage from '../derive/list/list-page.tsx'
import NotFound from '../shell/not-found.tsx'
import BillPage from './bills/bill-page.tsx'

/** The bills of the transporters; with an id in the address, one of them. */
export default function LrTransporterBill() {
  const { id } = useParams()
  if (id === undefined) return <ListPage resource={transporterBill} />
  return /^[1-9]\d{0,9}$/.test(id) ? <BillPage id={Number(id)} /> : <NotFound />
}
