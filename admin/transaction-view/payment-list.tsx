import { useLocation } from 'react-router'
import { failedTransactions, paymentLists, pendingTransactions } from '../../resources/payments/payment-lists.ts'
import { paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { useMay } from '../account/person.ts'
import type { SelectedRows } from '../derive/grid/use-selection.tsx'
import ListPage from '../derive/list/list-page.tsx'
import NotFound from '../shell/not-found.tsx'
import { CheckPayments } from './payment/check-payments.tsx'
import type { PaymentRow } from './payment/payment-api.ts'

/** The payments that wait for somebody: the address says for what. */
export default function PaymentList() {
  const { pathname } = useLocation()
  const list = paymentLists.find(({ grid }) => pathname === `/${grid}`)
  const may = useMay()
  if (!list) return <NotFound />
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
