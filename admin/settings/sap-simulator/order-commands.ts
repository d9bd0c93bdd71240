import type { SimulatedCommand, SimulatedHold } from '../../../resources/platform/simulated-sap.ts'
import type { SimulatedOrder } from '../../../resources/sap/commands/simulator.ts'

/** A line of the menu of an order: what somebody in SAP would do with it now. */
export interface Offer {
  label: string
  does: SimulatedCommand
  isDanger?: true
}

/** What can be done with an order and what followed from it; `others` are the orders of the same customer. */
export function offersOf(order: SimulatedOrder, others: readonly SimulatedOrder[]): Offer[] {
  const { salesOrder, deliveries, billingDocuments } = order
  const together = others.filter(one => isUnbilled(one)).map(one => one.salesOrder)
  return [
    ...(deliveries.length === 0 ? deliveryOffers(salesOrder) : []),
    ...(deliveries.some(({ hasLeft }) => !hasLeft)
      ? [{ label: 'Post the goods issue', does: { command: 'issue-goods', salesOrder } as const }]
      : []),
    ...(isUnbilled(order) ? billingOffers(salesOrder, together) : []),
    ...billingDocuments.flatMap(invoiceOffers),
    ...holdOffers(salesOrder),
    { label: 'Delete the sales order', does: { command: 'delete-order', salesOrder }, isDanger: true },
  ]
}

function holdOffers(salesOrder: string): Offer[] {
  const hold = (label: string, by: SimulatedHold, code: string): Offer => ({
    label,
    does: { command: 'hold', salesOrder, by, code },
  })
  return [
    hold('Hold for a credit check', 'credit', 'B'),
    hold('Release the credit check', 'credit', ''),
    hold('Set the delivery block for export papers', 'delivery', '04'),
    hold('Lift the delivery block', 'delivery', ''),
    hold('Set the billing block', 'billing', '08'),
    hold('Lift the billing block', 'billing', ''),
    hold('Turn the order to dollars', 'currency', 'USD'),
    hold('Turn the order back to rupees', 'currency', ''),
    hold('Reject item 10 as being checked', 'rejection', '50'),
    hold('Reject item 10 as too late', 'rejection', '01'),
    hold('Lift the rejection of item 10', 'rejection', ''),
  ]
}

const isUnbilled = ({ billingDocuments }: SimulatedOrder) =>
  !billingDocuments.some(({ category, isCancelled }) => category === 'M' && !isCancelled)

const deliveryOffers = (salesOrder: string): Offer[] => [
  { label: 'Make deliveries', does: { command: 'deliver', salesOrder } },
  { label: 'Deliver without lorry receipt', does: { command: 'deliver', salesOrder, withoutLr: true } },
  { label: 'Deliver in two batches', does: { command: 'deliver', salesOrder, splitBatches: true } },
]

function billingOffers(salesOrder: string, together: readonly string[]): Offer[] {
  const bill = (label: string, more: Partial<Extract<SimulatedCommand, { command: 'bill' }>>): Offer => ({
    label,
    does: { command: 'bill', salesOrders: [salesOrder], ...more },
  })
  return [
    bill('Bill now', {}),
    bill('Bill in three instalments', { instalments: 3 }),
    bill('Bill without a number yet', { lateReference: true }),
    bill('Make a pro-forma', { proForma: true }),
    ...(together.length > 0
      ? [bill('Bill with the customer’s other orders', { salesOrders: [salesOrder, ...together], collective: true })]
      : []),
  ]
}

function invoiceOffers(document: SimulatedOrder['billingDocuments'][number]): Offer[] {
  const { number: billingDocument, category, invoiceNo, isCancelled, isCleared, clearedBy } = document
  if (isCancelled || !['M', 'O', 'P'].includes(category)) return []
  const of = (label: string) => `${label} ${billingDocument}`
  if (!invoiceNo) return [{ label: of('Release'), does: { command: 'release', billingDocument } }]
  if (isCleared)
    return [{ label: of('Take back the payment of'), does: { command: 'reset-clearing', clearingDocument: clearedBy } }]
  const open: Offer[] = [
    { label: of('Pay'), does: { command: 'pay', billingDocument } },
    { label: of('Pay half of'), does: { command: 'pay', billingDocument, kind: 'partial' } },
    { label: of('Pay half and reopen the rest of'), does: { command: 'pay', billingDocument, kind: 'residual' } },
    { label: of('Cancel'), does: { command: 'cancel-billing', billingDocument }, isDanger: true },
  ]
  if (category !== 'M') return open
  return [
    ...open,
    { label: of('Cancel and bill again'), does: { command: 'cancel-billing', billingDocument, rebill: true } },
    { label: of('Credit 10 % of'), does: { command: 'memo', billingDocument, kind: 'credit' } },
    { label: of('Take 10 % back of'), does: { command: 'memo', billingDocument, kind: 'returns' } },
    { label: of('Debit 10 % of'), does: { command: 'memo', billingDocument, kind: 'debit' } },
  ]
}
