import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { checkPayments } from '../../../resources/payments/commands/results.ts'
import { isPaid } from '../../../resources/payments/payment-states.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { useMay } from '../../account/person.ts'
import { ask, at } from '../../derive/command/ask.ts'
import type { RecordAct } from '../../derive/record/record-acts.ts'
import { isRefusal } from '../../shell/api.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { type PaymentRow, useMoney, useMoneyMoved } from './payment-api.ts'

const DecideDialog = lazy(() => import('../acts/decide-dialog.tsx'))
const check = at<typeof checkPayments>('POST payments/check')

/** What Finance may do about a payment as a whole: ask its gateway again, or decide it by hand. */
export function useFinanceActs(payment: PaymentRow | undefined): {
  acts: RecordAct[]
  said: string
  dialog: ReactNode
} {
  const may = useMay()
  const moved = useMoneyMoved()
  const money = useMoney(payment?.id ?? 0)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const [deciding, setDeciding] = useState(false)
  if (!payment || !may('approve', paymentTransaction.path)) return { acts: [], said, dialog: null }

  async function askAgain(id: number) {
    setBusy(true)
    try {
      const { results } = await ask(check, { ids: [id] })
      setSaid(results.map(({ message }) => message).join(' '))
    } catch (error) {
      if (!isRefusal(error)) throw error
      setSaid(error.message)
    }
    setBusy(false)
    await moved()
  }

  const acts: RecordAct[] = [
    {
      key: 'ask-again',
      label: 'Ask the gateway again',
      place: isPaid(payment) ? 'more' : 'beside',
      busy,
      take: () => void askAgain(payment.id),
    },
  ]
  if (money.data?.may.decide)
    acts.push({ key: 'decide', label: 'Decide by hand', place: 'beside', take: () => setDeciding(true) })
  const dialog = deciding && (
    <Suspense fallback={<Opening onClose={() => setDeciding(false)} />}>
      <DecideDialog payment={payment} onClose={() => setDeciding(false)} />
    </Suspense>
  )
  return { acts, said, dialog }
}
