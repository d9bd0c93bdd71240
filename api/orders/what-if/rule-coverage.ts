import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import type { BodyOf } from '../../../resources/define/command.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { type OrderInput, plainLine } from '../../../resources/orders/order-input.ts'
import { fittingQty } from '../../../resources/orders/quote/checks-lines.ts'
import { asAgreed } from '../../../resources/orders/terms/agreed-terms.ts'
import { orderTotals } from '../../../resources/orders/totals.ts'
import type { showCoverage } from '../../../resources/orders/what-if/commands.ts'
import {
  type Coverage,
  type CoverageClass,
  type CoverageGroup,
  type CoverageMap,
  MOST_SHOWN,
} from '../../../resources/orders/what-if/coverage.ts'
import { decidedBy } from '../../../resources/orders/what-if/rule-coverage.ts'
import { placedByAccountOwner } from '../../../resources/orders/what-if/simulators.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { today } from '../../platform/clock.ts'
import { yieldToOthers } from '../../platform/yield-to-others.ts'
import { approvalsPerOrder } from '../approvals/approvals-ahead.ts'
import { loadOrderFacts } from '../quote/order-facts.ts'
import { quote } from '../quote/quote.ts'

/**
 * The price, plant and approvers found in an SBU for each group of customers that the person may see and each class of
 * products. One customer and one product represent each group and class.
 */
export async function coverageOf(
  db: Knex,
  { sbuId, discountPct }: BodyOf<typeof showCoverage>,
  person: Person,
): Promise<CoverageMap> {
  const day = today()
  const classes = await classesOf(db, sbuId)
  const buyers = classes.length > 0 ? await buyersOf(db, person, sbuId, day) : []
  const shown = classes.slice(0, MOST_SHOWN)
  const orderTypeId = await usualType(db, sbuId)
  const groups: CoverageGroup[] = []
  for (const buyer of buyers.slice(0, MOST_SHOWN)) {
    groups.push(await groupOf(db, buyer, shown, { day, discountPct, orderTypeId }))
    await yieldToOthers()
  }
  return {
    day,
    sbuId,
    discountPct,
    classes: shown,
    groups,
    more: classes.length > MOST_SHOWN || buyers.length > MOST_SHOWN,
  }
}

/** The pricing groups of the products that an SBU sells, each represented by its first product. */
async function classesOf(db: Knex, sbuId: number): Promise<CoverageClass[]> {
  const groups: { code: string | null; description: string | null; products: number; id: number }[] = await db(
    'products',
  )
    .leftJoin('material_pricing_group as mpg', 'mpg.id', 'products.materialPricingGroupId')
    .where({ 'products.sbuId': sbuId, 'products.isActive': 1, 'products.isOrderable': 1 })
    .groupBy('mpg.id', 'mpg.code', 'mpg.description')
    .orderBy('mpg.code')
    .limit(MOST_SHOWN + 1)
    .select('mpg.code', 'mpg.description')
    .count({ products: '*' })
    .min({ id: 'products.id' })
  const ids = groups.map(({ id }) => id)
  const samples: { id: number; code: string; name: string; uom: string; packQty: number; minOrderQty: number }[] =
    await db('products').whereIn('id', ids).select('id', 'code', 'name', 'uom', 'packQty', 'minOrderQty')
  return groups.map(({ id, products, ...group }) => {
    const { code, name, uom, ...sizes } = samples.find(row => row.id === id)!
    return {
      name: group.code === null ? 'No pricing group' : `${group.code} · ${group.description}`,
      products: Number(products),
      sample: { id, code, name, uom, qty: fittingQty(1, sizes) },
    }
  })
}

interface Buyer {
  segment: string | null
  channel: string
  customers: number
  id: number
}

/** The segments and channels of an SBU's customers, each represented by the first customer with a delivery address. */
async function buyersOf(db: Knex, person: Person, sbuId: number, day: string): Promise<Buyer[]> {
  const rows = db('customer')
    .join('channel', 'channel.id', 'customer.channelId')
    .leftJoin('customer_segment_map as map', join =>
      join
        .on('map.customerId', 'customer.id')
        .andOnVal('map.sbuId', sbuId)
        .andOnVal('map.isActive', 1)
        .andOnVal('map.validFrom', '<=', day)
        .andOnVal('map.validTo', '>=', day),
    )
    .leftJoin('customer_segment as segment', 'segment.id', 'map.customerSegmentId')
    .where('customer.isActive', 1)
    .whereIn('customer.id', accounts(db, sbuId).select('account.customerId'))
    .whereIn('customer.id', db('ship_to').where('isActive', 1).select('customerId'))
  return restrict(rows, db, customer as Resource, person, 'read')
    .groupBy('segment.id', 'segment.name', 'channel.id', 'channel.code')
    .orderBy(['segment.name', 'channel.code'])
    .limit(MOST_SHOWN + 1)
    .select('segment.name as segment', 'channel.code as channel')
    .count({ customers: '*' })
    .min({ id: 'customer.id' })
}

const accounts = (db: Knex, sbuId: number) =>
  db('customer_department_map as account')
    .join('department', 'department.id', 'account.departmentId')
    .where({ 'account.isActive': 1, 'department.isActive': 1, 'department.sbuId': sbuId })

interface CoverageRequest {
  day: string
  discountPct: number
  orderTypeId: number
}

/**
 * The cells of one customer group: one quote for all classes, and the approvals of each line as an order of its own.
 */
async function groupOf(
  db: Knex,
  buyer: Buyer,
  classes: readonly CoverageClass[],
  { day, discountPct, orderTypeId }: CoverageRequest,
) {
  const { segment, channel, customers, id } = buyer
  const sample = await db('customer').where({ id }).first('id', 'code', 'name', 'channelId')
  const address = await addressOf(db, id)
  const input: OrderInput = {
    customerId: id,
    shipToId: address.id,
    orderTypeId,
    requestedDeliveryDate: addDays(day, 7),
    ...asAgreed,
    ...{ customerPoNo: null, customerPoDate: null, poAttachmentId: null },
    ...{ preferredTransporterId: null, completeDelivery: false, remarks: null },
    lines: classes.map(({ sample: { id: productId, qty } }) =>
      plainLine({ productId, qty, manualDiscountPct: discountPct }),
    ),
  }
  const facts = await loadOrderFacts(db, input, day)
  const parts = quote(facts, input).flatMap(part =>
    part.lines.map(line => ({ ...part, lines: [line], totals: orderTotals([{ ...line, qty: line.input.qty }]) })),
  )
  const approvals = await approvalsPerOrder(db, facts, input, parts, {
    person: { id: 0 },
    placedBy: placedByAccountOwner,
  })
  const cells = parts.map((part): Coverage & { index: number } => {
    const [line] = part.lines
    const { index, priceSource, priceTrace, sourceRule, sourceTrace, plantId } = line!
    const price = decidedBy(priceTrace, priceSource)
    const source = decidedBy(sourceTrace, sourceRule)
    const plant = plantId === null ? undefined : facts.plants.get(plantId)
    return {
      index,
      productId: line!.input.productId,
      priceSource,
      priceRow: price.row,
      plant: plant ? `${plant.code} ${plant.name}` : null,
      sourceRule,
      sourceRow: source.row,
      approvals: (approvals.get(part) ?? []).map(({ step, title, people, missing }) => ({
        step,
        title,
        people,
        missing,
      })),
      overlaps: [...price.overlaps, ...source.overlaps],
    }
  })
  const inOrder = cells.sort((a, b) => a.index - b.index).map(({ index: _, ...cell }) => cell)
  const { code, name, channelId } = sample as { code: string; name: string; channelId: number }
  return {
    segment: segment ?? 'No segment',
    channel,
    customers: Number(customers),
    sample: { id, code, name, channelId, stateId: address.stateId },
    cells: inOrder,
  }
}

async function addressOf(db: Knex, customerId: number): Promise<{ id: number; stateId: number }> {
  const rows = db('ship_to').where({ customerId, isActive: 1 })
  return rows.orderBy([{ column: 'isDefault', order: 'desc' }, 'code']).first('id', 'stateId')
}

/** The default order type of the SBU's departments, or else the first that is charged. */
async function usualType(db: Knex, sbuId: number): Promise<number> {
  const [usual] = await db('allow_ordertype_department as allowed')
    .join('department', 'department.id', 'allowed.departmentId')
    .join('order_type', 'order_type.id', 'allowed.orderTypeId')
    .where({ 'department.sbuId': sbuId, 'allowed.isActive': 1, 'order_type.isActive': 1 })
    .orderBy([{ column: 'allowed.isDefault', order: 'desc' }, 'order_type.code'])
    .limit(1)
    .pluck('order_type.id')
  return usual ?? (await db('order_type').where({ isActive: 1, isFreeOfCharge: 0 }).orderBy('code').first('id')).id
}
