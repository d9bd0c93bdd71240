import type { SimulatedCommand } from '../../../resources/platform/simulated-sap.ts'
import { standardFields } from '../../sap/http/fields.ts'
import { fromSapAmount, fromSapQuantity, toSapAmount } from '../../sap/http/odata.ts'
import type { SimulatorStore } from '../sap/store.ts'
import { bill, billOrder, releaseToAccounting } from './billing.ts'
import { callOff } from './call-offs.ts'
import { deleteDelivery, deliver, deliveriesOf, issueGoods, orderOf, reverseIssue } from './deliveries.ts'
import { setHold } from './holds.ts'
import { rowsWhere } from './lookups.ts'
import { addMemo, cancelBilling } from './memos.ts'
import { payInvoice, resetClearing } from './payments.ts'
import { Refused } from './refused.ts'
import { returnGoods } from './returns.ts'

/**
 * Changes the list price of a material in place, in paise for what it is priced by: SAP keeps the condition record and no
 * trace of the old rate. Throws Refused where it has no price.
 */
function changePrice(store: SimulatorStore, material: string, rate: number, at: string): string {
  const day = at.slice(0, 10)
  const listed = rowsWhere(store, 'A_SlsPrcgCndnRecdValidity', [
    ['Material', material],
    ['ConditionType', standardFields.price],
  ]).filter(
    row =>
      !row.Customer &&
      !row.SoldToParty &&
      !row.PriceListType &&
      String(row.ConditionValidityStartDate) <= day &&
      String(row.ConditionValidityEndDate) >= day,
  )
  if (listed.length === 0) throw new Refused(`Material ${material} has no list price that is valid today.`)
  store.entities.together(() => {
    for (const { ConditionRecord } of listed) {
      const record = store.entities.find('A_SlsPrcgConditionRecord', [ConditionRecord])
      if (record) store.entities.put('A_SlsPrcgConditionRecord', { ...record, ConditionRateValue: toSapAmount(rate) })
    }
  })
  return `The list price of ${material} is ${toSapAmount(rate)} now.`
}

/** Does with documents what somebody in SAP would do; returns what was done, as a sentence. Throws Refused. */
export function runCommand(store: SimulatorStore, command: SimulatedCommand, at: string): string {
  switch (command.command) {
    case 'deliver':
      return `Deliveries ${deliver(store, command.salesOrder, command, at).join(', ')} are made.`
    case 'issue-goods':
      return issueAll(store, command.salesOrder, at)
    case 'reverse-issue':
      reverseIssue(store, command.delivery, at)
      return `The goods issue of delivery ${command.delivery} is taken back.`
    case 'delete-delivery':
      deleteDelivery(store, command.delivery)
      return `Delivery ${command.delivery} is deleted.`
    case 'bill-order':
      return `Billing document ${billOrder(store, command.salesOrder, command, at)} is made.`
    case 'bill':
      return billAll(store, command, at)
    case 'release':
      releaseToAccounting(store, command.billingDocument, at)
      return `Billing document ${command.billingDocument} is posted.`
    case 'cancel-billing': {
      const [cancelling, ...again] = cancelBilling(store, command.billingDocument, command, at)
      const rebilled = again.length > 0 ? ` and billed again as ${again.join(', ')}` : ''
      return `Billing document ${command.billingDocument} is cancelled by ${cancelling}${rebilled}.`
    }
    case 'memo': {
      const { billingDocument, kind, percent = 10 } = command
      return `Billing document ${addMemo(store, billingDocument, kind, percent, at)} is written.`
    }
    case 'return-goods':
      return `Delivery ${returnGoods(store, command.billingDocument, command, at)} brings goods back.`
    case 'pay': {
      const { billingDocument, kind = 'full', amount } = command
      const paid = { kind, ...(amount !== undefined && { amount: amountIn(amount) }) }
      return `Payment ${payInvoice(store, billingDocument, paid, at)} is posted.`
    }
    case 'reset-clearing':
      resetClearing(store, command.clearingDocument, at)
      return `The clearing ${command.clearingDocument} is taken back.`
    case 'delete-order':
      orderOf(store, command.salesOrder)
      store.deleteOrder(command.salesOrder)
      return `Sales order ${command.salesOrder} is deleted.`
    case 'call-off': {
      const { contract, item = 10, quantity } = command
      return `Sales order ${callOff(store, contract, item, quantityIn(quantity), at)} is made.`
    }
    case 'hold':
      return setHold(store, command, at)
    case 'change-price':
      return changePrice(store, command.material, amountIn(command.rate), at)
  }
}

function issueAll(store: SimulatorStore, salesOrder: string, at: string): string {
  orderOf(store, salesOrder)
  const open = deliveriesOf(store, salesOrder).filter(row => row.OverallGoodsMovementStatus !== 'C')
  if (open.length === 0) throw new Refused(`Sales order ${salesOrder} has no delivery whose goods are still there.`)
  for (const { DeliveryDocument } of open) issueGoods(store, String(DeliveryDocument), at)
  return `The goods of ${open.map(row => row.DeliveryDocument).join(', ')} have left.`
}

/** What is missing before an order can be billed is done first. */
function billAll(store: SimulatorStore, command: Extract<SimulatedCommand, { command: 'bill' }>, at: string): string {
  return store.entities.together(() => {
    for (const salesOrder of command.salesOrders) {
      const order = orderOf(store, salesOrder)
      if (!order.deliveredAt && deliveriesOf(store, salesOrder).length === 0) deliver(store, salesOrder, {}, at)
      for (const row of deliveriesOf(store, salesOrder))
        if (row.OverallGoodsMovementStatus !== 'C') issueGoods(store, String(row.DeliveryDocument), at)
    }
    return `Billing documents ${bill(store, command.salesOrders, command, at).join(', ')} are made.`
  })
}

const amountIn = (text: string) => decimalIn(() => fromSapAmount(text), 'Give the amount in rupees, such as 1180.00.')
const quantityIn = (text: string) => decimalIn(() => fromSapQuantity(text), 'Give the quantity, such as 10.000.')

function decimalIn(read: () => number, otherwise: string): number {
  try {
    const value = read()
    if (value > 0) return value
  } catch {
    // No decimal text.
  }
  throw new Refused(otherwise)
}
