import { sum } from '../../define/amounts.ts'
import { rupees } from '../../define/show.ts'
import { type AgreedCharge, type ChargeKind, chargeKinds, sumsOf } from './agreed-charges.ts'

/** What a bill charges for an LR kind by kind, in paise. */
export type BilledKinds = Partial<Record<ChargeKind, number>>

/** The kinds that a bill says, by name; null where it says none. */
export const kindsOf = (kinds: readonly AgreedCharge[] | null): BilledKinds | null =>
  kinds === null || kinds.length === 0
    ? null
    : (Object.fromEntries(kinds.map(({ kind, amount }) => [kind, amount])) as BilledKinds)

/** Why the kinds of a billed LR do not add up to what is billed for it, as a sentence; undefined where they do. */
export function whyKindsDiffer(line: {
  billedFreight: number
  billedOther: number
  kinds: readonly AgreedCharge[] | null
}): string | undefined {
  if (line.kinds === null || line.kinds.length === 0) return undefined
  const { expectedFreight: freight, expectedOther: other } = sumsOf(line.kinds)
  if (freight !== line.billedFreight)
    return `Basic freight and fuel must add up to the billed freight, ${rupees(line.billedFreight)}: they are ${rupees(freight)}`
  if (other !== line.billedOther)
    return `The other charges must add up to ${rupees(line.billedOther)}, the billed other charges: they are ${rupees(other)}`
  return undefined
}

/** Agreed beside billed, kind by kind, in paise: null where one of both says nothing of it. */
export interface ComparedKind {
  kind: ChargeKind
  agreed: number | null
  billed: number | null
}

/** The kinds that a contract agrees or a bill charges for an LR; without kinds on the bill nothing is compared. */
export function compareKinds(agreed: readonly AgreedCharge[], billed: BilledKinds | null): ComparedKind[] {
  return chargeKinds.flatMap((kind): ComparedKind[] => {
    const found = agreed.filter(one => one.kind === kind)
    const one = {
      kind,
      agreed: found.length > 0 ? sum(found.map(({ amount }) => amount)) : null,
      billed: billed?.[kind] ?? null,
    }
    return one.agreed === null && one.billed === null ? [] : [one]
  })
}
