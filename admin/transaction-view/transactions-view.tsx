import { useParams } from 'react-router'
import { paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import ListPage from '../derive/list/list-page.tsx'
import NotFound from '../shell/not-found.tsx'
import PaymentPage from './payment/payment-page.tsx'

/** The payments; with an id in the address, one of them. */
export default function TransactionsView() {
  const { id } = useParams()
  if (id === undefined) return <ListPage resource={paymentTransaction} />
  return /^[1-9]\d{0,9}$/.test(id) ? <PaymentPage id={Number(id)} /> : <NotFound />
}
