import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'

/** What a message asks of SAP. */
export const messageKinds: Readonly<Record<SapOutbox['messageType'], string>> = {
  ORDER_CREATE: 'New order',
  ORDER_ITEM_CANCEL: 'Cancellation of a line',
  ORDER_CHANGE: 'Change of an order',
  PAYMENT_POST: 'Payment',
  PAYMENT_TRANSFER: 'Move of a payment',
  PAYMENT_CLEAR: 'Clearing of a payment',
  REFUND_POST: 'Refund or chargeback',
  REFUND_REVERSE: 'Reversal of a refund',
  CHARGES_POST: 'Charges of a gateway',
}

/** How far a message is. */
export const messageStates: Readonly<Record<SapOutbox['status'], string>> = {
  READY: 'Waits to be sent',
  SENDING: 'Is being sent',
  DONE: 'SAP has it',
  RETRY: 'Waits to be tried again',
  FAILED_BUSINESS: 'SAP refused it',
  FAILED_TECH: 'Given up',
  CANCELLED: 'Withdrawn',
}
