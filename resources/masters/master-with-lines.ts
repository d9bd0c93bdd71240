/** Masters that are a header with lines, and the fields of a line that people enter. */
import type { Resource } from '../define/resource.ts'
import { customerAnnexure } from './customer-annexure.ts'
import { customerAnnexureLine } from './customer-annexure-line.ts'
import { rateContractCustomer } from './rate-contract-customer.ts'
import { rateContractLine } from './rate-contract-line.ts'

export interface MasterWithLines {
  header: Resource
  lines: Resource
  /** The column of a line that refers to its header. */
  parent: string
  /** The fields of a line that people enter, in the order in which rows are pasted; the rest is the portal's. */
  enteredFields: readonly string[]
  /** The fields of a line's price and quantity. */
  price: string
  qty: string
}

/** The most lines one header may have. */
export const MOST_LINES = 500

const lined: readonly MasterWithLines[] = [
  {
    header: rateContractCustomer,
    lines: rateContractLine,
    parent: 'rateContractId',
    enteredFields: ['productId', 'rate', 'contractQty'],
    price: 'rate',
    qty: 'contractQty',
  },
  {
    header: customerAnnexure,
    lines: customerAnnexureLine,
    parent: 'customerAnnexureId',
    enteredFields: ['productId', 'annualQty', 'agreedPrice', 'remarks', 'customerItemCode'],
    price: 'agreedPrice',
    qty: 'annualQty',
  },
]

/** The declaration of a master's lines. Throws for a master without lines. */
export function masterWithLines(name: string): MasterWithLines {
  const master = lined.find(({ header }) => header.name === name)
  if (!master) throw new Error(`${name} has no lines`)
  return master
}
