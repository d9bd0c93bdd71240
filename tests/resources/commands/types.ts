/**
 * Commands that must not compile. Nothing runs here: `tsc` checks this file, and an unused `@ts-expect-error` is an error.
 */
import { ask, at } from '../../../admin/derive/command/ask.ts'
import { useCommand } from '../../../admin/derive/command/use-command.ts'
import { bind } from '../../../api/derive/command/serve-commands.ts'
import { type AnswerOf, type BodyOf, command, may, type SentOf } from '../../../resources/define/command.ts'
import { integer, money, text } from '../../../resources/define/fields.ts'
import { many, maybe } from '../../../resources/define/shape.ts'
import type { checkout } from '../../../resources/payments/commands/cart.ts'
import { paymentCart } from '../../../resources/payments/payment-cart.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <_ extends true>() => {}

const one = command('POST one', {
  room: 'r',
  summary: '',
  who: may(paymentCart, 'update'),
  body: {
    id: integer(),
    why: text({ optional: true }),
    lines: many({ itemId: integer(), amount: money() }, { most: 9, distinct: 'itemId' }),
  },
  answer: { done: integer() },
  refusals: { GONE: [409, 'gone'] },
})
same<Same<BodyOf<typeof one>, { id: number; why: string | null; lines: { itemId: number; amount: number }[] }>>()
same<
  Same<
    SentOf<typeof one>,
    { id: number; lines: readonly { itemId: number; amount: number }[]; why?: string | null | undefined }
  >
>()
same<Same<AnswerOf<typeof one>, { readonly done: number }>>()

bind(one, async body => ({ done: body.lines.length }))
// @ts-expect-error the answer lacks what is declared
bind(one, async () => ({}))
// @ts-expect-error the body has no such field
bind(one, async body => ({ done: body.amount }))
// @ts-expect-error no field of the lines is called so
many({ itemId: integer() }, { most: 1, distinct: 'orderId' })
// @ts-expect-error no such letter of the access matrix
may(paymentCart, 'delete')
// @ts-expect-error a default would fill what was left out
maybe(integer()).default.toFixed()
// @ts-expect-error no method of HTTP that a command has
command('PUT one', { room: 'r', summary: '', who: 'signed in', answer: {} })

// A function that opens its own transactions may see to it that it is done once.
command('POST many', { room: 'r', summary: '', who: 'signed in', does: 'each', idempotent: 'must', answer: {} })

const paying = at<typeof checkout>('POST payments/checkout')
// @ts-expect-error the command has another path
at<typeof checkout>('POST payments/pay')
// @ts-expect-error the command has another method
at<typeof checkout>('GET payments/checkout')

export async function client() {
  await ask(paying, { advanceAmount: 1 })
  // @ts-expect-error neither a reviewed cart nor an advance
  await ask(paying, { cartId: 1 })
}
export function Screen() {
  const pay = useCommand(paying)
  pay.refusedBy('CART_CHANGED')
  // @ts-expect-error the command has no such refusal
  pay.refusedBy('STALE')
  return pay.answer?.location.length
}
