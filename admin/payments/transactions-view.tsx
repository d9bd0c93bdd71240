import { useParams } from 'react-router'
import { readsInternal } from '../../resources/access.ts'
import { ownPayments } from '../../resources/payments/payer-lists.ts'
import { paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { usePerson } from '../account/person.ts'
import ListPage from '../derive/list/list-page.tsx'
import NotFound from '../shell/not-found.tsx'
import PaymentPage from './payment/payment-page.tsx'

/** The payments; with an id in the address, one of them. */
export default function TransactionsView() {
  const { id } = useParams()
  const { user } = usePerson()
  if (id === undefined) return <ListPage resource={readsInternal(user.roles) ? paymentTransaction : ownPayments} />
  return /^[1-9]\d{0,9}$/.test(id) ? <PaymentPage id={Number(id)} /> : <NotFound />
}
