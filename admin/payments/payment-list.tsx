import { useLocation } from 'react-router'
import { readsInternal } from '../../resources/access.ts'
import { payerLists } from '../../resources/payments/payer-lists.ts'
import { failedTransactions, paymentLists, pendingTransactions } from '../../resources/payments/payment-lists.ts'
import { paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { usePerson } from '../account/person.ts'
import type { SelectedRows } from '../derive/grid/use-selection.tsx'
import ListPage from '../derive/list/list-page.tsx'
import NotFound from '../shell/not-found.tsx'
import { CheckPayments } from './payment/check-payments.tsx'
import type { PaymentRow } from './payment/payment-api.ts'

/** The payments that wait for somebody: the address says for what. */
export default function PaymentList() {
  const { pathname } = useLocation()
  const { user, may } = usePerson()
  const list = paymentLists.find(({ grid }) => pathname === `/${grid}`)
  if (!list) return <NotFound />
  const own = readsInternal(user.roles) ? undefined : payerLists[pathname]
  if (own) return <ListPage key={own.grid} resource={own} />
  const bulk = ({ all, rows }: SelectedRows) =>
    all ? (
      <span>Select single payments to check their status.</span>
    ) : (
      <CheckPayments small rows={rows as PaymentRow[]} />
    )
  const checks = list === pendingTransactions || list === failedTransactions
  return (
    <ListPage key={list.grid} resource={list} {...(checks && may('approve', paymentTransaction.path) && { bulk })} />
  )
}
