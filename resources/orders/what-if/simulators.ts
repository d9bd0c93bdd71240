import type { Role } from '../../roles.ts'

/** In whose name an order is simulated: the caller's, the customer’s own, or the account owner's. */
export const placers = ['ME', 'CUSTOMER', 'ACCOUNT_OWNER'] as const
export type Placer = (typeof placers)[number]

interface PlacedBy {
  employeeId: number | null
  roles: readonly Role[]
}
export const placedByCustomer: PlacedBy = { employeeId: null, roles: ['CUSTOMER'] }
export const placedByAccountOwner = ({ salesEmployeeId }: { salesEmployeeId: number | null }): PlacedBy => ({
  employeeId: salesEmployeeId,
  roles: ['SALES_REP'],
})

/** The masters by which a past day is simulated: as they were then, or as they are now. */
export const mastersOf = ['THEN', 'NOW'] as const
export type MastersOf = (typeof mastersOf)[number]
