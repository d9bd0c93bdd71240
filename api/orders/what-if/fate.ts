import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { rateContractCustomer } from '../../../resources/masters/rate-contract-customer.ts'
import { rateContractLine } from '../../../resources/masters/rate-contract-line.ts'
import type { Order } from '../../../resources/orders/order.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { groundOfTerms, groundsOf, lostText, whyContractLost } from '../../../resources/orders/terms/grounds.ts'
import type { Fate } from '../../../resources/orders/what-if/what-if.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { savedOpenLines } from '../quote/price-differences.ts'
import { groundsNow, otherPricesText } from '../terms/grounds-now.ts'

/**
 * What happens to an order that waits for a decision once rows of a master are as they are now; null where it does not
 * stand on them.
 */
export async function fateOf(
  db: Knex,
  order: Order,
  { name }: Resource,
  changedIds: ReadonlySet<number>,
): Promise<Fate | null> {
  if (order.status !== 'PENDING') return null
  const lines = await savedOpenLines(db, order.id)
  const keeps: Fate = { kind: 'STANDS', text: `Keeps what it has: it was sent on ${dayText(order.orderDate)}` }
  if (name === rateContractCustomer.name) {
    const contracts = (await contractsOf(db, order, lines)).filter(({ id }) => changedIds.has(id))
    if (contracts.length === 0) return null
    const asked = contracts.filter(({ lost }) => lost !== null)
    return asked.length > 0 ? { kind: 'ASKED', text: askedText(asked) } : keeps
  }
  const isChanged = ({ resource, id }: { resource: string; id: number }) => resource === name && changedIds.has(id)
  if (![...lines.flatMap(groundsOf), ...groundOfTerms(order.agreedTerms)].some(isChanged)) return null
  const { lost, repriced } = await groundsNow(db, order)
  const own = lost.find(isChanged)
  if (own) return { kind: 'STOPS', text: `Stops with an error at its next decision. ${lostText(own)}` }
  const other = repriced.filter(({ fallen }) => fallen.some(isChanged))
  return other.length > 0 ? { kind: 'REPRICED', text: otherPricesText(other) } : keeps
}

interface CalledContract {
  id: number
  contractNo: string
  lost: string | null
  approver: string | null
}

async function contractsOf(db: Knex, order: Order, lines: readonly OrderLine[]): Promise<CalledContract[]> {
  const ids = lines.flatMap(line => (line.priceSource === 'RATE_CONTRACT' ? (line.priceSourceId ?? []) : []))
  if (ids.length === 0) return []
  const called = await rowsOf(db, rateContractLine, rows => rows.whereIn('id', ids))
  const contracts = await rowsOf(db, rateContractCustomer, rows =>
    rows.whereIn('id', [...new Set(called.map(({ rateContractId }) => rateContractId))]),
  )
  const approvers: { id: number; name: string }[] = await db('employee')
    .whereIn(
      'id',
      contracts.flatMap(({ approverEmployeeId }) => approverEmployeeId ?? []),
    )
    .select('id', 'name')
  return contracts.map(contract => {
    const own = called.filter(line => line.rateContractId === contract.id)
    const lost = own.map(line => whyContractLost(contract, line, order.orderDate)).find(why => why !== null) ?? null
    const approver = approvers.find(({ id }) => id === contract.approverEmployeeId)?.name ?? null
    return { id: contract.id, contractNo: contract.contractNo, lost, approver }
  })
}

const askedText = (asked: readonly CalledContract[]) =>
  asked
    .map(({ contractNo, lost, approver }) => {
      const who = approver ?? 'The pricing desk'
      return `${who} is asked whether the rate of ${contractNo}, which ${lost}, holds for it`
    })
    .join('. ')
