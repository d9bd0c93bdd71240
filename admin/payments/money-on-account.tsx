import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { readsInternal } from '../../resources/access.ts'
import { paymentCapture } from '../../resources/payments/money/payment-capture.ts'
import { ownOnAccount } from '../../resources/payments/payer-lists.ts'
import { paymentCart } from '../../resources/payments/payment-cart.ts'
import { moneyOnAccount } from '../../resources/payments/payment-lists.ts'
import { usePerson } from '../account/person.ts'
import type { SelectedRows } from '../derive/grid/use-selection.tsx'
import ListPage from '../derive/list/list-page.tsx'
import { Opening } from '../shell/use-quick-exit.ts'

const ApplyMoney = lazy(async () => ({ default: (await import('./acts/apply-dialog.tsx')).ApplyMoney }))

/** Money that settles no invoice yet: Finance puts that of a customer on open items, a customer their own. */
export default function MoneyOnAccount() {
  const { user, may } = usePerson()
  const isStaff = readsInternal(user.roles)
  const [of, setOf] = useState<{ customerId: number | null }>()
  const dialog = of && (
    <Suspense fallback={<Opening onClose={() => setOf(undefined)} />}>
      <ApplyMoney source={{ ...of, captureId: null, isStaff }} onClose={() => setOf(undefined)} />
    </Suspense>
  )
  if (!isStaff)
    return (
      <>
        <ListPage
          resource={ownOnAccount}
          more={
            may('approve', paymentCart.path) && (
              <Button type="primary" onClick={() => setOf({ customerId: null })}>
                Use for invoices
              </Button>
            )
          }
        />
        {dialog}
      </>
    )
  const bulk = (marked: SelectedRows) => <OfCustomer marked={marked} onApply={customerId => setOf({ customerId })} />
  return (
    <>
      <ListPage resource={moneyOnAccount} {...(may('approve', paymentCapture.path) && { bulk })} />
      {dialog}
    </>
  )
}

/** All that the customer of the selected rows has on account is put on items together. */
function OfCustomer({ marked, onApply }: { marked: SelectedRows; onApply: (customerId: number) => void }) {
  const customers = [...new Set(marked.rows.map(({ customerId }) => customerId as number))]
  const [customerId] = customers
  if (marked.all || customers.length !== 1 || customerId === undefined)
    return <span>Select rows of one customer to apply their money to items.</span>
  return (
    <Button size="small" onClick={() => onApply(customerId)}>
      Apply all on account to items
    </Button>
  )
}
