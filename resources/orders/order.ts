import { orders } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { shipTo } from '../access-control/ship-to.ts'
import { has } from '../define/computed.ts'
import {
  choice,
  date,
  file,
  flag,
  instant,
  integer,
  json,
  money,
  percent,
  reference,
  self,
  text,
} from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { type Row, record } from '../define/resource.ts'
import { department } from '../masters/department.ts'
import { salesGroup } from '../masters/sales-group.ts'
import { sbu } from '../masters/sbu.ts'
import { transporter } from '../masters/transporter.ts'
import { salesStamps } from '../sales-stamps.ts'
import { channel } from '../settings/channel.ts'
import { orderType } from '../settings/order-type.ts'
import { reasonCode } from '../settings/reason-code.ts'
import { user } from '../settings/user.ts'
import { approvalSteps, freightTerms, transModes } from '../trade.ts'
import { orderStates } from './order-states.ts'
import { approvalWords, heldTone, holdColumns, orderStateInList } from './order-status.ts'
import { amountsOfBuyers, approvalsHiddenFrom, creditHiddenFrom, pricesHiddenFrom } from './order-visibility.ts'
import { samePoAnswers } from './terms/same-po.ts'

/** What our own people set otherwise than agreed, and where the agreement is, is internal: buyers read what counts. */
const setByStaff = { hiddenFrom: approvalsHiddenFrom } as const

/** Sales people keep reading an order that they placed when the account passes to somebody else. */
const placedThemselves = { placedById: 'myself' } as const

/** An order of one customer in one SBU. Only order steps change its state. */
export const order = record({
  path: 'orders',
  name: 'order',
  title: 'Orders',
  purpose: 'The orders, from the first draft to the last delivery.',
  fields: {
    orderNo: text({ max: 14 }),
    draftNo: text({ max: 14, optional: true, unique: true }),
    cartRef: text({ max: 26, label: 'Cart', hint: 'The same for orders that were split from one cart' }),
    status: statusField(orderStates),
    pendingStep: choice(approvalSteps, {
      optional: true,
      label: 'Approval',
      words: approvalWords,
      hiddenFrom: approvalsHiddenFrom,
    }),
    approvalRound: integer({
      hiddenFrom: approvalsHiddenFrom,
      min: 1,
      default: 1,
      label: 'Round of approvals',
      hint: 'A sent-back order starts a new one',
    }),
    orderTypeId: reference(orderType),
    channelId: reference(channel),
    sbuId: reference(sbu),
    departmentId: reference(department),
    salesGroupId: reference(salesGroup, { optional: true }),
    customerId: reference(customer, { hint: 'Who asked' }),
    soldToId: reference(customer, {
      label: 'Sold-to',
      hint: 'The distributor if they buy it, else the customer',
    }),
    shipToId: reference(shipTo, { label: 'Ship-to' }),
    billToId: reference(customer, { label: 'Bill-to' }),
    payerId: reference(customer),
    placedById: reference(user, { audience: 'readers', label: 'Placed by' }),
    placedForCustomer: flag({ label: 'Placed for the customer' }),
    orderDate: date(),
    submittedAt: instant({ optional: true }),
    customerPoNo: text({ max: 35, optional: true, label: 'Customer’s PO number' }),
    poKey: text({
      max: 35,
      optional: true,
      label: 'PO number compared',
      hint: 'Without spaces and marks',
      server: true,
    }),
    samePo: choice(['FIRST', ...samePoAnswers], {
      optional: true,
      server: true,
      label: 'Same PO number',
      hint: 'How it stood to other orders of its PO when it was submitted',
    }),
    customerPoDate: date({ optional: true, label: 'Customer’s PO date' }),
    // The customer's paper names their prices.
    poAttachmentId: file({ optional: true, label: 'PO file', hiddenFrom: pricesHiddenFrom }),
    requestedDeliveryDate: date(),
    freightTerms: choice(freightTerms),
    transMode: choice(transModes, { label: 'Mode of transport' }),
    preferredTransporterId: reference(transporter, { optional: true }),
    completeDelivery: flag({ label: 'Deliver only in full' }),
    paymentTermsDays: integer({ min: 0, max: 999 }),
    chosenFreightTerms: choice(freightTerms, { optional: true, label: 'Freight terms set', ...setByStaff }),
    chosenTransMode: choice(transModes, { optional: true, label: 'Mode set', ...setByStaff }),
    chosenPaymentDays: integer({ min: 0, max: 999, optional: true, label: 'Payment days set', ...setByStaff }),
    agreedTerms: json({ optional: true, hint: 'With the row that they come from', ...setByStaff }),
    listValue: money({ default: 0, nature: 'amount' }),
    discountValue: money({ default: 0, nature: 'amount' }),
    freightValue: money({ default: 0, nature: 'amount' }),
    taxableValue: money({ default: 0, nature: 'amount' }),
    cgst: money({ default: 0, label: 'CGST', nature: 'amount' }),
    sgst: money({ default: 0, label: 'SGST', nature: 'amount' }),
    igst: money({ default: 0, label: 'IGST', nature: 'amount' }),
    grossValue: money({ default: 0, nature: 'amount' }),
    currency: text({ max: 3, default: 'INR' }),
    creditExposure: money({ optional: true, hiddenFrom: creditHiddenFrom }),
    creditExcess: money({ optional: true, hiddenFrom: creditHiddenFrom }),
    maxDiscountPct: percent({ min: -999.99, default: 0, label: 'Largest discount', hiddenFrom: creditHiddenFrom }),
    errorCode: text({ max: 40, optional: true }),
    errorText: text({ max: 500, optional: true, label: 'Error', audience: 'staff' }),
    buyerErrorText: text({
      audience: 'readers',
      max: 500,
      optional: true,
      label: 'What is wrong',
      hint: 'Details for the buyer',
    }),
    errorTrace: json({ optional: true, label: 'Why it was stopped', hiddenFrom: creditHiddenFrom }),
    currentTaskId: reference('approval-task', { optional: true }),
    statusSince: instant(),
    companyAskedAt: instant({ optional: true, label: 'Waits in the company since' }),
    companyApprovedValue: money({ optional: true, nature: 'amount', label: 'Approved in the company' }),
    companyAskedById: reference(user, { optional: true, label: 'Asked in the company by', audience: 'staff' }),
    sapOrderNo: text({ max: 10, optional: true, unique: true }),
    sapCreatedAt: instant({ optional: true }),
    sapChangedAt: instant({ optional: true, label: 'Changed in SAP' }),
    deliveredInSap: choice(['NOT', 'PARTLY', 'FULLY'], {
      optional: true,
      server: true,
      label: 'Delivered in SAP',
      words: { staff: { NOT: 'Not delivered' }, buyer: {} },
      hiddenFrom: approvalsHiddenFrom,
    }),
    rejectedInSap: choice(['NONE', 'SOME', 'ALL'], {
      optional: true,
      server: true,
      label: 'Rejected in SAP',
      words: { staff: { NONE: 'No item', SOME: 'Some items', ALL: 'All items' }, buyer: {} },
      hiddenFrom: approvalsHiddenFrom,
    }),
    cancelReasonId: reference(reasonCode, { optional: true, where: { reasonType: 'CANCEL' } }),
    deleteReasonId: reference(reasonCode, { optional: true, where: { reasonType: 'DELETE' } }),
    deletedAt: instant({ optional: true }),
    deletedById: reference(user, { optional: true, label: 'Deleted by', audience: 'staff' }),
    replacesOrderId: self({ optional: true, label: 'Copy of' }),
    remarks: text({ audience: 'readers', max: 500, optional: true, long: true }),
    internalNote: text({ max: 500, optional: true, long: true, audience: 'staff' }),
    ...salesStamps,
  },
  computed: {
    plantId: has('order-line', 'orderId', { by: 'plantId', label: 'Plant' }),
    waitingFor: text({ optional: true, label: 'Waiting for', audience: 'staff' }),
    isForAcceptance: flag({ label: 'Waiting for acceptance' }),
    ...holdColumns,
  },
  key: ['orderNo'],
  says: { status: orderStateInList },
  saysTone: { status: heldTone },
  leads: [
    'customerId',
    'grossValue',
    'status',
    'waitingFor',
    'requestedDeliveryDate',
    'orderNo',
    'customerPoNo',
    'orderDate',
  ],
  leadsFor: {
    CUSTOMER: ['customerPoNo', 'grossValue', 'status', 'requestedDeliveryDate', 'orderNo', 'orderDate'],
    DISPATCH: ['shipToId', 'status', 'requestedDeliveryDate', 'orderNo', 'customerId', 'orderDate'],
  },
  list: [
    'orderNo',
    'orderDate',
    'customerId',
    'sbuId',
    'status',
    'pendingStep',
    'waitingFor',
    'isForAcceptance',
    'heldInSap',
    'buyerHold',
    'grossValue',
    'customerPoNo',
    'sapOrderNo',
  ],
  search: ['orderNo', 'sapOrderNo', 'customerPoNo', 'draftNo'],
  sort: ['-id'],
  indexes: [
    ['status', 'sbuId'],
    ['status', 'pendingStep', 'sbuId'],
    ['status', 'statusSince'],
    ['customerId', 'orderDate'],
    ['soldToId'],
    ['soldToId', 'poKey'],
    ['payerId', 'status'],
    ['billToId'],
    ['shipToId'],
    ['customerPoNo', 'customerId'],
    ['sbuId', 'orderDate'],
    ['orderDate'],
    ['cartRef'],
    ['placedById'],
    ['departmentId'],
    ['salesGroupId'],
    ['replacesOrderId'],
  ],
  access: orders,
  openIf: openWhile(orderStates),
  within: {
    CUSTOMER: { customerId: 'ownCustomer' },
    DISTRIBUTOR: { soldToId: 'ownCustomer' },
    SALES_REP: [{ customerId: 'myCustomers' }, placedThemselves],
    SALES_MANAGER: [
      { customerId: 'myCustomers' },
      placedThemselves,
      { id: 'ordersIDecide' },
      { id: 'ordersOfMyCluster' },
    ],
    PRICING_APPROVER: { sbuId: 'mySbus' },
    CSC_AGENT: { sbuId: 'mySbus' },
    EUD_APPROVER: { sbuId: 'mySbus' },
    CREDIT_CONTROLLER: { sbuId: 'mySbus' },
    DISPATCH: { id: 'ordersOfMyPlants' },
  },
  columnsWithin: amountsOfBuyers,
  asked: { id: 'ordersAskedOfMe' },
})

export type Order = Row<typeof order>
