import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { messages } from '../../../seeds/system/messages.ts'
import { dispatchDesk } from '../dispatches/dispatch-desk.ts'
import { exampleRow } from '../example-rows.ts'
import { personWith } from '../people.ts'
import type { ApiClient } from '../portal.ts'
import { documentsInSap } from '../sap/typed-documents.ts'

/** A company with people on each side of a dispute: buyer, two of Finance, sales managers, pricing, and the service centre. */
export async function disputeDesk() {
  const office = await dispatchDesk()
  const { portal, company, key } = office
  const make = (name: string, given: Record<string, unknown> = {}) => exampleRow(portal.db, resourceNamed(name), given)
  const employ = async (given: Record<string, unknown> = {}) => {
    const employee = await make('employee', { managerId: null, departmentId: null, zoneId: null, ...given })
    await make('sbu-employee-map', { employeeId: employee.id, sbuId: company.sbuId })
    return employee.id as number
  }
  const boss = await employ()
  const keeper = await employ({ managerId: boss })
  const ids = { boss, keeper, accountant: await employ(), colleague: await employ(), clerk: await employ() }
  const department = await make('department', { sbuId: company.sbuId, headEmployeeId: null })
  await make('customer-department-map', {
    customerId: company.customerId,
    departmentId: department.id,
    salesEmployeeId: keeper,
    salesGroupId: null,
  })
  for (const seed of messages.seeds) if (seed.medium !== 'SMS') await exampleRow(portal.db, messages.resource, seed)
  const stranger = await make('customer', { distributorId: null, payerId: null })
  const people = {
    buyer: await personWith(portal, ['CUSTOMER'], { customerId: company.customerId, name: 'Rohan Bhide' }),
    stranger: await personWith(portal, ['CUSTOMER'], { customerId: stranger.id, name: 'Somebody Else' }),
    finance: await personWith(portal, ['FINANCE'], { employeeId: ids.accountant, name: 'Sneha Accountant' }),
    other: await personWith(portal, ['FINANCE'], { employeeId: ids.colleague, name: 'Vikram Accountant' }),
    manager: await personWith(portal, ['SALES_MANAGER'], { employeeId: boss, name: 'Meena Boss' }),
    owner: await personWith(portal, ['SALES_REP'], { employeeId: keeper, name: 'Asha Keeper' }),
    agent: await personWith(portal, ['CSC_AGENT'], { employeeId: ids.clerk, name: 'Farah Clerk' }),
    pricing: await personWith(portal, ['PRICING_APPROVER'], { name: 'Ravi Pricing' }),
    auditor: await personWith(portal, ['AUDITOR'], { name: 'Anil Auditor' }),
  }

  /** An invoice of the customer with open items of these balances in paise, due one after another from today. */
  async function owed(...balances: number[]): Promise<number> {
    const [invoiceId] = (await office.billed()).ids
    for (const [index, balanceAmount] of balances.entries())
      await make('upload-outstanding', {
        ...{ customerId: company.customerId, invoiceId, sbuId: company.sbuId, documentType: 'INVOICE' },
        ...{ documentDate: addDays(today(), -40), dueDate: addDays(today(), index - 30), asOnDate: today() },
        ...{ originalAmount: balanceAmount, balanceAmount, lockedById: null, closedOn: null, isDisputed: false },
        ...{ sapItem: null, clearingDoc: null, source: 'UPLOAD' },
      })
    return invoiceId!
  }
  const row = (id: number) => portal.db('ar_dispute').where({ id }).first()
  const items = (invoiceId: number) => portal.db('upload_outstanding').where({ invoiceId }).orderBy('id')
  const dispute = (who: ApiClient, body: Record<string, unknown>) =>
    who.post('/api/complaints/ar-dispute', { disputeType: 'PRICE', description: 'Not as agreed', ...body }, key())

  /** Opens a dispute of an amount in paise about an invoice of its own; its number. */
  async function opened(disputedAmount: number, more: Record<string, unknown> = {}, who = people.buyer) {
    const body = { invoiceId: more.invoiceId ?? (await owed(2 * disputedAmount)), disputedAmount, ...more }
    const answer = await dispute(who, body)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body.id as number
  }
  async function step(who: ApiClient, disputeId: number, name: string, more: Record<string, unknown> = {}) {
    const { rowVersion } = await row(disputeId)
    return who.post('/api/dispute-steps', { disputeId, rowVersion, step: name, ...more })
  }
  /** Opens one that Finance has taken over. */
  async function reviewed(disputedAmount: number, more: Record<string, unknown> = {}) {
    const id = await opened(disputedAmount, more)
    await step(people.finance, id, 'take')
    return id
  }
  const sap = documentsInSap(portal)
  /** Puts a credit note of the customer into SAP, of an amount in paise. */
  const noteInSap = async (no: string, paise: number) => {
    const { code } = await portal.db('customer').where({ id: company.customerId }).first('code')
    return sap.billing(no, code, paise)
  }
  const note = (who: ApiClient, body: Record<string, unknown>) => who.post('/api/dispute-notes', body, key())
  const mails = () => portal.db('message_log').where({ templateCode: 'DISPUTE_UPDATED' }).orderBy('id')
  const userOf = async (name: string) => (await portal.db('user').where({ name }).first('id')).id as number
  /** The titles of what somebody was notified of about a dispute. */
  const told = async (name: string, id: number): Promise<string[]> =>
    portal
      .db('notification')
      .where({ userId: await userOf(name), link: `/complaints/ar-dispute/show/${id}` })
      .orderBy('id')
      .pluck('title')
  return {
    ...office,
    sap,
    noteInSap,
    make,
    people,
    ids,
    owed,
    items,
    row,
    dispute,
    opened,
    reviewed,
    step,
    note,
    mails,
    told,
    userOf,
  }
}
