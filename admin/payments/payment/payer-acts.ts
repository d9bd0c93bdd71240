import { useState } from 'react'
import type { checkMine, giveUp, PaymentMoney, payAgain } from '../../../resources/payments/commands/results.ts'
import type { PaymentState } from '../../../resources/payments/payment-states.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { isRefusal } from '../../shell/api.ts'

/** What whoever pays does about a payment of which nobody knows yet whether it is paid, in the order of its buttons. */
const names = ['check', 'again', 'giveUp'] as const
export type PayerAct = (typeof names)[number]

const check = at<typeof checkMine>('POST payments/{id}/check-mine')
const again = at<typeof payAgain>('POST payments/{id}/again')
const end = at<typeof giveUp>('POST payments/{id}/give-up')

const labelOf = (act: PayerAct, status: PaymentState) =>
  act === 'check'
    ? 'Check now'
    : act === 'giveUp'
      ? 'Give up'
      : status === 'CREATED'
        ? 'Continue to payment'
        : 'Pay again'

/** Takes an act; the sentence that came of it, undefined where the page of the gateway opens instead. */
async function takeAct(act: PayerAct, id: number): Promise<string | undefined> {
  if (act === 'check') return (await ask(check, { id })).message
  if (act === 'giveUp') return (await ask(end, { id })).message
  window.location.assign((await ask(again, { id })).location)
  return undefined
}

/** The acts that the server offers its reader about a payment, and the sentence that came of the last one. */
export function usePayerActs(
  payment: { id: number; status: PaymentState } | undefined,
  may: PaymentMoney['may'] | undefined,
  onTaken: () => unknown,
) {
  const [busy, setBusy] = useState<PayerAct>()
  const [said, setSaid] = useState('')

  async function take(act: PayerAct, id: number) {
    setBusy(act)
    setSaid('')
    try {
      const sentence = await takeAct(act, id)
      // The page stays busy until that of the gateway is there.
      if (sentence === undefined) return
      setSaid(sentence)
    } catch (error) {
      if (!isRefusal(error)) throw error
      setSaid(error.message)
    }
    await onTaken()
    setBusy(undefined)
  }

  const acts = names.flatMap(name =>
    // Finance asks a gateway by an act of its own.
    payment && may?.giveUp && may[name]
      ? [
          {
            name,
            label: labelOf(name, payment.status),
            busy: busy === name,
            take: () => void take(name, payment.id),
          },
        ]
      : [],
  )
  return { acts, said }
}
