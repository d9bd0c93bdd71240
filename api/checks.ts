import type { Knex } from 'knex'
import type { ResourceName } from '../resources/registry.ts'
import { checkAssignedRoles } from './access-control/assign-roles.ts'
import { checkCentralWarehouses } from './access-control/central-warehouse.ts'
import { checkCnfs } from './access-control/cnf.ts'
import { checkCustomers } from './access-control/customer.ts'
import { checkEmployees } from './access-control/employee.ts'
import { checkShipTos } from './access-control/ship-to.ts'
import { checkTollCenters } from './access-control/toll-center.ts'
import { checkChannel13Prices } from './channel-13-masters/customer-wise-product-wise-price.ts'
import type { Candidate } from './derive/save/candidate.ts'
import type { Author } from './derive/save/write.ts'
import { checkOrderTypeDefaults } from './masters/allow-ordertype-department.ts'
import { checkApprovingLimits } from './masters/approving-limits.ts'
import { checkPromoCodes } from './masters/channel-product-promocode.ts'
import { checkClusters } from './masters/cluster-mapping.ts'
import { warnOfExclusion, warnOfMapping } from './masters/cnf-articles.ts'
import { checkComplaintCategories } from './masters/complaint-category.ts'
import { checkShipToPrices } from './masters/cust-shipto-prod-price.ts'
import { checkAnnexures } from './masters/customer-annexure.ts'
import { checkDistributorCustomers } from './masters/dist-cust-mapping.ts'
import { checkCityState } from './masters/gstin-state.ts'
import { checkNids } from './masters/nid.ts'
import { completePesoProducts } from './masters/peso-products.ts'
import { checkProducts } from './masters/products.ts'
import { checkLimitPrices } from './masters/productwise-limit-price.ts'
import { checkRateContracts } from './masters/rate-contract-customer.ts'
import { checkTransporters } from './masters/transporter.ts'
import { checkTemplates } from './settings/message-template.ts'
import { checkPlants } from './settings/plant.ts'
import { checkBanners } from './shipment-tracking/banner.ts'
import { markImported } from './shipment-tracking/opt-out.ts'

/**
 * A rule that needs other rows, or who writes: it adds faults, or warnings by `warn`, to candidates that are sound so
 * far, and may fill in what they leave empty.
 */
export type RowCheck = (db: Knex, candidates: Candidate[], author: Author) => Promise<void>

/** The rules of resources that a declaration cannot say, by resource. */
export const checks: { readonly [name in ResourceName]?: RowCheck } & {
  readonly [name: string]: RowCheck | undefined
} = {
  'allow-ordertype-department': checkOrderTypeDefaults,
  'approving-limits': checkApprovingLimits,
  'assign-roles': checkAssignedRoles,
  banner: checkBanners,
  'central-warehouse': checkCentralWarehouses,
  'channel-product-cnf': warnOfExclusion,
  'channel-product-promocode': checkPromoCodes,
  'cluster-mapping': checkClusters,
  cnf: checkCnfs,
  'cnf-excluded-items': warnOfMapping,
  'cnf-product-map': warnOfExclusion,
  'complaint-category': checkComplaintCategories,
  'cust-shipto-prod-price': checkShipToPrices,
  customer: checkCustomers,
  'customer-wise-product-wise-price': checkChannel13Prices,
  'dist-cust-mapping': checkDistributorCustomers,
  'distributor-product-cnf-mapping': warnOfExclusion,
  'customer-annexure': checkAnnexures,
  employee: checkEmployees,
  'expected-delivery-days': checkCityState,
  'message-template': checkTemplates,
  nid: checkNids,
  'opt-out-email': markImported,
  'opt-out-sms': markImported,
  'peso-products': completePesoProducts,
  plant: checkPlants,
  products: checkProducts,
  'productwise-limit-price': checkLimitPrices,
  'rate-contract-customer': checkRateContracts,
  'ship-to': checkShipTos,
  'toll-center': checkTollCenters,
  transporter: checkTransporters,
  'transporter-mapping': checkCityState,
}
