import type { Fault } from '../../../resources/define/validate.ts'
import { problemWith } from '../../../resources/define/validate.ts'
import type { CheckoutInput, ReviewedLine } from '../../../resources/payments/cart-answers.ts'
import { paymentCartItem } from '../../../resources/payments/payment-cart-item.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import { invalid } from '../../platform/errors.ts'
import { isVersion, readLines, unknownFields } from '../cart/cart-input.ts'

/** Reads a checkout from a request: of a cart, or of an advance. Throws 400 that names every field which is wrong. */
export function readCheckoutInput(body: unknown): CheckoutInput {
  const given = bodyObject(body, 'The checkout')
  const faults: Fault[] = []
  const read = given.advanceAmount === undefined ? readReviewed(given, faults) : readAdvance(given, faults)
  if (faults.length > 0) throw invalid(faults)
  return read
}

function readAdvance({ advanceAmount, ...others }: Record<string, unknown>, faults: Fault[]): CheckoutInput {
  faults.push(...unknownFields(others))
  demandPaise('advanceAmount', advanceAmount, faults)
  return { advanceAmount: advanceAmount as number }
}

function readReviewed(given: Record<string, unknown>, faults: Fault[]): CheckoutInput {
  const { cartId, rowVersion, lines, total, ...others } = given
  faults.push(...unknownFields(others))
  for (const [field, value] of Object.entries({ cartId, rowVersion }))
    if (!isVersion(value))
      faults.push({ field, code: 'REQUIRED', message: `${field} of the reviewed cart is required` })
  demandPaise('total', total, faults)
  const payables: unknown[] = []
  const amounts = Array.isArray(lines) ? lines.map((line, index) => withoutPayable(line, index, payables)) : lines
  const reviewed = readLines('lines', amounts, faults)
  for (const [index, payable] of payables.entries()) demandPaise(`lines[${index}].payable`, payable, faults)
  return {
    cartId: cartId as number,
    rowVersion: rowVersion as number,
    lines: reviewed.map((line, index): ReviewedLine => ({ ...line, payable: payables[index] as number })),
    total: total as number,
  }
}

function withoutPayable(line: unknown, index: number, payables: unknown[]) {
  const { payable, ...amounts } = bodyObject(line, `Line ${index + 1}`, `lines[${index}]`)
  payables.push(payable)
  return amounts
}

function demandPaise(field: string, value: unknown, faults: Fault[]) {
  const problem = problemWith(paymentCartItem.fields.payAmount, value ?? null)
  if (problem) faults.push({ field, code: problem[0], message: `${field} ${problem[1]}` })
}
