import type { Knex } from 'knex'
import { type CompanyRoleCode, hasCompanyRole, isHead } from '../../../resources/access-control/company-roles.ts'
import type { Order } from '../../../resources/orders/order.ts'

/** A person who may say yes for their company. */
export interface CompanyApprover {
  id: number
  name: string
  email: string
}

/** Who in a company may say yes to an order of this amount, its buyer aside. */
export async function companyApprovers(
  db: Knex,
  { customerId, buyerId, amount, shipToId }: { customerId: number; buyerId: number; amount: number; shipToId: number },
): Promise<CompanyApprover[]> {
  const people: (CompanyApprover & {
    companyRoles: string | null
    approvalLimit: number | null
    shipToIds: string | null
  })[] = await db('user')
    .leftJoin('company_person', 'company_person.userId', 'user.id')
    .where({ 'user.customerId': customerId, 'user.isActive': 1 })
    .whereNot('user.id', buyerId)
    .orderBy('user.id')
    .select('user.id', 'user.name', 'user.email', 'companyRoles', 'approvalLimit', 'shipToIds')
  return people
    .filter(({ companyRoles, approvalLimit, shipToIds }) => {
      if (companyRoles === null) return true
      const reaches = shipToIds === null || (JSON.parse(shipToIds) as number[]).includes(shipToId)
      const held = { roles: JSON.parse(companyRoles) as CompanyRoleCode[] }
      return isHead(held) || (reaches && hasCompanyRole(held, 'APPROVER') && (approvalLimit ?? amount) >= amount)
    })
    .map(({ id, name, email }) => ({ id, name, email }))
}

/** Nobody is asked any more, and no yes holds. */
export const nobodyAsked = {
  companyAskedAt: null,
  companyAskedById: null,
  companyApprovedValue: null,
} satisfies Partial<Order>
