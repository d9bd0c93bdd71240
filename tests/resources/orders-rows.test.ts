import { describe, expect, expectTypeOf, it } from 'vitest'
import type { cnf as cnfs } from '../../resources/access-control/cnf.ts'
import type { customer } from '../../resources/access-control/customer.ts'
import type { employee } from '../../resources/access-control/employee.ts'
import type { shipTo } from '../../resources/access-control/ship-to.ts'
import type { Resource, Row } from '../../resources/define/resource.ts'
import type { allowOrdertypeDepartment } from '../../resources/masters/allow-ordertype-department.ts'
import { approvingLimits } from '../../resources/masters/approving-limits.ts'
import { custShiptoProdPrice } from '../../resources/masters/cust-shipto-prod-price.ts'
import type { customerDepartmentMap } from '../../resources/masters/customer-department-map.ts'
import { defaultSupplyPlant } from '../../resources/masters/default-supply-plant.ts'
import { materialPricingGroup } from '../../resources/masters/material-pricing-group.ts'
import { productDiscount } from '../../resources/masters/product-discount.ts'
import type { products } from '../../resources/masters/products.ts'
import { sbu } from '../../resources/masters/sbu.ts'
import { sbuWiseCnf } from '../../resources/masters/sbu-wise-cnf.ts'
import type { ApprovingLimit, Employee } from '../../resources/orders/approval-facts.ts'
import type { CustomerDepartment, DepartmentOrderType } from '../../resources/orders/check-facts.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { priceBook, priceLine } from '../../resources/orders/price.ts'
import { route } from '../../resources/orders/route.ts'
import type * as rows from '../../resources/orders/rows.ts'
import { sourceLine } from '../../resources/orders/source.ts'
import { sourceBook } from '../../resources/orders/source-book.ts'
import type { orderType } from '../../resources/settings/order-type.ts'
import { plant } from '../../resources/settings/plant.ts'
import { productPrice } from '../../resources/settings/product-price.ts'
import {
  discountRow,
  priceLineOf,
  priceOrder,
  priceRows,
  product,
  routeFacts,
  row,
  shipToPrice,
  sourceOrder,
  sourceRows,
} from '../support/order-rows.ts'

const declared: Resource[] = [
  ...[custShiptoProdPrice, productPrice, productDiscount, materialPricingGroup],
  ...[sbuWiseCnf, defaultSupplyPlant, plant, approvingLimits, sbu],
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
const { routeTrace } = route(routeFacts({ limits: routeFacts().limits.slice(0, 2) }))

describe('the order rules and the declared masters', () => {
  it('agree on every row and column that a trace names', () => {
    const used = [priced.priceTrace, sourced.sourceTrace, routeTrace].flatMap(({ steps }) =>
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
    expectTypeOf<Row<typeof products>>().toExtend<rows.Product>()
    expectTypeOf<Row<typeof customer>>().toExtend<rows.Customer>()
    expectTypeOf<Row<typeof shipTo>>().toExtend<rows.ShipTo>()
    expectTypeOf<Row<typeof orderType>>().toExtend<rows.OrderType>()
    expectTypeOf<Row<typeof sbu>>().toExtend<rows.Sbu>()
    expectTypeOf<Row<typeof plant>>().toExtend<rows.Plant>()
    expectTypeOf<Row<typeof custShiptoProdPrice>>().toExtend<rows.ShipToPrice>()
    expectTypeOf<Row<typeof productPrice>>().toExtend<rows.ProductPrice>()
    expectTypeOf<Row<typeof productDiscount>>().toExtend<rows.ProductDiscount>()
    expectTypeOf<Row<typeof materialPricingGroup>>().toExtend<rows.MaterialPricingGroup>()
    expectTypeOf<Row<typeof cnfs>>().toExtend<rows.Cnf>()
    expectTypeOf<Row<typeof sbuWiseCnf>>().toExtend<rows.SbuCnf>()
    expectTypeOf<Row<typeof defaultSupplyPlant>>().toExtend<rows.DefaultSupplyPlant>()
    expectTypeOf<Row<typeof approvingLimits>>().toExtend<ApprovingLimit>()
    expectTypeOf<Row<typeof employee>>().toExtend<Employee>()
    expectTypeOf<Row<typeof customerDepartmentMap>>().toExtend<CustomerDepartment>()
    expectTypeOf<Row<typeof allowOrdertypeDepartment>>().toExtend<DepartmentOrderType>()
  })
})
