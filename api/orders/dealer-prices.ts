import type { Resource } from '../../resources/define/resource.ts'
import type { Person } from '../derive/rights/person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { type Call, ResourceService } from '../derive/service.ts'

type Values = Record<string, unknown>

/**
 * The columns with amounts of an order or its lines: those hidden from dispatch sites, except the requested discount.
 */
const amountsOf = ({ fields }: Resource) =>
  Object.keys(fields).filter(name => fields[name]!.hiddenFrom?.includes('DISPATCH') && name !== 'manualDiscountPct')

/**
 * Whether the person's company buys through a distributor: customers do not see the prices at which a distributor buys
 * for them.
 */
export const paysAnother = ({ customerId }: Pick<Person, 'customerId'>, soldToId: unknown) =>
  customerId !== null && typeof soldToId === 'number' && customerId !== soldToId

/** Removes the amounts from the readable columns when a distributor buys for the person's company. */
export const toldOf = (
  resource: Resource,
  readable: readonly string[],
  person: Person,
  soldToId: unknown,
): string[] => {
  const hidden = paysAnother(person, soldToId) ? amountsOf(resource) : []
  return readable.filter(name => !hidden.includes(name))
}

/** Serves orders and their lines without amounts to customers for whom a distributor buys. */
export class OrderRowsService extends ResourceService {
  override async find(call: Call = {}) {
    const { person } = call
    if (!person || person.customerId === null) return super.find(call)
    const page = await super.find({ ...call, query: this.withoutHiddenFilters(call.query ?? {}, person.customerId) })
    return { ...page, data: page.data.map(row => this.withoutAmounts(row, person)) }
  }

  override async get(id: unknown, call: Call = {}): Promise<StoredRow> {
    const { person } = call
    if (!person || person.customerId === null) return super.get(id, call)
    return this.withoutAmounts(await super.get(id, { ...call, query: withSoldTo(call.query ?? {}) }), person)
  }

  /**
   * Sorting, filtering or summing by amounts would reveal them, so such a query covers only the orders that the
   * customer pays for.
   */
  private withoutHiddenFilters(query: Values, customerId: number): Values {
    const queryText = JSON.stringify({ ...query, $select: undefined })
    const revealsAmounts = '$totals' in query || amountsOf(this.resource).some(name => queryText.includes(`"${name}"`))
    if (!revealsAmounts) return withSoldTo(query)
    const others = (query.$and as Values[] | undefined) ?? []
    return { ...withSoldTo(query), $and: [...others, { soldToId: customerId }] }
  }

  private withoutAmounts(row: StoredRow, person: Person): StoredRow {
    const shown = new Set(toldOf(this.resource, Object.keys(row), person, row.soldToId))
    return Object.fromEntries(Object.entries(row).filter(([name]) => shown.has(name))) as StoredRow
  }
}

/** Always selects `soldToId`, which decides what is shown. */
const withSoldTo = (query: Values): Values =>
  query.$select === undefined ? query : { ...query, $select: [query.$select, 'soldToId'].flat() }
