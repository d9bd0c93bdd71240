import type { Role } from '../../../resources/roles.ts'
import { personWith } from '../people.ts'
import type { ApiClient, TestPortal } from '../portal.ts'
import type { Reader } from './oracle.ts'
import type { Story } from './stories.ts'

interface Cast {
  login: string
  role: Role
  /** The one of the demo company, or somebody new whose login is made of these. */
  more?: Readonly<Record<string, string>>
  /** The cluster that they are made the head of. */
  heads?: string
  keeps?: (story: Story) => boolean
  /** Their rights differ from story to story: they ask about all of them. */
  near?: true
}

const ofSbus =
  (...sbus: string[]) =>
  (story: Story) =>
    sbus.includes(story.sbu)
const keeping =
  (...pairs: string[]) =>
  (story: Story) =>
    pairs.includes(`${story.customer}/${story.sbu}`)

/** Somebody of every role, and of every relation to the stories. */
export const cast: readonly Cast[] = [
  { login: 'sys_admin', role: 'SYS_ADMIN' },
  { login: 'master_admin', role: 'MASTER_ADMIN' },
  { login: 'customer', role: 'CUSTOMER', near: true },
  { login: 'buyer-of-dealer', role: 'CUSTOMER', more: { customer: '100104' }, near: true },
  { login: 'distributor', role: 'DISTRIBUTOR', near: true },
  { login: 'dealer', role: 'DISTRIBUTOR', more: { customer: '100202' }, near: true },
  { login: 'asha', role: 'SALES_REP', keeps: keeping('100101/LS'), near: true },
  { login: 'sales_rep', role: 'SALES_REP', keeps: keeping('100104/LS', '100101/PH', '100106/PH'), near: true },
  { login: 'meena', role: 'SALES_MANAGER', keeps: keeping('100101/LS'), near: true },
  { login: 'suresh', role: 'SALES_MANAGER', keeps: ofSbus('PS'), near: true },
  {
    login: 'head-of-the-south',
    role: 'SALES_MANAGER',
    more: { employee: 'E1041' },
    heads: 'LSSOUTH',
    keeps: keeping('100104/LS'),
    near: true,
  },
  { login: 'ravi', role: 'PRICING_APPROVER' },
  { login: 'csc_agent', role: 'CSC_AGENT' },
  { login: 'csc-of-another-sbu', role: 'CSC_AGENT', more: { employee: 'E1002' }, near: true },
  { login: 'eud_approver', role: 'EUD_APPROVER' },
  { login: 'cc1', role: 'CREDIT_CONTROLLER' },
  { login: 'finance', role: 'FINANCE' },
  { login: 'dispatch', role: 'DISPATCH', near: true },
  { login: 'dispatch_south', role: 'DISPATCH', near: true },
  { login: 'transporter', role: 'TRANSPORTER', near: true },
  { login: 'transporter-of-dealer', role: 'TRANSPORTER', more: { transporter: 'DECCANX' }, near: true },
  { login: 'qa', role: 'QA' },
  { login: 'auditor', role: 'AUDITOR' },
]

export type SignedIn = Reader & { asker: ApiClient; near: boolean }

/** Signs everybody in. */
export async function signIn(portal: TestPortal): Promise<SignedIn[]> {
  const { db } = portal
  const sign = async ({ login, role, more, heads, keeps, near }: Cast): Promise<SignedIn> => {
    const asker = more ? await personWith(portal, [role], await idsOf(portal, login, more)) : await portal.as(login)
    const user = await db('user').where({ loginId: login }).first()
    const held = await db('assign_roles').where({ userId: user.id }).select('scopeType', 'scopeRef')
    if (heads) await db('cluster_mapping').where({ clusterCode: heads }).update({ headEmployeeId: user.employeeId })
    const isSbuHead = await db('sbu')
      .where({ headEmployeeId: user.employeeId ?? 0 })
      .first('id')
    return {
      login,
      role,
      asker,
      near: near ?? false,
      ...(keeps && { keeps }),
      id: user.id,
      loginId: login,
      name: user.name,
      userType: user.userType,
      employeeId: user.employeeId,
      customerId: user.customerId,
      transporterId: user.transporterId,
      plantId: user.plantId,
      mustChangePassword: false,
      roles: [role],
      held: held.map(grant => ({ role, ...grant })),
      asked: isSbuHead ? 'BESIDE' : null,
    }
  }
  return Promise.all(cast.map(sign))
}

const TABLES: Readonly<Record<string, readonly [table: string, column: string, id: string]>> = {
  customer: ['customer', 'code', 'customerId'],
  transporter: ['transporter', 'code', 'transporterId'],
  employee: ['employee', 'employeeCode', 'employeeId'],
}

async function idsOf({ db }: TestPortal, loginId: string, more: Readonly<Record<string, string>>) {
  const given: Record<string, unknown> = { loginId, name: loginId }
  for (const [name, code] of Object.entries(more)) {
    const [table, column, id] = TABLES[name]!
    given[id] = (
      await db(table)
        .where({ [column]: code })
        .first('id')
    ).id
  }
  return given
}
