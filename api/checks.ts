import type { Knex } from 'knex'
import type { ResourceName } from '../resources/registry.ts'
import { checkAssignedRoles } from './access-control/assign-roles.ts'
import { checkCnfs } from './access-control/cnf.ts'
import { checkCustomers } from './access-control/customer.ts'
import { checkEmployees } from './access-control/employee.ts'
import { checkShipTos } from './access-control/ship-to.ts'
import type { Candidate } from './derive/candidate.ts'
import { checkOrderTypeDefaults } from './masters/allow-ordertype-department.ts'
import { checkApprovingLimits } from './masters/approving-limits.ts'
import { checkShipToPrices } from './masters/cust-shipto-prod-price.ts'
import { checkNids } from './masters/nid.ts'
import { checkProducts } from './masters/products.ts'
import { checkTransporters } from './masters/transporter.ts'
import { checkPlants } from './settings/plant.ts'

/** A rule that needs other rows: it adds faults to candidates that are sound so far. */
export type RowCheck = (db: Knex, candidates: Candidate[]) => Promise<void>

/** The rules of resources that a declaration cannot say, by resource. */
export const checks: { readonly [name in ResourceName]?: RowCheck } & {
  readonly [name: string]: RowCheck | undefined
} = {
  'allow-ordertype-department': checkOrderTypeDefaults,
  'approving-limits': checkApprovingLimits,
  'assign-roles': checkAssignedRoles,
  cnf: checkCnfs,
  'cust-shipto-prod-price': checkShipToPrices,
  customer: checkCustomers,
  employee: checkEmployees,
  nid: checkNids,
  plant: checkPlants,
  products: checkProducts,
  'ship-to': checkShipTos,
  transporter: checkTransporters,
}
