import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import { toSapAmount, toSapQuantity } from '../../sap/http/odata.ts'
import type { CompanyContract, Entity } from './company.ts'

/** A sales contract as SAP stores one: header, items with their price, and partners. */
export function contractEntities(contract: CompanyContract, salesOrganization: string, at: string): Entity[] {
  const { number: SalesContract, customer, items } = contract
  const values = items.map(({ rate, per, quantity }) => mulDiv(rate, quantity, per * 1000))
  return [
    [
      'A_SalesContract',
      {
        SalesContract,
        SalesContractType: 'CQ',
        SalesOrganization: salesOrganization,
        DistributionChannel: contract.channel,
        OrganizationDivision: contract.division,
        SoldToParty: customer,
        PurchaseOrderByCustomer: contract.reference,
        SalesContractDate: contract.from,
        SalesContractValidityStartDate: contract.from,
        SalesContractValidityEndDate: contract.to,
        TransactionCurrency: 'INR',
        TotalNetAmount: toSapAmount(sum(values)),
        OverallSDProcessStatus: contract.status ?? 'A',
        CreationDate: contract.from,
        LastChangeDate: at.slice(0, 10),
        LastChangeDateTime: at,
      },
    ],
    ...items.flatMap((item, index) => itemEntities(contract, item, values[index]!)),
    ...['SP', 'SH', 'BP', 'PY'].map(
      (PartnerFunction): Entity => ['A_SalesContractPartner', { SalesContract, PartnerFunction, Customer: customer }],
    ),
  ]
}

function itemEntities(contract: CompanyContract, item: CompanyContract['items'][number], value: number): Entity[] {
  const key = { SalesContract: contract.number, SalesContractItem: `${item.item}` }
  return [
    [
      'A_SalesContractItem',
      {
        ...key,
        SalesContractItemCategory: 'KMN',
        Material: item.product,
        RequestedQuantity: toSapQuantity(item.quantity),
        RequestedQuantityUnit: item.unit,
        TransactionCurrency: 'INR',
        NetAmount: toSapAmount(value),
        SDProcessStatus: contract.status ?? 'A',
        SalesContractValidityStartDate: item.from ?? null,
        SalesContractValidityEndDate: item.to ?? null,
      },
    ],
    [
      'A_SalesContractItemPrcgElmnt',
      {
        ...key,
        PricingProcedureStep: '10',
        PricingProcedureCounter: '1',
        ConditionType: 'PR00',
        ConditionRateValue: toSapAmount(item.rate),
        ConditionCurrency: 'INR',
        ConditionQuantity: `${item.per}`,
        ConditionQuantityUnit: item.unit,
        ConditionAmount: toSapAmount(value),
        TransactionCurrency: 'INR',
      },
    ],
  ]
}
