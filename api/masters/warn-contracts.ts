import type { Knex } from 'knex'
import { addDays, daysBetween } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import { rateContractCustomer } from '../../resources/masters/rate-contract-customer.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import { serviceAgentsOf } from '../access-control/service-agents.ts'
import { grantsOn } from '../derive/rights/grants.ts'
import { whereValidOn } from '../derive/rows-of.ts'
import { type Mail, sendMails } from '../mail/messages.ts'
import { notify } from '../mail/notify.ts'
import { today } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'
import { transact } from '../platform/transact.ts'

interface Ending {
  id: number
  contractNo: string
  validTo: string
  sbuId: number
  approverEmployeeId: number | null
  customerName: string
}

/** Warns approvers and customer service once that a contract ends within `rc.expiry_warn_days`; returns how many. */
export async function warnContracts(db: Knex): Promise<number> {
  const days = (await readSettings(db))['rc.expiry_warn_days']
  const contracts = await unwarned(db, days)
  for (const contract of contracts) await transact(db, trx => warn(trx, contract))
  return contracts.length
}

// The end is part of the key, so that a prolonged contract is warned of again.
const ownerType = ({ validTo }: Pick<Ending, 'validTo'>) => `contract-end.${validTo}`

async function unwarned(db: Knex, days: number): Promise<Ending[]> {
  const rows: Ending[] = await db('rate_contract_customer as contract')
    .join('customer', 'customer.id', 'contract.customerId')
    .where({ 'contract.status': 'ACTIVE', 'contract.isActive': 1 })
    .whereBetween('contract.validTo', [today(), addDays(today(), days)])
    .orderBy('contract.validTo')
    .select('contract.id', 'contract.contractNo', 'contract.validTo', 'contract.sbuId', 'contract.approverEmployeeId')
    .select('customer.name as customerName')
  const warned: { ownerType: string; ownerId: number }[] = await db('message_log')
    .where({ templateCode: 'CONTRACT_EXPIRING' })
    .whereIn(
      'ownerId',
      rows.map(({ id }) => id),
    )
    .select('ownerType', 'ownerId')
  const warnedKeys = new Set(warned.map(one => `${one.ownerType} ${one.ownerId}`))
  return rows.filter(row => !warnedKeys.has(`${ownerType(row)} ${row.id}`))
}

async function warn(trx: Knex, contract: Ending) {
  const ids = [...new Set([...(await approversOf(trx, contract)), ...(await serviceAgentsOf(trx, contract.sbuId))])]
  const people: { name: string; email: string }[] = await trx('user')
    .whereIn('id', ids)
    .orderBy('id')
    .select('name', 'email')
  const { contractNo, customerName, validTo } = contract
  const link = `/${rateContractCustomer.path}/show/${contract.id}`
  const owner = { type: ownerType(contract), id: contract.id }
  const days = String(daysBetween(today(), validTo))
  const values = { contractNo, customerName, validTo: dayText(validTo), days, link: `${PORTAL}${link}` }
  const mail = { template: 'CONTRACT_EXPIRING', topic: 'ORDER' as const, owner }
  const mails: Mail[] = people.map(({ name, email }) => ({ ...mail, to: email, values: { ...values, name } }))
  const nobody: Mail = { ...mail, to: null, whom: `No approver of contract ${contractNo}`, values }
  await sendMails(trx, mails.length > 0 ? mails : [nobody])
  await notify(trx, ids, {
    title: `Rate contract ${contractNo} ends on ${dayText(validTo)}`,
    body: customerName,
    link,
  })
}

/** The approver named by the contract, else the pricing desk of its SBU. */
function approversOf(db: Knex, { approverEmployeeId, sbuId }: Ending): Promise<number[]> {
  if (approverEmployeeId !== null) return db('user').where({ employeeId: approverEmployeeId, isActive: 1 }).pluck('id')
  const day = today()
  return grantsOn(db, day)
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .where({ 'role.code': 'PRICING_APPROVER', 'user.isActive': 1 })
    .whereIn('user.employeeId', whereValidOn(db('sbu_employee_map').where({ sbuId }), day).select('employeeId'))
    .distinct()
    .pluck('user.id')
}
