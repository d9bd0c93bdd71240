import type { MongoAbility } from '@casl/ability'
import type { InCompany } from '../../../resources/access-control/company-roles.ts'
import type { Role } from '../../../resources/roles.ts'

/** A role that a person holds today, and the scope to which it is restricted. */
export interface HeldRole {
  role: Role
  scopeType: 'ALL' | 'SBU' | 'ZONE' | 'CHANNEL' | 'PLANT' | 'OWN'
  scopeRef: string | null
  /** The ids of the rows with that code, as `3` or `3,4`; null when there is none. */
  scopeIds: string | null
}

/**
 * Whether an employee is asked to decide orders beyond those their roles let them read: as head of an SBU or as a
 * delegate; `BEFORE` when they have only decided some in the past.
 */
export type DecisionAccess = 'BESIDE' | 'BEFORE' | null

/** The person of a request, with everything that decides their rights. */
export interface Person {
  id: number
  loginId: string
  name: string
  userType: 'EMPLOYEE' | 'CUSTOMER' | 'TRANSPORTER' | 'PARTNER_SITE' | 'SYSTEM'
  employeeId: number | null
  customerId: number | null
  transporterId: number | null
  plantId: number | null
  /** What they may do in the company outside to which they belong; null for our own people and sites. */
  company: InCompany | null
  mustChangePassword: boolean
  held: readonly HeldRole[]
  roles: readonly Role[]
  /** For a sales manager, the employee and everybody who reports to them; otherwise the employee alone. */
  team: readonly number[]
  /** Whether they are a sales manager who heads a cluster, so that documents are read by their place, too. */
  headsCluster: boolean
  asked: DecisionAccess
  ability: MongoAbility
}
