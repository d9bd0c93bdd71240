import type { Role } from '../../roles.ts'

/** In whose name an order is tried out: his who asks, the customer’s own, or that of the sales person who keeps the account. */
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

/** By which masters a past day is tried out: as they were kept then, or as they are kept now. */
export const mastersOf = ['THEN', 'NOW'] as const
export type MastersOf = (typeof mastersOf)[number]
