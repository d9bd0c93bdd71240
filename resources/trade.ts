/** The terms of the trade that several declarations share. */

/** How goods travel; PWC is «party will collect». */
export const transModes = ['SURFACE', 'EXPRESS', 'AIR', 'RAIL', 'COURIER', 'PWC'] as const
export type TransMode = (typeof transModes)[number]
/** How GST on the service of a transporter is paid: RCM by us, FORWARD by the transporter, who charges it. */
export const gtaTaxModes = ['RCM', 'FORWARD_5', 'FORWARD_18', 'NOT_GTA'] as const
export type GtaTaxMode = (typeof gtaTaxModes)[number]
/** What people read instead; a GTA is a goods transport agency. */
export const gtaTaxWords = {
  staff: { FORWARD_5: 'Forward charge 5 %', FORWARD_18: 'Forward charge 18 %', NOT_GTA: 'Not a GTA' },
  buyer: {},
} as const
/** The modes with a transporter, so that freight arises. */
export const carriedModes = ['SURFACE', 'EXPRESS', 'AIR', 'RAIL', 'COURIER'] as const
export type CarriedMode = (typeof carriedModes)[number]

/** Who pays the transporter: FOR the seller, BILLED the seller who charges the buyer, TO_PAY the buyer. */
export const freightTerms = ['FOR', 'BILLED', 'TO_PAY'] as const
export type FreightTerms = (typeof freightTerms)[number]

/** The seven approval queues, in the order in which an order passes them. */
export const approvalSteps = [
  'EUD',
  'RATE_CONTRACT',
  'CSC',
  'LIMIT_PRICE',
  'MY_APPROVAL',
  'LIMIT',
  'ACCEPTANCE',
] as const
export type ApprovalStep = (typeof approvalSteps)[number]

/** The states of an order; PENDING waits in the queue that `pendingStep` names. */
export const orderStates = [
  'DRAFT',
  'PENDING',
  'APPROVED',
  'IN_ERROR',
  'CONFIRMED',
  'PARTIALLY_DISPATCHED',
  'DISPATCHED',
  'DELIVERED',
  'CLOSED',
  'REJECTED',
  'CANCELLED',
  'DEAD',
  'DELETED',
] as const
export type OrderState = (typeof orderStates)[number]

/** The statuses of a consignment. */
export const deliveryStatuses = [
  'BOOKED',
  'IN_TRANSIT',
  'AT_HUB',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'PARTIAL_DELIVERED',
  'UNDELIVERED',
  'RETURNED',
  'LOST',
  'CANCELLED',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** The company's own line, and the sister business whose shipments are only tracked. */
export const businessLines = ['CORE', 'SIGMA'] as const

/** The types of complaints. */
export const complaintTypes = [
  'PRODUCT_QUALITY',
  'SHORT_SUPPLY',
  'DAMAGE',
  'WRONG_ITEM',
  'DOCUMENT',
  'DELIVERY',
  'PRICING',
  'SERVICE',
] as const

/** The documents an end user may have to give. */
export const endUserDocuments = [
  'END_USE_DECLARATION',
  'NDPS_REGISTRATION',
  'POISON_LICENCE',
  'DRUG_LICENCE',
  'METHANOL_LICENCE',
  'OTHER',
] as const

/** What SAP bills. A return is a credit for goods that came back. */
export const invoiceTypes = ['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE', 'RETURN'] as const
export type InvoiceType = (typeof invoiceTypes)[number]

/** The kinds that lower what a customer owes. */
export const creditTypes: readonly InvoiceType[] = ['CREDIT_NOTE', 'RETURN']
