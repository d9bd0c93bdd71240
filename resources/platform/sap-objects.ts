/** What the objects of SAP are called on screens. */
export const sapObjectNames = {
  PLANT: 'Plants',
  PRODUCT: 'Products',
  CUSTOMER: 'Customers',
  SHIP_TO: 'Ship-to addresses',
  PRICE: 'List prices',
  RATE_CONTRACT: 'Rate contracts',
  STOCK: 'Stock',
  ORDER_STATUS: 'States of orders',
  DELIVERY: 'Deliveries',
  INVOICE: 'Invoices',
  OUTSTANDING: 'Open items',
  PAYMENT_CLEARING: 'Clearings',
} as const
