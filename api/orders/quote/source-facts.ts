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
import { ask, validOn } from '../../derive/rows-of.ts'
import type { Needed } from './order-facts.ts'

/** The requests for the rows from which the plants of an order's lines are chosen. */
export const sourceRows = ({ day, productIds, buyerIds, channelIds, sbuIds, shipTo }: Needed) => ({
  plants: ask(plant, rows => rows),
  cnfs: ask(cnf, rows => rows),
  cnfStates: ask(cnfState, rows => rows.where({ isActive: 1, stateId: shipTo.stateId })),
  tollCenters: ask(tollCenter, rows => rows),
  centralWarehouses: ask(centralWarehouse, rows => rows),
  productTollCenters: ask(productWiseTollCenter, rows => validOn(rows, day).whereIn('productId', productIds)),
  customerProductCnfs: ask(distributorProductCnfMapping, rows =>
    validOn(rows, day).whereIn('productId', productIds).whereIn('customerId', buyerIds),
  ),
  channelProductCnfs: ask(channelProductCnf, rows =>
    validOn(rows, day)
      .whereIn('productId', productIds)
      .whereIn('channelId', channelIds)
      .where(any => any.whereNull('stateId').orWhere('stateId', shipTo.stateId)),
  ),
  cnfProducts: ask(cnfProductMap, rows => validOn(rows, day).whereIn('productId', productIds)),
  exclusions: ask(cnfExcludedItems, rows => validOn(rows, day).whereIn('productId', productIds)),
  sbuCnfs: ask(sbuWiseCnf, rows => validOn(rows, day).whereIn('sbuId', sbuIds).where('stateId', shipTo.stateId)),
  defaultSupplyPlants: ask(defaultSupplyPlant, rows => validOn(rows, day).whereIn('sbuId', sbuIds)),
})
