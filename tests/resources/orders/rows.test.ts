import { describe, expect, expectTypeOf, it } from 'vitest'
import type { cnf as cnfs } from '../../../resources/access-control/cnf.ts'
import { customer as customers } from '../../../resources/access-control/customer.ts'
import type { employee } from '../../../resources/access-control/employee.ts'
import type { shipTo } from '../../../resources/access-control/ship-to.ts'
import type { Resource, Row } from '../../../resources/define/resource.ts'
import type { allowOrdertypeDepartment } from '../../../resources/masters/allow-ordertype-department.ts'
import { approvingLimits } from '../../../resources/masters/approving-limits.ts'
import { cscApprover } from '../../../resources/masters/csc-approver.ts'
import { custShiptoProdPrice } from '../../../resources/masters/cust-shipto-prod-price.ts'
import type { customerDepartmentMap } from '../../../resources/masters/customer-department-map.ts'
import { defaultSupplyPlant } from '../../../resources/masters/default-supply-plant.ts'
import { materialPricingGroup } from '../../../resources/masters/material-pricing-group.ts'
import { productDiscount } from '../../../resources/masters/product-discount.ts'
import type { products } from '../../../resources/masters/products.ts'
import { rateContractCustomer } from '../../../resources/masters/rate-contract-customer.ts'
import { rateContractLine } from '../../../resources/masters/rate-contract-line.ts'
import { sbu } from '../../../resources/masters/sbu.ts'
import { sbuWiseCnf } from '../../../resources/masters/sbu-wise-cnf.ts'
import { shippingInstructions } from '../../../resources/masters/shipping-instructions.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { zoneWiseAsp } from '../../../resources/masters/zone-wise-asp.ts'
import type { RouteEmployee, RouteLimit } from '../../../resources/orders/approvals/approval-facts.ts'
import { route } from '../../../resources/orders/approvals/route.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import type { CustomerDepartment, DepartmentOrderType } from '../../../resources/orders/quote/check-facts.ts'
import { priceBook, priceLine } from '../../../resources/orders/quote/price.ts'
import { sourceLine } from '../../../resources/orders/quote/source.ts'
import { sourceBook } from '../../../resources/orders/quote/sourcing-rules.ts'
import type * as rows from '../../../resources/orders/rows.ts'
import { channel as channels } from '../../../resources/settings/channel.ts'
import { orderType as orderTypes } from '../../../resources/settings/order-type.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { productPrice } from '../../../resources/settings/product-price.ts'
import {
  always,
  creditFacts,
  discountRow,
  limit,
  MEENA,
  priceLineOf,
  priceOrder,
  priceRows,
  product,
  routeContract,
  routeFacts,
  routeLine,
  routeOrder,
  row,
  shipToPrice,
  sourceOrder,
  sourceRows,
} from '../../support/orders/order-rows.ts'

const declared: Resource[] = [
  ...[custShiptoProdPrice, productPrice, productDiscount, materialPricingGroup],
  ...[sbuWiseCnf, defaultSupplyPlant, plant, approvingLimits, sbu],
  ...[channels, orderTypes, shippingInstructions, cscApprover, rateContractLine, rateContractCustomer, customers],
  ...[uploadOutstanding, zoneWiseAsp],
]

const priced = priceLine(
  priceBook(
    priceRows({
      shipToPrices: [shipToPrice(90_000, 1_000_000)],
      productDiscounts: [discountRow(500)],
      materialPricingGroups: [{ ...row(), id: 7, code: 'A1', maxManualDiscountPct: 5000 }],
    }),
  ),
  priceOrder(),
  priceLineOf({ manualDiscountPct: 100, product: product({ materialPricingGroupId: 7 }) }),
)
const sourced = sourceLine(sourceBook(sourceRows()), sourceOrder(), { product: product(), qty: 1000, manualPlantId: 3 })
/** An order that needs every kind of approval. */
const { routeTrace } = route(
  routeFacts({
    limits: [...routeFacts().limits.slice(0, 2), limit(MEENA, 1, { limitType: 'CREDIT_AMOUNT' })],
    order: routeOrder({
      channel: { ...routeOrder().channel, requiresCsc: true },
      orderType: { ...routeOrder().orderType, requiresCsc: true },
      customer: { ...routeOrder().customer, requiresAcceptance: true },
      instructions: [{ ...row(), productId: null, sbuId: null, instruction: 'Upright', needsCscReview: true }],
    }),
    asps: new Map([[1, { ...always(), productId: 1, asp: 200_000 }]]),
    cscApprovers: [{ ...row(), sbuId: 1, zoneId: null, mvgr1Id: null, level: 1, employeeId: MEENA, minOrderValue: 0 }],
    lines: [routeLine({ priceSource: 'RATE_CONTRACT', priceSourceId: 7 })],
    contracts: new Map([
      [7, { ...routeContract(), approverEmployeeId: MEENA, autoRelease: false, openQty: 1_000_000 }],
    ]),
    credit: creditFacts({
      outstanding: 20_00_000_00,
      oldestInvoice: { id: 1, rowVersion: 1, documentNo: 'INV1', dueDate: '2026-01-01', balanceAmount: 1 },
    }),
  }),
  text => text,
)
const { routeTrace: overCalled } = route(
  routeFacts({
    lines: [routeLine({ priceSource: 'RATE_CONTRACT', priceSourceId: 7 })],
    contracts: new Map([[7, routeContract()]]),
  }),
  text => text,
)

describe('the order rules and the declared masters', () => {
  it('agree on every row and column that a trace names', () => {
    const used = [priced.priceTrace, sourced.sourceTrace, routeTrace, overCalled].flatMap(({ steps }) =>
      steps.flatMap(each => each.row ?? []),
    )
    for (const { resource, values } of used) {
      const master = declared.find(({ name }) => name === resource)
      expect(Object.keys(master?.fields ?? {}), resource).toEqual(expect.arrayContaining(Object.keys(values)))
    }
    expect([...new Set(used.map(({ resource }) => resource))].sort()).toEqual(declared.map(({ name }) => name).sort())
  })

  it('agree on the columns of an order line that pricing and sourcing fill', () => {
    const { priceProblem, ...ofPrice } = priced
    const { sourceProblem, ...ofSource } = sourced
    expect([priceProblem, sourceProblem]).toEqual([null, null])
    expect(Object.keys(orderLine.fields)).toEqual(expect.arrayContaining(Object.keys({ ...ofPrice, ...ofSource })))
  })

  it('agree on the type of each row', () => {
    expectTypeOf<Row<typeof products> & rows.Completed>().toExtend<rows.RuleProduct>()
    expectTypeOf<Row<typeof customers>>().toExtend<rows.RuleCustomer>()
    expectTypeOf<Row<typeof shipTo>>().toExtend<rows.RuleShipTo>()
    expectTypeOf<Row<typeof orderTypes>>().toExtend<rows.RuleOrderType>()
    expectTypeOf<Row<typeof sbu>>().toExtend<rows.RuleSbu>()
    expectTypeOf<Row<typeof plant>>().toExtend<rows.RulePlant>()
    expectTypeOf<Row<typeof custShiptoProdPrice>>().toExtend<rows.ShipToPrice>()
    expectTypeOf<Row<typeof productPrice>>().toExtend<rows.RuleProductPrice>()
    expectTypeOf<Row<typeof productDiscount>>().toExtend<rows.RuleProductDiscount>()
    expectTypeOf<Row<typeof materialPricingGroup>>().toExtend<rows.RulePricingGroup>()
    expectTypeOf<Row<typeof cnfs>>().toExtend<rows.RuleCnf>()
    expectTypeOf<Row<typeof sbuWiseCnf>>().toExtend<rows.SbuCnf>()
    expectTypeOf<Row<typeof defaultSupplyPlant>>().toExtend<rows.RuleDefaultPlant>()
    expectTypeOf<Row<typeof approvingLimits>>().toExtend<RouteLimit>()
    expectTypeOf<Row<typeof employee>>().toExtend<RouteEmployee>()
    expectTypeOf<Row<typeof customerDepartmentMap>>().toExtend<CustomerDepartment>()
    expectTypeOf<Row<typeof allowOrdertypeDepartment>>().toExtend<DepartmentOrderType>()
  })
})
