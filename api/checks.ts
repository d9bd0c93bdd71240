import type { Knex } from 'knex'
import type { ResourceName } from '../resources/registry.ts'
import { checkAssignedRoles } from './access-control/assign-roles.ts'
import { checkCentralWarehouses } from './access-control/central-warehouse.ts'
import { checkCnfs } from './access-control/cnf.ts'
import { checkCustomers } from './access-control/customer.ts'
import { checkEmployees } from './access-control/employee.ts'
import { checkShipTos } from './access-control/ship-to.ts'
import type { Candidate } from './derive/candidate.ts'
import type { Author } from './derive/write.ts'
import { checkOrderTypeDefaults } from './masters/allow-ordertype-department.ts'
import { checkApprovingLimits } from './masters/approving-limits.ts'
import { checkShipToPrices } from './masters/cust-shipto-prod-price.ts'
import { checkCityState } from './masters/gstin-state.ts'
import { checkNids } from './masters/nid.ts'
import { checkProducts } from './masters/products.ts'
import { checkTransporters } from './masters/transporter.ts'
import { checkPlants } from './settings/plant.ts'

/** A rule that needs other rows, or who writes: it adds faults, or warnings by `warn`, to candidates that are sound so far. */
export type RowCheck = (db: Knex, candidates: Candidate[], author: Author) => Promise<void>

/** The rules of resources that a declaration cannot say, by resource. */
export const checks: { readonly [name in ResourceName]?: RowCheck } & {
  readonly [name: string]: RowCheck | undefined
} = {
  'allow-ordertype-department': checkOrderTypeDefaults,
  'approving-limits': checkApprovingLimits,
  'assign-roles': checkAssignedRoles,
  'central-warehouse': checkCentralWarehouses,
  cnf: checkCnfs,
  'cust-shipto-prod-price': checkShipToPrices,
  customer: checkCustomers,
  employee: checkEmployees,
  'expected-delivery-days': checkCityState,
  nid: checkNids,
  plant: checkPlants,
  products: checkProducts,
  'ship-to': checkShipTos,
  transporter: checkTransporters,
}
