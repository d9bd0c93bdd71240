import type { Knex } from 'knex'
import { isHead } from '../../../resources/access-control/company-roles.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import type { Order } from '../../../resources/orders/order.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { notify } from '../../mail/notify.ts'
import { now } from '../../platform/clock.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { moveOrder } from '../move-order.ts'
import type { QuotedOrder } from '../quote/quote.ts'
import { companyApprovers, nobodyAsked } from './company-approvers.ts'
import type { StepCommand } from './decide.ts'

type Buyer = Pick<Person, 'company' | 'customerId'>

/** What an order comes to for the company of its buyer: the parts that a distributor buys are not theirs to know. */
export const amountFor = ({ customerId }: Pick<Person, 'customerId'>, quoted: readonly QuotedOrder[]): number =>
  sum(quoted.flatMap(part => (part.soldToId === customerId ? [part.totals.grossValue] : [])))

/** The limit above which the orders of a person need a yes of their company; undefined where they need none. */
export const orderLimitOf = ({ company }: Pick<Person, 'company'>): number | undefined =>
  company === null || isHead(company) ? undefined : (company.orderLimit ?? undefined)

/** Whether an order of this amount needs a yes in the company, beyond the amount that had one. */
export const needsCompanyYes = (buyer: Buyer, amount: number, approved: number | null): boolean => {
  const limit = orderLimitOf(buyer)
  return limit !== undefined && amount > Math.max(limit, approved ?? 0)
}

/** Leaves the order a draft that waits for a yes of its buyer’s company, and tells those who may give it. */
export async function askCompany(
  trx: Knex,
  draft: Order,
  { person, author, samePo }: { person: Person; author: Author; samePo: Order['samePo'] },
): Promise<Order> {
  const changes = { companyAskedAt: now(), companyAskedById: person.id, samePo }
  const asked = await moveOrder(trx, draft, { step: 'askCompany', status: 'DRAFT', changes }, author)
  const approvers = await companyApprovers(trx, {
    customerId: person.customerId!,
    buyerId: person.id,
    amount: asked.grossValue,
    shipToId: asked.shipToId,
  })
  await notify(
    trx,
    approvers.map(({ id }) => id),
    {
      title: `${person.name} asks for your yes to order ${asked.orderNo}`,
      body: rupees(asked.grossValue),
      link: `/orders/order-history/${asked.id}`,
    },
  )
  return asked
}

/** Whether the person may say yes or no to a draft that waits in their company. */
export async function decidesForCompany(db: Knex, order: Order, { id, customerId }: Person): Promise<boolean> {
  const { status, companyAskedById, grossValue, shipToId } = order
  if (status !== 'DRAFT' || companyAskedById === null || customerId === null) return false
  const asker = await db('user').where({ id: companyAskedById }).first('customerId')
  if (asker?.customerId !== customerId) return false
  const asked = { customerId, buyerId: companyAskedById, amount: grossValue, shipToId }
  return (await companyApprovers(db, asked)).some(approver => approver.id === id)
}

/** Throws 403 where the order has become dearer than what the person may say yes to. */
export function demandWithinApproval({ company }: Pick<Person, 'company'>, amount: number): void {
  if (isHead(company)) return
  const limit = company?.approvalLimit ?? amount
  if (amount <= limit) return
  throw forbidden(`Order is above ${rupees(limit)}, which you may approve: the head of your company approves it`)
}

/** Throws 409 unless the order is waiting for a yes in a company. */
export function demandAskedInCompany({ status, companyAskedAt }: Order): void {
  if (status === 'DRAFT' && companyAskedAt !== null) return
  throw conflict('TASK_ALREADY_DONE', 'This order is not waiting for a yes in your company: reload it')
}

/** Gives a draft back to its buyer, who changes it and asks again. */
export const returnToBuyer = (trx: Knex, before: Order, { remark, author }: StepCommand): Promise<Order> =>
  moveOrder(trx, before, { step: 'returnInCompany', status: 'DRAFT', remark, changes: nobodyAsked }, author)

/** What an order is waiting for in its company, for the pad: the limit, and who may say yes. */
export async function companyAhead(db: Knex, person: Person, quoted: readonly QuotedOrder[], shipToId: number) {
  const limit = orderLimitOf(person)
  if (limit === undefined) return null
  const amount = amountFor(person, quoted)
  const asked = { customerId: person.customerId!, buyerId: person.id, amount, shipToId }
  return {
    limit,
    needed: amount > limit,
    people: (await companyApprovers(db, asked)).map(({ name }) => name),
  }
}
