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

type Carried = Pick<Lr, 'freightTerms' | 'businessLine' | 'deliveryStatus'>

/** Whether we pay the freight of an LR: the consignee does where it is to pay, and nobody for one that is cancelled. */
export const isFreightOurs = (lr: Carried): boolean => lr.freightTerms !== 'TO_PAY' && isShared(lr)

/** Whether the goods of an LR bear its freight, whoever pays it. */
const isShared = ({ businessLine, deliveryStatus }: Carried) =>
  businessLine !== 'SIGMA' && deliveryStatus !== 'CANCELLED'

/** The freight in paise that the goods of an LR bear, whoever pays it; reports of what we pay leave TO_PAY out. */
export const freightOnGoods = (lr: Carried & Pick<Lr, 'freightAmount' | 'otherCharges'>): number =>
  isShared(lr) ? lr.freightAmount + lr.otherCharges : 0
