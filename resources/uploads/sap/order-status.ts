import { amount, day, material, sapNumber, sapSheet, words } from './sap-sheet.ts'

/** States of sales orders: a row is a schedule line; order and item repeat on each of their rows. */
export const orderStatusFile = sapSheet({
  object: 'ORDER_STATUS',
  purpose: 'What SAP confirms and delivered of sales orders: a row is a schedule line, and an order comes whole.',
  columns: {
    SalesOrder: sapNumber({ required: true }),
    PurchaseOrderByShipToParty: words({ max: 35, hint: 'Our number of the order' }),
    SalesOrderItem: words({ max: 6, required: true }),
    Material: material(),
    RequestedQuantity: amount({ required: true }),
    RequestedQuantityUnit: words({ max: 3, required: true }),
    SalesDocumentRjcnReason: words({ max: 2 }),
    ProductionPlant: words({ max: 4 }),
    ConditionRateValue: amount({ hint: 'The net price; it counts where the file has a column of freight too' }),
    ConditionQuantity: amount(),
    ConditionQuantityUnit: words({ max: 3 }),
    ConditionAmount_Freight: amount({ hint: 'The freight of the whole item; leave empty for none' }),
    ScheduleLine: words({ max: 4, required: true }),
    ConfirmedDeliveryDate: day(),
    ConfdOrderQtyByMatlAvailCheck: amount({ required: true }),
    DeliveredQtyInOrderQtyUnit: amount({ required: true }),
  },
  key: ['SalesOrder', 'SalesOrderItem', 'ScheduleLine'],
  together: ['SalesOrder'],
})
