import { addDays } from '../../define/dates.ts'
import type { RouteLimit } from '../approvals/approval-facts.ts'

/** Where a missing master row is entered, and its known values. */
export interface GapFix {
  /** The label of the link. */
  label: string
  /** The path of the master. */
  resource: string
  /** The row that is changed; a new one where there is none. */
  id?: number
  /** The initial values of a new row, by its fields; absent where only the list is opened. */
  values?: Readonly<Record<string, string | number | null>>
}

type Known = Readonly<Record<string, string | number | null>>

/** An SBU without a head. */
export const fixMissingHead = (sbuId: number): GapFix[] => [
  { label: 'Name a head', resource: 'masters/sbu', id: sbuId },
]

/** A limit that nobody has, or that does not reach. */
export const fixMissingLimit = (values: {
  sbuId: number
  limitType: RouteLimit['limitType']
  level?: number
}): GapFix[] => [{ label: 'Enter a limit', resource: 'masters/approving-limits', values }]

/** Nobody who decides above every limit. */
export const fixMissingFinalApprover = (): GapFix[] => [
  { label: 'Name a final approver', resource: 'settings/app-setting' },
]

/** A limit that ends: the next one has the same values from the day after. */
export function fixEndingLimit({
  limitType,
  sbuId,
  nidId,
  employeeId,
  level,
  maxValue,
  validTo,
}: RouteLimit): GapFix[] {
  const values = { limitType, sbuId, nidId, employeeId, level, maxValue, validFrom: addDays(validTo, 1) }
  return [{ label: 'Enter the next limit', resource: 'masters/approving-limits', values }]
}

/** A role that nobody holds. */
export const fixMissingRole = (): GapFix[] => [{ label: 'Assign the role', resource: 'access-control/assign-roles' }]

/** A product without a price in a channel; `uom` is the unit it is sold in. */
export const fixMissingPrice = ({ productId, ...priceKey }: Known & { productId: number }): GapFix[] => [
  { label: 'Enter a list price', resource: 'settings/product-price', values: { productId, ...priceKey } },
  { label: 'Take the product off sale', resource: 'masters/products', id: productId },
]

/** Goods that no plant may supply: one product of a channel, or an SBU in a state. */
export function fixMissingSource({
  sbuId,
  channelId,
  productId,
  stateId,
}: Record<'sbuId' | 'channelId', number> & {
  productId?: number
  stateId: number | null
}): GapFix[] {
  return [
    productId === undefined
      ? { label: 'Map a CnF', resource: 'masters/sbu-wise-cnf', values: { sbuId, stateId } }
      : { label: 'Map a CnF', resource: 'masters/channel-product-cnf', values: { channelId, productId, stateId } },
    { label: 'Give a default plant', resource: 'masters/default-supply-plant', values: { sbuId, channelId } },
  ]
}
