import { type ErrorWords, type OrderIdField, sapWords } from './sap-words.ts'

const at = (means: string, resource: string, label: string, missing?: readonly OrderIdField[]): ErrorWords => ({
  means,
  mend: { resource, label, ...(missing && { missing }) },
})

const wordsByCode: Record<string, ErrorWords> = {
  CUSTOMER_INACTIVE: at('The customer is closed.', 'access-control/customer', 'Customer'),
  SAP_ORDER_BLOCK: at('SAP has blocked the customer for orders.', 'access-control/customer', 'Customer'),
  CUSTOMER_BLOCKED: at(
    'The customer, or the distributor who buys, is blocked for orders.',
    'masters/block-customer-order-creation',
    'Order blocks',
  ),
  SBU_NOT_ALLOWED: at(
    'The customer may not buy from this SBU.',
    'masters/customer-department-map',
    'Departments of customers',
    ['customerId'],
  ),
  ORDER_TYPE_NOT_ALLOWED: at(
    'The department does not take orders of this type.',
    'masters/allow-ordertype-department',
    'Order types of departments',
    ['orderTypeId'],
  ),
  PRODUCT_NOT_ORDERABLE: at('A product can no longer be ordered.', 'masters/products', 'Products'),
  ITEM_NOT_AVAILABLE: at(
    'A product cannot be supplied for a long time.',
    'masters/perennial-non-available-items',
    'Items not available',
  ),
  QTY_MULTIPLE: at('A quantity does not fit the pack of its product.', 'masters/products', 'Products'),
  QTY_MIN: at('A quantity is below what is sold of its product.', 'masters/products', 'Products'),
  QTY_MAX: at('A quantity is above what is sold of its product.', 'masters/products', 'Products'),
  NO_PRICE: at('A product has no price for this customer.', 'settings/product-price', 'List prices', ['channelId']),
  PRICE_UNIT: at(
    'A price is for a unit that cannot be converted to the one the product is sold in.',
    'settings/product-price',
    'List prices',
  ),
  DISCOUNT_OVER_CAP: at(
    'A discount by hand is above the cap of its pricing group.',
    'masters/material-pricing-group',
    'Pricing groups',
  ),
  PROMO_NOT_VALID: at('A promo code is not valid for its line.', 'masters/channel-product-promocode', 'Promo codes'),
  EUD_MISSING: at(
    'A product needs an end-user document that is not on file.',
    'masters/product-enduser-document',
    'End-user documents',
  ),
  EUD_BLOCKED: at('The customer is blocked for a product.', 'masters/product-enduser-document', 'End-user documents'),
  PESO_LICENCE_REQUIRED: at(
    'The delivery address has no petroleum licence for a product.',
    'access-control/ship-to',
    'Delivery addresses',
  ),
  DRUG_LICENCE_EXPIRED: at('The drug licence of the customer has expired.', 'access-control/customer', 'Customer'),
  NO_SOURCE: at('No plant supplies a product to this address.', 'masters/default-supply-plant', 'Default plants', [
    'sbuId',
    'channelId',
  ]),
  MIN_ORDER_VALUE: at('The order is below the smallest value of its SBU.', 'masters/sbu', 'SBUs'),
  APPROVER_NOT_FOUND: at('No approver for the order.', 'masters/approving-limits', 'Approving limits', ['sbuId']),
}

/**
 * The words for an error code of ours, or of SAP such as `V1/384`; SAP's own sentence, where known, tells best what it
 * is about.
 */
export const errorWords = (code: string | null, text: string | null = null): ErrorWords =>
  (code !== null && Object.hasOwn(wordsByCode, code) ? wordsByCode[code] : undefined) ?? sapWords(code, text)
