import { mulDiv, sum } from '../../define/amounts.ts'
import type { Pod } from './pod.ts'
import { missingPackages } from './pod-rules.ts'

/** Goods on an LR with their value in paise, and how much of them is missing or damaged, in thousandths of their unit. */
export interface GoodsAtStake {
  value: number
  qty: number
  lostQty: number
}

/**
 * What is claimed for a POD, in paise: of goods that somebody named, their share of the value; else as many packages of all
 * as are missing, damaged or refused.
 */
export function claimValue(
  pod: Pick<Pod, 'shortagePackages' | 'damagePackages' | 'refusedPackages'>,
  lr: { packages: number; value: number },
  named: readonly GoodsAtStake[] | null,
): number {
  if (named !== null) return sum(named.map(({ value, qty, lostQty }) => (qty === 0 ? 0 : mulDiv(value, lostQty, qty))))
  const lost = Math.min(missingPackages(pod) + pod.damagePackages, lr.packages)
  return mulDiv(lr.value, lost, lr.packages)
}
