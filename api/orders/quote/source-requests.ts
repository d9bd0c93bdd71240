import { centralWarehouse } from '../../../resources/access-control/central-warehouse.ts'
import { cnf } from '../../../resources/access-control/cnf.ts'
import { cnfState } from '../../../resources/access-control/cnf-state.ts'
import { tollCenter } from '../../../resources/access-control/toll-center.ts'
import { channelProductCnf } from '../../../resources/masters/channel-product-cnf.ts'
import { cnfExcludedItems } from '../../../resources/masters/cnf-excluded-items.ts'
import { cnfProductMap } from '../../../resources/masters/cnf-product-map.ts'
import { defaultSupplyPlant } from '../../../resources/masters/default-supply-plant.ts'
import { distributorProductCnfMapping } from '../../../resources/masters/distributor-product-cnf-mapping.ts'
import { productWiseTollCenter } from '../../../resources/masters/product-wise-toll-center.ts'
import { sbuWiseCnf } from '../../../resources/masters/sbu-wise-cnf.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { selectFrom, whereValidOn } from '../../derive/rows-of.ts'
import type { OrderFactKeys } from './order-fact-keys.ts'

/** The requests for the rows from which the plants of an order's lines are chosen. */
export const sourceRequests = ({ day, productIds, buyerIds, channelIds, sbuIds, shipTo }: OrderFactKeys) => ({
  plants: selectFrom(plant, rows => rows),
  cnfs: selectFrom(cnf, rows => rows),
  cnfStates: selectFrom(cnfState, rows => rows.where({ isActive: 1, stateId: shipTo.stateId })),
  tollCenters: selectFrom(tollCenter, rows => rows),
  centralWarehouses: selectFrom(centralWarehouse, rows => rows),
  productTollCenters: selectFrom(productWiseTollCenter, rows =>
    whereValidOn(rows, day).whereIn('productId', productIds),
  ),
  customerProductCnfs: selectFrom(distributorProductCnfMapping, rows =>
    whereValidOn(rows, day).whereIn('productId', productIds).whereIn('customerId', buyerIds),
  ),
  channelProductCnfs: selectFrom(channelProductCnf, rows =>
    whereValidOn(rows, day)
      .whereIn('productId', productIds)
      .whereIn('channelId', channelIds)
      .where(any => any.whereNull('stateId').orWhere('stateId', shipTo.stateId)),
  ),
  cnfProducts: selectFrom(cnfProductMap, rows => whereValidOn(rows, day).whereIn('productId', productIds)),
  exclusions: selectFrom(cnfExcludedItems, rows => whereValidOn(rows, day).whereIn('productId', productIds)),
  sbuCnfs: selectFrom(sbuWiseCnf, rows =>
    whereValidOn(rows, day).whereIn('sbuId', sbuIds).where('stateId', shipTo.stateId),
  ),
  defaultSupplyPlants: selectFrom(defaultSupplyPlant, rows => whereValidOn(rows, day).whereIn('sbuId', sbuIds)),
})
