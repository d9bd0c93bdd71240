import { byInstant, identity } from './identity.ts'

const bySalesOrg = { salesOrg: 'SalesOrganization' }
const sold = { ours: bySalesOrg, currency: 'TransactionCurrency', changed: byInstant }

/** Orders, deliveries, returns and bills. An order that is answered with 404 is deleted. */
export const salesIdentities = [
  identity('API_SALES_ORDER_SRV/A_SalesOrder', ['sales order', 'sales orders'], ['SalesOrder C10 A'], sold),
  identity(
    'API_SALES_ORDER_SRV/A_SalesOrderItem',
    ['item of a sales order', 'items of sales orders'],
    ['SalesOrder C10 A', 'SalesOrderItem C6 N'],
    { currency: 'TransactionCurrency', deleted: ['SalesDocumentRjcnReason'] },
  ),
  identity(
    'API_SALES_ORDER_SRV/A_SalesOrderScheduleLine',
    ['schedule line', 'schedule lines'],
    ['SalesOrder C10 A', 'SalesOrderItem C6 N', 'ScheduleLine C4 N'],
  ),
  identity(
    'API_SALES_ORDER_WITHOUT_CHARGE_SRV/A_SalesOrderWithoutCharge',
    ['order without charge', 'orders without charge'],
    ['SalesOrderWithoutCharge C10 A'],
    sold,
  ),
  identity(
    'API_SALES_ORDER_WITHOUT_CHARGE_SRV/A_SalesOrderWithoutChargeItem',
    ['item of an order without charge', 'items of orders without charge'],
    ['SalesOrderWithoutCharge C10 A', 'SalesOrderWithoutChargeItem C6 N'],
    { currency: 'TransactionCurrency', deleted: ['SalesDocumentRjcnReason'] },
  ),
  identity(
    'API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader',
    ['delivery', 'deliveries'],
    ['DeliveryDocument C10 A'],
    // Whose it is its items say as well: a transfer between our plants bears whichever organisation supplies it.
    { changed: { field: 'LastChangeDate', as: 'DAY', orElse: 'CreationDate' } },
  ),
  identity(
    'API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryItem',
    ['item of a delivery', 'items of deliveries'],
    ['DeliveryDocument C10 A', 'DeliveryDocumentItem C6 N'],
    { ours: { plant: 'Plant' } },
  ),
  identity('API_CUSTOMER_RETURN_SRV/A_CustomerReturn', ['return', 'returns'], ['CustomerReturn C10 A'], sold),
  identity(
    'API_CUSTOMER_RETURN_SRV/A_CustomerReturnItem',
    ['item of a return', 'items of returns'],
    ['CustomerReturn C10 A', 'CustomerReturnItem C6 N'],
    { currency: 'TransactionCurrency', deleted: ['SalesDocumentRjcnReason'] },
  ),
  identity(
    'API_CUSTOMER_RETURNS_DELIVERY_SRV;v=0002/A_ReturnsDeliveryHeader',
    ['delivery of a return', 'deliveries of returns'],
    ['DeliveryDocument C10 A'],
    { ours: bySalesOrg, changed: { field: 'LastChangeDate', as: 'DAY', orElse: 'CreationDate' } },
  ),
  identity(
    'API_CUSTOMER_RETURNS_DELIVERY_SRV;v=0002/A_ReturnsDeliveryItem',
    ['item of the delivery of a return', 'items of deliveries of returns'],
    ['DeliveryDocument C10 A', 'DeliveryDocumentItem C6 N'],
    { ours: { plant: 'Plant' } },
  ),
  identity(
    'API_BILLING_DOCUMENT_SRV/A_BillingDocument',
    ['billing document', 'billing documents'],
    ['BillingDocument C10 A'],
    {
      ...sold,
      ours: { ...bySalesOrg, companyCode: 'CompanyCode' },
      deleted: ['BillingDocumentIsCancelled'],
    },
  ),
  identity(
    'API_BILLING_DOCUMENT_SRV/A_BillingDocumentItem',
    ['item of a billing document', 'items of billing documents'],
    ['BillingDocument C10 A', 'BillingDocumentItem C6 N'],
    { currency: 'TransactionCurrency' },
  ),
]
