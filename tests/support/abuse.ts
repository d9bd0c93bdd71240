import { hiddenFrom } from '../../resources/access.ts'
import type { Resource } from '../../resources/define/resource.ts'
import type { Role } from '../../resources/roles.ts'
import { exampleOrderInput } from './orders/example-order.ts'
import type { ApiClient, TestPortal } from './portal.ts'

/** The id of a row that never exists. */
export const MISSING_ID = 999_999_999

/** The fields of a resource that a role may never read. */
export const fieldsHiddenFrom = (resource: Resource, role: Role) =>
  Object.keys(resource.fields).filter(name => hiddenFrom(resource.fields[name]!).includes(role))

/** Traces of the implementation that no answer may contain. */
export const LEAKED_DETAILS =
  /\bat .+\.[jt]s:\d|node_modules|SQLITE_|\bER_[A-Z_]+|\bselect [`"*?]|\binsert into\b|api\/(derive|platform)\//i

/** The input of an order that the demo customer enters themselves. */
export async function buyersOrderInput(
  portal: TestPortal,
  asha: ApiClient,
  buyer: ApiClient,
  more: Record<string, unknown> = {},
) {
  const { customerId } = (await buyer.get('/api/me')).body.user
  const { body: context } = await buyer.get(`/api/order-context?customerId=${customerId}`)
  const template = await exampleOrderInput(portal, asha)
  const orderTypeId = context.sbus[0].orderTypes.find((type: { code: string }) => type.code === 'STD').id
  const lines = template.lines.map(line => ({ ...line, manualDiscountPct: 0 }))
  return {
    ...template,
    customerId,
    shipToId: context.shipTos[0].id,
    orderTypeId,
    poAttachmentId: null,
    lines,
    ...more,
  }
}
