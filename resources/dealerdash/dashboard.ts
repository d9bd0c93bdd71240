import type { DistributorFigures } from './distributor-figures.ts'

/** What the dashboard is asked about; without a distributor, all that the person follows. */
export interface DistributorFilter {
  customerId: number | null
  fy: string
  sbuId: number | null
}

/** The figures of a distributor, or of all that a person follows; amounts in paise. What their roles do not read is null. */
export interface DistributorDashboard extends DistributorFigures {
  distributor: { id: number; code: string; name: string } | null
  fy: string
  /** The financial years that hold targets or sales, the latest first. */
  fys: string[]
  /** The SBUs that these have targets or sales in. */
  sbus: { id: number; name: string }[]
  /** The products that were bought most in the year; quantities in thousandths, null where units differ. */
  products: { id: number; name: string; value: number; qty: number | null; uom: string | null }[]
  /** Those who are followed, where no single one is asked about, by what they achieved in the year. */
  distributors: { id: number; name: string; target: number; achieved: number; pct: number | null }[]
  openOrders: CountedOrders | null
  pendingApproval: CountedOrders | null
  openComplaints: number | null
  outstanding: { total: number; overdue: number; asOn: string | null } | null
}

/** How many orders there are, and what they come to; null where some of their amounts are closed to the reader. */
export interface CountedOrders {
  count: number
  value: number | null
}

/** Products shown as the most bought. */
export const MOST_PRODUCTS = 10
/** Distributors shown at once; the others are found by choosing them. */
export const MOST_DISTRIBUTORS = 50
