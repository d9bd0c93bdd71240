import type { EntityType } from '../sap-odata/entity-type.ts'
import { batch } from './batch.ts'
import { billingDocument } from './billing-document.ts'
import { businessPartner } from './business-partner.ts'
import { creditAccount } from './credit-account.ts'
import { customer } from './customer.ts'
import { customerReturn } from './customer-return.ts'
import { freeOrder } from './free-order.ts'
import { materialStock } from './material-stock.ts'
import { openItems } from './open-items.ts'
import { outboundDelivery } from './outbound-delivery.ts'
import { plant } from './plant.ts'
import { pricingConditions } from './pricing-conditions.ts'
import { product } from './product.ts'
import { returnsDelivery } from './returns-delivery.ts'
import { salesContract } from './sales-contract.ts'
import { salesOrder } from './sales-order.ts'
import { salesOrderItem } from './sales-order-item.ts'

/** Every entity set of the simulated SAP. */
export const entityTypes: readonly EntityType[] = [
  ...businessPartner,
  ...customer,
  ...creditAccount,
  ...product,
  ...plant,
  ...pricingConditions,
  ...salesContract,
  ...materialStock,
  ...batch,
  ...salesOrder,
  ...salesOrderItem,
  ...freeOrder,
  ...outboundDelivery,
  ...customerReturn,
  ...returnsDelivery,
  ...billingDocument,
  ...openItems,
]
