import { orderFigures } from '../../access.ts'
import { choice, code, date, flag, integer, percent, quantity, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { products } from '../../masters/products.ts'
import { plant } from '../../settings/plant.ts'
import { orderFacts, withinOrderReportsOfEmployees } from '../orders/order-facts.ts'

const { orderId, orderNo, customerId, soldToId, sbuId, channelId, employeeId, placedById } = orderFacts
const one = (label: string, hint?: string) => integer({ label, ...(hint && { hint }) })

/** Each delivery that was asked for, and whether its whole quantity was there on its day. */
export const orderVsSalesScheduleLines = report({
  name: 'order-vs-sales-schedule-lines',
  title: 'Orders V/S Sales Schedule Lines',
  purpose: 'The deliveries requested in a period, and whether the goods arrived in full and on time.',
  fields: {
    ...{ orderId, orderNo },
    lineNo: integer({ label: 'Line' }),
    scheduleNo: integer({ label: 'Schedule' }),
    ...{ customerId, soldToId, sbuId, channelId, employeeId, placedById },
    productId: reference(products),
    plantId: reference(plant, { optional: true }),
    requestedDate: date({ label: 'Requested' }),
    confirmedDate: date({ optional: true, label: 'Confirmed' }),
    firstConfirmedDate: date({ optional: true, label: 'First confirmed' }),
    expectedDeliveryDate: date({ optional: true, label: 'Expected' }),
    deliveredOn: date({ optional: true, label: 'Received in full' }),
    uom: code({ max: 3, label: 'Unit' }),
    qty: quantity({ label: 'Quantity', hint: 'Quantity without what was cancelled' }),
    confirmedQty: quantity({ label: 'Confirmed quantity' }),
    deliveredQty: quantity({
      label: 'Received',
      hint: 'Quantity that arrived with an LR, as its POD says, or was collected',
    }),
    openQty: quantity({ label: 'Open' }),
    delayDays: integer({ label: 'Days late', hint: 'After the requested date, up to today while it is awaited' }),
    isLate: flag({ tones: { true: 'bad' }, label: 'Late' }),
    otif: choice(['YES', 'NO'], {
      optional: true,
      label: 'OTIF',
      hint: 'Delivered in full by the requested date',
    }),
    due: one('Due'),
    kept: one('In full on time'),
    otifPct: percent({ optional: true, label: 'OTIF %' }),
    dueByConfirmed: one('Due as first confirmed'),
    keptByConfirmed: one('In full as first confirmed'),
    confirmedOtifPct: percent({ optional: true, label: 'OTIF % as first confirmed' }),
  },
  display: ['orderNo', 'lineNo'],
  list: [
    ...['orderNo', 'lineNo', 'scheduleNo', 'productId', 'requestedDate', 'confirmedDate', 'expectedDeliveryDate'],
    ...['uom', 'qty', 'confirmedQty', 'deliveredQty', 'openQty', 'delayDays', 'otif'],
  ] as const,
  filters: [
    ...['requestedDate', 'isLate', 'plantId', 'otif', 'sbuId', 'channelId', 'customerId.cityId.zoneAreaId.zoneId'],
    ...['employeeId', 'customerId', 'soldToId', 'productId'],
  ] as const,
  totals: ['due', 'kept', 'dueByConfirmed', 'keptByConfirmed'],
  groups: [
    ...['requestedDate', 'sbuId', 'channelId', 'plantId', 'customerId.cityId.zoneAreaId.zoneId', 'employeeId'],
    ...['customerId', 'soldToId', 'productId', 'otif', 'isLate'],
  ] as const,
  ratios: { otifPct: ['kept', 'due'], confirmedOtifPct: ['keptByConfirmed', 'dueByConfirmed'] },
  units: { qty: 'uom', deliveredQty: 'uom', openQty: 'uom' },
  search: ['orderNo'],
  sort: ['-requestedDate', '-id'],
  period: { field: 'requestedDate', opens: 'this-month' },
  facts: true,
  access: orderFigures,
  within: withinOrderReportsOfEmployees,
})
