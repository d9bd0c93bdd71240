import { addDays, isSunday, nextWorkingDay } from '../../define/dates.ts'
import { dayText, rupees } from '../../define/show.ts'
import { rowUsed } from '../trace.ts'
import { type Check, type CheckFacts, finding, openLines } from './check-facts.ts'
import { salesAreaOf } from './sales-area.ts'
import { scheduleFindings } from './schedule.ts'

/** How many days ahead a delivery may be requested. */
const FARTHEST = 365

/** The rules about the order as a whole. */
export const orderChecks: readonly Check[] = [
  { rule: 'V1', title: 'The customer may order', find: customerMayOrder },
  { rule: 'V3', title: 'The customer may order from the SBU, with this order type', find: sbuAndOrderType },
  { rule: 'V4', title: 'The ship-to belongs to the customer', find: shipToOfCustomer },
  { rule: 'V5', title: 'The purchase order is given', find: purchaseOrder },
  { rule: 'V13', title: 'The order reaches the minimum value of the SBU', find: leastValue },
  { rule: 'V14', title: 'The days of delivery are possible', find: deliveryDays },
  { rule: 'V14', title: 'Goods are asked for on working days', find: workingDays },
]

function customerMayOrder(facts: CheckFacts) {
  const { customer, soldTo } = facts
  const buyers = customer.id === soldTo.id ? [customer] : [customer, soldTo]
  const findings = buyers.flatMap(buyer => {
    const { code, name, isActive, sapDeleted, sapOrderBlock, toComplete, lastDay } = buyer
    const who = `Customer ${code} ${name}`
    const row = rowUsed('customer', buyer, ['code', 'name', 'isActive', 'sapOrderBlock', 'lastDay'])
    if (!isActive || sapDeleted) {
      const message = `${who} is no longer active: choose another customer`
      return [{ ...finding('CUSTOMER_INACTIVE', 'customerId', message), row }]
    }
    if (lastDay !== null && lastDay < facts.order.orderDate) {
      const message = `${who} takes orders up to ${dayText(lastDay)} only: choose another customer`
      return [{ ...finding('CUSTOMER_INACTIVE', 'customerId', message), row }]
    }
    if (sapOrderBlock) {
      const message = `${who} is blocked for orders in SAP (${sapOrderBlock}): ask the credit desk to lift the block`
      return [{ ...finding('SAP_ORDER_BLOCK', 'customerId', message), row }]
    }
    if (!toComplete) return []
    const message = `${who} is not complete yet: have these entered under Customers: ${toComplete}`
    return [{ ...finding('CUSTOMER_INCOMPLETE', 'customerId', message), row }]
  })
  return findings.length > 0 ? findings : salesAreaFaults(facts)
}

/** Orders go to the sales area that SAP has of the sold-to; of customers whom SAP never told of nothing is known. */
function salesAreaFaults({ soldTo, sbu, salesAreas }: CheckFacts) {
  const { code, name, lastSyncedAt } = soldTo
  const area = salesAreaOf(salesAreas, soldTo, sbu)
  const where = `sales organisation ${sbu.salesOrg}, division ${sbu.division} (${sbu.code})`
  if (area === null) {
    if (lastSyncedAt === null && !salesAreas.some(({ customerId }) => customerId === soldTo.id)) return []
    const message = `Customer ${code} ${name} has no sales area in SAP for ${where}: ask for it to be created there, or choose another SBU`
    return [finding('NO_SALES_AREA', 'customerId', message)]
  }
  const row = rowUsed('customer-sales-area', area, ['salesOrg', 'division', 'orderBlock', 'isDeleted'])
  if (area.isDeleted) {
    const message = `Customer ${code} ${name} is deleted in SAP for ${where}: choose another SBU, or have the deletion reversed in SAP`
    return [{ ...finding('CUSTOMER_INACTIVE', 'customerId', message), row }]
  }
  if (!area.orderBlock) return []
  const message = `Customer ${code} ${name} is blocked for orders in SAP (${area.orderBlock}) for ${where}: ask the credit desk to lift the block`
  return [{ ...finding('SAP_ORDER_BLOCK', 'customerId', message), row }]
}

/** The active departments of the customer in an SBU; without one its products are not available to them. */
function departmentsIn(facts: CheckFacts, sbuId: number) {
  const own = new Set(facts.customerDepartments.filter(row => row.isActive).map(row => row.departmentId))
  return facts.departments.filter(({ id, sbuId: of, isActive }) => isActive && of === sbuId && own.has(id))
}

function sbuAndOrderType(facts: CheckFacts) {
  const { order, customer, sbu, orderType } = facts
  const departments = departmentsIn(facts, order.sbuId)
  if (departments.length === 0) {
    const message = `SBU ${sbu.code} is not open to customer ${customer.code}: choose another SBU, or have a department of it mapped to the customer`
    return [finding('SBU_NOT_ALLOWED', 'sbuId', message)]
  }
  if (!departments.some(({ id }) => id === order.departmentId)) {
    const message = `Department is not one of customer ${customer.code} in SBU ${sbu.code}: choose one that is`
    return [finding('SBU_NOT_ALLOWED', 'departmentId', message)]
  }
  const allowed = facts.departmentOrderTypes.some(
    row =>
      row.isActive &&
      row.orderTypeId === order.orderTypeId &&
      departments.some(({ id }) => id === row.departmentId) &&
      (row.allowedFor === 'ALL' || facts.placedByEmployee),
  )
  if (allowed && orderType.isActive) return []
  const message = `Order type ${orderType.code} ${orderType.name} may not be used here: choose another order type`
  return [finding('ORDER_TYPE_NOT_ALLOWED', 'orderTypeId', message)]
}

function shipToOfCustomer({ shipTo, customer }: CheckFacts) {
  if (shipTo.customerId === customer.id && shipTo.isActive) {
    if (!shipTo.toComplete) return []
    const message = `Ship-to ${shipTo.code} is not complete yet: have these entered under Ship-to Addresses: ${shipTo.toComplete}`
    return [finding('SHIP_TO_INCOMPLETE', 'shipToId', message)]
  }
  const message = `Ship-to ${shipTo.code} is not an active delivery address of customer ${customer.code}: choose one that is`
  return [finding('SHIP_TO_NOT_ALLOWED', 'shipToId', message)]
}

function purchaseOrder({ order, orderType, today, settings }: CheckFacts) {
  if (!orderType.requiresPo) return []
  const findings = []
  if (!order.customerPoNo?.trim()) {
    findings.push(
      finding('PO_REQUIRED', 'customerPoNo', 'PO number is missing: enter the number of the purchase order'),
    )
  }
  if (order.customerPoDate === null) {
    findings.push(
      finding(
        'PO_REQUIRED',
        'customerPoDate',
        "Customer PO date is missing: enter the date of the customer's purchase order",
      ),
    )
  } else if (order.customerPoDate > today) {
    const message = `Customer PO date ${dayText(order.customerPoDate)} must not be after today, ${dayText(today)}`
    findings.push(finding('PO_DATE', 'customerPoDate', message))
  }
  if (order.poAttachmentId === null && order.grossValue >= settings.poFileRequiredAbove) {
    const message = `PO file is missing: attach the purchase order, as orders from ${rupees(settings.poFileRequiredAbove)} need it`
    findings.push(finding('PO_FILE_REQUIRED', 'poAttachmentId', message))
  }
  return findings
}

const unpriced = ['NO_PRICE', 'PRICE_UNIT', 'VALUE_TOO_LARGE']

/** Free goods have no value to compare, and an order that cannot be priced has none yet. */
function leastValue(facts: CheckFacts) {
  const { order, orderType, sbu } = facts
  if (openLines(facts).some(({ line }) => unpriced.includes(line.priceProblem ?? ''))) return []
  if (orderType.isFreeOfCharge || order.taxableValue >= sbu.minOrderValue) return []
  const missing = rupees(sbu.minOrderValue - order.taxableValue)
  const message = `Order value ${rupees(order.taxableValue)} is below the minimum of SBU ${sbu.code}, ${rupees(sbu.minOrderValue)}: add goods for ${missing}`
  const row = rowUsed('sbu', sbu, ['code', 'minOrderValue'])
  return [{ ...finding('MIN_ORDER_VALUE', 'taxableValue', message), row }]
}

function deliveryDays(facts: CheckFacts) {
  const { orderDate, requestedDeliveryDate: day } = facts.order
  const days = { first: orderDate, last: addDays(orderDate, FARTHEST) }
  const findings = []
  if (day < days.first || day > days.last) {
    const message = `Requested delivery date ${dayText(day)} is not possible: choose a day from ${dayText(days.first)} to ${dayText(days.last)}`
    findings.push(finding('REQUESTED_DATE', 'requestedDeliveryDate', message))
  }
  for (const { line, at, what } of openLines(facts)) {
    for (const { code, field, message } of scheduleFindings(line.qty, line.schedules, days)) {
      findings.push(finding(code, `${at}.${field}`, `${what}: ${message}`))
    }
  }
  return findings
}

/** Goods come on the next working day where they are asked for on a Sunday or a holiday. */
function workingDays(facts: CheckFacts) {
  const { holidays, order } = facts
  const free = new Set(holidays.keys())
  const told = (day: string, field: string, what: string) => {
    const next = nextWorkingDay(day, free)
    if (next === day || day < order.orderDate) return []
    const name = holidays.get(day)
    const kind = name === undefined && isSunday(day) ? 'a Sunday' : `a holiday (${name})`
    const message = `${what}${dayText(day)} is ${kind}: goods come on ${dayText(next)}`
    return [{ ...finding('NOT_WORKING_DAY', field, message), day: next, warns: true as const }]
  }
  const lines = openLines(facts)
  const ofOrder = lines.some(({ line }) => line.schedules.length === 0)
  return [
    ...(ofOrder ? told(order.requestedDeliveryDate, 'requestedDeliveryDate', '') : []),
    ...lines.flatMap(({ line, at, what }) =>
      line.schedules.flatMap(({ requestedDate }, index) =>
        told(requestedDate, `${at}.schedules[${index}].requestedDate`, `${what}: delivery ${index + 1}: `),
      ),
    ),
  ]
}
