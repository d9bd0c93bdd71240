import { mulDiv } from '../../define/amounts.ts'
import { quantityText } from '../../define/show.ts'
import type { Fault } from '../../define/validate.ts'
import type { Pod } from './pod.ts'
import { missingPackages } from './pod-rules.ts'

type Counted = Pick<Pod, 'packagesReceived' | 'shortagePackages' | 'damagePackages' | 'refusedPackages'>
type Missing = Omit<Counted, 'packagesReceived'>

/** Goods on an LR, by the id of their row there; `qty` in thousandths of their unit. */
export interface GoodsOnLr {
  id: number
  qty: number
}

/** What somebody says of goods on a POD, in thousandths of their unit. */
export interface SaidGoods {
  lrLineItemId: number
  shortQty: number
  damagedQty: number
}

/** What a POD says of goods on its LR, in thousandths of their unit. */
export interface ReceivedGoods extends SaidGoods {
  receivedQty: number
  /** Reckoned from packages. */
  isEstimated: boolean
}

/**
 * What of the goods of an LR of so many packages arrived, by its POD: all where no package was short, as somebody said of
 * each, else in proportion to the packages, which is an estimate where several goods travel or packs are not alike.
 */
export function goodsReceived(
  pod: Counted,
  packages: number,
  goods: readonly GoodsOnLr[],
  said: readonly SaidGoods[] | null = null,
): ReceivedGoods[] {
  return goods.map(({ id: lrLineItemId, qty }) => {
    const own = said?.find(one => one.lrLineItemId === lrLineItemId)
    if (said !== null) {
      const shortQty = own?.shortQty ?? 0
      return {
        lrLineItemId,
        receivedQty: qty - shortQty,
        shortQty,
        damagedQty: own?.damagedQty ?? 0,
        isEstimated: false,
      }
    }
    const received = partOf(qty, pod.packagesReceived, pod.packagesReceived + missingPackages(pod) || packages)
    const damaged = partOf(qty, pod.damagePackages, packages)
    const isShared = goods.length > 1 && (missingPackages(pod) > 0 || pod.damagePackages > 0)
    return {
      lrLineItemId,
      receivedQty: received.qty,
      shortQty: qty - received.qty,
      damagedQty: Math.min(damaged.qty, received.qty),
      isEstimated: isShared || !received.isExact || !damaged.isExact,
    }
  })
}

/** `qty × part ÷ whole`, and whether that is no rounded quantity. */
function partOf(qty: number, part: number, whole: number): { qty: number; isExact: boolean } {
  if (whole === 0) return { qty, isExact: true }
  const share = mulDiv(qty, part, whole)
  return { qty: share, isExact: BigInt(share) * BigInt(whole) === BigInt(qty) * BigInt(part) }
}

/** Whether a POD leaves open which goods are short or damaged, so that somebody must say so. */
export const asksForGoods = (pod: Missing, goods: readonly unknown[]): boolean =>
  goods.length > 1 && (missingPackages(pod) > 0 || pod.damagePackages > 0)

/** What is wrong with what was said of the goods on a POD, at `goods`; empty when it fits the packages and the LR. */
export function faultsOfSaid(
  pod: Missing,
  goods: readonly (GoodsOnLr & { name: string; uom: string })[],
  said: readonly SaidGoods[],
): Fault[] {
  const faults = said.flatMap(({ lrLineItemId, shortQty, damagedQty }, index): Fault[] => {
    const at = (name: string) => `goods[${index}].${name}`
    const one = goods.find(({ id }) => id === lrLineItemId)
    if (!one)
      return [
        { field: at('lrLineItemId'), code: 'UNKNOWN_REF', message: 'Goods must be those of the LR: choose among them' },
      ]
    const most = (qty: number) => `${quantityText(qty)} ${one.uom}`
    if (shortQty < 0 || shortQty > one.qty)
      return [
        { field: at('shortQty'), code: 'RANGE', message: `Short of ${one.name} must be at most ${most(one.qty)}` },
      ]
    if (damagedQty < 0 || damagedQty > one.qty - shortQty) {
      const message = `Damaged of ${one.name} must be at most the ${most(one.qty - shortQty)} received`
      return [{ field: at('damagedQty'), code: 'RANGE', message }]
    }
    return []
  })
  if (faults.length > 0) return faults
  return [
    ...agreeing(
      missingPackages(pod),
      said.map(({ shortQty }) => shortQty),
      'short',
    ),
    ...agreeing(
      pod.damagePackages,
      said.map(({ damagedQty }) => damagedQty),
      'damaged',
    ),
  ]
}

function agreeing(packages: number, quantities: readonly number[], word: 'short' | 'damaged'): Fault[] {
  const isSaid = quantities.some(qty => qty > 0)
  if (isSaid === packages > 0) return []
  const message = isSaid
    ? `Goods are ${word}, but no package is: correct the packages or the goods`
    : `Goods ${word} are required: say of which goods the ${packages} ${packages === 1 ? 'package is' : 'packages are'} ${word}`
  return [{ field: 'goods', code: isSaid ? 'CONTRADICTION' : 'REQUIRED', message }]
}
