import type { Customer } from '../../access-control/customer.ts'
import type { CustomerAnnexure } from '../../masters/customer-annexure.ts'
import type { Order } from '../order.ts'
import { type ChosenTerms, type TermName, termNames } from '../order-input.ts'
import { type RowUsed, rowUsed } from '../trace.ts'

/** Who pays the freight, how goods travel, and in how many days after the invoice is paid. */
export type Terms = Pick<Order, TermName>

/** The terms that are agreed with a buyer, and the row that says so. */
export interface AgreedTerms extends Terms {
  row: RowUsed
  /** The row for people: `annexure A-12`, `customer 100101`. */
  says: string
}

type Buyer = Pick<
  Customer,
  'id' | 'rowVersion' | 'code' | 'freightTerms' | 'defaultTransMode' | 'paymentTermsDays' | 'updatedAt' | 'updatedById'
>

/**
 * The terms agreed with a buyer in an SBU: those of the latest annexure that they accepted, or else those of the sales
 * area, or their own. An annexure says nothing of the mode of transport, which is the buyer's usual one.
 */
export function agreedWith(
  buyer: Buyer,
  annexures: readonly CustomerAnnexure[],
  area: { paymentTermsDays: number | null } | null,
): AgreedTerms {
  const { code, freightTerms, defaultTransMode: transMode, paymentTermsDays } = buyer
  const [annexure] = [...annexures].sort((a, b) => b.validFrom.localeCompare(a.validFrom) || b.id - a.id)
  if (annexure)
    return {
      ...{ freightTerms: annexure.freightTerms, transMode, paymentTermsDays: annexure.paymentTermsDays },
      row: rowUsed('customer-annexure', annexure, ['annexureNo', 'freightTerms', 'paymentTermsDays']),
      says: `annexure ${annexure.annexureNo}`,
    }
  return {
    ...{ freightTerms, transMode, paymentTermsDays: area?.paymentTermsDays ?? paymentTermsDays },
    row: rowUsed('customer', buyer, ['code', 'freightTerms', 'defaultTransMode', 'paymentTermsDays']),
    says: `customer ${code}`,
  }
}

/** The terms that count: what was chosen, and else what is agreed. */
export const termsOf = (chosen: ChosenTerms, agreed: Terms): Terms => ({
  freightTerms: chosen.freightTerms ?? agreed.freightTerms,
  transMode: chosen.transMode ?? agreed.transMode,
  paymentTermsDays: chosen.paymentTermsDays ?? agreed.paymentTermsDays,
})

/** Nothing is chosen: all terms are as agreed. */
export const asAgreed: ChosenTerms = { freightTerms: null, transMode: null, paymentTermsDays: null }

/** What of the chosen terms differs from all of these agreements; null where it does not. */
export function reallyChosen(chosen: ChosenTerms, agreements: readonly Terms[]): ChosenTerms {
  const differs = (name: TermName) => agreements.some(agreed => agreed[name] !== chosen[name])
  return { ...asAgreed, ...Object.fromEntries(termNames.map(name => [name, differs(name) ? chosen[name] : null])) }
}

/** Where the terms come from, for a buyer; of terms that are agreed with another buyer no more than that. */
export const sourceForBuyer = ({ row, says }: AgreedTerms, isTheirs: boolean): string =>
  !isTheirs ? 'your distributor' : row.resource === 'customer' ? 'your account' : says
