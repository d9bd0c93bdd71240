import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { Finding } from '../../../resources/orders/quote/check-facts.ts'
import { findingsOf } from '../../../resources/orders/quote/checks.ts'
import type { OrderFacts } from './order-facts.ts'
import type { QuotedOrder } from './quote.ts'

/** The findings of the checks on all orders of a cart, without repetitions. */
export function findingsOfAll(
  facts: OrderFacts,
  input: OrderInput,
  quoted: QuotedOrder[],
  placedByEmployee: boolean,
): Finding[] {
  const all = quoted.flatMap(part => findings(facts, input, part, placedByEmployee))
  return [...new Map(all.map(finding => [`${finding.field} ${finding.message}`, finding])).values()]
}

/** The findings on one of the orders; field names refer to the lines as the person entered them. */
function findings(facts: OrderFacts, input: OrderInput, quoted: QuotedOrder, placedByEmployee: boolean): Finding[] {
  const partFindings = findingsOf({
    ...facts.control,
    today: facts.day,
    order: {
      ...input,
      sbuId: quoted.sbuId,
      departmentId: quoted.departmentId ?? 0,
      orderDate: facts.day,
      taxableValue: quoted.totals.taxableValue,
      grossValue: quoted.totals.grossValue,
    },
    lines: quoted.lines.map(line => ({
      lineNo: (line.index + 1) * 10,
      lineStatus: line.lineStatus,
      product: facts.products.get(line.input.productId)!,
      qty: line.input.qty,
      requestedBatchNo: line.input.requestedBatchNo,
      schedules: line.input.schedules,
      priceProblem: line.priceProblem,
      problemWhy: line.problemWhy,
      plantId: line.plantId,
      onlyThrough: line.onlyThrough,
      freightWarning: line.freightWarning,
      eud: line.eud,
    })),
    customer: facts.customer,
    soldTo: facts.buyers.get(quoted.soldToId)!,
    salesAreas: facts.salesAreas,
    shipTo: facts.shipTo,
    orderType: facts.orderType,
    sbu: facts.sbus.get(quoted.sbuId)!,
    placedByEmployee,
    customerDepartments: facts.customerDepartments,
    departments: facts.departments,
    departmentOrderTypes: facts.departmentOrderTypes,
    holidays: facts.holidays,
    settings: {
      poFileRequiredAbove: facts.settings['po.file_required_above'],
      maxLines: facts.settings['order.max_lines'],
    },
  })
  const inputField = (field: string) =>
    field.replace(/^lines\[(\d+)\]/, (_, index) => `lines[${quoted.lines[Number(index)]!.index}]`)
  return partFindings.map(finding => ({ ...finding, field: inputField(finding.field) }))
}
