import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { sapDate, toSapQuantity } from '../../sap/http/odata.ts'
import { confirmedItem } from '../sap/schedules.ts'
import type { SimulatorStore } from '../sap/store.ts'
import { Refused } from './refused.ts'

/**
 * Somebody in SAP orders a quantity, in thousandths, from a contract: a sales order of which the portal has none. Returns
 * its number. Throws Refused for a contract or an item that SAP does not have.
 */
export function callOff(store: SimulatorStore, contract: string, itemNo: number, quantity: number, at: string): string {
  const header = store.entities.find('A_SalesContract', [contract])
  const item = store.entities
    .below('A_SalesContractItem', [contract])
    .find(({ SalesContractItem }) => Number(SalesContractItem) === itemNo)
  if (!header || !item) throw new Refused(`Contract ${contract} has no item ${itemNo}.`)
  const [price] = store.entities.below('A_SalesContractItemPrcgElmnt', [contract, item.SalesContractItem])
  const day = sapDate(addDays(dayOf(at), 7))
  const body = {
    SalesOrderType: 'OR',
    SalesOrganization: header.SalesOrganization,
    DistributionChannel: header.DistributionChannel,
    OrganizationDivision: header.OrganizationDivision,
    SoldToParty: header.SoldToParty,
    RequestedDeliveryDate: day,
    TransactionCurrency: 'INR',
    CustomerPaymentTerms: header.CustomerPaymentTerms ?? '',
    PurchaseOrderByCustomer: 'Called off in SAP',
    ReferenceSDDocument: contract,
  }
  const ordered = {
    SalesOrderItem: '000010',
    Material: item.Material,
    RequestedQuantity: toSapQuantity(quantity),
    RequestedQuantityUnit: item.RequestedQuantityUnit,
    ProductionPlant: item.ProductionPlant ?? '',
    ReferenceSDDocument: contract,
    ReferenceSDDocumentItem: item.SalesContractItem,
    ...(price && {
      to_PricingElement: {
        results: [
          {
            ConditionType: price.ConditionType,
            ConditionRateValue: price.ConditionRateValue,
            ConditionQuantity: price.ConditionQuantity ?? '1',
            ConditionCurrency: 'INR',
          },
        ],
      },
    }),
  }
  return store.addOrder('', body, [confirmedItem(ordered, day)], at)
}
