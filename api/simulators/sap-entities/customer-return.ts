import { code, day, decimal, instant, many, material, serviceOf, text, unit } from '../sap-odata/entity-type.ts'

/** Orders by which goods come back; their items refer to the invoice or the order of which these are. */
export const customerReturn = serviceOf('API_CUSTOMER_RETURN_SRV', [
  {
    set: 'A_CustomerReturn',
    key: ['CustomerReturn'],
    properties: {
      CustomerReturn: code,
      CustomerReturnType: text(4),
      CreationDate: day,
      DistributionChannel: text(2),
      LastChangeDate: day,
      LastChangeDateTime: instant,
      OrganizationDivision: text(2),
      ReferenceSDDocument: code,
      ReferenceSDDocumentCategory: text(4),
      SalesOrganization: text(4),
      SDDocumentReason: text(3),
      SoldToParty: code,
      TransactionCurrency: text(5),
    },
    navigation: { to_Item: many('A_CustomerReturnItem', 'CustomerReturn') },
    change: { instant: 'LastChangeDateTime', day: 'LastChangeDate' },
  },
  {
    set: 'A_CustomerReturnItem',
    key: ['CustomerReturn', 'CustomerReturnItem'],
    properties: {
      CustomerReturn: code,
      CustomerReturnItem: text(6),
      Batch: text(10),
      CustomerReturnItemCategory: text(4),
      Material: material,
      NetAmount: decimal(16, 3),
      ProductionPlant: text(4),
      ReferenceSDDocument: code,
      ReferenceSDDocumentCategory: text(4),
      ReferenceSDDocumentItem: text(6),
      RequestedQuantity: decimal(15, 3),
      RequestedQuantityUnit: unit,
      ReturnReason: text(3),
      SalesDocumentRjcnReason: text(2),
      TransactionCurrency: text(5),
    },
  },
])
