import type { Knex } from 'knex'
import type { OrderInput } from '../../resources/orders/order-input.ts'
import { reallyChosen } from '../../resources/orders/terms/agreed-terms.ts'
import { poKeyOf } from '../../resources/orders/terms/po-key.ts'
import { refused } from '../platform/errors.ts'
import { channelOf } from './quote/customer-terms.ts'
import type { OrderFacts } from './quote/order-facts.ts'
import type { QuotedOrder } from './quote/quote.ts'

/**
 * The header of an order of one SBU from the input; `all` are the orders of a draft that is split later. Throws 422 where
 * the customer may not buy from the SBU.
 */
export async function headerOf(
  trx: Knex,
  facts: OrderFacts,
  input: OrderInput,
  quoted: QuotedOrder,
  all: readonly QuotedOrder[] = [quoted],
) {
  const { customer } = facts
  const { lines: _, ...header } = input
  if (quoted.departmentId === null) {
    const unit = facts.sbus.get(quoted.sbuId)!
    const message = `Customer ${customer.code} may not buy from SBU ${unit.code}: have a department of it mapped to the customer`
    throw refused([{ field: 'customerId', code: 'SBU_NOT_ALLOWED', message }])
  }
  const soldTo = facts.buyers.get(quoted.soldToId)!
  const { agreed, freightTerms, transMode, paymentTermsDays } = quoted.terms
  const chosen = reallyChosen(
    input,
    all.map(({ terms }) => terms.agreed),
  )
  return {
    ...header,
    poKey: poKeyOf(input.customerPoNo),
    ...{ freightTerms, transMode, paymentTermsDays, agreedTerms: agreed },
    chosenFreightTerms: chosen.freightTerms,
    chosenTransMode: chosen.transMode,
    chosenPaymentDays: chosen.paymentTermsDays,
    channelId: channelOf(facts, soldTo, quoted.sbuId),
    sbuId: quoted.sbuId,
    departmentId: quoted.departmentId,
    salesGroupId: quoted.salesGroupId ?? (await salesGroupOf(trx, facts, quoted.sbuId)),
    soldToId: soldTo.id,
    billToId: soldTo.id,
    payerId: soldTo.id,
    orderDate: facts.day,
  }
}

/** The first sales group of the SBU in the zone of the ship-to; used where the customer's account has none. */
async function salesGroupOf(trx: Knex, { shipTo }: OrderFacts, sbuId: number): Promise<number | null> {
  const group = await trx('sales_group')
    .join('zone_area', 'zone_area.zoneId', 'sales_group.zoneId')
    .join('state_city', 'state_city.zoneAreaId', 'zone_area.id')
    .where({ 'state_city.id': shipTo.cityId, 'sales_group.sbuId': sbuId, 'sales_group.isActive': 1 })
    .orderBy('sales_group.code')
    .first('sales_group.id')
  return group?.id ?? null
}
