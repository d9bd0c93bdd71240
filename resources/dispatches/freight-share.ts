import { shareOut } from '../define/amounts.ts'
import type { Lr } from './lr.ts'

/**
 * An amount in paise shared over parts: by weight (thousandths of a kilogram), by value (paise) where nothing has a
 * weight, and equally where nothing has a value either. The shares always add up to the amount.
 */
export function shareByWeight(amount: number, parts: readonly { weight: number; value: number }[]): number[] {
  const weights = [parts.map(({ weight }) => weight), parts.map(({ value }) => value)].find(some =>
    some.some(one => one > 0),
  )
  return shareOut(amount, weights ?? parts.map(() => 1))
}

/** What of the cost of carriage falls on a part of an LR, in paise. */
interface CarriageShare {
  freightShare: number
  cartingShare: number
}

/** Freight and carting of an LR shared separately over its parts, in their order. */
export function shareCarriage(
  { freight, carting }: { freight: number; carting: number },
  parts: readonly { weight: number; value: number }[],
): CarriageShare[] {
  const [freights, cartings] = [shareByWeight(freight, parts), shareByWeight(carting, parts)]
  return parts.map((_, index) => ({ freightShare: freights[index]!, cartingShare: cartings[index]! }))
}

/** Whether we pay the freight of an LR: the consignee does where it is to pay, and nobody for one that is cancelled. */
export const isFreightOurs = ({
  freightTerms,
  businessLine,
  deliveryStatus,
}: Pick<Lr, 'freightTerms' | 'businessLine' | 'deliveryStatus'>): boolean =>
  freightTerms !== 'TO_PAY' && businessLine !== 'SIGMA' && deliveryStatus !== 'CANCELLED'
