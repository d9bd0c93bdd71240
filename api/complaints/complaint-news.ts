import type { Knex } from 'knex'
import type { Complaint } from '../../resources/complaints/complaint.ts'
import { momentText } from '../../resources/define/show.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import { serviceAgentsOf } from '../access-control/service-agents.ts'
import { holdersOf } from '../derive/rights/holders.ts'
import { type Mail, sendMails } from '../mail/messages.ts'
import { notify } from '../mail/notify.ts'
import { contactsOf } from '../masters/contacts-of.ts'

export const pathOf = ({ id }: Pick<Complaint, 'id'>) => `/complaints/show/${id}`
const linkTo = (row: Complaint) => `${PORTAL}${pathOf(row)}`

/** The logins of an employee. */
export const loginsOf = (trx: Knex, employeeId: number | null): Promise<number[]> =>
  trx('user')
    .where({ employeeId: employeeId ?? 0, isActive: 1 })
    .orderBy('id')
    .pluck('id')

/** The logins of the customer. */
const buyersOf = (trx: Knex, { customerId }: Complaint): Promise<number[]> =>
  trx('user').where({ customerId, isActive: 1 }).orderBy('id').pluck('id')

/** Whoever of ours answers it: the owner, or the service centre of the SBU while nobody does. */
const answerersOf = (trx: Knex, row: Complaint): Promise<number[]> =>
  row.ownerEmployeeId === null ? serviceAgentsOf(trx, row.sbuId) : loginsOf(trx, row.ownerEmployeeId)

/** Mails the customer's buyers, and notifies their logins, but for whoever wrote it. */
async function tellCustomer(
  trx: Knex,
  row: Complaint,
  mail: Pick<Mail, 'template' | 'values'>,
  note: { title: string; body: string },
  by: number | null,
) {
  const contacts = await contactsOf(trx, [row.customerId], ['PURCHASE'])
  const receivers = [...new Map(contacts.map(one => [one.to?.toLowerCase(), one])).values()]
  const base = { topic: 'COMPLAINT', owner: { type: 'complaint', id: row.id }, customerId: row.customerId } as const
  const values = { complaintNo: row.complaintNo, link: linkTo(row), ...mail.values }
  await sendMails(
    trx,
    receivers.map(({ name, to, whom }) => ({
      ...base,
      template: mail.template,
      to,
      whom,
      values: { name, ...values },
    })),
  )
  const readers = (await buyersOf(trx, row)).filter(id => id !== by)
  await notify(trx, readers, { ...note, link: pathOf(row) })
}

/** Confirms a complaint to the customer, and tells those who answer it; quality also QA, critical ones the department. */
export async function tellOfNew(trx: Knex, row: Complaint, categoryName: string, by: number): Promise<void> {
  await tellCustomer(
    trx,
    row,
    { template: 'COMPLAINT_CREATED', values: { subject: categoryName, dueAt: momentText(row.dueAt) } },
    { title: `Complaint ${row.complaintNo} is received`, body: categoryName },
    by,
  )
  const readers = (await answerersOf(trx, row)).filter(id => id !== by)
  await notify(trx, readers, {
    title: `New complaint ${row.complaintNo}: ${categoryName}`,
    body: row.description.slice(0, 200),
    link: pathOf(row),
  })
  if (row.complaintType === 'PRODUCT_QUALITY') await tellQuality(trx, row, categoryName, by, readers)
  if (row.priority === 'CRITICAL') await mailDepartment(trx, row)
}

/** Notifies QA of a quality complaint, but for who knows of it already. */
export async function tellQuality(
  trx: Knex,
  row: Complaint,
  categoryName: string,
  by: number,
  informed: readonly number[] = [],
): Promise<void> {
  const readers = (await holdersOf(trx, 'answerForQuality')).map(({ id }) => id)
  await notify(
    trx,
    readers.filter(id => id !== by && !informed.includes(id)),
    {
      title: `Quality complaint ${row.complaintNo}: ${categoryName}`,
      body: row.description.slice(0, 200),
      link: pathOf(row),
    },
  )
}

/** Mails the department that answers a critical complaint, at the address it has for complaints. */
export async function mailDepartment(trx: Knex, row: Complaint): Promise<void> {
  const category = await trx('complaint_category').where({ id: row.categoryId }).first('name', 'departmentId')
  const department = await departmentOf(trx, row, category.departmentId)
  if (!department) return
  const customer = await trx('customer').where({ id: row.customerId }).first('code', 'name')
  await sendMails(trx, [
    {
      template: 'COMPLAINT_CRITICAL',
      topic: 'COMPLAINT',
      to: department.complaintEmail,
      whom: `Department ${department.code}`,
      owner: { type: 'complaint', id: row.id },
      customerId: row.customerId,
      values: {
        name: department.name,
        complaintNo: row.complaintNo,
        customerName: customer.name,
        subject: category.name,
        remark: row.description.slice(0, 1000),
        dueAt: momentText(row.dueAt),
        link: linkTo(row),
      },
    },
  ])
}

/** The department of the category, or else the first that sells to the customer in the SBU. */
export function departmentOf(trx: Knex, row: Complaint, departmentId: number | null) {
  const departments = trx('department').orderBy('department.id')
  if (departmentId !== null) return departments.where('department.id', departmentId).first('department.*')
  return departments
    .join('customer_department_map as map', 'map.departmentId', 'department.id')
    .where({ 'map.customerId': row.customerId, 'map.isActive': 1, 'department.sbuId': row.sbuId })
    .first('department.*')
}

/** Tells the customer what somebody of ours wrote or asked. */
export const tellOfAnswer = (trx: Knex, row: Complaint, by: { id: number | null; name: string }, remark: string) =>
  tellCustomer(
    trx,
    row,
    { template: 'COMPLAINT_UPDATED', values: { actorName: by.name, remark } },
    { title: `${by.name} wrote on complaint ${row.complaintNo}`, body: remark.slice(0, 200) },
    by.id,
  )

/** Tells the customer that a complaint is resolved. */
export const tellOfResolution = (trx: Knex, row: Complaint, resolution: string, by: number | null) =>
  tellCustomer(
    trx,
    row,
    { template: 'COMPLAINT_RESOLVED', values: { resolution } },
    { title: `Complaint ${row.complaintNo} is resolved`, body: resolution.slice(0, 200) },
    by,
  )

/** Tells those of ours who answer a complaint what happened to it. */
export async function tellAnswerers(trx: Knex, row: Complaint, title: string, body: string, by: number | null) {
  const readers = (await answerersOf(trx, row)).filter(id => id !== by)
  await notify(trx, readers, { title, body: body.slice(0, 200), link: pathOf(row) })
}
