import type { Resource } from '../../../resources/define/resource.ts'
import type { Role } from '../../../resources/roles.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { QuotedOrder } from './quote.ts'

/** Who reads a quote, who would place each order of the cart, and which columns the reader sees. */
export interface QuoteReader {
  person: Person
  placedBy: (part: QuotedOrder) => { employeeId: number | null; roles: readonly Role[] }
  reads: (person: Person, resource: Resource) => readonly string[]
  /** The lines whose traces are returned, undefined for all: those of 500 lines are four times as large as the rest. */
  explained?: ReadonlySet<number> | undefined
}
